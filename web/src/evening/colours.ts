/** Chips for chips of the same worth: into which one pile can be changed at once, larger or smaller. */
import type { Cents, Chips } from "../lib/types";

export interface Change {
  give: [Cents, number];
  take: [Cents, number];
}

/** The ways to change one denomination: as many as make whole chips of the next larger one, or one chip into smaller. */
export function changes(chips: Chips, denominations: readonly Cents[]): { up: Change[]; down: Change[] } {
  const values = [...denominations].sort((a, b) => a - b);
  const up: Change[] = [];
  const down: Change[] = [];
  for (const each of values) {
    const count = chips[each] ?? 0;
    const value = values.find((larger) => larger > each && larger % each === 0 && larger / each <= count);
    if (value) {
      const made = Math.floor((count * each) / value);
      up.push({ give: [each, (value / each) * made], take: [value, made] });
      if (made > 1) up.push({ give: [each, value / each], take: [value, 1] });
    }
    const smaller = values.filter((value) => value < each && each % value === 0).at(-1);
    if (count && smaller && each / smaller <= 100) down.push({ give: [each, 1], take: [smaller, each / smaller] });
  }
  return { up, down };
}
