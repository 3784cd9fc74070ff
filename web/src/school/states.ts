/** How well a skill is known, in a sign and a word: never in colour alone. */
import type { Counts, SkillShown } from "../lib/types";

export type State = SkillShown["state"];

export const STATES: Record<State, { sign: string; says: string }> = {
  known: { sign: "●", says: "known" },
  shaky: { sign: "◐", says: "shaky" },
  new: { sign: "○", says: "new" },
};

/** In the order in which a bar shows them. */
export const ORDER: readonly State[] = ["known", "shaky", "new"];

export const sum = (counts: Counts): number => counts.known + counts.shaky + counts.new;

/** How many of some skills are known, shaky and new. */
export function counted(skills: readonly SkillShown[]): Counts {
  const counts: Counts = { known: 0, shaky: 0, new: 0 };
  for (const each of skills) counts[each.state] += 1;
  return counts;
}
