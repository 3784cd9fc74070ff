/** Money as people read it. Every amount is a whole number of cents. */
import type { Cents, Chips } from "./types";

const WHOLE = new Intl.NumberFormat("en-US");

/** `$1,250`, `$7.50`, `−$20`. */
export function dollars(cents: Cents): string {
  const size = Math.abs(cents);
  const whole = WHOLE.format(Math.floor(size / 100));
  const rest = size % 100 ? `.${String(size % 100).padStart(2, "0")}` : "";
  return `${cents < 0 ? "−" : ""}$${whole}${rest}`;
}

/** `+$20`, `−$5`, `$0`: what changed. */
export function signed(cents: Cents): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** An average, in cents with a fraction as the house writes it: `−$0.28`. */
export function average(cents: string): string {
  const value = Number(cents) / 100;
  return `${value < 0 ? "−" : ""}$${Math.abs(value).toFixed(2)}`;
}

/** The same where it may be for or against: `+$0.03`. */
export function averageSigned(cents: string): string {
  return `${Number(cents) > 0 ? "+" : ""}${average(cents)}`;
}

/** What chips are worth together. */
export function worth(chips: Chips | undefined): Cents {
  return Object.entries(chips ?? {}).reduce((sum, [each, count]) => sum + Number(each) * count, 0);
}

/** A chip's face: `25`, `1K`, `50¢`. */
export function face(cents: Cents): string {
  if (cents < 100) return `${cents}¢`;
  return cents >= 100_000 ? `${cents / 100_000}K` : String(cents / 100);
}

/** Denominations that lie there, highest first, with how many of each. */
export function piles(chips: Chips): [Cents, number][] {
  return Object.entries(chips)
    .map(([each, count]): [Cents, number] => [Number(each), count])
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => b - a);
}

/** The fewest chips that make an amount, or null where the denominations cannot. */
export function inChips(cents: Cents, denominations: Cents[]): Chips | null {
  const made: Chips = {};
  let left = cents;
  for (const each of [...denominations].sort((a, b) => b - a)) {
    const count = Math.floor(left / each);
    if (count) made[each] = count;
    left -= count * each;
  }
  return left ? null : made;
}

/** An amount that a person typed, in cents; NaN if it is none. */
export function parseDollars(text: string): Cents {
  const found = /^\s*\$?\s*(\d[\d,]*)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found) return NaN;
  return Number(found[1]!.replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/** An amount as a person types it: `7.50`. */
export function typed(cents: Cents): string {
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}
