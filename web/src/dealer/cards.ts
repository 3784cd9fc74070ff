/** Cards as people type them: `Ah Kd 10c`, in either order, with or without spaces. */

export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] as const;
export const SUITS = ["s", "h", "d", "c"] as const;

const LETTERS: Readonly<Record<string, string>> = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
export interface Typed {
  cards: string[];
  /** What could not be read. */
  rest: string;
}

/** The cards in a typed text, and whatever is left over. */
export function typedCards(text: string): Typed {
  let signs = "";
  for (const sign of text.replaceAll("10", "T")) signs += LETTERS[sign] ?? sign;
  const plain = signs.replace(/[\s,.;]+/g, "");
  const cards: string[] = [];
  const found = /([2-9TJQKA])([shdc])/iy;
  while (found.lastIndex < plain.length) {
    const at = found.lastIndex;
    const match = found.exec(plain);
    if (!match) return { cards, rest: plain.slice(at) };
    cards.push(`${(match[1] ?? "").toUpperCase()}${(match[2] ?? "").toLowerCase()}`);
  }
  return { cards, rest: "" };
}
