/** A player's own limits: asked of the house and set there, and how lengths of time and moments are written. */
import { ask } from "../lib/api";
import type { LimitsShown, NewLimits, Stop } from "../lib/types";
import { words } from "../words/words.svelte";
import { say } from "./words";

export const limitsApi = {
  own: () => ask<LimitsShown>("GET", "/limits"),
  set: (limits: NewLimits) => ask<LimitsShown>("PUT", "/limits", limits),
  takeBreak: (until: Date) => ask<LimitsShown>("POST", "/limits/break", { until: until.toISOString() }),
  playOn: () => ask<LimitsShown>("POST", "/limits/play-on", {}),
};

/** `45 minutes`, `2 hours`, `1 hour 30 minutes`. */
export function lasting(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const parts = [];
  if (hours) parts.push(say("limits.hours.value", { hours }));
  if (minutes % 60 || !hours) parts.push(say("limits.minutes.value", { minutes: minutes % 60 }));
  return parts.join(" ");
}

/** In a line, why no new bet is taken. */
export const inShort = (stop: Stop): string =>
  say(`stop.short.${stop.kind}`, stop.until ? { time: moment(stop.until) } : undefined);

/** A moment in the reader's own time: the hour today, the day as well on another. */
export function moment(iso: string): string {
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ weekday: "short", day: "numeric", month: "short" } as const);
  return at.toLocaleString(words.days, { ...day, hour: "2-digit", minute: "2-digit" });
}
