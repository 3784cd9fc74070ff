/** Cards by name and suit, for the eye and, in the language of the page, for the ear. */
import { say } from "./say";
import type { CardText } from "./types";

export type Suit = "s" | "h" | "d" | "c";

export const SIGNS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

export function suitOf(card: CardText): Suit {
  return card[1] as Suit;
}

/** The rank as it is printed: `10`, `K`. */
export function rankOf(card: CardText): string {
  return card[0] === "T" ? "10" : (card[0] ?? "");
}

const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] as const;

/** `queen of clubs`; nothing is a card that lies face down. */
export function spoken(card: CardText): string {
  if (!card) return say("card.down");
  const rank = RANKS.find((each) => each === card[0]);
  return say("card", { rank: rank ? say(`rank.${rank}`) : card, suit: suitOf(card) in SIGNS ? say(`suit.${suitOf(card)}`) : "" });
}

/** `queen of clubs, ten of clubs`. */
export function spokenHand(cards: CardText[]): string {
  return cards.map(spoken).join(", ");
}

/** A sentence in which cards are named as they are spoken: `10♣ 9♣` becomes `ten of clubs, nine of clubs`. */
export function inWords(says: string): string {
  return says
    .replace(/([♠♥♦♣]) (?=(?:10|[2-9AKQJ])[♠♥♦♣])/g, "$1, ")
    .replace(/(10|[2-9AKQJ])([♠♥♦♣])/g, (_, rank: string, sign: string) => {
      const suit = (Object.keys(SIGNS) as Suit[]).find((each) => SIGNS[each] === sign)!;
      return spoken((rank === "10" ? "T" : rank) + suit);
    });
}

/** `10♣`. */
export function short(card: CardText): string {
  return rankOf(card) + (SIGNS[suitOf(card)] ?? "");
}
