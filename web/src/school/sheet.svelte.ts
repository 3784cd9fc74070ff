/** The sheet on which a stage is answered: what was answered so far, and which part is at hand. */
import type { AnyPart, Chips, Stage } from "../lib/types";
import { type Given, isAnswered, withChip } from "./answering";

export abstract class Sheet {
  given = $state.raw<Given>({});
  /** Which part is being answered, counted from 0. */
  at = $state(0);
  isSending = $state(false);
  /** The chips paid with the part at hand, the last one last. */
  private paid: number[] = [];

  /** What is shown and asked. */
  abstract get stage(): Stage;
  /** Which stage it is: another number is another stage. */
  abstract get number(): number;
  /** Whether nothing more is to be answered in it. */
  protected abstract get isDone(): boolean;
  abstract send(given: Given): Promise<void>;

  get part(): AnyPart | undefined {
    return this.stage.parts[this.at];
  }

  get isLastPart(): boolean {
    return this.at >= this.stage.parts.length - 1;
  }

  /** Answers a part, or takes its answer back. */
  answer(part: AnyPart, value: unknown): void {
    if (part.kind === "chips") this.notePaid((this.given[part.id] ?? {}) as Chips, (value ?? {}) as Chips);
    const { [part.id]: _, ...others } = this.given;
    this.given = value === undefined ? others : { ...others, [part.id]: value };
  }

  private notePaid(before: Chips, after: Chips): void {
    const added = Object.keys(after).find((each) => (after[each] ?? 0) > (before[each] ?? 0));
    if (added) this.paid.push(Number(added));
  }

  /** Takes the chip back that was paid last. */
  takeChipBack(): void {
    const part = this.part;
    const last = this.paid.pop();
    if (part?.kind !== "chips" || last === undefined) return;
    this.answer(part, withChip(this.given[part.id], part.rack, last, -1));
  }

  /** The next part, or the answer is sent; says whether there was anything to go on with. */
  goOn(): boolean {
    if (this.isSending || this.isDone) return true;
    const part = this.part;
    if (part && !isAnswered(part, this.given[part.id])) return false;
    this.next();
    return true;
  }

  /** Leaves a part without an answer. */
  passOver(): void {
    if (this.isSending || this.isDone || !this.part) return;
    this.answer(this.part, undefined);
    this.next();
  }

  private next(): void {
    if (this.isLastPart) void this.send(this.given);
    else this.at += 1;
  }

  /** A fresh sheet. */
  protected clear(): void {
    this.given = {};
    this.paid = [];
    this.at = 0;
  }
}
