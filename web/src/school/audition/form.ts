/** What is asked at once, sorted into rows: everything about one wager stands in one row. */
import type { AnyPart } from "../../lib/types";
import { type Given, isAnswered } from "../answering";

export interface Row {
  id: string;
  /** What the row is about: `Ante $25`; nothing, where a part stands by itself. */
  title: string;
  parts: { part: AnyPart; asks: string }[];
}

/** Parts by what they are about, which their names begin with, in their order. */
export function rows(parts: readonly AnyPart[]): Row[] {
  const found = new Map<string, AnyPart[]>();
  for (const part of parts) {
    const about = part.id.includes("-") ? part.id.slice(0, part.id.lastIndexOf("-")) : part.id;
    found.set(about, [...(found.get(about) ?? []), part]);
  }
  return [...found].map(([id, ofOne]) => {
    const title = ofOne.length > 1 ? shared(ofOne.map((part) => part.asks)) : "";
    return { id, title, parts: ofOne.map((part) => ({ part, asks: title ? rest(part.asks) : part.asks })) };
  });
}

/** What stands before the colon, where it is the same for all. */
function shared(asks: string[]): string {
  const [first = ""] = asks.map((each) => each.split(":")[0]!);
  return asks.every((each) => each.startsWith(`${first}:`)) ? first : "";
}

function rest(asks: string): string {
  // A field that is left blank says in itself that it is nothing.
  const words = asks.slice(asks.indexOf(":") + 1).replace(/\(.*\)\s*$/, "").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is sent: an amount that was left blank is nothing paid. */
export function filled(parts: readonly AnyPart[], given: Given): Given {
  const blank = parts.filter((part) => part.kind === "amount" && given[part.id] === undefined);
  return { ...given, ...Object.fromEntries(blank.map((part) => [part.id, 0])) };
}

/** The first part that still has no answer. */
export function unanswered(parts: readonly AnyPart[], given: Given): AnyPart | undefined {
  return parts.find((part) => part.kind !== "amount" && !isAnswered(part, given[part.id]));
}
