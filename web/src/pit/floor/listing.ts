/** Which tables the floor screen lists, and in which order. */
import type { PitRow } from "../../lib/types";
import { say } from "./words";

export const COLUMNS = ["table", "game", "dealer", "seats", "pace", "drop", "win", "hold", "staked", "per-staked", "theoretical", "band", "waiting"] as const;
export type Column = (typeof COLUMNS)[number];
/** What is read as a number, and so stands at the right and begins with the largest. */
export const NUMBERS: ReadonlySet<Column> = new Set(["seats", "pace", "drop", "win", "hold", "staked", "per-staked", "theoretical", "waiting"]);

export interface Choice {
  search: string;
  game: string;
  show: "all" | "waiting" | "outside" | "seated";
  by: Column;
  isUp: boolean;
}

export const EVERYTHING: Choice = { search: "", game: "", show: "all", by: "table", isUp: true };

/** How many things wait at a table for a person of the pit. */
export const waitingAt = (row: PitRow): number => row.alerts.length + row.calls.length + row.due.length;

/** Who deals, as the list names them. */
export const dealerOf = (row: PitRow): string => row.dealer || say("nobody");

export function matching(rows: readonly PitRow[], choice: Choice): PitRow[] {
  const words = choice.search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (!choice.game || row.game === choice.game) &&
      (!words || `${row.table} ${row.game_name} ${row.dealer}`.toLowerCase().includes(words)) &&
      (choice.show !== "waiting" || waitingAt(row) > 0) &&
      (choice.show !== "outside" || (row.figures?.is_outside ?? 0) > 0) &&
      (choice.show !== "seated" || row.seated > 0),
  );
}

const key: Record<Column, (row: PitRow) => number | string | null> = {
  table: (row) => row.table,
  game: (row) => row.game_name,
  dealer: dealerOf,
  seats: (row) => row.seated,
  pace: (row) => row.figures?.rounds_an_hour ?? null,
  drop: (row) => row.figures?.drop ?? null,
  win: (row) => row.figures?.win ?? null,
  hold: (row) => row.figures?.hold ?? null,
  staked: (row) => row.figures?.staked ?? null,
  "per-staked": (row) => row.figures?.won_per_staked ?? null,
  theoretical: (row) => row.figures?.theoretical ?? null,
  band: (row) => row.figures?.is_outside ?? null,
  waiting: waitingAt,
};

const names = new Intl.Collator(undefined, { numeric: true });

/** In the order that is chosen; tables that have no such figure come last, equal ones by name. */
export function sorted(rows: readonly PitRow[], by: Column, isUp: boolean): PitRow[] {
  const of = key[by];
  const compare = (a: PitRow, b: PitRow): number => {
    const [one, other] = [of(a), of(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order = typeof one === "string" ? names.compare(one, String(other)) : one - Number(other);
    return isUp ? order : -order;
  };
  return [...rows].sort((a, b) => compare(a, b) || names.compare(a.table, b.table));
}
