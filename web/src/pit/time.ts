/** Times as a pit reads them. */

export function clockTime(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? at
    : date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

export function longTime(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? at
    : date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
}

/** Minutes as `2 h 05 min`. */
export function duration(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  return hours ? `${hours} h ${String(whole % 60).padStart(2, "0")} min` : `${whole} min`;
}
