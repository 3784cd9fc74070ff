/** Days and times of an account, as people read them. */
import { words } from "../words/words.svelte";

/** A day and a time. */
export function moment(at: string): string {
  return new Date(at).toLocaleString(words.days, { dateStyle: "medium", timeStyle: "short" });
}

/** A day. */
export function day(at: string): string {
  return new Date(at).toLocaleDateString(words.days, { dateStyle: "medium" });
}
