/**
 * Chips and cards that move at one table, and what is heard of them, in every view of it. It follows what the
 * house tells; nothing on the page waits for it, and what happened while nobody looked, or before this page
 * was there, is not played again.
 */
import { tick } from "svelte";
import type { TableSocket } from "../lib/socket.svelte";
import { worth } from "../lib/money";
import type { Chips, TableMessage, Told } from "../lib/types";
import { type Spot, anchor, chipsAt, spotOf } from "./anchors";
import { type Lying, dealt, lying, mayMove, slideIn } from "./cardRoutes";
import { type Noise, type Where, routes } from "./chipRoutes";
import { flights, isStill } from "./flights";
import { celebrate } from "./celebrating";
import { type SoundName, sound } from "./sound";
import { hush, speak } from "./speech";

/** More news than this at once is no news any more. */
const MOST_NEWS = 40;
const APART_MS = 110;
const LATEST_MS = 900;
const TOUCHED_MS = 1200;
const SHORT_MS = 5000;
const MOST_SLIDES = 6;
const NOISES: Record<Noise["of"], SoundName> = { bet: "chip", pay: "pay", sweep: "sweep", home: "sweep" };

export class Motion {
  private news: Told[] = [];
  private cards: Lying | null = null;
  private lay = new Map<string, Spot | null>();
  private isDue = false;
  /** Whether the table has been drawn once: before that nothing has come from anywhere. */
  private isDrawn = false;
  /** What a person has put down or taken back here, and the house has not told yet: it has moved already. */
  private readonly shown = new Map<string, number>();
  private hurried: ReturnType<typeof setTimeout> | undefined;
  private readonly stops: (() => void)[];

  /** `mine` is the own place; 0 for those who only look on. */
  constructor(
    socket: TableSocket,
    private readonly mine: () => number,
  ) {
    this.stops = [
      socket.watch((fresh, before, isLate) => {
        if (!before) void tick().then(() => this.begin());
        else this.see(fresh, before, isLate);
        if (before && !isLate) celebrate(fresh, before, socket.told);
      }),
      socket.listen((fresh, isFirst, isLate) => {
        if (!isFirst && !isLate && fresh.length <= MOST_NEWS) this.hear(fresh);
      }),
    ];
  }

  /** From now on it is known where a card comes from: none appears in a way of its own. */
  private begin(): void {
    this.isDrawn = true;
    document.documentElement.toggleAttribute("data-cards-slide", true);
  }

  stop(): void {
    for (const each of this.stops) each();
    document.documentElement.toggleAttribute("data-cards-slide", false);
    clearTimeout(this.hurried);
    flights.end();
    hush();
  }

  private see(fresh: TableMessage, before: TableMessage, isLate: boolean): void {
    if (fresh.view.round !== before.view.round) this.shown.clear();
    this.hurry(fresh, before);
    if (!this.isDrawn || isLate || document.hidden || isStill() || !mayMove(fresh, before)) return;
    this.cards ??= lying();
    this.goSoon();
  }

  private hear(fresh: Told[]): void {
    for (const each of fresh) if (each.kind === "call") speak(each.says);
    if (fresh.some((each) => each.event === "no-more-bets")) sound.play("tap");
    if (!this.isDrawn || document.hidden) return;
    const moving = fresh.filter((each) => each.moved?.length && !this.isShown(each));
    for (const [from] of moving.flatMap((each) => each.moved!)) if (from.startsWith("spot:")) this.note(from);
    this.news.push(...moving);
    this.goSoon();
  }

  /** Where chips lie before the page is drawn anew, and they are gone from there. */
  private note(account: string): void {
    if (!this.lay.has(account)) this.lay.set(account, chipsAt(account));
  }

  private goSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    void tick().then(() => this.go());
  }

  /** The page is drawn: everything is read first, then everything is sent off. */
  private go(): void {
    const { news, cards, lay } = this;
    [this.news, this.cards, this.lay, this.isDue] = [[], null, new Map<string, Spot | null>(), false];
    if (document.hidden) return;
    if (isStill()) return mark(news);
    const where = remembering((account) => lay.get(account) ?? chipsAt(account));
    const moved = cards && dealt(cards, lying());
    const made = [];
    const awaited: [Element, number][] = [];
    let at = 0;
    for (const each of news) {
      const route = routes(each, where, at);
      made.push(route);
      at = Math.min(LATEST_MS, each.payment ? Math.max(at + APART_MS, route.arrived - 260) : at + APART_MS / 2);
      for (const [, to] of each.moved!) {
        const spot = to.startsWith("spot:") ? anchor(to) : null;
        if (spot) awaited.push([spot, route.arrived]);
      }
    }
    holdBack(awaited);
    // Nothing is asked of the page from here on: it would be laid out for the answer, and again for the frame.
    for (const each of made.flatMap(({ noises }) => noises)) sound.play(NOISES[each.of], { pan: side(each.x), in: each.at });
    for (const { at: ms, x } of moved?.came.slice(0, MOST_SLIDES) ?? []) sound.play("slide", { pan: side(x), in: ms });
    if (moved?.turned) sound.play("turn", { in: 60 });
    if (moved) slideIn(moved);
    flights.send([...made.flatMap((each) => each.flights), ...(moved?.flights ?? [])]);
  }

  // What this person does is shown at once, before the house has answered --------------------------

  /** Chips that this person puts on a spot (`cents` above nothing), or takes off it. */
  put(wager: string, chips: Chips, cents: number): void {
    const [rail, spot] = [`rail:${this.mine()}`, `spot:${this.mine()}:${wager}`];
    this.shown.set(spot, (this.shown.get(spot) ?? 0) + cents);
    if (cents < 0) this.note(spot);
    const [from, to] = cents > 0 ? [rail, spot] : [spot, rail];
    const told: Told = { n: 0, round: 0, event: "wager", kind: "bet", place: this.mine(), says: "", moved: [[from, to, chips]] };
    this.news.push(told);
    this.goSoon();
  }

  /** Whether the chips of something that the house tells have been seen to move. */
  private isShown(told: Told): boolean {
    const [move] = told.moved!;
    if (!move || told.place !== this.mine() || (told.event !== "wager" && told.event !== "take-back")) return false;
    const [from, to, chips] = move;
    const isBet = to.startsWith("spot:");
    const spot = isBet ? to : from;
    const known = this.shown.get(spot);
    if (known === undefined) return false;
    this.shown.set(spot, known - (isBet ? 1 : -1) * worth(chips));
    return true;
  }

  /** A tone when it is this person's turn, and a knock when their time runs short. */
  private hurry(fresh: TableMessage, before: TableMessage): void {
    if (fresh.place && mayDecide(fresh) && !mayDecide(before)) sound.play("your-turn");
    clearTimeout(this.hurried);
    const { clock, place } = fresh;
    if (!clock || clock.for === "gone" || !clock.places.includes(place) || clock.ends_in_ms < SHORT_MS) return;
    this.hurried = setTimeout(() => sound.play("hurry"), clock.ends_in_ms - SHORT_MS);
  }
}

const mayDecide = ({ legal, place }: TableMessage): boolean =>
  !!legal.decide?.some((each) => each.place === place);

/** Asks where an account's chips are once, however often it is asked itself. */
function remembering(asked: Where): Where {
  const known = new Map<string, Spot | null>();
  return (account) => {
    if (!known.has(account)) known.set(account, asked(account));
    return known.get(account) ?? null;
  };
}

/** Where something is heard, from the left to the right of the screen. */
const side = (x: number): number => ((x - scrollX) / document.documentElement.clientWidth) * 2 - 1;

/** Chips that have just been drawn on a spot come into sight when those that fly there arrive. */
function holdBack(awaited: [Element, number][]): void {
  const landing = awaited.flatMap(([spot, ms]) => spot.getAnimations({ subtree: true }).map((each) => ({ each, ms })));
  for (const { each, ms } of landing) {
    const isLanding = each instanceof CSSAnimation && each.animationName.endsWith("land");
    if (isLanding && each.playState === "running") each.effect?.updateTiming({ delay: ms - 60, fill: "backwards" });
  }
}

/** For those who want stillness: a mark where chips have come to, which goes by itself. */
function mark(news: Told[]): void {
  for (const [, to] of news.flatMap((each) => each.moved ?? [])) {
    const element = to.startsWith("spot:") ? anchor(to) : null;
    if (!element || !spotOf(element)) continue;
    element.toggleAttribute("data-touched", true);
    setTimeout(() => element.toggleAttribute("data-touched", false), TOUCHED_MS);
  }
}
