/** Which rows of the printed pay tables a hand would win. */
import type { PayoutRow } from "../lib/types";

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
