/**
 * Where everything lies on a felt that is seen whole: the printed layout in the room that there is. The table is
 * wider than the window, so that its curved edge runs out at both sides; everything is sized by one unit, so that
 * a larger window shows a larger table. Below the least width the felt is no stage: its parts stand in a column.
 */
import type { LayoutDescription } from "../lib/types";

/** The window for which the unit is a pixel, without the bars. */
const MADE_FOR = { width: 1440, height: 690 };
/** A felt is seen whole from this width on, in letters: larger letters need more room. */
const WIDE_REM = 68;

export interface At {
  place: number;
  x: number;
  /** Of the foot of the place. */
  y: number;
  turn: number;
}

export interface Ellipse {
  cx: number;
  cy: number;
  rx: number;
  ry: number;
}

export interface Stage {
  width: number;
  height: number;
  /** A pixel of the window that this was made for. */
  unit: number;
  /** The inner line of the wooden edge. */
  edge: Ellipse;
}

export const isWide = (width: number, rem: number): boolean => width >= WIDE_REM * rem;

/** `hasRail`: whether a rail follows below, which the wooden edge runs under. */
export function stage(width: number, height: number, hasRail: boolean): Stage {
  const unit = Math.min(width / MADE_FOR.width, height / MADE_FOR.height);
  const bottom = height - (hasRail ? 9 : 40) * unit;
  const cy = -0.36 * height;
  return { width, height, unit, edge: { cx: width / 2, cy, rx: 0.765 * width, ry: bottom - cy } };
}

/** The edge of a felt whose parts stand in a column: a shallow bow along its foot. */
export function shallow(width: number, height: number): Stage {
  const bottom = height - 8;
  const rx = 1.05 * width;
  const ry = Math.max(height, 0.8 * width);
  return { width, height, unit: 1, edge: { cx: width / 2, cy: bottom - ry, rx, ry } };
}

/** The dealer's felt, beside which the post's panels stand: the unit is a pixel at this size. */
const DEALERS = { width: 984, height: 540 };
const DEALERS_REM = 45;

export const isWideForDealer = (width: number, rem: number): boolean => width >= DEALERS_REM * rem;

/** The felt from behind it: the far edge is the curved one, and shallow, as it runs out at both sides. */
export function dealersStage(width: number, height: number): Stage {
  const unit = Math.min(width / DEALERS.width, height / DEALERS.height);
  const bottom = height - 14 * unit;
  const cy = -0.36 * height;
  return { width, height, unit, edge: { cx: width / 2, cy, rx: 1.2 * width, ry: bottom - cy } };
}

/** The places as the dealer sees them, the first at their right hand: side by side along the far edge. */
export function dealersSeats({ width, unit }: Stage, layout: LayoutDescription): At[] {
  const half = (layout.frames.length - 1) / 2;
  const step = (width - 152 * unit) / Math.max(1, 2 * half);
  return layout.frames.map(({ place, turn_deg }, i) => {
    const off = i - half;
    const bend = half ? (off / half) ** 2 : 0;
    return { place, x: width / 2 - off * step, y: (18 + 58 * bend) * unit, turn: turn_deg * 0.5 };
  });
}

const FIRST_DEG = 13;
/** The places beside a player's own come no nearer to it than this. */
const LAST_BESIDE_DEG = 53;

/**
 * The places on their arc. Those who watch see each where the layout has it; a player sits in the middle of the
 * near side, and the others stand on both sides in their order.
 */
export function seats({ width, height, unit }: Stage, layout: LayoutDescription, mine: number): At[] {
  const cy = 100 * unit;
  const rx = Math.min((mine ? 0.447 : 0.455) * width, 1.05 * height);
  const ry = height - (mine ? 44 : 62) * unit - cy;
  const on = (place: number, angle: number): At => {
    const turned = (angle * Math.PI) / 180;
    return { place, x: width / 2 - rx * Math.cos(turned), y: cy + ry * Math.sin(turned), turn: 90 - angle };
  };
  if (!mine) return layout.frames.map((each) => on(each.place, 90 - each.turn_deg));
  const others = layout.frames.filter((each) => each.place !== mine);
  const left = Math.ceil(others.length / 2);
  return others.map(({ place }, i) => {
    const [n, many] = i < left ? [i, left] : [others.length - 1 - i, others.length - left];
    const angle = FIRST_DEG + ((LAST_BESIDE_DEG - FIRST_DEG) * n) / Math.max(1, Math.max(left, many) - 1);
    return on(place, i < left ? angle : 180 - angle);
  });
}

/** How many places stand on the fuller side of a player. */
export const onOneSide = (places: number, mine: number): number => Math.ceil((places - (mine ? 1 : 0)) / 2);

/** A bow through three points of which the outer two are as high: from left to right, hanging down by `sag`. */
export function bow(cx: number, y: number, half: number, sag: number): string {
  const radius = (half * half + sag * sag) / (2 * sag);
  return `M${cx - half} ${y}A${radius} ${radius} 0 0 0 ${cx + half} ${y}`;
}
