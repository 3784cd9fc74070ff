/** Words as headings and buttons have them. What is said of an act comes with the game's description. */

/** With a capital letter: `box` as `Box`. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An id as it is spoken: `red-deck` as `Red deck`. */
export function spoken(id: string): string {
  return capital(id.replaceAll("-", " "));
}

/** A template with its slots filled: `Sign: {choice}`. */
export function filledIn(template: string, slots: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? "");
}
