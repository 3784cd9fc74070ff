/** A line through amounts, fitted into a box: only where they are drawn is worked out here, never what they are. */
import type { Cents } from "../lib/types";

export interface Drawn {
  points: string;
  /** How high nothing won or lost lies. */
  zero: number;
  end: { x: number; y: number };
  y: (cents: Cents) => number;
  x: (index: number) => number;
}

export function line(amounts: readonly Cents[], width: number, height: number, edge: number): Drawn {
  const high = Math.max(0, ...amounts);
  const low = Math.min(0, ...amounts);
  const span = high - low || 1;
  const y = (cents: Cents) => edge + ((high - cents) / span) * (height - 2 * edge);
  const x = (index: number) => edge + (index / Math.max(1, amounts.length - 1)) * (width - 2 * edge);
  const last = amounts.length - 1;
  return {
    points: amounts.map((each, i) => `${x(i).toFixed(1)},${y(each).toFixed(1)}`).join(" "),
    zero: y(0),
    end: { x: x(last), y: y(amounts[last] ?? 0) },
    y,
    x,
  };
}
