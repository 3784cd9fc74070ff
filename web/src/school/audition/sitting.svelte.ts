/**
 * An audition under way, as its page has it: asked for again and again, and answered.
 *
 * Time is the house's; the clock here only runs on between two answers of it. What the candidate did and
 * could not be sent is sent again as it was: the house counts it once.
 */
import { Refusal, whyNot } from "../../lib/api";
import { notices } from "../../lib/notices.svelte";
import type { AuditionNow, AuditionSeen } from "../../lib/types";
import type { Given } from "../answering";
import { auditions } from "./api";

const POLL_MS = 1000;

export class Sitting {
  audition = $state.raw<AuditionNow | null>(null);
  /** The table as it was last seen. */
  table = $state.raw<AuditionSeen | null>(null);
  isSending = $state(false);
  /** Why the house was not reached. */
  problem = $state("");
  /** Why there is nothing to see here. */
  isGone = $state(false);
  /** Seconds since it began, as far as this page knows. */
  seconds = $state(0);
  private heardAt = 0;
  private known = 0;
  private unsent: { turn: number; given: Given } | null = null;
  private heard: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly ticking = setInterval(() => this.tick(), 250);
  private isClosed = false;

  constructor(readonly id: string) {
    void this.poll();
  }

  get isOver(): boolean {
    return !!this.audition && this.audition.status !== "under-way";
  }

  /** What the candidate does; once it is on its way, nothing else is sent before it has arrived. */
  async send(given: Given): Promise<void> {
    if (this.isSending || !this.table || this.unsent) return;
    this.unsent = { turn: this.table.turn, given };
    await this.deliver();
  }

  async leave(): Promise<void> {
    try {
      this.take(await auditions.leave(this.id));
    } catch (why) {
      notices.refuse(why);
    }
  }

  private async deliver(): Promise<void> {
    const { unsent } = this;
    if (!unsent || this.isSending) return;
    this.isSending = true;
    try {
      this.take(await auditions.answer(this.id, unsent.turn, unsent.given));
      this.unsent = null;
    } catch (why) {
      // What was refused is not sent again; what did not arrive is.
      if (why instanceof Refusal && why.status >= 400 && why.status < 500 && why.status !== 429) {
        this.unsent = null;
        notices.refuse(why);
      } else this.problem = whyNot(why);
    } finally {
      this.isSending = false;
    }
  }

  private async poll(): Promise<void> {
    try {
      if (this.unsent) await this.deliver();
      if (!this.isSending) this.take(await auditions.see(this.id, this.table?.seen ?? -1));
    } catch (why) {
      this.problem = whyNot(why);
      this.isGone = why instanceof Refusal && [401, 403, 404].includes(why.status);
      if (why instanceof Refusal && why.status === 409) this.table = null;
    }
    if (!this.isClosed && !this.isOver && !this.isGone) this.timer = setTimeout(() => void this.poll(), POLL_MS);
  }

  private take(now: AuditionNow): void {
    // Two answers may come in another order than they were sent.
    if (this.audition && now.status === "under-way" && now.seconds < this.known) return;
    this.problem = "";
    this.audition = now;
    this.known = this.seconds = now.seconds;
    this.heardAt = performance.now();
    if (now.now) {
      this.table = now.now;
      this.speak(now.now);
    }
    if (this.isOver) this.close();
  }

  /** What has happened at the table, for a screen reader. */
  private speak(table: AuditionSeen): void {
    const told = table.shown.told ?? [];
    const isSame = this.heard.every((line, i) => line === told[i]);
    notices.say(...told.slice(isSame ? this.heard.length : -1), ...(table.is_stopped ? [table.asks] : []));
    this.heard = told;
  }

  private tick(): void {
    if (this.audition && !this.isOver) this.seconds = this.known + (performance.now() - this.heardAt) / 1000;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.ticking);
  }
}
