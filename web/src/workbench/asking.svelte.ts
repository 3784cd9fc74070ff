/** Questions that may take a while: asked again until they are answered, and dropped for a newer one. */
import { Refusal, ask, whyNot } from "../lib/api";
import type { Underway } from "../lib/types";

const AGAIN_MS = 250;
const BUSY_MS = 3000;
const TOO_MANY = 429;

/** This page, among all that one person has open: the house tells their questions apart by it. */
const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join("");

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** What is looked at in one place: the newest question there, and its answer. */
export class Asking<T> {
  value = $state.raw<T | null>(null);
  underway = $state.raw<Underway | null>(null);
  problem = $state("");
  /** Whether the answer that is shown is not the one to the newest question. */
  isAsking = $state(false);
  private path = "";
  private running: AbortController | null = null;
  private readonly slot: string;

  constructor(name: string) {
    this.slot = `${PAGE}.${name}`;
  }

  /** Asks, a little later if there may soon be something newer to ask. */
  ask(path: string, laterMs = 0, isAnew = false): void {
    if (path === this.path && !isAnew) return;
    this.path = path;
    this.running?.abort();
    this.running = new AbortController();
    this.isAsking = true;
    void this.run(path, laterMs, this.running.signal);
  }

  /** Nobody looks any more. */
  drop(): void {
    this.running?.abort();
    const wasAsking = this.isAsking;
    this.path = "";
    this.isAsking = false;
    this.underway = null;
    if (wasAsking) void ask("DELETE", `/workbench/waiting?slot=${this.slot}`).catch(() => undefined);
  }

  private async run(path: string, laterMs: number, signal: AbortSignal): Promise<void> {
    await pause(laterMs);
    while (!signal.aborted) {
      const said = await this.once(path, signal);
      if (signal.aborted) return;
      if (said === "later") continue;
      this.isAsking = false;
      this.underway = null;
      if (said !== "refused") [this.value, this.problem] = [said, ""];
      return;
    }
  }

  private async once(path: string, signal: AbortSignal): Promise<T | "later" | "refused"> {
    try {
      const said = await ask<T | Underway>("GET", `/workbench/${path}&slot=${this.slot}`, undefined, signal);
      if (!isUnderway(said)) return said;
      if (!signal.aborted) this.underway = said;
      await pause(AGAIN_MS);
      return "later";
    } catch (problem) {
      if (signal.aborted) return "later";
      if (problem instanceof Refusal && problem.status === TOO_MANY) {
        await pause(BUSY_MS);
        return "later";
      }
      this.problem = whyNot(problem);
      return "refused";
    }
  }
}

const isUnderway = (said: unknown): said is Underway =>
  typeof said === "object" && said !== null && "is_underway" in said;
