/** A player who clicked “Sit down” in the lobby gets the first free seat, and chips, without asking. */

let table = "";

export const FIRST_BUY_IN = 20_000;

export function arriveAt(id: string): void {
  table = id;
}

/** Whether a player is just arriving at this table; asked once. */
export function isArriving(id: string): boolean {
  const is = table === id;
  table = "";
  return is;
}
