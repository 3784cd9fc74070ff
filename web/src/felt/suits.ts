/** The shapes of our cards: four suits and three courts, drawn in a square of 32, and a whole card of 100 by 140 made of them. */
import type { Suit } from "../lib/cards";

export const SUIT_SHAPES: Record<Suit, string> = {
  s: "M16 2.500c3 5 12 9.800 12 16.500a5.600 5.600 0 0 1-10.200 3.200c.2 2.800 1.200 5 3.200 7.300H11c2-2.300 3-4.500 3.200-7.300A5.600 5.600 0 0 1 4 19C4 12.300 13 7.500 16 2.500z",
  h: "M16 29C10.500 23.500 2.800 18 2.800 11A6.800 6.800 0 0 1 16 8a6.800 6.800 0 0 1 13.200 3C29.200 18 21.500 23.500 16 29z",
  d: "M16 2c2.800 5.200 6.200 9.800 10.300 14C22.200 20.200 18.800 24.800 16 30 13.200 24.800 9.800 20.200 5.700 16 9.800 11.800 13.200 7.200 16 2z",
  c: "M16 2.500a6.200 6.200 0 0 1 5.200 9.600 6.200 6.200 0 1 1-3.400 10.800c.3 2.600 1.300 4.600 3.200 6.600H11c1.900-2 2.900-4 3.200-6.600a6.200 6.200 0 1 1-3.400-10.800A6.200 6.200 0 0 1 16 2.500z",
};

/** The suit's letter at the foot of a card of 100 by 140, as a line. */
export const SUIT_LETTERS: Record<Suit, string> = {
  s: "M22.300 119.500c-1-.9-2.300-1.400-3.800-1.400-2.100 0-3.500 1-3.500 2.500 0 3.600 7.900 1.700 7.900 5.200 0 1.500-1.500 2.500-3.800 2.500-1.700 0-3.200-.5-4.400-1.500",
  h: "M15.300 117v11.200M23.300 117v11.200M15.300 122.300h8",
  d: "M15.300 118.100h3c3.500 0 5.400 1.700 5.400 4.500s-1.900 4.500-5.400 4.500h-3z",
  c: "M23.600 119.600c-1-1-2.200-1.500-3.600-1.500-2.900 0-4.900 1.900-4.900 4.500s2 4.500 4.900 4.500c1.400 0 2.600-.5 3.600-1.500",
};

/** A crown with a cross, a coronet with pearls, a shield. */
export const COURT_SHAPES: Record<string, string> = {
  K: "M15 1h2v2.200h2.200v2H17v2.400l4.600 7.200L28.800 9 26.600 23H5.400L3.200 9l7.200 5.800L15 7.600V5.200h-2.200v-2H15zM5.600 25h20.800v4H5.600z",
  Q: "M16 3.500a2.300 2.300 0 0 1 1.200 4.200l3.900 7.200 5.500-4.300a2.300 2.300 0 1 1 1.700 1.200L26.400 23H5.600L3.700 11.800a2.300 2.300 0 1 1 1.700-1.200l5.500 4.300 3.900-7.200A2.300 2.300 0 0 1 16 3.500zM5.800 25h20.400v3.500H5.800z",
  J: "M5 3.500h22v12.800C27 23 21.800 27 16 30 10.200 27 5 23 5 16.300zM8 6.500v9.800c0 1.300.3 2.500.8 3.600L16 14l7.200 5.900c.5-1.100.8-2.300.8-3.600V6.500z",
};

/** How many numbers a command of a path takes, and which of them it moves: across (x), down (y), or only as large (r). */
const NUMBERS: Record<string, string> = { h: "x", v: "y", a: "rr---xy" };

/** A shape moved and made larger or smaller, as a path of its own. */
function placed(shape: string, x: number, y: number, scale: number): string {
  return shape.replace(/([a-z])([^a-z]*)/gi, (_, command: string, given: string) => {
    const kinds = NUMBERS[command.toLowerCase()] ?? "xy";
    const isFromHere = command === command.toLowerCase();
    const numbers = (given.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map((each, i) => {
      const kind = kinds[i % kinds.length];
      if (kind === "-") return each;
      const from = isFromHere ? 0 : kind === "x" ? x : kind === "y" ? y : 0;
      return String(Math.round((Number(each) * scale + from) * 100) / 100);
    });
    return command + numbers.join(" ");
  });
}

const drawn = new Map<string, string>();

/** What is printed on a card beside its letters, as one path: the suit, and again with its court or alone and large. */
export function cardShape(rank: string, suit: Suit): string {
  const court = COURT_SHAPES[rank];
  const name = (court ? rank : "") + suit;
  const known = drawn.get(name);
  if (known) return known;
  const shape = SUIT_SHAPES[suit];
  const rest = court ? placed(court, 44, 47, 1.42) + placed(shape, 49, 97, 1.1) : placed(shape, 36, 70, 1.8);
  const made = placed(shape, 10, 51, 0.88) + rest;
  drawn.set(name, made);
  return made;
}
