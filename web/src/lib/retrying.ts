/**
 * Trying again until it works: soon at first, then ever less often, never in step with the others who wait;
 * at once when the device is back on the network or the page is looked at again.
 */

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const SOON_MS = 150;

export class Retry {
  private wait = FIRST_WAIT_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly again: () => void) {
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.look);
  }

  /** It failed: try later. */
  later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.now, this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  /** It is to work again in a moment: try then, as often as need be. */
  soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.now, SOON_MS * Math.random());
  }

  /** Tries at once, if a try is due at all. */
  now = (): void => {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.again();
  };

  /** It worked: the next failure is tried again soon. */
  reset(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.wait = FIRST_WAIT_MS;
  }

  end(): void {
    this.reset();
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.look);
  }

  private look = (): void => {
    if (document.visibilityState === "visible") this.now();
  };
}
