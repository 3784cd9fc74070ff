/**
 * What may be done, made ready for buttons and forms. What is possible comes from `legal`: the entries of
 * one act become one action. Its words and its fields come with the game's description, so that an act
 * that is new here has a button and a form without a line of the page's own.
 */

import { dollars, worth } from "../lib/money";
import { postName } from "../lib/posts";
import type {
  Allowed,
  Chips,
  FieldDescription,
  GameDescription,
  Legal,
  Order,
  StepDescription,
} from "../lib/types";
import { filledIn, spoken } from "../lib/words";
import { say } from "./words";

export interface Action {
  key: string;
  command: string;
  title: string;
  about: string;
  step: StepDescription;
  /** The entries of `legal` that it was made of. */
  entries: Allowed[];
  /** What is still to be filled in; the rest follows from the entry. */
  fields: FieldDescription[];
}

/** What has been filled in; chips and words by the field's name. */
export interface Filled {
  place: number;
  choice: string;
  wager: string;
  forDealer: boolean;
  cash: number;
  chips: Record<string, Chips>;
  /** Of several counts of which one is wanted: which. */
  side: string;
  limits: Record<string, [number, number]>;
  texts: Record<string, string>;
  numbers: Record<string, number>;
  cards: string[];
  /** Which of the cards play, counted from 0. */
  plays: number[];
  ticked: string[];
  kinds: string[];
}

/** What has a panel and a form of its own. */
const ELSEWHERE = new Set(["declare", "report-chips", "countersign", "cancel-slip", "welcome"]);

/** Who does it: staff, often for a player, or players for themselves. */
export type Doer = "staff" | "player";

/** The actions that `legal` makes, in the order of the steps; those with a panel of their own are left out. */
export function actions(
  legal: Legal,
  game: GameDescription,
  doer: Doer = "staff",
  elsewhere: ReadonlySet<string> = ELSEWHERE,
): Action[] {
  const found = new Map<string, Action>();
  for (const [command, step] of Object.entries(game.steps)) {
    if (elsewhere.has(command)) continue;
    for (const each of legal[command] ?? []) {
      const key = step.names.each ? [command, each.place ?? 0, ...(each.choices ?? [])].join(" ") : command;
      const known = found.get(key);
      if (known) known.entries.push(each);
      else found.set(key, action(key, each, step, game, doer));
    }
  }
  for (const each of found.values()) each.fields = open(each, doer);
  return [...found.values()];
}

function action(key: string, first: Allowed, step: StepDescription, game: GameDescription, doer: Doer): Action {
  const choice = step.fields.find((each) => each.kind === "choice")?.name ?? "";
  const title = step.names.each
    ? filledIn(step.names.each, {
        place: `${game.place} ${first.place ?? ""}`,
        choice: choiceName(game, choice, first.choices?.[0] ?? ""),
      })
    : ((doer === "staff" && step.names.staff) || step.name);
  const about = (doer === "staff" && step.abouts.staff) || step.about;
  return { key, command: first.command, title, about, step, entries: [first], fields: [] };
}

/** The fields that are filled in for an action: what its entries do not say already. */
function open({ step, entries }: Action, doer: Doer): FieldDescription[] {
  const isOne = !!step.names.each;
  return step.fields.filter((each) => {
    switch (each.kind) {
      case "place":
        return !isOne && doer === "staff" && entries.some((entry) => entry.place);
      case "wager":
        return entries.some((entry) => entry.wager);
      case "choice":
        return !isOne;
      case "cards":
        return entries.some((entry) => entry.cards);
      case "plays":
        return entries.some((entry) => entry.plays);
      case "number":
        return entries.some((entry) => entry.most);
      case "kinds":
        return entries.some((entry) => entry.kinds?.length);
      default:
        return true;
    }
  });
}

/** Whether it is asked about, or filled in, before it is done. */
export function needsForm({ fields, step }: Action): boolean {
  return fields.length > 0 || !!step.asks;
}

// What is filled in ---------------------------------------------------------------------------------

/** A form as it opens: at one place, if it is named. */
export function begin({ entries, step }: Action, place = 0): Filled {
  const first = entries.find((each) => each.place === place) ?? entries[0];
  return {
    place: first?.place ?? 0,
    choice: first?.choices?.[0] ?? "",
    wager: first?.wager ?? "",
    forDealer: first?.for_dealer ?? false,
    cash: 0,
    chips: {},
    side: sides(step)[0]?.name ?? "",
    limits: {},
    texts: {},
    numbers: {},
    cards: [],
    plays: [],
    ticked: [],
    kinds: [],
  };
}

/** The entry that what was filled in speaks of. */
export function entryFor({ entries, fields }: Action, filled: Filled): Allowed | undefined {
  const asks = (kind: FieldDescription["kind"]) => fields.some((each) => each.kind === kind);
  return entries.find(
    (each) =>
      (!asks("place") || (each.place ?? 0) === filled.place) &&
      (!asks("wager") ||
        ((each.wager ?? "") === filled.wager && (each.for_dealer ?? false) === filled.forDealer)) &&
      (!asks("choice") || (each.choices ?? []).includes(filled.choice)),
  );
}

/** Counts of chips of which one is made: they may all be left out, and not all are. */
export function sides({ fields }: Pick<StepDescription, "fields">): FieldDescription[] {
  const counts = fields.filter((each) => each.kind === "chips" && each.is_optional);
  return counts.length > 1 ? counts : [];
}

/** The account that the chips of a field come from: the first is named first. */
export function accountOf({ step }: Action, field: FieldDescription, entry: Allowed | undefined): string {
  const counts = step.fields.filter((each) => each.kind === "chips");
  return (counts.indexOf(field) ? entry?.for_chips_of : entry?.chips_of) ?? "";
}

/** What is still to be filled in; nothing, if the order may be given. */
export function lacks(action: Action, filled: Filled): string {
  const entry = entryFor(action, filled);
  for (const field of action.fields) {
    const lack = lackOf(action, field, filled, entry);
    if (lack) return lack;
  }
  return "";
}

function lackOf(action: Action, field: FieldDescription, filled: Filled, entry: Allowed | undefined): string {
  const fillIn = say("form.fill-in", { field: field.label.toLowerCase() });
  switch (field.kind) {
    case "items":
      return filled.ticked.length < new Set(entry?.choices).size ? say("form.confirm-every") : "";
    case "cash":
      return filled.cash > 0 || field.is_optional ? "" : fillIn;
    case "chips":
      return chipsLack(action, field, filled, entry);
    case "number":
      return field.is_optional || filled.numbers[field.name] ? "" : fillIn;
    case "limits":
      return Object.keys(filled.limits).length ? "" : say("form.change-limit");
    case "cards":
      return isCardCount(entry?.cards ?? 0, filled.cards.length) ? "" : say("form.cards-incomplete");
    case "plays":
      return filled.plays.length === (entry?.plays ?? 0) ? "" : say("form.mark-plays");
    case "staff":
    case "text":
      return field.is_optional || filled.texts[field.name]?.trim() ? "" : fillIn;
    default:
      return "";
  }
}

function chipsLack({ fields, step }: Action, field: FieldDescription, filled: Filled, entry: Allowed | undefined): string {
  const chips = filled.chips[field.name] ?? {};
  const cents = worth(chips);
  const isSide = sides(step).includes(field);
  if (isSide) return filled.side !== field.name || cents ? "" : say("chips.enter");
  if (field.is_optional) {
    const hasCash = fields.some((each) => each.kind === "cash");
    return hasCash && cents && cents !== filled.cash
      ? say("form.chips-and-cash", { chips: dollars(cents), cash: dollars(filled.cash) })
      : "";
  }
  if (!Object.keys(chips).length || cents < (entry?.least ?? 0)) return say("chips.enter");
  const given = fields.filter((each) => each.kind === "chips").map((each) => worth(filled.chips[each.name]));
  return entry?.for_chips_of && given.some((each) => each !== cents) ? say("form.same-worth") : "";
}

function isCardCount(wanted: number, count: number): boolean {
  return wanted < 0 ? count > 0 : count === wanted;
}

// What is sent --------------------------------------------------------------------------------------

/** The order to send. */
export function order(action: Action, filled: Filled): Order {
  const entry = entryFor(action, filled) ?? action.entries[0];
  const made: Order = { event: action.command };
  for (const field of action.step.fields) {
    const value = valueOf(action, field, filled, entry);
    if (value !== undefined) made[field.name] = value;
    if (field.kind === "wager" && entry?.for_dealer) made.for_dealer = true;
  }
  return made;
}

/** What a field sends; undefined, where it is left out. */
function valueOf({ fields, step }: Action, field: FieldDescription, filled: Filled, entry: Allowed | undefined): unknown {
  switch (field.kind) {
    case "place":
      return entry?.place || undefined;
    case "wager":
      return entry?.wager || undefined;
    case "choice":
      return fields.includes(field) ? filled.choice : (entry?.choices?.[0] ?? "");
    case "items":
      return [...(entry?.choices ?? [])];
    case "kinds":
      return filled.kinds.length ? filled.kinds : undefined;
    case "cash":
      return filled.cash || (field.is_optional ? undefined : 0);
    case "chips": {
      const chips = kept(filled.chips[field.name] ?? {});
      if (sides(step).includes(field)) return filled.side === field.name ? chips : undefined;
      return Object.keys(chips).length || !field.is_optional ? chips : undefined;
    }
    case "number":
      return filled.numbers[field.name] || (field.is_optional ? undefined : 0);
    case "limits":
      return filled.limits;
    case "plays":
      return filled.plays.length ? [...filled.plays].sort((a, b) => a - b) : undefined;
    case "cards":
      return filled.cards.length ? filled.cards.join(" ") : undefined;
    default: {
      const words = filled.texts[field.name]?.trim() ?? "";
      return words || !field.is_optional ? words : undefined;
    }
  }
}

/** Chips without the denominations of which there are none. */
export function kept(chips: Chips): Chips {
  return Object.fromEntries(Object.entries(chips).filter(([, count]) => count > 0));
}

// How it is named -----------------------------------------------------------------------------------

/** What may be chosen, by its name: a decision, a device, a form, a post, a step. */
export function choiceName(game: GameDescription, field: string, choice: string): string {
  const named: Record<string, string | undefined> = {
    decision: game.decisions.find((each) => each.id === choice)?.name,
    device: game.devices.find((each) => each.id === choice)?.name,
    form: game.forms[choice],
    items: game.equipment.find((each) => each.id === choice)?.says,
    post: spoken(postName(choice)),
    step: game.steps[choice]?.name,
  };
  return named[field] ?? spoken(choice);
}

// Slips and irregularities ---------------------------------------------------------------------------

/** Whether `legal` lets a person do a thing with this slip. */
export function mayWithSlip(legal: Legal, command: string, slip: number): boolean {
  return !!legal[command]?.some((each) => each.choices?.includes(String(slip)));
}

/** One irregularity that may be declared now, with the places it may be about. */
export interface Trouble {
  id: string;
  entries: Allowed[];
  rulings: string[];
}

/** The irregularities of `legal`, each once. */
export function troubles(legal: Legal): Trouble[] {
  const found = new Map<string, Trouble>();
  for (const each of legal.declare ?? []) {
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
