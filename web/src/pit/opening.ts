/** A table to be opened: what the form asks, and what is still missing. */

import type { Cents, GameDescription, HouseChoices, Limits, NewTable, ReadingOdds, WagerDescription } from "../lib/types";
import { type HouseDraft, lackingOfHouse, newHouseDraft, requestOfHouse } from "./houseSettings";
import { say } from "./words";

export interface Draft {
  table: string;
  game: string;
  isPractice: boolean;
  isRehearsal: boolean;
  device: string;
  /** Whether the device stands on a physical table, whose dealer enters the cards. */
  isKeyed: boolean;
  readings: Record<string, string>;
  limits: Record<string, [Cents | null, Cents | null]>;
  /** The maximum payout, by kind of wager. */
  maximums: Record<string, Cents | null>;
  whoDeals: "house" | "dealer" | "staff";
  dealer: string;
  inspector: string;
  surveillance: string;
  /** Whether only certified dealers deal, at a table for money. */
  certifiedOnly: boolean;
  patrons: number;
  decideSeconds: number;
  betSeconds: number;
  hasAdvice: boolean;
  jurisdiction: string;
  house: HouseDraft;
}

export function newDraft(): Draft {
  return {
    table: "",
    game: "",
    isPractice: true,
    isRehearsal: false,
    device: "",
    isKeyed: false,
    readings: {},
    limits: {},
    maximums: {},
    whoDeals: "house",
    dealer: "",
    inspector: "",
    surveillance: "",
    certifiedOnly: false,
    patrons: 0,
    decideSeconds: 0,
    betSeconds: 0,
    hasAdvice: true,
    jurisdiction: "general",
    house: newHouseDraft(),
  };
}

/** The readings that a real table may not leave open. */
export function mustBeChosen(readings: readonly ReadingOdds[]): ReadingOdds[] {
  return readings.filter((each) => each.is_undecided && each.moves_money);
}

interface Kind {
  kind: string;
  name: string;
}

/** The kinds of wager that have limits, with the name of each. */
export function kindsOf(game: GameDescription): Kind[] {
  return kinds(game, (wager) => wager.is_placed);
}

/** The kinds of wager for which the house may post a maximum payout. */
export function kindsWithMaximum(game: GameDescription): Kind[] {
  return kinds(game, (wager) => wager.may_have_maximum);
}

function kinds(game: GameDescription, isMeant: (wager: WagerDescription) => boolean): Kind[] {
  const found = new Map<string, string>();
  for (const wager of game.wagers)
    if (isMeant(wager) && !found.has(wager.kind)) found.set(wager.kind, wager.title);
  return [...found].map(([kind, name]) => ({ kind, name }));
}

/** The steps that the house can do by itself at this table; at one for money people sign for the supervisors'. */
export function possibleSteps(draft: Draft, choices: HouseChoices): string[] {
  const dealers = draft.isKeyed ? choices.keyed_steps : choices.dealer_steps;
  return [...dealers, ...(draft.isPractice ? choices.supervisor_steps : [])];
}

/** Those that it does, if they are not chosen one by one. */
export function usualSteps(draft: Draft, choices: HouseChoices): string[] {
  if (!draft.isPractice || draft.whoDeals === "staff") return [];
  const steps = possibleSteps(draft, choices);
  return draft.whoDeals === "house" ? steps : steps.filter((each) => choices.supervisor_steps.includes(each));
}

/** Whether a step is left to people: then one of them is named for it. */
function leaves(draft: Draft, steps: readonly string[], choices: HouseChoices): boolean {
  return steps.some((step) => !stepsOf(draft, choices)?.includes(step));
}

/** Whether a dealer is named: at a table for money, and where the house leaves a step to one. */
export function needsDealer(draft: Draft, choices: HouseChoices | null): boolean {
  if (!draft.isPractice || !draft.house.steps || !choices) return !draft.isPractice || draft.whoDeals !== "house";
  return leaves(draft, choices.dealer_steps, choices);
}

/** Whether an inspector is named: the same of the supervisors' steps. */
export function needsInspector(draft: Draft, choices: HouseChoices | null): boolean {
  if (!draft.isPractice || !draft.house.steps || !choices) return !draft.isPractice || draft.whoDeals === "staff";
  return leaves(draft, choices.supervisor_steps, choices);
}

/** What is missing before the table can be opened, each in a few words. */
export function lacking(
  draft: Draft,
  readings: readonly ReadingOdds[] | null,
  choices: HouseChoices | null,
): string[] {
  const missing: string[] = [];
  if (!draft.table.trim()) missing.push(say("lacks.name"));
  if (!draft.game) missing.push(say("lacks.game"));
  for (const [kind, [low, high]] of Object.entries(draft.limits))
    if ((low === null) !== (high === null)) missing.push(say("lacks.limits", { wager: kind }));
  missing.push(...lackingOfHouse(draft.house, choices));
  if (draft.isKeyed && !needsDealer(draft, choices)) missing.push(say("lacks.person"));
  if (needsDealer(draft, choices) && !draft.dealer) missing.push(say("lacks.dealer"));
  if (needsInspector(draft, choices) && !draft.inspector) missing.push(say("lacks.inspector"));
  if (draft.isPractice) return missing;
  if (readings === null) missing.push(say("lacks.readings"));
  const open = mustBeChosen(readings ?? []).filter((each) => !draft.readings[each.id]);
  if (open.length) missing.push(say("lacks.readings.open", { count: open.length }));
  return missing;
}

const AUTOMATIC = { house: "all", dealer: "supervisors", staff: "none" } as const;

/** The steps chosen one by one, if they were. */
function stepsOf(draft: Draft, choices: HouseChoices | null): string[] | undefined {
  const possible = choices ? possibleSteps(draft, choices) : [];
  return draft.house.steps?.filter((each) => possible.includes(each));
}

/** The request that opens it. */
export function request(draft: Draft, choices: HouseChoices | null): NewTable {
  const limits: Limits = {};
  for (const [kind, [low, high]] of Object.entries(draft.limits))
    if (low !== null && high !== null) limits[kind] = [low, high];
  const maximums = Object.entries(draft.maximums).filter((each): each is [string, Cents] => each[1] !== null);
  const chosen = Object.entries(draft.readings).filter(([, option]) => option);
  const made: NewTable = {
    table: draft.table.trim(),
    game: draft.game,
    is_practice: draft.isPractice,
    automatic: stepsOf(draft, choices) ?? (draft.isPractice ? AUTOMATIC[draft.whoDeals] : "none"),
    has_advice: draft.hasAdvice,
    decide_seconds: draft.decideSeconds,
    bet_seconds: draft.betSeconds,
    jurisdiction: draft.jurisdiction,
    ...requestOfHouse(draft.house, choices),
  };
  if (draft.isPractice && draft.isRehearsal) made.is_rehearsal = true;
  if (draft.device) made.device = draft.device;
  if (draft.isKeyed) made.is_keyed = true;
  if (chosen.length) made.readings = Object.fromEntries(chosen);
  if (Object.keys(limits).length) made.limits = limits;
  if (maximums.length) made.maximum_payouts = Object.fromEntries(maximums);
  if (draft.dealer && needsDealer(draft, choices)) made.dealer = draft.dealer;
  if (draft.inspector && needsInspector(draft, choices)) made.inspector = draft.inspector;
  if (draft.surveillance) made.surveillance = draft.surveillance;
  if (draft.isPractice && draft.patrons) made.patrons = draft.patrons;
  if (!draft.isPractice) made.certified_only = draft.certifiedOnly;
  return made;
}
