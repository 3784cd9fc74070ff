/**
 * The floor as the house last told of it, in a gaming day or a shift. The first look brings every row, later ones
 * only what has changed since; a row that has not changed stays the very same object. Nothing is asked while nobody looks.
 */
import { onDestroy } from "svelte";
import { whyNot } from "../../lib/api";
import type { ClosedTable, FloorCourse, IncidentRow, PeriodShown, PitRow, ShutTable, Total } from "../../lib/types";
import { pit } from "../asking";

const AGAIN_MS = 3000;
/** How a day went moves slowly, and costs more to tell: every so many looks. */
const COURSE_EVERY = 6;

export class FloorBoard {
  rows = $state.raw<PitRow[]>([]);
  totals = $state.raw<Total[]>([]);
  periods = $state.raw<PeriodShown[]>([]);
  period = $state("day");
  zone = $state("");
  unread = $state(0);
  closed = $state.raw<ClosedTable[]>([]);
  shut = $state.raw<ShutTable[]>([]);
  incidents = $state.raw<IncidentRow[]>([]);
  course = $state.raw<FloorCourse | null>(null);
  problem = $state("");
  isKnown = $state(false);

  private mark = "";
  private known = new Map<string, PitRow>();
  private looks = 0;
  private isLooking = false;
  private isAsked = false;

  constructor() {
    const again = () => document.visibilityState === "visible" && void this.look();
    void this.look();
    const timer = setInterval(again, AGAIN_MS);
    document.addEventListener("visibilitychange", again);
    onDestroy(() => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    });
  }

  /** Looks at another period: everything is told anew. */
  choose(period: string): void {
    this.period = period;
    this.mark = "";
    this.looks = 0;
    void this.look();
  }

  async look(): Promise<void> {
    if (this.isLooking) {
      this.isAsked = true;
      return;
    }
    this.isLooking = true;
    try {
      do {
        this.isAsked = false;
        await this.ask();
      } while (this.isAsked);
      this.problem = "";
    } catch (why) {
      this.problem = whyNot(why);
    }
    this.isLooking = false;
  }

  /** Whether the chart has anything to show. */
  private get isPlayed(): boolean {
    return [this.course?.money, this.course?.practice].some((each) => each?.at(-1)?.rounds);
  }

  private async ask(): Promise<void> {
    const { period, mark } = this;
    const seen = await pit.overview(period, mark);
    if (period !== this.period) return;
    this.mark = seen.mark;
    for (const each of seen.tables) this.known.set(each.id, each);
    if (seen.ids || seen.tables.length) {
      const ids = seen.ids ?? [...this.known.keys()];
      this.known = new Map(ids.flatMap((id) => (this.known.has(id) ? [[id, this.known.get(id)!]] : [])));
      this.rows = [...this.known.values()];
    }
    this.totals = seen.totals;
    this.periods = seen.periods;
    this.zone = seen.zone;
    this.unread = seen.unread;
    this.closed = seen.closed ?? this.closed;
    this.shut = seen.quarantined ?? this.shut;
    this.isKnown = true;
    // What was played first is shown at once: no total beside an empty chart.
    const isFirst = !this.isPlayed && seen.totals.some((each) => each.figures.rounds);
    if (this.looks++ % COURSE_EVERY === 0 || isFirst) {
      const course = await pit.course(period);
      if (period === this.period) this.course = course;
      this.incidents = await pit.incidents();
    }
  }
}
