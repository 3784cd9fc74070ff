/** How long a person looked at something: the time in which the page was hidden does not count. */

export class Stopwatch {
  private counted = 0;
  private since: number | null = null;
  private readonly heard = () => (document.hidden ? this.pause() : this.go());

  constructor() {
    document.addEventListener("visibilitychange", this.heard);
    this.restart();
  }

  restart(): void {
    this.counted = 0;
    this.since = document.hidden ? null : performance.now();
  }

  get seconds(): number {
    const running = this.since === null ? 0 : performance.now() - this.since;
    return (this.counted + running) / 1000;
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.heard);
  }

  private pause(): void {
    this.counted = this.seconds * 1000;
    this.since = null;
  }

  private go(): void {
    this.since ??= performance.now();
  }
}
