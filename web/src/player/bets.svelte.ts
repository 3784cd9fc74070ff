/**
 * What a player means to have on his spots. Clicks change it at once on the screen; the house is told
 * the totals, one order at a time, quick clicks together. What it refuses goes back to what lies there.
 */
import { notices } from "../lib/notices.svelte";
import { dollars, inChips, worth } from "../lib/money";
import { settings } from "../lib/settings.svelte";
import type { TableSocket } from "../lib/socket.svelte";
import type { Cents, Chips, Description, Snapshot, Wager } from "../lib/types";

type Stakes = Record<string, Cents>;

const TOGETHER_MS = 130;

export class Bets {
  /** What should lie on wagers where that differs from what does. */
  private wanted = $state.raw<Stakes>({});
  private past = $state.raw<Stakes[]>([]);
  private lastTime = $state.raw<Stakes>({});
  private isSending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private doneAt = 0;

  constructor(
    private readonly socket: TableSocket,
    private readonly description: Description,
  ) {
    this.lastTime = recalled(description.id);
    socket.watch((fresh, before) => this.see(fresh, before));
  }

  // What lies there --------------------------------------------------------------------------------

  private get place() {
    const snapshot = this.socket.snapshot;
    return snapshot?.view.places[snapshot.place];
  }

  /** The spots on which a player may put chips himself. */
  get placed(): Wager[] {
    return this.description.game.wagers.filter((each) => each.is_placed);
  }

  lies(wager: string): Cents {
    return worth(this.place?.wagers[wager]);
  }

  /** What lies there, or is about to. */
  stake(wager: string): Cents {
    return this.wanted[this.leader(wager)] ?? this.lies(wager);
  }

  chips(wager: string): Chips {
    const cents = this.stake(wager);
    const there = this.place?.wagers[wager] ?? {};
    return cents === worth(there) ? there : (inChips(cents, this.description.denominations) ?? {});
  }

  get total(): Cents {
    return this.placed.reduce((sum, each) => sum + this.stake(each.id), 0);
  }

  /** Chips in the rail once everything wanted lies on the felt. */
  get left(): Cents {
    const moved = this.placed.reduce((sum, each) => sum + this.stake(each.id) - this.lies(each.id), 0);
    return worth(this.place?.chips) - moved;
  }

  // What may be done -------------------------------------------------------------------------------

  mayAdd(wager: string): boolean {
    return this.has("wager", this.leader(wager)) || this.leader(wager) in this.wanted;
  }

  mayTakeBack(wager: string): boolean {
    return this.has("take-back", this.leader(wager)) || this.leader(wager) in this.wanted;
  }

  /** Whether it is time to bet: somebody who can make none then still says that he is ready. */
  get isTime(): boolean {
    const view = this.socket.snapshot?.view;
    return view?.status === "open" && view.phase === "wagers";
  }

  /** Whether bets are taken: in time, and at some tables while the last card is being settled. */
  get isOpen(): boolean {
    return this.isTime || this.placed.some((each) => this.has("wager", each.id));
  }

  get mayRepeat(): boolean {
    return this.isOpen && this.repeatable().length > 0;
  }

  get mayUndo(): boolean {
    return this.isOpen && this.past.length > 0;
  }

  get mayClear(): boolean {
    return this.placed.some((each) => this.stake(each.id) > 0 && this.mayTakeBack(each.id));
  }

  get mayDouble(): boolean {
    return this.placed.some((each) => this.stake(each.id) > 0 && this.mayAdd(each.id));
  }

  private has(command: string, wager: string): boolean {
    const legal = this.socket.snapshot?.legal ?? [];
    return legal.some(
      (each) => each.command === command && each.wager === wager && !each.is_late && !each.for_dealer,
    );
  }

  // What is done -----------------------------------------------------------------------------------

  /** Adds the chosen chip; the first one reaches at least the minimum. */
  add(wager: string): void {
    const id = this.leader(wager);
    const [least, most] = this.limits(id);
    const now = this.stake(id);
    let next = now ? now + settings.chip : Math.max(settings.chip, least);
    if (next > most) {
      notices.tell(`The most on ${this.named(id)} is ${dollars(most)}.`);
      next = most;
    }
    this.want({ [id]: next });
  }

  /** Takes one chip's worth off; less than the minimum takes all. */
  remove(wager: string): void {
    const id = this.leader(wager);
    if (!this.mayTakeBack(id)) return;
    const next = this.stake(id) - settings.chip;
    this.want({ [id]: next < this.limits(id)[0] ? 0 : next });
  }

  double(): void {
    this.want(
      Object.fromEntries(
        this.leaders()
          .filter((id) => this.stake(id) > 0 && this.mayAdd(id))
          .map((id) => [id, Math.min(this.stake(id) * 2, this.limits(id)[1])]),
      ),
    );
  }

  clear(): void {
    const staked = this.leaders().filter((id) => this.stake(id) > 0 && this.mayTakeBack(id));
    this.want(Object.fromEntries(staked.map((id) => [id, 0])));
  }

  /** What was bet last time. */
  repeat(): void {
    this.want(Object.fromEntries(this.repeatable()));
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.wanted = { ...this.wanted, ...before };
    this.sendSoon();
  }

  private repeatable(): [string, Cents][] {
    const ids = Object.keys(this.lastTime);
    return Object.entries(this.lastTime).filter(([id, cents]) => {
      const wager = this.wager(id);
      const isLed = !!wager?.needs && (ids.includes(wager.needs) || this.stake(wager.needs) > 0);
      return wager && cents > this.stake(id) && (this.mayAdd(id) || (this.isOpen && isLed));
    });
  }

  private want(stakes: Stakes): void {
    const ids = Object.keys(stakes).filter((id) => stakes[id] !== this.stake(id));
    if (!ids.length) return;
    const cost = ids.reduce((sum, id) => sum + (stakes[id]! - this.stake(id)) * this.spots(id), 0);
    if (cost > this.left) {
      notices.tell(`That takes ${dollars(cost)}, and ${dollars(Math.max(0, this.left))} is left: buy chips first.`, "refused");
      return;
    }
    this.past = [...this.past, Object.fromEntries(ids.map((id) => [id, this.stake(id)]))];
    this.wanted = { ...this.wanted, ...Object.fromEntries(ids.map((id) => [id, stakes[id]!])) };
    this.sendSoon();
  }

  // Sending ----------------------------------------------------------------------------------------

  /** Settles once nothing is on its way any more: before saying that all bets are made. */
  async settled(): Promise<void> {
    while (this.timer !== undefined || this.isSending) {
      await new Promise((wake) => setTimeout(wake, 30));
    }
  }

  private sendSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.isSending) void this.send();
    }, TOGETHER_MS);
  }

  private async send(): Promise<void> {
    const place = this.socket.snapshot?.place ?? 0;
    const stakes = Object.fromEntries(
      Object.entries(this.wanted).filter(([id, cents]) => cents !== this.lies(id)),
    );
    if (!Object.keys(stakes).length) return this.forget();
    this.isSending = true;
    const sent = this.wanted;
    try {
      this.doneAt = await this.socket.order({ event: "bets", place, stakes });
    } catch (problem) {
      this.wanted = {};
      this.past = [];
      notices.refuse(problem);
    } finally {
      this.isSending = false;
    }
    if (this.wanted !== sent && Object.keys(this.wanted).length) this.sendSoon();
    else this.forget();
  }

  /** Shows what lies there, as soon as the last order is part of it. */
  private forget(): void {
    if (this.isSending || this.timer !== undefined) return;
    if ((this.socket.snapshot?.seq ?? 0) >= this.doneAt) this.wanted = {};
  }

  private see(fresh: Snapshot, before: Snapshot | null): void {
    const isNewPart = before && (before.view.phase !== fresh.view.phase || before.view.round !== fresh.view.round);
    if (isNewPart && before.view.phase === "wagers") this.recall(fresh);
    if (isNewPart) this.past = [];
    this.forget();
  }

  /** Keeps what was bet, for `repeat`. */
  private recall(fresh: Snapshot): void {
    const lies = fresh.view.places[fresh.place]?.wagers ?? {};
    const bet = this.leaders()
      .map((id): [string, Cents] => [id, worth(lies[id])])
      .filter(([, cents]) => cents > 0);
    if (!bet.length) return;
    const isFirst = !fresh.view.cards?.holding_boxes.length;
    this.lastTime = isFirst ? Object.fromEntries(bet) : { ...this.lastTime, ...Object.fromEntries(bet) };
    keep(this.description.id, this.lastTime);
  }

  // The spots --------------------------------------------------------------------------------------

  private wager(id: string): Wager | undefined {
    return this.description.game.wagers.find((each) => each.id === id);
  }

  private named(id: string): string {
    return this.wager(id)?.name ?? id;
  }

  /** The wager whose stake this one follows. */
  leader(id: string): string {
    return this.wager(id)?.same_as || id;
  }

  private leaders(): string[] {
    return this.placed.filter((each) => !each.same_as).map((each) => each.id);
  }

  /** How many spots take the same stake together. */
  private spots(id: string): number {
    return 1 + this.placed.filter((each) => each.same_as === id).length;
  }

  limits(id: string): [Cents, Cents] {
    const kind = this.wager(id)?.kind ?? id;
    return this.description.limits[kind] ?? this.description.limits[id] ?? [0, Infinity];
  }
}

const KEPT = "tablewright.bets.";

function recalled(table: string): Stakes {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT + table) ?? "{}") as Stakes;
  } catch {
    return {};
  }
}

function keep(table: string, stakes: Stakes): void {
  try {
    sessionStorage.setItem(KEPT + table, JSON.stringify(stakes));
  } catch {
    // Then the next visit begins without it.
  }
}
