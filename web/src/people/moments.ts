/** Days and times of an account, as people read them. */
import { words } from "../words/words.svelte";

const locale = () => (words.language === "en" ? "en-GB" : words.language);

/** A day and a time. */
export function moment(at: string): string {
  return new Date(at).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
}

/** A day. */
export function day(at: string): string {
  return new Date(at).toLocaleDateString(locale(), { dateStyle: "medium" });
}
