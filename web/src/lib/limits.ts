/** Limits as people read them. */
import { dollars } from "./money";
import { say } from "./say";
import type { GameDescription, Limits } from "./types";

/** What a kind of wager is called. */
export function kindTitle(game: GameDescription, kind: string): string {
  return game.wagers.find((each) => each.kind === kind)?.title ?? kind;
}

/** `High $5 to $200, Suit $1 to $50`. */
export function limitsSaid(limits: Limits, game: GameDescription): string {
  return Object.entries(limits)
    .map(([kind, [least, most]]) => say("limits", { wager: kindTitle(game, kind), min: dollars(least), max: dollars(most) }))
    .join(", ");
}
