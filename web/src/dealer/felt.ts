/** What staff read off the felt: cards in sight, chips in an account, who is still to act. */

import type { Chips, TableDescription, PaymentShown, TableMessage, Told, View } from "../lib/types";
import { say } from "./words";

/** Every card that lies face up. */
export function seenCards(view: View): string[] {
  const seen = [...(view.dealer?.cards ?? [])];
  for (const place of Object.values(view.places)) seen.push(...(place.hand?.cards ?? []));
  if (view.cards) {
    seen.push(...view.cards.holding_boxes);
    if (view.cards.action_box) seen.push(view.cards.action_box);
  }
  return seen;
}

/** The chips of an account as `legal` names it; undefined where it names none. */
export function heldBy(view: View, account: string): Chips | undefined {
  if (account === "float") return view.float;
  const [kind, place] = account.split(":");
  return kind === "rail" && place ? view.places[place]?.chips : undefined;
}

/** How wagers ended, by place, as long as it matters on the felt: this round, or the card in sight. */
export function paidHere(told: readonly Told[], view: View): Record<number, PaymentShown[]> {
  const paid: Record<number, PaymentShown[]> = {};
  if (view.phase !== "settle" && view.phase !== "clear") return paid;
  for (const each of told.toReversed()) {
    if (each.round !== view.round || each.event === "draw") break;
    if (each.payment) (paid[each.place] ??= []).unshift(each.payment);
  }
  return paid;
}

/** `seat 3 (Ann)`. */
export function placeName(description: TableDescription, view: View, place: number): string {
  const word = description.game.place;
  const player = view.places[place]?.player;
  return player ? say("place.named", { place: word, number: place, player }) : `${word} ${place}`;
}

/** What a clock at the table runs for. */
export function clockSays({ game }: TableDescription, { clock, view }: TableMessage): string {
  const who = (clock?.places ?? []).map((place) => view.places[place]?.player ?? `${game.place} ${place}`).join(", ");
  switch (clock?.for) {
    case "bets":
      return say("clock.bets");
    case "gone":
      return say("clock.gone", { who });
    default:
      return say("clock.decide", { who });
  }
}
