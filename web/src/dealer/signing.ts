/** What is signed at a table by two people, in words: slips, and whose signature they wait for. */

import { dollars, worth } from "../lib/money";
import type { Awaited, TableDescription, Order, SlipSeen } from "../lib/types";
import { named } from "./words";

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

/** `Fill 3`, `Void slip 4`. */
export function slipName(slip: SlipSeen): string {
  return `${slip.form === VOID ? "Void slip" : named(slip.form)} ${slip.slip}`;
}

/** `Ann (dealer)`, `Ina (inspector) or Pit (pit boss)`. */
export function whoSigns(posts: Record<string, string>): string {
  return Object.entries(posts)
    .map(([post, name]) => `${name} (${named(post).toLowerCase()})`)
    .join(" or ");
}

/** What a slip is about, as far as this person may know it. */
export function slipSays(slip: SlipSeen, description: TableDescription): string {
  const amount = slip.chips ? dollars(worth(slip.chips)) : "";
  const place = slip.place ? `${description.game.place} ${slip.place} (${slip.player})` : "";
  switch (slip.form) {
    case "fill":
      return `${amount || "Chips"} from the cage to the rack.`;
    case "credit":
      return `${amount || "Chips"} from the rack to the cage.`;
    case VOID:
      return [slip.reason, slip.ruling].filter(Boolean).join(": ");
    default:
      return `${amount} ${slip.from === "float" ? "to" : "from"} ${place}: ${slip.reason}`;
  }
}

/** Told when a slip is new: what waits, and for whom. */
export function slipWaits(slip: SlipSeen, as: string): string {
  return slip.awaits[as]
    ? `${slipName(slip)}, asked for by ${slip.asked_by}, waits for your signature.`
    : `${slipName(slip)} waits for the signature of ${whoSigns(slip.awaits)}. Nothing moves before that.`;
}

export function toSign(slip: SlipSeen, description: TableDescription, posts?: Record<string, string>): Signature {
  return {
    title: `Sign ${slipName(slip).toLowerCase()}`,
    // Who counts is not told what it should come to, though the asker's own screen knows it.
    says: `${slipSays(slip.is_counted ? { ...slip, chips: undefined } : slip, description)} Asked for by ${slip.asked_by}.`,
    order: { event: "countersign", slip: slip.slip },
    isCounted: slip.is_counted,
    ...(posts ? { posts } : {}),
  };
}

export function toSignByPin({ do: order, says, posts, needs_chips }: Awaited): Signature {
  return { title: "Sign with a PIN", says, order, isCounted: needs_chips, posts };
}
