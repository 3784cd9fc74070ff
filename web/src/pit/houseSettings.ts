/** The house's own settings of a new table: what the form asks, and what of it is sent. */

import { parseDollars } from "../lib/money";
import type { Cents, Chips, HouseChoices, NewTable } from "../lib/types";
import { say } from "./words";

export interface HouseDraft {
  dealerWagers: boolean;
  takesTips: boolean;
  returnsSmallWagers: boolean;
  personalLimits: boolean;
  dealsFromRight: boolean;
  settlesFromRight: boolean;
  cardChangeMinutes: number | null;
  approval: "usual" | "from" | "never";
  approvalFrom: Cents | null;
  /** In dollars, as typed; blank for the usual ones. */
  denominations: string;
  /** Empty for the usual float. */
  float: Chips;
  /** The steps that the house does by itself, where they are chosen one by one. */
  steps: string[] | null;
  /** Changed payments by key. */
  pay: Record<string, string>;
}

export function newHouseDraft(): HouseDraft {
  return {
    dealerWagers: false,
    takesTips: true,
    returnsSmallWagers: false,
    personalLimits: false,
    dealsFromRight: true,
    settlesFromRight: true,
    cardChangeMinutes: null,
    approval: "usual",
    approvalFrom: null,
    denominations: "",
    float: {},
    steps: null,
    pay: {},
  };
}

/** The chips of the table, in cents; none where what was typed is no list of amounts. */
export function denominationsOf(draft: HouseDraft, choices: HouseChoices): Cents[] {
  if (!draft.denominations.trim()) return choices.denominations;
  const found = draft.denominations.split(/[\s,;]+/).filter(Boolean).map(parseDollars);
  return found.some((each) => Number.isNaN(each) || each <= 0) ? [] : found;
}

/** What is missing in the house's settings, each in a few words. */
export function lackingOfHouse(draft: HouseDraft, choices: HouseChoices | null): string[] {
  const missing: string[] = [];
  if (draft.approval === "from" && !draft.approvalFrom) missing.push(say("lacks.approval"));
  if (choices && !denominationsOf(draft, choices).length) missing.push(say("lacks.chips"));
  return missing;
}

/** What of the settings goes into the request; what is left as usual is not sent. */
export function requestOfHouse(draft: HouseDraft, choices: HouseChoices | null): Partial<NewTable> {
  const made: Partial<NewTable> = {
    dealer_wagers: draft.dealerWagers,
    takes_tips: draft.takesTips,
    returns_small_wagers: draft.returnsSmallWagers && !!choices?.may_return_small_wagers,
    personal_limits: draft.personalLimits && !!choices?.knows_posted_limits_only,
    deals_from_right: draft.dealsFromRight,
    settles_from_right: draft.settlesFromRight,
  };
  const pay = Object.entries(draft.pay).filter(([, odds]) => odds.trim());
  if (pay.length) made.pay = Object.fromEntries(pay.map(([key, odds]) => [key, odds.trim()]));
  if (draft.cardChangeMinutes) made.card_change_minutes = draft.cardChangeMinutes;
  if (draft.approval === "from") made.approval_from = draft.approvalFrom;
  if (draft.approval === "never") made.approval_from = null;
  if (choices && draft.denominations.trim()) made.denominations = denominationsOf(draft, choices);
  const inPlay = choices ? denominationsOf(draft, choices) : [];
  const float = Object.entries(draft.float).filter(([value]) => inPlay.includes(Number(value)));
  if (float.length) made.float_chips = Object.fromEntries(float);
  return made;
}
