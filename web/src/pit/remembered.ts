/** A new table as the last one of its game was opened for money: the form begins from there. */

import { typed } from "../lib/money";
import type { Chips, HouseChoices, LastOpening, ReadingOdds } from "../lib/types";
import { type HouseDraft, newHouseDraft } from "./houseSettings";
import { type Draft, newDraft } from "./opening";

/** The form filled in with the last opening; who is no longer in reach for a post is left out. */
export function draftOf(
  { again }: LastOpening,
  choices: HouseChoices,
  mayBe: (post: string) => readonly string[],
): Draft {
  const named = (post: "dealer" | "inspector" | "surveillance") => {
    const name = again[post] ?? "";
    return mayBe(post).includes(name) ? name : "";
  };
  return {
    ...newDraft(),
    table: again.table,
    game: again.game,
    isPractice: false,
    device: again.device ?? "",
    isKeyed: again.is_keyed ?? false,
    readings: { ...again.readings },
    limits: Object.fromEntries(
      Object.entries(again.limits ?? {}).filter(([kind, limits]) => !isSame(limits, choices.limits[kind])),
    ),
    maximums: { ...again.maximum_payouts },
    dealer: named("dealer"),
    inspector: named("inspector"),
    surveillance: named("surveillance"),
    certifiedOnly: again.certified_only ?? false,
    decideSeconds: again.decide_seconds ?? 0,
    betSeconds: again.bet_seconds ?? 0,
    hasAdvice: again.has_advice ?? true,
    jurisdiction: again.jurisdiction ?? "general",
    house: houseOf(again, choices),
  };
}

function houseOf(again: LastOpening["again"], choices: HouseChoices): HouseDraft {
  const usual = newHouseDraft();
  const from = again.approval_from === undefined ? choices.approval_from : again.approval_from;
  const chips = [...(again.denominations ?? choices.denominations)].sort((a, b) => a - b);
  const isUsualApproval = from === choices.approval_from;
  return {
    ...usual,
    dealerWagers: again.dealer_wagers ?? usual.dealerWagers,
    takesTips: again.takes_tips ?? usual.takesTips,
    returnsSmallWagers: again.returns_small_wagers ?? usual.returnsSmallWagers,
    personalLimits: again.personal_limits ?? usual.personalLimits,
    dealsFromRight: again.deals_from_right ?? usual.dealsFromRight,
    settlesFromRight: again.settles_from_right ?? usual.settlesFromRight,
    cardChangeMinutes: again.card_change_minutes === choices.card_change_minutes ? null : again.card_change_minutes || null,
    approval: from === null ? "never" : isUsualApproval ? "usual" : "from",
    approvalFrom: from === null || isUsualApproval ? null : from,
    denominations: isSame(chips, choices.denominations) ? "" : chips.map(typed).join(", "),
    float: isSameFloat(again.float_chips ?? {}, choices.float_chips) ? {} : { ...again.float_chips },
    steps: Array.isArray(again.automatic) ? again.automatic : null,
    pay: { ...again.pay },
  };
}

function isSame(one: readonly number[], other: readonly number[] | undefined): boolean {
  return !!other && one.length === other.length && one.every((each, n) => each === other[n]);
}

function isSameFloat(one: Chips, other: Chips): boolean {
  const values = new Set([...Object.keys(one), ...Object.keys(other)]);
  return !Object.keys(one).length || [...values].every((value) => (one[value] ?? 0) === (other[value] ?? 0));
}

/** Whether every reading that the pit must choose was chosen then, and can be still. */
export function holdsStill(readings: readonly ReadingOdds[], chosen: Record<string, string>): boolean {
  return readings.length > 0 && readings.every((each) => each.options.some((option) => option.id === chosen[each.id]));
}
