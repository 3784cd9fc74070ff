/** Words that are explained where they stand: which the house explains, and where a text has one of them. */
import { getContext, setContext } from "svelte";
import type { TermDescription } from "../lib/types";

const KEY = Symbol("terms");

/** What is said below this part of the page is explained by these. */
export function explainBelow(terms: () => readonly TermDescription[]): void {
  setContext(KEY, terms);
}

/** The terms in force where a component stands; none, if nobody has named any. */
export function explained(): () => readonly TermDescription[] {
  return getContext<(() => readonly TermDescription[]) | undefined>(KEY) ?? (() => []);
}

export interface Piece {
  text: string;
  term?: TermDescription;
  /** A sign that stands right after the term and stays with it. */
  after?: string;
}

const known = new WeakMap<readonly TermDescription[], { form: RegExp; terms: Map<string, TermDescription> }>();

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** One pattern for every form, longest first, so that “straight flush” is not taken for a straight. */
function patterns(terms: readonly TermDescription[]) {
  let found = known.get(terms);
  if (!found) {
    const byForm = new Map(terms.flatMap((each) => each.forms.flatMap((form) => [form, capital(form)].map((one) => [one, each] as const))));
    const forms = [...byForm.keys()].sort((a, b) => b.length - a.length).map(escaped);
    found = { form: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${forms.join("|")})(?![\\p{L}\\p{N}-])`, "gu"), terms: byForm };
    known.set(terms, found);
  }
  return found;
}

/** A text in pieces; each term is marked where it comes first, and those in `skip` nowhere. */
export function pieces(text: string, terms: readonly TermDescription[], skip?: ReadonlySet<string>): Piece[] {
  if (!terms.length) return [{ text }];
  const { form, terms: byForm } = patterns(terms);
  const seen = new Set(skip);
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(form)) {
    const term = byForm.get(match[0])!;
    if (seen.has(term.id)) continue;
    seen.add(term.id);
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    const after = /^[.,:;!?)”»]+/.exec(text.slice(end))?.[0] ?? "";
    found.push({ text: match[0], term, after });
    end += after.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** The ids of the terms that some texts hold: those need not be marked again further down. */
export function termsIn(texts: readonly string[], terms: readonly TermDescription[]): Set<string> {
  return new Set(texts.flatMap((text) => pieces(text, terms)).flatMap((each) => each.term?.id ?? []));
}
