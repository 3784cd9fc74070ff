/**
 * What may be done, made ready for buttons and forms. Everything here comes from `legal`: the entries
 * of one command become one action, and its fields follow from what the entries leave open.
 */

import type { Allowed, Chips, Order } from "../lib/types";
import { type Group, named, wording } from "./words";

export type Field =
  | "place"
  | "choice"
  | "items"
  | "wager"
  | "cash"
  | "chips"
  | "count"
  | "exchange"
  | "correction"
  | "limits"
  | "text"
  | "found"
  | "cards"
  | "cut";

export interface Action {
  key: string;
  command: string;
  group: Group;
  title: string;
  says: string;
  asks: string;
  /** The entries of `legal` that it was made of. */
  entries: Allowed[];
  fields: Field[];
}

/** What somebody has filled in. */
export interface Filled {
  place: number;
  choice: string;
  wager: string;
  forDealer: boolean;
  cash: number;
  chips: Chips;
  take: Chips;
  toPlayer: boolean;
  limits: Record<string, [number, number]>;
  text: string;
  cards: string[];
  cut: number;
}

export function nothingFilled(): Filled {
  return {
    place: 0,
    choice: "",
    wager: "",
    forDealer: false,
    cash: 0,
    chips: {},
    take: {},
    toPlayer: true,
    limits: {},
    text: "",
    cards: [],
    cut: 0,
  };
}

const PLAIN_CHOICES = new Set(["sign", "substitute", "relieve", "decide", "overlook"]);
const LISTED = new Set(["check-equipment", "bring-decks"]);
/** Commands that are one button each, however many entries there are. */
const APART = new Set(["settle", "approve", "sign", "overlook"]);

/** What has a panel of its own. */
const ELSEWHERE = new Set(["declare", "countersign", "cancel-slip"]);

/** The actions that `legal` makes; irregularities and slips have panels of their own. */
export function actions(legal: readonly Allowed[], place: string): Action[] {
  const found = new Map<string, Action>();
  for (const each of legal) {
    if (ELSEWHERE.has(each.command)) continue;
    const key = APART.has(each.command)
      ? [each.command, each.place ?? 0, ...(each.choices ?? [])].join(" ")
      : each.command;
    const known = found.get(key);
    if (known) known.entries.push(each);
    else found.set(key, action(key, each, place));
  }
  for (const each of found.values()) each.fields = fields(each);
  return [...found.values()];
}

function action(key: string, first: Allowed, place: string): Action {
  const { group, title, says, asks = "" } = wording(first.command);
  return {
    key,
    command: first.command,
    group,
    title: titled(title, first, place),
    says,
    asks,
    entries: [first],
    fields: [],
  };
}

function titled(title: string, entry: Allowed, place: string): string {
  if (entry.command === "sign") return `Sign: ${named(entry.choices?.[0] ?? "")}`;
  if (entry.command === "overlook") return `Leave out: ${named(entry.choices?.[0] ?? "")}`;
  if (entry.command === "settle") return `Settle ${place} ${entry.place ?? ""}`;
  if (entry.command === "approve") return `Approve the payment at ${place} ${entry.place ?? ""}`;
  return title;
}

/** The fields that somebody has to fill in for an action. */
function fields({ command, entries }: Action): Field[] {
  const found: Field[] = [];
  const first = entries[0];
  if (!first) return found;
  if (entries.some((each) => each.place) && !APART.has(command)) found.push("place");
  if (command === "take-back") found.push("wager");
  if (PLAIN_CHOICES.has(command) && !APART.has(command)) found.push("choice");
  if (LISTED.has(command)) found.push("items");
  switch (command) {
    case "buy-in":
      return [...found, "cash"];
    case "fill":
    case "credit":
      return [...found, "chips"];
    case "count-float":
      return [...found, "count"];
    case "change-colour":
      return [...found, "exchange"];
    case "correct":
      return [...found, "correction", "text"];
    case "agree-limits":
      return [...found, "limits"];
    case "cut":
      return [...found, "cut"];
    case "examine":
      return [...found, "found"];
    case "shuffle":
      return found;
  }
  // A decision's entry tells the size of the hand; what others decide for a player names no card.
  if (first.cards && command !== "decide") found.push("cards");
  if (first.text) found.push("text");
  return found;
}

/** The entry that what was filled in speaks of. */
export function entryFor(action: Action, filled: Filled): Allowed | undefined {
  return action.entries.find(
    (each) =>
      (each.place ?? 0) === (action.fields.includes("place") ? filled.place : (each.place ?? 0)) &&
      (!action.fields.includes("wager") ||
        ((each.wager ?? "") === filled.wager && (each.for_dealer ?? false) === filled.forDealer)) &&
      (!action.fields.includes("choice") || (each.choices ?? []).includes(filled.choice)),
  );
}

/** The order to send. */
export function order(action: Action, filled: Filled): Order {
  const entry = entryFor(action, filled) ?? action.entries[0];
  const made: Order = { event: action.command };
  if (entry?.place) made.place = entry.place;
  switch (action.command) {
    case "shuffle":
      return made; // Which pack is next, and into which order, the house knows.
    case "cut":
      return filled.cut ? { ...made, at: filled.cut } : made;
    case "buy-in":
      return withChips({ ...made, cash: filled.cash }, filled.chips);
    case "fill":
      return withChips(made, filled.chips);
    case "credit":
    case "count-float":
      return { ...made, chips: kept(filled.chips) };
    case "change-colour":
      return { ...made, give: kept(filled.chips), take: kept(filled.take) };
    case "correct":
      return {
        ...made,
        reason: filled.text.trim(),
        [filled.toPlayer ? "to_player" : "from_player"]: kept(filled.chips),
      };
    case "agree-limits":
      return { ...made, limits: filled.limits };
    case "take-back":
      return {
        ...made,
        wager: filled.wager,
        ...(filled.forDealer ? { for_dealer: true } : {}),
      };
    case "sign":
      return { ...made, form: entry?.choices?.[0] ?? "" };
    case "overlook":
      return { ...made, step: entry?.choices?.[0] ?? "" };
    case "check-equipment":
      return { ...made, items: [...(entry?.choices ?? [])] };
    case "bring-decks":
      return { ...made, backs: [...(entry?.choices ?? [])] };
    case "substitute":
      return { ...made, device: filled.choice };
    case "relieve":
      return { ...made, post: filled.choice, who: filled.text.trim() };
    case "decide":
      return { ...made, decision: filled.choice };
    case "examine":
      return filled.text.trim() ? { ...made, found: filled.text.trim() } : made;
    case "draw":
      return filled.cards.length ? { ...made, card: filled.cards.join(" ") } : made;
  }
  if (filled.cards.length) made.cards = filled.cards.join(" ");
  if (entry?.text) made[entry.text] = filled.text.trim();
  return made;
}

function withChips(made: Order, chips: Chips): Order {
  const some = kept(chips);
  return Object.keys(some).length ? { ...made, chips: some } : made;
}

/** Chips without the denominations of which there are none. */
export function kept(chips: Chips): Chips {
  return Object.fromEntries(Object.entries(chips).filter(([, count]) => count > 0));
}

/** Whether `legal` lets somebody do a thing with this slip. */
export function mayWithSlip(legal: readonly Allowed[], command: string, slip: number): boolean {
  return legal.some((each) => each.command === command && each.choices?.includes(String(slip)));
}

/** One irregularity that may be declared now, with the places it may be about. */
export interface Trouble {
  id: string;
  entries: Allowed[];
  rulings: string[];
}

/** The irregularities of `legal`, each once. */
export function troubles(legal: readonly Allowed[]): Trouble[] {
  const found = new Map<string, Trouble>();
  for (const each of legal) {
    if (each.command !== "declare") continue;
    for (const id of each.choices ?? []) {
      const known = found.get(id);
      if (known) known.entries.push(each);
      else
        found.set(id, {
          id,
          entries: [each],
          rulings: (each.rulings ?? []).filter((ruling) => ruling !== ""),
        });
    }
  }
  return [...found.values()];
}
