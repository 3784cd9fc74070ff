/**
 * How a round's end is felt: a round that has brought its player more than it cost is lit and heard, a large one
 * a little more. Any other ends calmly, whatever single wagers of it have won.
 */
import { tick } from "svelte";
import { signed } from "../lib/money";
import { notices } from "../lib/notices.svelte";
import type { RoundSoFar, TableMessage, Told } from "../lib/types";
import { wholeSpot } from "./anchors";
import { flights, isStill } from "./flights";
import { say } from "./motionWords";
import { sound } from "./sound";

/** So many times what was staked is a large win. */
const LARGE = 5;
/** When the first winnings lie on the felt. */
const LANDED_MS = 420;

/** Whether a round is a win, and a large one. */
export const isWin = ({ is_over, net }: RoundSoFar): boolean => is_over && net > 0;
export const isLarge = (total: RoundSoFar): boolean => isWin(total) && total.net >= LARGE * total.staked;

/** Says what the round came to once it is over, and lets a win be felt. */
export function celebrate(fresh: TableMessage, before: TableMessage, told: readonly Told[]): void {
  const [total, known] = [fresh.session?.round, before.session?.round];
  if (!total?.is_over || (known?.is_over && known.round === total.round)) return;
  const amount = total.net ? signed(total.net) : say("round.even");
  notices.say(say("round.announced", { round: total.round, amount }));
  if (!isWin(total) || document.hidden) return;
  sound.play(isLarge(total) ? "big-win" : "win", { in: LANDED_MS + 80 });
  const won = told.filter((each) => each.round === total.round && each.place === fresh.place && each.payment?.result === "win");
  const spots = new Set(won.map(({ payment }) => `spot:${fresh.place}:${payment!.wager}`));
  if (!isStill()) void tick().then(() => light([...spots], fresh.place, isLarge(total)));
}

function light(spots: string[], place: number, isLarge: boolean): void {
  const [lift, lasts, bright] = isLarge ? [-9, 1500, 0.95] : [-5, 1100, 0.7];
  const lit = spots.map(wholeSpot).filter((each) => each !== null);
  flights.send(
    lit.map(({ x, y, width, height, radius }) => ({
      look: { of: "glow", width: Math.round(width), height: Math.round(height), radius },
      stops: [
        { x, y, at: 0, opacity: 0, scale: 0.98 },
        { x, y, at: LANDED_MS, opacity: 0, scale: 0.98 },
        { x, y, at: LANDED_MS + 200, opacity: bright, scale: 1.03 },
        { x, y, at: lasts, opacity: 0 },
      ],
    })),
  );
  for (const card of document.querySelectorAll(`.felt [data-cards="place:${place}"] .card`)) {
    card.animate([{ transform: "none" }, { transform: `translateY(${lift}px)` }, { transform: "none" }], {
      delay: LANDED_MS,
      duration: 620,
      easing: "ease-in-out",
    });
  }
}
