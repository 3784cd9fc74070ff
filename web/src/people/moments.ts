/** Days and times of an account, as people read them. */

/** A day and a time. */
export function moment(at: string): string {
  return new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** A day. */
export function day(at: string): string {
  return new Date(at).toLocaleDateString("en-GB", { dateStyle: "medium" });
}
