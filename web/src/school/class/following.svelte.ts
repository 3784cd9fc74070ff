/**
 * Follows a class screen: asks for what is new, is kept waiting by the house until there is, and asks again.
 *
 * A lost connection is tried again until it is back; then the screen is shown as it is by then.
 */
import { Refusal, whyNot } from "../../lib/api";
import type { PhonePage } from "../../lib/types";

const RETRY_MS = 2000;
/** Several answers that come at once are drawn once. */
const TOGETHER_MS = 150;
const SOONEST_MS = 1000;
/** What no further try would change: nobody is signed in, it is another’s, it is gone. */
const FINAL = [401, 403, 404];

interface Followed {
  version: number;
  phase: PhonePage["phase"];
}

export class Following<T extends Followed> {
  page = $state.raw<T | null>(null);
  /** Why the house was not reached, or why there is nothing to see. */
  problem = $state("");
  isGone = $state(false);
  /** When the page in sight arrived, by `performance.now()`. */
  arrived = $state(0);
  private isClosed = false;
  private wake = () => {};
  private readonly online = () => this.wake();

  constructor(private readonly look: (after: number) => Promise<T | null>) {
    addEventListener("online", this.online);
    void this.follow();
  }

  take(page: T): void {
    // An answer to what was asked before may come late.
    if (this.page && page.version < this.page.version) return;
    this.page = page;
    this.arrived = performance.now();
  }

  close(): void {
    this.isClosed = true;
    removeEventListener("online", this.online);
    this.wake();
  }

  private async follow(): Promise<void> {
    while (!this.isClosed && !this.isGone && this.page?.phase !== "over") await this.once();
  }

  private async once(): Promise<void> {
    const began = performance.now();
    try {
      const page = await this.look(this.page?.version ?? 0);
      if (this.isClosed) return;
      this.problem = "";
      if (page) this.take(page);
      await this.pause(page ? TOGETHER_MS : SOONEST_MS - (performance.now() - began));
    } catch (why) {
      this.problem = whyNot(why);
      this.isGone = why instanceof Refusal && FINAL.includes(why.status);
      if (!this.isGone) await this.pause(RETRY_MS);
    }
  }

  private pause(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
