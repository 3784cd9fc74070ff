/**
 * What a player means to have on the spots. Clicks change it at once on the screen; the house gets
 * the totals, one order at a time, quick clicks together. What it refuses goes back to what lies there.
 * Chips below a wager's minimum wait on the screen until they reach it: the house hears of them then.
 */
import { ForDealer } from "../evening/forDealer.svelte";
import { notices } from "../lib/notices.svelte";
import { say } from "./words";
import { dollars, inChips, worth } from "../lib/money";
import { say as libSays } from "../lib/say";
import { settings } from "../lib/settings.svelte";
import type { TableSocket } from "../lib/socket.svelte";
import type { Cents, Chips, Limits, TableDescription, TableMessage, WagerDescription } from "../lib/types";

type Stakes = Record<string, Cents>;

const TOGETHER_MS = 130;
const MOST_CHIPS = 5;
const NO_LIMITS: Limits = {};

export class Bets {
  /** What should lie on wagers where that differs from what does. */
  private wanted = $state.raw<Stakes>({});
  private past = $state.raw<Stakes[]>([]);
  private lastTime = $state.raw<Stakes>({});
  private isSending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private doneAt = 0;
  /** What is bet for the dealer, beside one's own. */
  readonly dealer: ForDealer;
  /** Is told which chips the person puts on a spot, or takes off it: `cents` below nothing. */
  onmove?: (wager: string, chips: Chips, cents: Cents) => void;
  /** The wagers of which it was said that others go down with them. */
  private explained = new Set<string>();

  constructor(
    private readonly socket: TableSocket,
    private readonly description: TableDescription,
  ) {
    this.dealer = new ForDealer(socket, description);
    this.lastTime = recalled(description.id);
    socket.watch((fresh, before) => this.see(fresh, before));
  }

  // What lies there --------------------------------------------------------------------------------

  private readonly place = $derived.by(() => {
    const snapshot = this.socket.snapshot;
    return snapshot?.view.places[snapshot.place];
  });

  /** What this player may do: the same until it changes. */
  private readonly legal = $derived.by(() => this.socket.snapshot?.legal);

  /** The limits agreed with this player, which go before the posted ones. */
  private readonly agreed = $derived.by((): Limits => {
    const snapshot = this.socket.snapshot;
    return snapshot?.view.personal_limits?.[snapshot.place] ?? NO_LIMITS;
  });

  /** The spots on which players put chips themselves. */
  get placed(): WagerDescription[] {
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

  /** Everything of this player's on the felt: a wager that followed a decision too. */
  get onTheFelt(): Cents {
    return this.description.game.wagers.reduce((sum, each) => sum + this.stake(each.id), 0);
  }

  /** What a wager still needs before it plays; nothing where no chips lie, or enough. */
  shortBy(wager: string): Cents {
    const id = this.leader(wager);
    return this.isShort(id, this.stake(id)) ? this.limits(id)[0] - this.stake(id) : 0;
  }

  private isShort(id: string, cents: Cents): boolean {
    return cents > 0 && cents < this.limits(id)[0];
  }

  /** Up to five denominations that fit the limits here, smallest first. */
  get denominations(): Cents[] {
    const most = Math.max(...Object.values({ ...this.description.limits, ...this.agreed }).map(([, high]) => high));
    return this.description.denominations.filter((each) => each <= most).slice(-MOST_CHIPS);
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

  /** Whether it is time to bet: a player who cannot bet then can still be ready. */
  readonly isTime = $derived.by((): boolean => {
    const view = this.socket.snapshot?.view;
    return view?.status === "open" && view.phase === "wagers";
  });

  /** Whether bets are taken: in time, and at some tables while the last card is being settled. */
  get isOpen(): boolean {
    return this.isTime || this.placed.some((each) => this.has("wager", each.id));
  }

  /** Whether any spot takes a chip now: in the middle of a round some games open none to a newcomer. */
  get mayBegin(): boolean {
    return this.placed.some((each) => this.mayAdd(each.id));
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
    return !!this.legal?.[command]?.some((each) => each.wager === wager && !each.for_dealer);
  }

  // What is done -----------------------------------------------------------------------------------

  /** Adds the chosen chip, and says what else follows from it. */
  add(wager: string): void {
    const id = this.leader(wager);
    const [, most] = this.limits(id);
    let next = this.stake(id) + settings.chip;
    if (next > most) {
      notices.tell(say("bets.maximum", { wager: this.named(id), max: dollars(most) }));
      next = most;
    }
    if (!this.want({ [id]: next })) return;
    if (this.isShort(id, next)) this.tellMinimum(id);
    else this.explain(id, next);
  }

  /** Takes one chip's worth off. */
  remove(wager: string): void {
    const id = this.leader(wager);
    if (this.mayTakeBack(id)) this.want({ [id]: Math.max(0, this.stake(id) - settings.chip) });
  }

  /** Whether all chips may stay as they lie; says of the first that may not what it lacks. */
  reachesEveryMinimum(): boolean {
    const short = this.leaders().find((id) => this.shortBy(id));
    if (short) this.tellMinimum(short);
    return !short;
  }

  private tellMinimum(id: string): void {
    notices.tell(say("bets.minimum", { wager: this.named(id), min: dollars(this.limits(id)[0]) }));
  }

  /** Says once that another wager goes down with this one. */
  private explain(id: string, each: Cents): void {
    const names = this.placed.filter((one) => one.same_as === id).map((one) => one.name);
    if (!names.length || this.explained.has(id)) return;
    this.explained.add(id);
    notices.tell(say("bets.together", { wager: this.named(id), others: names.join(", "), amount: dollars(each) }));
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
    for (const [id, cents] of Object.entries(before)) this.move(id, cents);
    this.wanted = { ...this.wanted, ...before };
    this.sendSoon();
  }

  private repeatable(): [string, Cents][] {
    const ids = Object.keys(this.lastTime);
    // Limits may have been agreed or taken away since.
    const within = Object.entries(this.lastTime).map(([id, cents]): [string, Cents] => [id, Math.min(cents, this.limits(id)[1])]);
    return within.filter(([id, cents]) => {
      const wager = this.wager(id);
      const isLed = !!wager?.needs && (ids.includes(wager.needs) || this.stake(wager.needs) > 0);
      return wager && cents > this.stake(id) && (this.mayAdd(id) || (this.isOpen && isLed));
    });
  }

  /** Whether it can be had: chips that are not there cannot be bet. */
  private want(stakes: Stakes): boolean {
    const ids = Object.keys(stakes).filter((id) => stakes[id] !== this.stake(id));
    if (!ids.length) return false;
    if (this.socket.isLost) {
      notices.tell(libSays("lost.refused"), "refused");
      return false;
    }
    const cost = ids.reduce((sum, id) => sum + (stakes[id]! - this.stake(id)) * this.spots(id), 0);
    if (cost > this.left) {
      notices.tell(say("bets.short", { cost: dollars(cost), left: dollars(Math.max(0, this.left)) }), "refused");
      return false;
    }
    this.past = [...this.past, Object.fromEntries(ids.map((id) => [id, this.stake(id)]))];
    for (const id of ids) this.move(id, stakes[id]!);
    this.wanted = { ...this.wanted, ...Object.fromEntries(ids.map((id) => [id, stakes[id]!])) };
    this.sendSoon();
    return true;
  }

  /** Says which chips go to the spots of a stake, or come off them. */
  private move(id: string, to: Cents): void {
    const cents = to - this.stake(id);
    const chips = inChips(Math.abs(cents), this.description.denominations);
    if (!cents || !chips) return;
    for (const each of this.placed) if (this.leader(each.id) === id) this.onmove?.(each.id, chips, cents);
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
    // Of what is short of the minimum nothing lies at the house.
    const goals = Object.entries(this.wanted).map(([id, cents]) => [id, this.isShort(id, cents) ? 0 : cents] as const);
    const stakes = Object.fromEntries(goals.filter(([id, cents]) => cents !== this.lies(id)));
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
    if ((this.socket.snapshot?.seq ?? 0) < this.doneAt) return;
    this.wanted = Object.fromEntries(Object.entries(this.wanted).filter(([id, cents]) => this.isShort(id, cents)));
  }

  private see(fresh: TableMessage, before: TableMessage | null): void {
    const isNewPart = before && (before.view.phase !== fresh.view.phase || before.view.round !== fresh.view.round);
    if (isNewPart && before.view.phase === "wagers") this.recall(fresh);
    if (isNewPart) this.past = [];
    if (isNewPart) this.takeOffWhatIsShort(fresh);
    this.forget();
  }

  /** Chips that did not reach the minimum in time go back into the rail. */
  private takeOffWhatIsShort(fresh: TableMessage): void {
    if (fresh.view.phase === "wagers") return;
    const short = Object.keys(this.wanted).filter((id) => this.isShort(id, this.wanted[id]!));
    if (!short.length) return;
    for (const id of short) {
      notices.tell(say("bets.returned", { wager: this.named(id), min: dollars(this.limits(id)[0]) }));
    }
    this.wanted = Object.fromEntries(Object.entries(this.wanted).filter(([id]) => !short.includes(id)));
  }

  /** Keeps what was bet, for `repeat`. */
  private recall(fresh: TableMessage): void {
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

  private wager(id: string): WagerDescription | undefined {
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
    return this.agreed[kind] ?? this.description.limits[kind] ?? [0, Infinity];
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
