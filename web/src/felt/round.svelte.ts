/**
 * What a person at the table sees of a round. Cards and results stay in sight after the dealer has taken
 * them up, until this person bets again: nobody should miss how a round ended. What has not changed stays the
 * same object, so that a message about one place draws that place alone.
 */
import { shared } from "../lib/sharing";
import type { TableSocket } from "../lib/socket.svelte";
import type { PaymentShown, PayMark, RoundSoFar, TableMessage, Told, View } from "../lib/types";
import { say } from "../newcomer/words";

/** The places whose player has lost the connection. */
export const awayPlaces = ({ clock }: TableMessage): number[] => (clock?.for === "gone" ? clock.places : []);

export class Round {
  private held = $state.raw<View | null>(null);
  /** The rows of pay tables that the own hand was marked with, and in which round. */
  private marked = $state.raw<{ round: number; pays: PayMark[] }>({ round: 0, pays: [] });
  private shown: TableMessage | null = null;
  private paid: Record<number, PaymentShown[]> = {};

  constructor(private readonly socket: TableSocket) {
    socket.watch((fresh, before) => this.see(fresh, before));
  }

  private see(fresh: TableMessage, before: TableMessage | null): void {
    if (before && before.view.round < fresh.view.round) this.held = before.view;
    const own = fresh.view.own;
    if (own?.cards.length) this.marked = { round: fresh.view.round, pays: own.pays };
  }

  /** The round that is in sight. */
  readonly number = $derived.by((): number => (this.isHeld ? this.held!.round : (this.socket.snapshot?.view.round ?? 0)));

  /** Whether the last round is still in sight although the next has begun. */
  readonly isHeld = $derived.by((): boolean => {
    const snapshot = this.socket.snapshot;
    if (!snapshot || !this.held || snapshot.view.round !== this.held.round + 1) return false;
    const { view, place, ready } = snapshot;
    const own = view.places[place];
    return view.phase === "wagers" && !ready.includes(place) && !Object.keys(own?.wagers ?? {}).length;
  });

  /** The snapshot, with the last round's cards while they are in sight. */
  readonly snapshot = $derived.by(() => (this.shown = shared(this.shown, this.seen())));

  private seen(): TableMessage | null {
    const now = this.socket.snapshot;
    const last = this.held;
    if (!now || !last || !this.isHeld) return now;
    const places = Object.fromEntries(
      Object.entries(now.view.places).map(([number, place]) => {
        const before = last.places[number];
        const isSame = before?.player === place.player;
        return [number, isSame ? { ...place, hand: before.hand, plays: before.plays, decision: before.decision } : place];
      }),
    );
    const view = { ...now.view, places, dealer: last.dealer, cards: last.cards, own: last.own };
    return { ...now, view };
  }

  /** How wagers ended, by place: of the round in sight, or of its last card where cards are drawn. */
  readonly payments = $derived.by(() => (this.paid = shared(this.paid, this.ended())));

  private ended(): Record<number, PaymentShown[]> {
    const told = this.socket.told.filter((each) => each.round === this.number);
    const lastDraw = told.findLastIndex((each) => each.event === "draw");
    const found: Record<number, PaymentShown[]> = {};
    for (const each of told.slice(lastDraw + 1)) {
      if (each.payment) (found[each.place] ??= []).push(each.payment);
    }
    return found;
  }

  /** What the round in sight has come to for this person, once a wager of theirs was settled in it. */
  get total(): RoundSoFar | null {
    const total = this.socket.snapshot?.session?.round;
    return total && total.round === this.number ? total : null;
  }

  /** What the last round came to for this person, once it is out of sight. */
  get last(): RoundSoFar | null {
    const total = this.socket.snapshot?.session?.round;
    return total && total.round < this.number ? total : null;
  }

  /** What happened last in the round in sight, payments with their reason; newest last. */
  get happened(): Told[] {
    const told = this.socket.told.filter((each) => each.round === this.number);
    return told.filter((each) => each.payment || each.kind === "cards" || each.kind === "trouble").slice(-3);
  }

  /** The rows of pay tables that the cards in sight win: marked until the round is out of sight. */
  get pays(): PayMark[] {
    const shown = this.snapshot?.view.cards?.pays;
    return shown ?? (this.marked.round === this.number ? this.marked.pays : []);
  }

  /** Whether wagers are taken just now: “no more bets” holds no longer. */
  readonly areBetsOpen = $derived.by((): boolean => {
    const snapshot = this.socket.snapshot;
    if (snapshot?.view.status !== "open") return false;
    return snapshot.view.phase === "wagers" || "wager" in snapshot.legal;
  });

  /** What was called and turned last, newest last. */
  readonly calls = $derived.by((): Told[] => {
    const told = this.socket.told.filter((each) => each.round === this.number);
    return told
      .filter((each) => each.kind === "call" || each.kind === "trouble" || this.isWelcome(each))
      .filter((each) => each.event !== "no-more-bets" || !this.areBetsOpen)
      .filter((each, i, all) => !this.isWelcome(each) || all.findIndex((one) => one.n === each.n) === i)
      .map((each) => (this.isWelcome(each) ? { ...each, says: say("welcome") } : each))
      .filter((each, i, all) => !this.isWelcome(each) || i === all.length - 1)
      .slice(-2);
  });

  /** Whether this person is welcomed with it: what is explained then is shown in pictures. */
  private isWelcome(each: Told): boolean {
    return each.event === "welcome" && each.place === this.socket.snapshot?.place;
  }

  /** What a hand that lies open makes, by place; the dealer's is 0. */
  readonly hands = $derived.by((): Record<number, string> => {
    const told = this.socket.told.filter((each) => each.round === this.number && each.hand);
    return Object.fromEntries(told.map((each) => [each.place, each.hand!]));
  });
}
