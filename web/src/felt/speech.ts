/** The dealer's calls spoken aloud, for those who ask for it: in the language of the page, the newest first. */
import { inWords } from "../lib/cards";
import { settings } from "../lib/settings.svelte";
import { words } from "../words/words.svelte";

/** So many calls may wait; what is older is not worth hearing any more. */
const MOST_WAITING = 2;
let waiting = 0;

/** Whether this browser can speak at all. */
export const canSpeak = (): boolean => "speechSynthesis" in globalThis;

export function speak(says: string): void {
  if (!settings.isSpoken || !canSpeak() || document.hidden || settings.sound === "off") return;
  if (waiting >= MOST_WAITING) hush();
  const call = new SpeechSynthesisUtterance(inWords(says));
  call.lang = words.language;
  call.volume = settings.sound === "full" ? 1 : 0.6;
  waiting += 1;
  call.onend = call.onerror = () => (waiting = Math.max(0, waiting - 1));
  speechSynthesis.speak(call);
}

/** Silence at once. */
export function hush(): void {
  waiting = 0;
  if (canSpeak()) speechSynthesis.cancel();
}
