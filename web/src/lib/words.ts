/** Words as headings and buttons have them. */

/** With a capital letter: `box` as `Box`. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
