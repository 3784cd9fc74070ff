/**
 * A question under way: what is shown, what was answered so far, what came back.
 *
 * What is right in the middle of a question goes on at once; a mistake stays in sight until it was read.
 * An answer that could not be sent is kept, and sent again as it was.
 */
import { Refusal, whyNot } from "../lib/api";
import type { DrillMarked, DrillShown, PartShown, Planned, Stage } from "../lib/types";
import { school } from "./api";
import { type Given, watched } from "./answering";
import { Sheet } from "./sheet.svelte";
import { Stopwatch } from "./stopwatch";

export class Run extends Sheet {
  drill = $state.raw<DrillShown>() as DrillShown;
  /** What came back, while it is in sight. */
  marked = $state.raw<DrillMarked | null>(null);
  /** The marks of the stage before, where it went on by itself. */
  before = $state.raw<PartShown[]>([]);
  /** Every part that was marked in this question. */
  all = $state.raw<PartShown[]>([]);
  today = $state.raw<Planned | null>(null);
  /** Why the last answer did not arrive. */
  problem = $state("");
  /** Whether the question was answered elsewhere: then there is nothing to send again. */
  isGone = $state(false);
  /** When the marks or the stage in sight appeared, by `performance.now()`. */
  appeared = 0;
  private sent: Given = {};
  /** What was named at a table that goes on by itself: it stays named while the game goes on. */
  private named = "";
  private readonly watch = new Stopwatch();

  constructor(drill: DrillShown) {
    super();
    this.show(drill);
  }

  get stage(): Stage {
    return this.drill.stage;
  }

  get number(): number {
    return this.drill.number;
  }

  protected get isDone(): boolean {
    return !!this.marked;
  }

  get isTimed(): boolean {
    return (this.stage.seconds ?? 0) > 0;
  }

  get isOver(): boolean {
    return !!this.marked?.is_over;
  }

  async send(given: Given, drill = this.drill): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.problem = "";
    this.isGone = false;
    this.sent = given;
    try {
      await this.answerAll(given, drill);
    } catch (why) {
      this.problem = whyNot(why);
      if (why instanceof Refusal && why.status) await this.catchUp();
    } finally {
      this.isSending = false;
    }
  }

  /** What was named at a table that goes on by itself stays named: the frames that follow do not ask again. */
  private async answerAll(given: Given, asked: DrillShown): Promise<void> {
    let marked = await this.answered(given, asked);
    for (let again = this.again(marked); again && isRight(marked); again = this.again(marked)) {
      this.all = [...this.all, ...(marked.marks?.parts ?? [])];
      asked = marked.next!;
      marked = await this.answered(again, asked);
    }
    this.drill = asked;
    this.take(marked);
  }

  private async answered(given: Given, { id, number, stage }: DrillShown): Promise<DrillMarked> {
    const marked = await school.answer(id, { stage: number, given, seconds: this.watch.seconds });
    const part = watched(stage);
    const named = part && given[part.id];
    const isNamed = typeof named === "string" && named !== part?.options[0]?.id && (marked.marks?.parts.at(-1)?.mark ?? 1) === 1;
    this.named = isNamed ? named : "";
    return marked;
  }

  /** The answer to the next stage, where it was named before. */
  private again({ next }: DrillMarked): Given | null {
    const part = next ? watched(next.stage) : null;
    return part?.options.some((each) => each.id === this.named) ? { [part.id]: this.named } : null;
  }

  /** What could not be sent, once more. */
  sendAgain(): void {
    void this.send(this.sent);
  }

  /** Another window may have gone on with it: then this one does too. */
  private async catchUp(): Promise<void> {
    try {
      const now = await school.drill(this.drill.id);
      if (now.number !== this.drill.number) this.show(now);
    } catch (why) {
      this.problem = whyNot(why);
      this.isGone = why instanceof Refusal && why.isStale;
    }
  }

  private take(marked: DrillMarked): void {
    const parts = marked.marks?.parts ?? [];
    this.all = [...this.all, ...parts];
    if (marked.today) this.today = marked.today;
    if (marked.next && isRight(marked)) this.show(marked.next, parts);
    else {
      this.marked = marked;
      this.appeared = performance.now();
    }
  }

  /** On from marks that were read to the stage after them. */
  read(): void {
    const { marked } = this;
    if (!marked?.next) return;
    const again = this.again(marked);
    if (again) void this.send(again, marked.next);
    else this.show(marked.next);
  }

  private show(drill: DrillShown, before: PartShown[] = []): void {
    this.drill = drill;
    this.clear();
    this.marked = null;
    this.before = before;
    this.problem = "";
    this.appeared = performance.now();
    this.watch.restart();
  }

  /** Time begins to count now. */
  start(): void {
    this.watch.restart();
  }

  close(): void {
    this.watch.close();
  }
}

/** Whether nothing of it stays in sight to be read. */
function isRight({ marks }: DrillMarked): boolean {
  return !marks || marks.mark === 1;
}
