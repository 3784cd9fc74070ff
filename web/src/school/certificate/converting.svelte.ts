/** A conversion as its page has it: the question that is asked, and the sheet on which it is answered. */
import { Refusal, whyNot } from "../../lib/api";
import type { ConversionNow, DrillShown, Stage } from "../../lib/types";
import type { Given } from "../answering";
import { Sheet } from "../sheet.svelte";
import { Stopwatch } from "../stopwatch";
import { conversions } from "./api";

export class Converting extends Sheet {
  now = $state.raw<ConversionNow>() as ConversionNow;
  /** Why the last answer did not arrive; it is kept, and sent again as it was. */
  problem = $state("");
  private sent: Given = {};
  private readonly watch = new Stopwatch();

  constructor(now: ConversionNow) {
    super();
    this.take(now);
  }

  get question(): DrillShown | null {
    return this.now.question;
  }

  get stage(): Stage {
    return this.question?.stage ?? { asks: "", parts: [] };
  }

  get number(): number {
    return this.question?.number ?? 0;
  }

  protected get isDone(): boolean {
    return !this.question;
  }

  close(): void {
    this.watch.close();
  }

  sendAgain(): void {
    void this.send(this.sent);
  }

  async send(given: Given): Promise<void> {
    const question = this.question;
    if (this.isSending || !question) return;
    this.sent = given;
    this.isSending = true;
    const seconds = this.watch.seconds;
    try {
      this.take(await conversions.answer(this.now.id, { question: question.id, stage: question.number, given, seconds }));
      this.problem = "";
    } catch (why) {
      if (why instanceof Refusal && why.status === 409) this.take(await conversions.see(this.now.id));
      else this.problem = whyNot(why);
    } finally {
      this.isSending = false;
    }
  }

  take(now: ConversionNow): void {
    const isOther = this.now?.question?.id !== now.question?.id || this.now?.question?.number !== now.question?.number;
    this.now = now;
    if (!isOther) return;
    this.clear();
    this.watch.restart();
  }
}
