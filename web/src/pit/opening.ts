/** A table to be opened: what the form asks, and what is still missing. */

import type { Cents, GameDescription, Limits, NewTable, ReadingOdds, WagerDescription } from "../lib/types";

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
  patrons: number;
  decideSeconds: number;
  betSeconds: number;
  hasAdvice: boolean;
  approvalFrom: Cents | null;
  dealerWagers: boolean;
  jurisdiction: string;
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
    patrons: 0,
    decideSeconds: 0,
    betSeconds: 0,
    hasAdvice: true,
    approvalFrom: null,
    dealerWagers: false,
    jurisdiction: "general",
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
    if (isMeant(wager) && !found.has(wager.kind)) found.set(wager.kind, wager.name);
  return [...found].map(([kind, name]) => ({ kind, name }));
}

/** What is missing before the table can be opened, each in a few words. */
export function lacking(draft: Draft, readings: readonly ReadingOdds[] | null): string[] {
  const missing: string[] = [];
  if (!draft.table.trim()) missing.push("a name for the table");
  if (!draft.game) missing.push("a game");
  for (const [kind, [low, high]] of Object.entries(draft.limits))
    if ((low === null) !== (high === null)) missing.push(`both limits of ${kind}, or none`);
  const isDealt = !draft.isPractice || draft.whoDeals !== "house";
  const isInspected = !draft.isPractice || draft.whoDeals === "staff";
  if (draft.isKeyed && !isDealt) missing.push("a person who deals, as the cards are keyed in");
  if (isDealt && !draft.dealer) missing.push("a dealer");
  if (isInspected && !draft.inspector) missing.push("an inspector");
  if (draft.isPractice) return missing;
  if (readings === null) missing.push("the readings (being worked out)");
  const open = mustBeChosen(readings ?? []).filter((each) => !draft.readings[each.id]);
  if (open.length)
    missing.push(open.length === 1 ? "one reading to be chosen" : `${open.length} readings to be chosen`);
  return missing;
}

const AUTOMATIC = { house: "all", dealer: "supervisors", staff: "none" } as const;

/** The request that opens it. */
export function request(draft: Draft): NewTable {
  const limits: Limits = {};
  for (const [kind, [low, high]] of Object.entries(draft.limits))
    if (low !== null && high !== null) limits[kind] = [low, high];
  const maximums = Object.entries(draft.maximums).filter((each): each is [string, Cents] => each[1] !== null);
  const chosen = Object.entries(draft.readings).filter(([, option]) => option);
  const made: NewTable = {
    table: draft.table.trim(),
    game: draft.game,
    is_practice: draft.isPractice,
    automatic: draft.isPractice ? AUTOMATIC[draft.whoDeals] : "none",
    has_advice: draft.hasAdvice,
    decide_seconds: draft.decideSeconds,
    bet_seconds: draft.betSeconds,
    dealer_wagers: draft.dealerWagers,
    jurisdiction: draft.jurisdiction,
  };
  if (draft.isPractice && draft.isRehearsal) made.is_rehearsal = true;
  if (draft.device) made.device = draft.device;
  if (draft.isKeyed) made.is_keyed = true;
  if (chosen.length) made.readings = Object.fromEntries(chosen);
  if (Object.keys(limits).length) made.limits = limits;
  if (maximums.length) made.maximum_payouts = Object.fromEntries(maximums);
  if (draft.dealer && made.automatic !== "all") made.dealer = draft.dealer;
  if (draft.inspector && made.automatic === "none") made.inspector = draft.inspector;
  if (draft.surveillance) made.surveillance = draft.surveillance;
  if (draft.isPractice && draft.patrons) made.patrons = draft.patrons;
  if (draft.approvalFrom) made.approval_from = draft.approvalFrom;
  return made;
}
