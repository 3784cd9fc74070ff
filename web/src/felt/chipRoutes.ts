/**
 * How chips go from where they lay to where they lie, as the house has said: a wager from the rail to its
 * spot, a lost one to the rack, winnings out of the rack in the manner of the payment (against the wager,
 * made up in the work area and set beside it, or passed to the player), then home with the wager.
 */
import { piles } from "../lib/money";
import type { Cents, Chips, ChipsMoved, Told } from "../lib/types";
import { type Spot, chipSize } from "./anchors";
import type { Flight, Stop } from "./flights";

const SLIDE_MS = 420;
const BET_MS = 280;
const PIECE_MS = 75;
const LIES_MS = 620;
const FADE_MS = 90;
const MOST_PIECES = 6;
const HIGHEST = 10;
/** Out of the rack and into the rail, stacks go close together. */
const NARROWLY = 0.2;
/** How far a chip is above the one under it, as part of its width. */
const THICK = 0.15;

/** Where an account's chips are, on this screen. */
export type Where = (account: string) => Spot | null;

/** What is heard on the way, and when. */
export interface Noise {
  of: "bet" | "pay" | "sweep" | "home";
  at: number;
  x: number;
  count: number;
}

export interface Routes {
  flights: Flight[];
  noises: Noise[];
  /** When the last of it has reached the spot it is shown at. */
  arrived: number;
}

/** So many chips of one kind, moved as one; how far from the first they stand. */
interface Piece {
  value: Cents;
  count: number;
  column: number;
  /** Chips that lie under it. */
  under: number;
}

/** Chips in stacks no higher than so many, one by one where they are few. */
export function pieces(chips: Chips, high = HIGHEST): Piece[] {
  const stacks = piles(chips).flatMap(([value, count]) =>
    Array.from({ length: Math.ceil(count / high) }, (_, i) => ({ value, count: Math.min(high, count - i * high) })),
  );
  const shown = stacks.slice(0, MOST_PIECES).map((each, column) => ({ ...each, column, under: 0 }));
  const total = shown.reduce((sum, each) => sum + each.count, 0);
  if (total > MOST_PIECES) return shown;
  return shown.flatMap((each) => Array.from({ length: each.count }, (_, under) => ({ ...each, count: 1, under })));
}

/** Every flight of one thing that happened, from a moment on. */
export function routes(told: Told, where: Where, begin: number): Routes {
  const made: Routes = { flights: [], noises: [], arrived: begin };
  const moves = told.moved ?? [];
  const paid = told.manner ? moves.find(([from, to]) => from === "float" && !to.startsWith("spot:")) : undefined;
  const wager = moves.find(([from, to]) => from.startsWith("spot:") && to === paid?.[1]);
  if (paid) pay(made, paid, wager, told, where, begin);
  let at = begin;
  for (const move of moves) {
    if (move === paid || (paid && move === wager)) continue;
    slide(made, move, where, at);
    at += SLIDE_MS / 2;
  }
  return made;
}

/** Chips that go straight from one place to another. */
function slide(made: Routes, [from, to, chips]: ChipsMoved, where: Where, begin: number): void {
  const [source, target] = [where(from), where(to)];
  if (!source || !target) return;
  const isBet = to.startsWith("spot:");
  const takes = isBet ? BET_MS : SLIDE_MS;
  const size = chipSize(isBet ? target : source);
  const wasOnSpot = from.startsWith("spot:");
  for (const piece of pieces(chips)) {
    // What lay on a spot lies there until it goes; from a rack or a rail it comes into sight.
    const leaves = (ms: number, opacity = 1) => stop(source, piece, size, ms, opacity, wasOnSpot ? 1 : NARROWLY);
    const comes = (ms: number, opacity = 1) => stop(target, piece, size, ms, opacity, isBet ? 1 : NARROWLY);
    const stops = [leaves(0, Number(wasOnSpot)), leaves(begin, Number(wasOnSpot)), leaves(begin + 40)];
    if (isBet) stops.push(comes(begin + takes));
    else stops.push(comes(begin + takes - FADE_MS), comes(begin + takes, 0));
    made.flights.push(flight(piece, size, stops, from, to));
  }
  made.arrived = Math.max(made.arrived, begin + takes);
  const count = Object.values(chips).reduce((sum, each) => sum + each, 0);
  const of = isBet ? "bet" : wasOnSpot && !to.startsWith("rail:") ? "sweep" : "home";
  made.noises.push({ of, at: of === "bet" ? begin + takes : begin + 60, x: isBet ? target.x : source.x, count });
}

/** Winnings, in the manner that the house has said, and the wager with them where it does not stay. */
function pay(made: Routes, paid: ChipsMoved, wager: ChipsMoved | undefined, told: Told, where: Where, begin: number): void {
  const [, player, winnings] = paid;
  const spotName = `spot:${told.place}:${told.payment?.wager}`;
  const [rack, home] = [where("float"), where(player)];
  const spot = where(spotName) ?? home;
  if (!rack || !home || !spot) return;
  const size = chipSize(spot);
  const isMadeUp = told.manner === "beside" || told.manner === "passed";
  const high = wager && !isMadeUp ? Math.max(1, ...Object.values(wager[2])) : HIGHEST;
  const all = pieces(winnings, high);
  const width = size * (1 + Math.max(0, ...all.map((each) => each.column)));
  const side = spot.x + size + width > document.documentElement.clientWidth + scrollX - 8 ? -1 : 1;
  const beside = { ...spot, x: spot.x + side * size * 1.08 };
  // The dealer makes up what is not sized in before the rack, on the way to the player.
  const work = { ...rack, x: rack.x + (spot.x - rack.x) * 0.2, y: rack.y + (spot.y - rack.y) * 0.28 };
  const last = begin + (all.length - 1) * PIECE_MS;
  const madeUp = isMadeUp ? last + SLIDE_MS * 0.7 : 0;
  const set = isMadeUp ? madeUp + 160 + SLIDE_MS : last + SLIDE_MS;
  const goes = told.manner === "passed" ? madeUp + 200 : set + (told.manner === "on-then-passed" ? LIES_MS / 2 : LIES_MS);
  const ends = goes + SLIDE_MS;
  all.forEach((piece, i) => {
    const starts = begin + i * PIECE_MS;
    const at = (here: Spot, ms: number, opacity = 1) =>
      stop(here, piece, size, ms, opacity, here === rack || here === home ? NARROWLY : side);
    const stops = [at(rack, 0, 0), at(rack, starts, 0), at(rack, starts + 40)];
    if (isMadeUp) stops.push(at(work, starts + SLIDE_MS * 0.7), at(work, told.manner === "passed" ? goes : madeUp + 160));
    if (told.manner !== "passed") stops.push(at(beside, isMadeUp ? set : starts + SLIDE_MS), at(beside, goes));
    stops.push(at(home, ends - FADE_MS), at(home, ends, 0));
    made.flights.push(flight(piece, size, stops, "float", player));
    if (!isMadeUp) made.noises.push({ of: "bet", at: starts + SLIDE_MS, x: spot.x, count: 1 });
  });
  if (isMadeUp) made.noises.push({ of: "pay", at: madeUp, x: rack.x, count: all.length });
  if (wager) {
    const [from, to, chips] = wager;
    for (const piece of pieces(chips)) {
      const at = (here: Spot, ms: number, opacity = 1) => stop(here, piece, size, ms, opacity, here === home ? NARROWLY : 1);
      made.flights.push(
        flight(piece, size, [at(spot, 0), at(spot, goes), at(home, ends - FADE_MS), at(home, ends, 0)], from, to),
      );
    }
  }
  made.noises.push({ of: "home", at: goes + 40, x: home.x, count: all.length });
  made.arrived = Math.max(made.arrived, set);
}

/** Where a piece stands: stacks side by side, to the right (1), to the left (-1), or nearly as one. */
function stop(spot: Spot, piece: Piece, size: number, at: number, opacity = 1, spread = 1): Stop {
  return { x: spot.x + spread * piece.column * size * 0.82, y: spot.y - piece.under * size * THICK, at, opacity };
}

function flight(piece: Piece, size: number, stops: Stop[], from: string, to: string): Flight {
  return { look: { of: "chips", value: piece.value, count: Math.min(piece.count, 6), size }, stops, from, to };
}
