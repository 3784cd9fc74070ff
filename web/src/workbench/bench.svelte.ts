/** What lies on the workbench: a game in one version or two, and what is looked at. The address always says it. */
import { Asking } from "./asking.svelte";
import { held, linkTo } from "./link";
import type { VersionPriced } from "../lib/types";

export const TABS = ["pays", "figures", "compare", "solve", "bank", "strategy", "hand", "files"] as const;
export type Tab = (typeof TABS)[number];
export type SideName = "a" | "b";

const TYPING_MS = 60;

/** One version: what was chosen and typed, and what the house answers. */
export class Side {
  game = $state("");
  readings = $state<Record<string, string>>({});
  /** The odds as they were typed, by key; none where the printed ones hold. */
  pay = $state<Record<string, string>>({});
  /** What was changed last: if the house refuses it, it is said there. */
  touched = $state("");
  private readonly asking: Asking<VersionPriced>;

  constructor(name: SideName) {
    this.asking = new Asking<VersionPriced>(name);
  }

  get priced(): VersionPriced | null {
    const found = this.asking.value;
    return found?.fields.game === this.game ? found : null;
  }
  get underway() {
    return this.asking.underway;
  }
  get problem(): string {
    return this.asking.problem;
  }
  get isAsking(): boolean {
    return this.asking.isAsking;
  }
  /** The version as a link holds it; nothing before the house has said it. */
  get text(): string {
    return this.priced?.report.text ?? "";
  }

  /** Opens a version by its text; a payment may be named that was changed on the way to it. */
  open(text: string, touched = ""): void {
    this.game = text.split("~")[0] ?? "";
    [this.readings, this.pay, this.touched] = [{}, {}, touched];
    this.asking.ask(`price?version=${encodeURIComponent(text)}`, 0, true);
  }

  choose(id: string, option: string): void {
    this.adopt();
    this.readings[id] = option;
    this.touched = id;
    this.ask(0);
  }

  type(key: string, odds: string, laterMs = TYPING_MS): void {
    this.adopt();
    this.pay[key] = odds;
    this.touched = key;
    this.ask(laterMs);
  }

  /** Everything as the game prints it. */
  reset(): void {
    this.open(this.game);
  }

  drop(): void {
    this.asking.drop();
  }

  /** What a link has opened is taken over before it is changed. */
  private adopt(): void {
    const fields = this.priced?.fields;
    if (!fields) return;
    for (const each of fields.readings) {
      if (each.chosen !== each.default) this.readings[each.id] ??= each.chosen;
    }
    for (const each of fields.wagers.flatMap((wager) => wager.entries)) {
      if (each.present !== each.printed) this.pay[each.key] ??= each.present;
    }
  }

  private ask(laterMs: number): void {
    const readings = Object.entries(this.readings).map(([id, option]) => `&reading=${encodeURIComponent(`${id}=${option}`)}`);
    const pay = Object.entries(this.pay).map(([key, odds]) => `&pay=${encodeURIComponent(`${key}=${odds.trim()}`)}`);
    this.asking.ask(`price?game=${this.game}${readings.join("")}${pay.join("")}`, laterMs);
  }
}

export class Bench {
  readonly a = new Side("a");
  readonly b = new Side("b");
  /** Whether there are two versions. */
  isTwo = $state(false);
  edited = $state<SideName>("a");
  /** What is looked at; nothing, where it is what comes first on this screen. */
  tab = $state<Tab | "">("");
  /** What was typed at the tools, by a short name; a link holds it. */
  asked = $state<Record<string, string>>({});

  get side(): Side {
    return this.isTwo && this.edited === "b" ? this.b : this.a;
  }

  /** Takes up what an address says. */
  open(hash: string): void {
    const found = held(hash);
    this.asked = found.asked;
    this.tab = TABS.find((each) => each === found.show) ?? "";
    this.isTwo = !!found.b;
    this.edited = "a";
    if (found.a !== this.a.text || !found.a) this.a.open(found.a || this.a.game);
    if (found.b && found.b !== this.b.text) this.b.open(found.b);
  }

  choose(game: string): void {
    this.asked = this.asked.exact ? { exact: this.asked.exact } : {};
    this.isTwo = false;
    this.edited = "a";
    this.a.open(game);
  }

  /** A second version, which begins as the first one is. */
  divide(): void {
    this.isTwo = true;
    this.edited = "b";
    this.tab = "compare";
    this.b.open(this.a.text);
  }

  /** One version again: the one that is kept. */
  keep(name: SideName): void {
    const text = this[name].text;
    this.isTwo = false;
    this.edited = "a";
    if (this.tab === "compare") this.tab = "";
    if (name === "b" && text) this.a.open(text);
    this.b.drop();
  }

  get link(): string {
    const b = this.isTwo ? this.b.text : "";
    return linkTo({ a: this.a.text, b, show: this.tab, asked: this.asked });
  }
}
