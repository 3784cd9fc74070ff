/** The figures of the floor as people read them; every one comes from the house as it is. */
import { dollars, signed } from "../../lib/money";
import type { FloorFigures, PeriodShown } from "../../lib/types";
import { percent } from "../scale";
import { say } from "./words";

export const NONE = "–";

/** Amounts of the floor in whole dollars: cents are in the title of the cell, and on the table's own page. */
export function whole(cents: number | null): string {
  return cents === null ? NONE : dollars(Math.round(cents / 100) * 100);
}

export function wholeSigned(cents: number | null): string {
  return cents === null ? NONE : signed(Math.round(cents / 100) * 100);
}

export const share = (value: number | null): string => (value === null ? NONE : percent(value));

export const pace = (figures: FloorFigures): string => (figures.rounds_an_hour ? String(Math.round(figures.rounds_an_hour)) : NONE);

/** What the little bar shows, in a sentence. */
export function bandSays(figures: FloorFigures): string {
  if (!figures.staked) return say("band.none");
  if (figures.theoretical === null || figures.low95 === null || figures.low99 === null) return say("band.busy");
  const outer = figures.is_outside === 99;
  return say("band.says", {
    won: signed(figures.won),
    theoretical: signed(figures.theoretical),
    where: say(figures.is_outside === 0 ? "band.within" : outer ? "band.outside99" : "band.outside95"),
    low: signed((outer ? figures.low99 : figures.low95) ?? 0),
    high: signed((outer ? figures.high99 : figures.high95) ?? 0),
  });
}

/** `Swing, 14:00 to 22:00`; the whole day by its hours alone. */
export function periodName(period: PeriodShown): string {
  return period.name || say("period.day");
}

export const periodHours = (period: PeriodShown): string => say("period.hours", { begins: period.begins_at, ends: period.ends_at });
