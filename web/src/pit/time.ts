/** Times as a pit reads them: the hours from 0 to 24. */
import { words } from "../words/words.svelte";
import { say } from "./words";

export function clockTime(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? at
    : date.toLocaleTimeString(words.days, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

export function longTime(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? at
    : date.toLocaleString(words.days, { dateStyle: "medium", timeStyle: "medium" });
}

/** `21:04` by the clocks of another time zone. */
export function timeIn(zone: string, at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? at
    : date.toLocaleTimeString(words.days, { timeZone: zone, hour: "2-digit", minute: "2-digit" });
}

/** Minutes as `2 h 05 min`. */
export function duration(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  const minutesOfIt = String(whole % 60).padStart(2, "0");
  return hours ? say("time.hours", { hours, minutes: minutesOfIt }) : say("time.minutes", { minutes: whole });
}
