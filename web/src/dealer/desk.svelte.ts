/** The work at one post: what may be done there now, which form lies open, and the orders that are given. */

import { api, whyNot } from "../lib/api";
import { notices } from "../lib/notices.svelte";
import { type Signing, TableSocket } from "../lib/socket.svelte";
import type { Order, Role, SlipSeen, TableDescription } from "../lib/types";
import { capital } from "../lib/words";
import { type Action, type Trouble, actions, begin, needsForm, order, troubles } from "./orders";
import { type Signature, toSign } from "./signing";
import { say } from "./words";

/** The one form or sheet that lies open. */
export type Opened =
  | { is: "rules" | "keys" | "sound" | "call" | "report" }
  | { is: "act"; action: Action; place: number }
  | { is: "trouble"; trouble: Trouble }
  | { is: "sign"; signature: Signature }
  | { is: "cancel"; slip: SlipSeen }
  | { is: "place"; place: number };

export class Desk {
  readonly socket: TableSocket;
  opened = $state.raw<Opened | null>(null);
  /** How many payments of the next place have been ticked off. */
  ticked = $state(0);
  /** Accounts by post, for reliefs. */
  staff = $state.raw<Record<string, string[]>>({});

  constructor(
    id: string,
    readonly as: Role,
    readonly description: TableDescription,
  ) {
    this.socket = new TableSocket(id, as);
    let before = this.step;
    this.socket.watch(() => {
      if (this.step !== before) this.ticked = 0;
      before = this.step;
    });
  }

  /** Which step comes next: another text, another step. */
  get step(): string {
    const { view, next } = this.socket.snapshot ?? {};
    return `${view?.round} ${view?.phase} ${next?.command} ${next?.place}`;
  }

  readonly snapshot = $derived.by(() => this.socket.snapshot);
  readonly isBusy = $derived.by(() => this.socket.pending > 0 || this.socket.connection !== "open");
  readonly all = $derived.by(() => (this.snapshot ? actions(this.snapshot.legal, this.description.game) : []));
  /** What stands in the panel of the next step is not named twice; what is listed there can be done one by one as well. */
  readonly others = $derived.by(() => {
    const next = this.snapshot?.next;
    if (next?.confirms?.length) return this.all;
    return this.all.filter((each) => !next?.do || each.command !== next.command || each.entries.length > 1);
  });
  readonly troubles = $derived.by(() => (this.snapshot ? troubles(this.snapshot.legal) : []));
  readonly reports = $derived.by(() => this.snapshot?.legal["report-chips"] ?? []);

  get canCall(): boolean {
    return this.as === "dealer" || this.as === "surveillance";
  }

  get canDismiss(): boolean {
    return this.as === "inspector" || this.as === "pit-boss";
  }

  readonly close = (): void => {
    this.opened = null;
  };

  /** Gives an order; a text says why it was refused. */
  readonly give = async (made: Order, signing?: Signing): Promise<string> => {
    try {
      await this.socket.order(made, signing);
      const done = this.description.game.steps[made.event]?.done;
      if (done) notices.tell(done);
      return "";
    } catch (problem) {
      return capital(whyNot(problem));
    }
  };

  /** Gives an order that no form is open for. */
  readonly perform = async (made: Order): Promise<void> => {
    const why = await this.give(made);
    if (why) this.refused(why);
  };

  /** The journal's length when the next step was last taken: a second press before the answer is no second step. */
  private takenAt = -1;

  readonly takeStep = async (made: Order): Promise<void> => {
    const seq = this.snapshot?.seq ?? 0;
    if (seq === this.takenAt) return;
    this.takenAt = seq;
    const why = await this.give(made);
    if (!why) return;
    this.takenAt = -1;
    this.refused(why);
  };

  /** Closing the table ends this post too, which is said in its place. */
  private refused(why: string): void {
    if (this.socket.connection !== "ended") notices.tell(why, "refused");
  }

  readonly choose = (action: Action, place = 0): void => {
    this.opened = null;
    if (!needsForm(action)) {
      if (!this.isBusy) void this.perform(order(action, begin(action, place)));
      return;
    }
    if (action.fields.some((each) => each.kind === "staff")) {
      api.staff().then((found) => (this.staff = found), notices.refuse);
    }
    this.opened = { is: "act", action, place };
  };

  /** Ticks the next payment off. */
  tick(): void {
    this.ticked = Math.min(this.ticked + 1, this.snapshot?.next?.payments.length ?? 0);
  }

  /** The payment that is made now. */
  readonly paying = $derived.by(() => this.snapshot?.next?.payments[this.ticked]);

  chooseNamed(command: string): void {
    const found = this.all.find((each) => each.command === command);
    if (found) this.choose(found);
  }

  readonly signSlip = (number: number): void => {
    const slip = this.snapshot?.view.slips?.find((each) => each.slip === number);
    if (slip) this.opened = { is: "sign", signature: toSign(slip, this.description.game) };
  };

  readonly call = async (says: string, irregularity: string): Promise<string> => {
    if (this.socket.connection !== "open") return say("call.lost");
    return this.give({ event: "call", says, irregularity });
  };
}
