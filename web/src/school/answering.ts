/** Answers to the parts of a question: whether there is one, how it is said in short, which keys give it. */
import { short } from "../lib/cards";
import type { Key } from "../lib/keys";
import { dollars, worth } from "../lib/money";
import type { AnyPart, Chips, Choose, Option, Stage } from "../lib/types";

export type Given = Record<string, unknown>;

/** What is pressed to pass a part over. */
export const PASS = "x";
/** The keys of several answers, in their order: no other key of the screen is among them. */
export const KEYS = "1234567890abcdefgh";

export function isAnswered(part: AnyPart, given: unknown): boolean {
  switch (part.kind) {
    case "pick-cards":
      return Array.isArray(given) && given.length === part.count;
    case "amount":
      return Number.isInteger(given);
    case "say":
      return typeof given === "string" && given.trim() !== "";
    default:
      return given !== undefined;
  }
}

/** What is still to be done before a part can be sent. */
export function missing(part: AnyPart): string {
  switch (part.kind) {
    case "choose":
      return "Choose an answer first.";
    case "pick-cards":
      return `Pick ${part.count} ${part.count === 1 ? "card" : "cards"} first.`;
    case "amount":
      return "Type an amount first, such as 12.50.";
    case "chips":
      return "Take chips from the rack first, or press No chips.";
    case "say":
      return "Type what you would say first.";
  }
}

/** An answer in a few words. */
export function inShort(part: AnyPart, given: unknown): string {
  if (!isAnswered(part, given)) return "no answer";
  switch (part.kind) {
    case "choose":
      return words(part.options, given as string);
    case "pick-cards":
      return (given as number[]).map((each) => short(part.cards[each] ?? "")).join(" ");
    case "amount":
      return dollars(given as number);
    case "chips":
      return worth(given as Chips) ? `${dollars(worth(given as Chips))} in chips` : "no chips";
    case "say":
      return `“${words(part.options ?? [], given as string)}”`;
  }
}

const words = (options: readonly Option[], id: string): string => options.find((each) => each.id === id)?.says ?? id;

/** The cards of an answer with one card taken or put back; no more are held than are asked for. */
export function toggled(given: unknown, index: number, count: number): number[] {
  const picked = Array.isArray(given) ? (given as number[]) : [];
  if (picked.includes(index)) return picked.filter((each) => each !== index);
  return [...picked, index].slice(-count);
}

/** Chips with one more, or one less, of a denomination; never more than the rack holds. */
export function withChip(given: unknown, rack: Chips, value: number, by: number): Chips {
  const chips = (given ?? {}) as Chips;
  const count = Math.max(0, Math.min(rack[value] ?? 0, (chips[value] ?? 0) + by));
  const { [value]: _, ...others } = chips;
  return count ? { ...others, [value]: count } : others;
}

/** The denominations of a rack, the highest first. */
export function denominations(rack: Chips): number[] {
  return Object.keys(rack)
    .map(Number)
    .sort((a, b) => b - a);
}

/** What the digits do while a part is answered. */
export function digits(part: AnyPart, given: unknown, answer: (value: unknown) => void): Key[] {
  const key = (i: number, does: () => void): Key => ({ key: KEYS[i]!, says: "", does });
  switch (part.kind) {
    case "choose":
    case "say":
      if (part.kind === "choose" && part.is_long) return [];
      return (part.options ?? []).slice(0, KEYS.length).map((each, i) => key(i, () => answer(each.id)));
    case "pick-cards":
      return part.cards.map((_, i) => key(i, () => answer(toggled(given, i, part.count))));
    case "chips":
      return denominations(part.rack)
        .slice(0, KEYS.length)
        .map((value, i) => key(i, () => answer(withChip(given, part.rack, value, 1))));
    case "amount":
      return [];
  }
}

/** What the digits are for, as the list of keys says it. */
export function digitsSay(part: AnyPart): string {
  const says = { choose: "Choose an answer", say: "Choose an answer", "pick-cards": "Pick or put back a card" };
  if (part.kind === "chips") return "Add a chip, the highest first; Backspace takes the last one back";
  return part.kind === "amount" ? "" : says[part.kind];
}

/** The part of a stage that goes on by itself, unless something in it is stopped and named. */
export function watched(stage: Stage): Choose | null {
  const part = stage.parts[0];
  return stage.seconds && part?.kind === "choose" ? part : null;
}

/** What is sent when its time is over: the first choice is to go on. */
export const letGo = (part: Choose): Given => ({ [part.id]: part.options[0]?.id });
