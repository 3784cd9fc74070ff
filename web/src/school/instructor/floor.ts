/** Asking for the faults of a month, and the words they are told in. */
import { ask } from "../../lib/api";
import type { FloorPage, FloorRow } from "../../lib/types";

export interface Chosen {
  month: string;
  who: string;
}

/** The time zone of this browser: its months and hours are those of the house. */
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const query = ({ month, who }: Chosen): string => String(new URLSearchParams({ month, who, zone: zone() }));

export const floorPage = (chosen: Chosen): Promise<FloorPage> => ask("GET", `/school/floor?${query(chosen)}`);
export const floorFile = (what: "sums" | "faults", chosen: Chosen): string => `/api/school/floor/${what}.csv?${query(chosen)}`;

/** `1 fault`, `12 faults`. */
export const faults = (count: number): string => `${count.toLocaleString("en-US")} ${count === 1 ? "fault" : "faults"}`;

/** Faults to a thousand rounds: `2.4`, or a dash where no round was dealt. */
export const rate = ({ per_thousand }: Pick<FloorRow, "per_thousand">): string =>
  per_thousand === null ? "–" : per_thousand.toFixed(1);

/** `2026-11` as `November 2026`. */
export function monthNamed(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(year, number - 1, 1).toLocaleDateString("en-GB", { month: "long", year: "numeric" });
}
