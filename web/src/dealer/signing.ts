/** What is signed at a table by two people: slips, and whose signature they wait for. */

import { postName } from "../lib/posts";
import type { Awaited, GameDescription, Order, SlipSeen } from "../lib/types";
import { filledIn } from "../lib/words";
import { say } from "./words";

/** A signature that is about to be given. */
export interface Signature {
  title: string;
  says: string;
  order: Order;
  isCounted: boolean;
  /** Who may give it at this screen by their PIN; the person who is signed in here, if nobody is named. */
  posts?: Record<string, string>;
}

export const VOID = "void-round";

/** `Fill slip 3`. */
export function slipName(game: GameDescription, slip: SlipSeen): string {
  return `${game.forms[slip.form] ?? slip.form} ${slip.slip}`;
}

/** `Sign fill slip 3`, `Cancel fill slip 3`: what is done with a slip. */
export function withSlip(game: GameDescription, command: string, slip: SlipSeen): string {
  return filledIn(game.steps[command]?.names.each ?? "", { choice: slipName(game, slip).toLowerCase() });
}

/** `Ann (dealer)`, `Ina (inspector) or Pit (pit boss)`. */
export function whoSigns(posts: Record<string, string>): string {
  return Object.entries(posts)
    .map(([post, name]) => say("signing.who", { name, post: postName(post) }))
    .reduce((one, other) => (one ? say("signing.or", { one, other }) : other), "");
}

/** Whose signature a slip waits for, as one person reads it. */
export function awaits(slip: SlipSeen, as: string): string {
  return slip.awaits[as] ? say("signing.your-signature") : say("signing.waits", { who: whoSigns(slip.awaits) });
}

export function toSign(slip: SlipSeen, game: GameDescription, posts?: Record<string, string>): Signature {
  return {
    title: withSlip(game, "countersign", slip),
    says: say("signing.asked", { says: slip.says, name: slip.asked_by }),
    order: { event: "countersign", slip: slip.slip },
    isCounted: slip.is_counted,
    ...(posts ? { posts } : {}),
  };
}

export function toSignByPin({ do: order, says, posts, needs_chips }: Awaited): Signature {
  return { title: say("signing.by-pin"), says, order, isCounted: needs_chips, posts };
}
