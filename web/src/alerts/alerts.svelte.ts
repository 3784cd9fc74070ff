/** The alerts of the house as this page knows them: asked for every few seconds, new ones said aloud. */
import { sound } from "../felt/sound";
import { ask, whyNot } from "../lib/api";
import { notices } from "../lib/notices.svelte";
import { person } from "../lib/people.svelte";
import { settings } from "../lib/settings.svelte";
import type { AlertShown, AlertsPage, AlertThresholds, OfferShown, ThresholdsPage } from "../lib/types";
import { say } from "./words";

const REFRESH_MS = 3000;

export const thresholds = {
  now: () => ask<ThresholdsPage>("GET", "/pit/alerts/thresholds"),
  set: (asked: AlertThresholds) => ask<ThresholdsPage>("PUT", "/pit/alerts/thresholds", asked),
};

class Alerts {
  open = $state.raw<AlertShown[]>([]);
  /** Those of the last 24 hours that are over, the newest first. */
  earlier = $state.raw<AlertShown[]>([]);
  /** Handovers of the pit that wait and concern this person: those to them first. */
  offers = $state.raw<OfferShown[]>([]);
  mayTake = $state(false);
  isKnown = $state(false);
  /** Why the list may be out of date; nothing, if it is not. */
  problem = $state("");
  private mark = "";
  private followers = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** How many nobody has taken yet. */
  get untaken(): number {
    return this.open.filter((each) => !each.taken.length).length;
  }

  /** Keeps the list as it is in the house, until what is given back is called. */
  follow(): () => void {
    this.followers += 1;
    if (this.followers === 1) void this.look();
    return () => {
      this.followers -= 1;
      if (this.followers) return;
      clearTimeout(this.timer);
      this.open = this.earlier = [];
      this.offers = [];
      this.isKnown = false;
      this.mark = "";
    };
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    await this.refresh();
    if (this.followers) this.timer = setTimeout(() => void this.look(), REFRESH_MS);
  }

  async refresh(): Promise<void> {
    try {
      const page = await ask<AlertsPage>("GET", `/pit/alerts${this.mark ? `?since=${this.mark}` : ""}`);
      if (!this.followers) return;
      this.problem = "";
      this.mayTake = page.may_take;
      this.hearOffers(page.offers);
      this.mark = page.mark;
      if (page.open) this.hear(page.open);
      if (page.earlier) this.earlier = page.earlier;
      this.isKnown = true;
    } catch (problem) {
      this.problem = whyNot(problem);
    }
  }

  /** What is new is announced, the urgent at once; what was there when the page came is not. */
  private hear(open: AlertShown[]): void {
    const known = new Set(this.open.map((each) => each.id));
    const fresh = this.isKnown ? open.filter((each) => !known.has(each.id)) : [];
    this.open = open;
    const urgent = fresh.filter((each) => each.urgency === "urgent");
    for (const each of urgent) notices.tell(announced(each));
    notices.say(...fresh.filter((each) => each.urgency !== "urgent").map(announced));
    if (fresh.length && settings.hearsAlerts) sound.play(urgent.length ? "hurry" : "your-turn");
  }

  /** An offer of the pit to this person is told at once, also where it waited when they came. */
  private hearOffers(offers: OfferShown[]): void {
    const known = new Set(this.offers.map((each) => each.id));
    this.offers = offers;
    for (const each of offers) if (each.taker === person.name && !known.has(each.id)) notices.tell(say("offer.new", { name: each.giver }));
  }

  /** Takes an alert in the name of the person who is signed in, over from the one who has it. */
  async take(alert: AlertShown): Promise<void> {
    const holder = alert.taken.at(-1)?.name ?? "";
    try {
      await ask<AlertShown>("POST", `/pit/alerts/${alert.id}/take`, { holder });
    } catch (problem) {
      notices.refuse(problem);
    }
    await this.refresh();
  }

  async dismiss(alert: AlertShown, reason: string): Promise<void> {
    await ask<AlertShown>("POST", `/pit/alerts/${alert.id}/dismiss`, { reason });
    await this.refresh();
  }
}

function announced(alert: AlertShown): string {
  return say("new", { table: alert.table_name, title: alert.title, says: alert.says });
}

export const alerts = new Alerts();
