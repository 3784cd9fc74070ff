/**
 * The sheet of one question of a class on a phone. What was filled in outlives a reload; an answer that
 * could not be sent is sent again as it was, until it has arrived or the question is closed.
 */
import { Refusal, whyNot } from "../../lib/api";
import type { AskedShown, PhonePage, Stage } from "../../lib/types";
import { type Given, isAnswered } from "../answering";
import { Sheet } from "../sheet.svelte";
import { Stopwatch } from "../stopwatch";
import { screens } from "./api";

const RETRY_MS = 2000;

export class ClassSheet extends Sheet {
  /** Why the answer has not arrived. */
  problem = $state("");
  /** What was sent, while it is on its way. */
  private sent: Given | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly watch = new Stopwatch();
  private readonly online = () => this.sent && this.problem && void this.deliver();

  constructor(
    private readonly code: string,
    readonly asked: AskedShown,
    private readonly take: (page: PhonePage) => void,
  ) {
    super();
    this.remember();
    addEventListener("online", this.online);
  }

  get stage(): Stage {
    return this.asked.stage;
  }

  get number(): number {
    return this.asked.turn;
  }

  protected get isDone(): boolean {
    return this.sent !== null;
  }

  override answer(...given: Parameters<Sheet["answer"]>): void {
    super.answer(...given);
    this.keep();
  }

  async send(given: Given): Promise<void> {
    if (this.sent) return;
    this.sent = given;
    await this.deliver();
  }

  /** Time is over: what was filled in goes out; where nothing was, nothing does. */
  timeIsOver(): void {
    const filled = this.stage.parts.filter((part) => isAnswered(part, this.given[part.id]));
    if (filled.length) void this.send(Object.fromEntries(filled.map((part) => [part.id, this.given[part.id]])));
  }

  close(): void {
    clearTimeout(this.timer);
    removeEventListener("online", this.online);
    this.watch.close();
  }

  private async deliver(): Promise<void> {
    if (!this.sent || this.isSending) return;
    clearTimeout(this.timer);
    this.isSending = true;
    try {
      const page = await screens.answer(this.code, { turn: this.asked.turn, given: this.sent, seconds: this.watch.seconds });
      this.problem = "";
      this.forget();
      this.take(page);
    } catch (why) {
      this.problem = whyNot(why);
      const isRefused = why instanceof Refusal && why.status >= 400 && why.status < 500 && why.status !== 429;
      if (isRefused) this.sent = null;
      else this.timer = setTimeout(() => void this.deliver(), RETRY_MS);
    } finally {
      this.isSending = false;
    }
  }

  // A phone whose page is loaded again goes on with what was filled in.

  private get kept(): string {
    return `tablewright.class.${this.code}`;
  }

  private keep(): void {
    try {
      sessionStorage.setItem(this.kept, JSON.stringify({ turn: this.asked.turn, given: this.given }));
    } catch {
      // It holds until the page is left.
    }
  }

  private remember(): void {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.kept) ?? "null") as { turn: number; given: Given } | null;
      if (kept?.turn !== this.asked.turn) return;
      this.given = kept.given;
      const first = this.stage.parts.findIndex((part) => !isAnswered(part, this.given[part.id]));
      this.at = first < 0 ? this.stage.parts.length - 1 : first;
    } catch {
      // Nothing was kept that can be read.
    }
  }

  private forget(): void {
    try {
      sessionStorage.removeItem(this.kept);
    } catch {
      // Nothing was kept.
    }
  }
}
