/**
 * The language of the page. Texts stand in `web/words/LANGUAGE/AREA.json`, written as ICU messages; an area's
 * English comes with its code, another language in one piece when it is chosen. A key that English has and
 * another language lacks is found by `make check` (tests/laws/test_page_words.py), never by a reader.
 */
import { IntlMessageFormat, type PrimitiveType } from "intl-messageformat";

export const LANGUAGES = { en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;
/** Whose way of writing numbers is followed: as money is written everywhere here, 1,250 and 3.5. */
const LOCALES: Record<Language, string> = { en: "en-US", es: "es-MX" };
/** Whose way of writing days and times is followed: 17 Nov 2026, 19:26. */
const DAYS: Record<Language, string> = { en: "en-GB", es: "es" };
export type Slots = Record<string, PrimitiveType>;
type Catalogue = Record<string, string>;

const KEPT = "language";
const YEAR_SECONDS = 365 * 24 * 3600;

const isLanguage = (said: string): said is Language => said in LANGUAGES;

/** What the person chose here before, else the first language of the browser that we speak. */
function first(): Language {
  const chosen = document.cookie.match(/(?:^|; )language=(\w+)/)?.[1] ?? "";
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage) ?? "en";
}

class Words {
  language = $state.raw<Language>(first());
  private loaded = $state.raw<Record<string, Catalogue>>({});
  private readonly formats = new Map<string, IntlMessageFormat>();

  /** For days and times. */
  get days(): string {
    return DAYS[this.language];
  }

  /** Brings the catalogue of the language in, before anything is shown in it. */
  async load(): Promise<void> {
    document.documentElement.lang = this.language;
    this.loaded = this.language === "es" ? (await import("./spanish")).SPANISH : {};
  }

  /** Brings in an area that comes with its view, before that is shown. */
  async bring(area: string, spanish: () => Promise<{ default: Catalogue }>): Promise<void> {
    if (this.language === "es") this.loaded = { ...this.loaded, [area]: (await spanish()).default };
  }

  /** Chooses a language: the house hears it from the cookie, so the page comes anew. */
  choose(language: Language): void {
    document.cookie = `${KEPT}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    location.reload();
  }

  say(area: string, key: string, english: string, slots?: Slots): string {
    const message = this.loaded[area]?.[key] ?? english;
    if (!slots && !message.includes("{") && !message.includes("'")) return message;
    const known = `${this.language}/${message}`;
    let format = this.formats.get(known);
    if (!format) this.formats.set(known, (format = new IntlMessageFormat(message, LOCALES[this.language])));
    return format.format(slots) as string;
  }
}

export const words = new Words();

/** `say` for one area: `say("seat", {number: 3})` in the language of the page. */
export function speaker<English extends Catalogue>(area: string, english: English) {
  return (key: keyof English & string, slots?: Slots): string => words.say(area, key, english[key]!, slots);
}
