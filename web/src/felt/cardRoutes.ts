/**
 * How cards go over the felt. A card that has come slides in from the device, or from where it lay before; a
 * card that was taken up is carried to the discard holder. What lies where is read from the page itself, once
 * before it is drawn anew and once after, so that this holds for every view of the table.
 */
import type { PlaceSeen, TableMessage } from "../lib/types";
import { type Spot, anchor, spotOf } from "./anchors";
import type { Flight } from "./flights";

const IN_PLAY = ".felt [data-cards] .card";
const PUT_AWAY = '[data-cards="discards"], [data-cards="device"], [data-cards="exposed"]';
const SLIDE_MS = 340;
const TAKEN_MS = 380;
/** All cards of a deal are on their way within this time. */
const DEAL_MS = 560;
const EACH_MS = 60;
const EASE = "cubic-bezier(0.2, 0.7, 0.25, 1)";
/** The part of its way after which a card is in full sight. */
const SHOWN = 0.08;
/** A card that lay so near lies where it did. */
const SAME_PX = 6;

interface Lain {
  element: HTMLElement;
  spot: Spot;
  /** The hand or box it lies in, and which card it is where that is seen. */
  home: string;
  card: string;
}

export type Lying = Map<HTMLElement, Lain>;

const OF_A_TABLE = ["round", "phase", "dealer", "cards", "own", "exposed"] as const;
const OF_A_PLACE = ["player", "hand", "plays", "decision", "in_play", "laid_aside"] as const;

/** Whether cards can lie otherwise after this message: what has not changed is the same object in both. */
export function mayMove(fresh: TableMessage, before: TableMessage): boolean {
  const { place, view } = fresh;
  const was = before.view;
  if (place !== before.place || OF_A_TABLE.some((each) => view[each] !== was[each])) return true;
  // The last round stays in sight until its player bets again, or sits out.
  if (fresh.ready.includes(place) !== before.ready.includes(place)) return true;
  if (view.places[place]?.wagers !== was.places[place]?.wagers) return true;
  const places = new Set([...Object.keys(view.places), ...Object.keys(was.places)]);
  return [...places].some((each) => areOther(view.places[each], was.places[each]));
}

const areOther = (now?: PlaceSeen, was?: PlaceSeen): boolean =>
  now !== was && OF_A_PLACE.some((each) => now?.[each] !== was?.[each]);

/** Every card in play that can be seen now. */
export function lying(): Lying {
  const found: Lying = new Map();
  const scrolled = { x: scrollX, y: scrollY };
  for (const element of document.querySelectorAll<HTMLElement>(IN_PLAY)) {
    if (element.closest(PUT_AWAY)) continue;
    const spot = spotOf(element, scrolled);
    if (!spot) continue;
    const home = element.closest<HTMLElement>("[data-cards]")?.dataset.cards ?? "";
    found.set(element, { element, spot, home, card: element.dataset.card ?? "" });
  }
  return found;
}

export interface Dealt {
  flights: Flight[];
  /** Cards that came, with when they set out and from where. */
  came: { element: HTMLElement; dx: number; dy: number; at: number; x: number }[];
  turned: number;
}

/** What became of the cards between two looks at the felt. */
export function dealt(before: Lying, now: Lying): Dealt {
  const gone = [...before.values()].filter(({ element }) => !element.isConnected);
  const fresh = [...now.values()].filter(({ element }) => !before.has(element));
  const turned = [...now.values()].filter(({ element, card }) => card && before.get(element)?.card === "").length;
  const made: Dealt = { flights: [], came: [], turned };
  const device = spotOf(anchor("device"));
  const order = fresh.length ? inOrder(fresh) : [];
  const each = Math.min(EACH_MS, DEAL_MS / Math.max(1, order.length));
  let sent = 0;
  for (const one of order) {
    const was = taken(gone, one);
    const from = was?.spot ?? device;
    if (!from) continue;
    const [dx, dy] = [from.x - one.spot.x, from.y - one.spot.y];
    if (was && Math.abs(dx) < SAME_PX && Math.abs(dy) < SAME_PX) continue;
    made.came.push({ element: one.element, dx, dy, at: was ? 0 : sent++ * each, x: one.spot.x });
  }
  const discards = spotOf(anchor("discards"));
  if (discards) gone.forEach((one, i) => made.flights.push(carried(one, discards, i)));
  return made;
}

/** One card to every place and then the next, as a dealer deals. */
function inOrder(fresh: Lain[]): Lain[] {
  const count = new Map<string, number>();
  const numbered = fresh.map((one) => {
    const nth = count.get(one.home) ?? 0;
    count.set(one.home, nth + 1);
    return { one, nth };
  });
  return numbered.sort((a, b) => a.nth - b.nth).map(({ one }) => one);
}

/** The card that was drawn anew as this one, taken out of those that are gone. */
function taken(gone: Lain[], one: Lain): Lain | undefined {
  const tests = [
    (each: Lain) => each.home === one.home && each.card === one.card,
    (each: Lain) => !!one.card && each.card === one.card,
    (each: Lain) => each.home === one.home && (!each.card || !one.card),
  ];
  for (const test of tests) {
    const at = gone.findIndex(test);
    if (at >= 0) return gone.splice(at, 1)[0];
  }
  return undefined;
}

function carried({ element, spot, home }: Lain, to: Spot, i: number): Flight {
  const begin = i * 14;
  const scale = Math.min(1, to.width / spot.width);
  return {
    look: { of: "card", element, width: spot.width },
    stops: [
      { x: spot.x, y: spot.y, at: 0 },
      { x: spot.x, y: spot.y, at: begin },
      { x: to.x, y: to.y, at: begin + TAKEN_MS - 80, scale },
      { x: to.x, y: to.y, at: begin + TAKEN_MS, opacity: 0, scale },
    ],
    from: home,
    to: "discards",
  };
}

/**
 * Slides cards that have come to where they lie. All of a deal are done at the same moment: a card that has landed is
 * drawn into the picture of its place again, and that would be drawn anew for every single card.
 */
export function slideIn({ came }: Dealt): void {
  const ends = Math.max(...came.map(({ at }) => at)) + SLIDE_MS;
  for (const { element, dx, dy, at } of came) {
    const duration = ends - at;
    const lands = SLIDE_MS / duration;
    element.animate(
      [
        { transform: `translate(${dx.toFixed(1)}px, ${dy.toFixed(1)}px) rotate(-6deg)`, opacity: 0, easing: EASE },
        { opacity: 1, offset: SHOWN * lands },
        { transform: "none", offset: lands },
        { transform: "none", opacity: 1 },
      ],
      { duration, delay: at, fill: "backwards" },
    );
  }
}
