/**
 * The worker that keeps the page's shell, and newer versions of the page. One that has come is offered, never taken
 * by itself: a round may be under way.
 */

class Version {
  /** Whether a newer page is ready to be loaded. */
  isNewer = $state(false);
  private waiting: ServiceWorker | null = null;
  private isAsked = false;

  /** Starts the worker, where the browser has one: it needs https, or the machine that the house runs on. */
  async keep(): Promise<void> {
    if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
    const workers = navigator.serviceWorker;
    const hadOne = !!workers.controller;
    workers.addEventListener("controllerchange", () => {
      if (this.isAsked) location.reload();
      else if (hadOne) this.isNewer = true;
    });
    const registered = await workers.register("/service-worker.js").catch(() => null);
    if (!registered) return;
    const look = () => {
      if (!registered.waiting || !workers.controller) return;
      this.waiting = registered.waiting;
      this.isNewer = true;
    };
    look();
    registered.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", look));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void registered.update().catch(() => undefined);
    });
  }

  /** Loads the newer page, as the person asks. */
  take(): void {
    this.isAsked = true;
    if (this.waiting?.state === "installed") this.waiting.postMessage("take over");
    else location.reload();
  }
}

export const version = new Version();
