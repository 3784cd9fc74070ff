/** What an instructor's pages say of people, days and shares. */
import type { Need } from "../../lib/types";

/** Why a person needs help, in a sign and a word: never in colour alone. */
export const NEEDS: Record<Need["kind"], { sign: string; says: string }> = {
  stuck: { sign: "✗", says: "Stuck" },
  stalled: { sign: "=", says: "No progress" },
  late: { sign: "!", says: "Late" },
  away: { sign: "–", says: "Away" },
  due: { sign: "↻", says: "Due" },
};

/** When a person last trained. */
export function lastTrained(days: number | null): string {
  if (days === null) return "never";
  if (days === 0) return "today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}

export const people = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

/** `83 %`, rounded down; a dash where there is nothing to divide by. */
export const percent = (part: number, whole: number): string =>
  whole ? `${Math.floor((100 * part) / whole)} %` : "–";

/** A day such as an assignment is due on. */
export const dueDay = (due: string): string =>
  new Date(`${due}T12:00`).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short" });

/** What day it is here, as fields for dates write it, some days from now. */
export function dayFromNow(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
