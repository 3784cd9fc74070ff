/** The scale of a hold chart: per cents to places on a line of a given width. */

import type { WagerStanding } from "../lib/types";
import { say } from "./words";

export interface Scale {
  low: number;
  high: number;
  at: (percent: number) => number;
}

/** A scale that shows the 99 % band, the expected hold and the actual one, with a margin. */
export function scaleOf(hold: WagerStanding, width: number): Scale {
  const marks = [hold.expected, hold.won_per_staked, hold.low99, hold.high99].filter(
    (each): each is number => each !== null && Number.isFinite(each),
  );
  const least = Math.min(...marks, 0);
  const most = Math.max(...marks, 0);
  const margin = (most - least || 1) * 0.06;
  const low = least - margin;
  const high = most + margin;
  return { low, high, at: (percent) => ((percent - low) / (high - low)) * width };
}

/** A per cent as people read it. */
export function percent(value: number | null): string {
  if (value === null) return "–";
  const size = Math.abs(value);
  return `${value < 0 ? "−" : ""}${size.toFixed(size >= 100 ? 0 : 1)} %`;
}

/** What a chart shows, in a sentence. */
export function holdSays(hold: WagerStanding): string {
  if (!hold.stake) return say("hold.none.says");
  const where =
    hold.is_outside === 0
      ? say("hold.within95")
      : hold.is_outside === 95
        ? say("hold.outside95")
        : say("hold.outside99");
  const slots = { won: percent(hold.won_per_staked), expected: percent(hold.expected), where };
  if (hold.low95 === null) return say("hold.says", slots);
  return say("hold.says.between", { ...slots, low: percent(hold.low95), high: percent(hold.high95) });
}
