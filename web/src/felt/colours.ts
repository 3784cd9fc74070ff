/** The colour of a chip, as most card rooms in America have them. */
import type { Cents } from "../lib/types";

const COLOURS: [Cents, string][] = [
  [100_000, "#c8791b"],
  [50_000, "#6a3a94"],
  [10_000, "#26272c"],
  [2_500, "#1c7a4a"],
  [500, "#b92438"],
  [100, "#6e7f94"],
  [0, "#2c8aa6"],
];

export function chipColour(cents: Cents): string {
  return COLOURS.find(([from]) => cents >= from)![1];
}
