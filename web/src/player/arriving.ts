/** A player who clicked “Sit down” or a seat in the lobby gets it, or the first free one, and chips, without asking. */

let table = "";
let seat = 0;

export const FIRST_BUY_IN = 20_000;

export function arriveAt(id: string, at = 0): void {
  table = id;
  seat = at;
}

/** Whether a player is just arriving at this table, and which seat they want; asked once. */
export function arriving(id: string): { isHere: boolean; seat: number } {
  const found = { isHere: table === id, seat };
  table = "";
  seat = 0;
  return found;
}
