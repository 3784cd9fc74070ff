/** Which rows of the printed pay tables a hand would win, and in short why a wager won or lost. */
import type { PaymentShown, PayoutRow } from "../lib/types";

/** A row of a pay table that a hand would win, as the house says it. */
export interface Paying {
  wager: string;
  table: string;
  hand: string;
  odds: string;
  /** Whether nothing that is still hidden can change it. */
  is_certain: boolean;
}

export const isLit = (row: PayoutRow, pays: readonly Paying[]): boolean =>
  pays.some((each) => each.table === row.table && each.hand === row.case && row.wagers.includes(each.wager));

/** What decided a wager, without what followed from it: “The player folded” of “The player folded: the Ante is lost.” */
export const factOf = (payment: PaymentShown | undefined): string => payment?.why?.sentence.replace(/: [^:]*$/, "") ?? "";
