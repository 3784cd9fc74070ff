/** Cards by name and suit, for the eye and the ear. */
import type { CardText } from "./types";

export type Suit = "s" | "h" | "d" | "c";

const RANKS: Record<string, string> = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  "9": "nine",
  "8": "eight",
  "7": "seven",
  "6": "six",
  "5": "five",
  "4": "four",
  "3": "three",
  "2": "two",
};

const SUITS: Record<Suit, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

export const SIGNS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

export function suitOf(card: CardText): Suit {
  return card[1] as Suit;
}

/** The rank as it is printed: `10`, `K`. */
export function rankOf(card: CardText): string {
  return card[0] === "T" ? "10" : (card[0] ?? "");
}

/** `queen of clubs`; nothing is a card that lies face down. */
export function spoken(card: CardText): string {
  if (!card) return "a card face down";
  return `${RANKS[card[0] ?? ""] ?? card} of ${SUITS[suitOf(card)] ?? ""}`;
}

/** `queen of clubs, ten of clubs`. */
export function spokenHand(cards: CardText[]): string {
  return cards.map(spoken).join(", ");
}

/** A sentence in which cards are named as they are spoken: `10♣` becomes `ten of clubs`. */
export function inWords(says: string): string {
  return says
    .replace(/(10|[2-9AKQJ])([♠♥♦♣])/g, (_, rank: string, sign: string) => {
      const suit = (Object.keys(SIGNS) as Suit[]).find((each) => SIGNS[each] === sign)!;
      return spoken((rank === "10" ? "T" : rank) + suit);
    })
    .replace(/(of (?:spades|hearts|diamonds|clubs)) (?=[a-z]+ of )/g, "$1, ");
}

/** `10♣`. */
export function short(card: CardText): string {
  return rankOf(card) + (SIGNS[suitOf(card)] ?? "");
}
