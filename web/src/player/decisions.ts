/** The decisions that a player has now: what each costs, and the key that makes it. */
import { worth } from "../lib/money";
import type { Cents, DecisionDescription, Legal, PlaceSeen, TableDescription } from "../lib/types";
import { SHORTCUTS } from "./shortcuts";

export interface Choice extends DecisionDescription {
  cost: Cents;
  key: string;
}

const OWN_KEYS: Record<string, string> = { two: "2", three: "3", four: "4", five: "5", play: "y" };

/** >>> keyFor("Play five", taken) is "5"; keyFor("Fold", taken) is "f". */
function keyFor(name: string, taken: Set<string>): string {
  const word = name.toLowerCase().split(" ").at(-1) ?? "";
  const letters = [OWN_KEYS[word] ?? "", ...name.toLowerCase().replace(/[^a-z0-9]/g, "")];
  const found = letters.find((each) => each && !taken.has(each)) ?? "";
  taken.add(found);
  return found;
}

/** Every decision of the game with its key, whether or not it may be made now. */
export function choices(description: TableDescription, own: PlaceSeen | undefined): Choice[] {
  const { game } = description;
  const taken = new Set<string>(Object.values(SHORTCUTS));
  const ante = worth(own?.wagers[game.decided_by]);
  // At a physical table the player lays the cards down, and the dealer marks them.
  const isMarkedByDealer = description.is_keyed;
  return game.decisions.map((each) => ({
    ...each,
    plays: isMarkedByDealer ? 0 : each.plays,
    cost: Object.values(each.costs).reduce((sum, times) => sum + times * ante, 0),
    key: keyFor(each.name, taken),
  }));
}

/** The ids of the decisions that may be made now. */
export function allowed(legal: Legal, place: number): string[] {
  return (legal.decide ?? []).filter((each) => each.place === place).flatMap((each) => each.choices ?? []);
}
