/**
 * What is in the air above a table: chips and cards on their way, each an element that is moved by the
 * compositor alone (transform and opacity) and is gone when it has arrived. What lies on the felt is
 * shown at once and never waits for this; where it cannot keep up, or nobody looks, it is dropped.
 */
import { mount } from "svelte";
import { settings } from "../lib/settings.svelte";
import type { Cents } from "../lib/types";
import ChipStack from "./Chips.svelte";
import "./flights.css";

/** Where something is at a moment of its flight, in pixels of the page and milliseconds from its beginning. */
export interface Stop {
  x: number;
  y: number;
  at: number;
  opacity?: number;
  /** As large as it is drawn, if nothing is said. */
  scale?: number;
}

/** What is drawn for a flight, and kept for the next: chips of one denomination in a stack, or light on a spot that has won. */
type Drawn =
  | { of: "chips"; value: Cents; count: number; size: number }
  | { of: "glow"; width: number; height: number; radius: string };

/** What flies: that, or a card that the page has just taken off the felt. */
export type Look = Drawn | { of: "card"; element: HTMLElement; width: number };

export interface Flight {
  look: Look;
  stops: Stop[];
  /** Named in the document, for those who look it over. */
  from?: string;
  to?: string;
}

const MOST = 80;
const MOST_KEPT = 24;
const EASE = "cubic-bezier(0.3, 0.05, 0.2, 1)";

/** Whether this person wants nothing to move. */
export const isStill = (): boolean => settings.isStill || matchMedia("(prefers-reduced-motion: reduce)").matches;

class Flights {
  private layer: HTMLElement | null = null;
  private readonly flying = new Map<HTMLElement, Animation>();
  /** Elements that lie ready, by what they look like. */
  private readonly ready = new Map<string, HTMLElement[]>();
  /** One of each look, of which the others are copies: a component is made once for all of them. */
  private readonly models = new Map<string, HTMLElement>();

  constructor() {
    document.addEventListener("visibilitychange", () => document.hidden && this.end());
  }

  /** Sends things off together. Nothing is read from the page here. */
  send(flights: readonly Flight[]): void {
    if (!flights.length || document.hidden || isStill()) return;
    if (this.flying.size + flights.length > MOST) this.end();
    const batch = document.createDocumentFragment();
    const sent = flights.slice(0, MOST).map((flight) => {
      const element = this.take(flight.look);
      element.dataset.from = flight.from ?? "";
      element.dataset.to = flight.to ?? "";
      batch.append(element);
      return [element, flight] as const;
    });
    this.above().append(batch);
    for (const [element, flight] of sent) this.start(element, flight);
  }

  /** Everything that is in the air has arrived. */
  end(): void {
    for (const animation of this.flying.values()) animation.cancel();
    for (const element of this.flying.keys()) element.remove();
    this.flying.clear();
  }

  private start(element: HTMLElement, { look, stops }: Flight): void {
    const passed = withoutWaiting(stops);
    const delay = passed[0]!.at;
    const duration = Math.max(1, stops.at(-1)!.at - delay);
    // Property by property: the browser reads that in half the time it takes for stop by stop.
    const keyframes = {
      offset: passed.map(({ at }) => Math.min(1, (at - delay) / duration)),
      transform: passed.map(({ x, y, scale = 1 }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${scale === 1 ? "" : ` scale(${scale})`}`),
      opacity: passed.map(({ opacity = 1 }) => opacity),
      easing: EASE,
    };
    const animation = element.animate(keyframes, { delay, duration, fill: "both" });
    this.flying.set(element, animation);
    animation.onfinish = () => {
      if (this.flying.get(element) !== animation) return;
      this.flying.delete(element);
      element.remove();
      animation.cancel();
      if (look.of !== "card") this.keep(look, element);
    };
  }

  private take(look: Look): HTMLElement {
    if (look.of === "card") return lifted(look.element, look.width);
    const name = named(look);
    const kept = this.ready.get(name)?.pop();
    if (kept) return kept;
    const model = this.models.get(name) ?? made(look);
    this.models.set(name, model);
    return model.cloneNode(true) as HTMLElement;
  }

  private keep(look: Drawn, element: HTMLElement): void {
    const kept = this.ready.get(named(look)) ?? [];
    if (kept.length < MOST_KEPT) kept.push(element);
    this.ready.set(named(look), kept);
  }

  private above(): HTMLElement {
    if (!this.layer?.isConnected) {
      this.layer = document.createElement("div");
      this.layer.className = "flights";
      this.layer.setAttribute("aria-hidden", "true");
      document.body.append(this.layer);
    }
    return this.layer;
  }
}

/** What only waits where it begins has no stop of its own for that: it sets out later. */
function withoutWaiting(stops: Stop[]): Stop[] {
  const [first, next] = stops;
  const waits = first && next && first.x === next.x && first.y === next.y && first.opacity === next.opacity && first.scale === next.scale;
  return waits && stops.length > 2 ? stops.slice(1) : stops;
}

const named = (look: Drawn): string => Object.values(look).join("/");

/** Drawn by the same hand as what lies on the felt; its middle is at the point where it is. */
function made(look: Drawn): HTMLElement {
  const element = document.createElement("span");
  if (look.of === "chips") {
    mount(ChipStack, { target: element, props: { chips: { [look.value]: look.count }, size: look.size, hasWorth: false } });
    // One tower, without what stands around several.
    const tower = element.querySelector<HTMLElement>(".tower")!;
    tower.classList.add("flown");
    tower.style.setProperty("--chip", `${look.size}px`);
    tower.style.translate = `${-look.size / 2}px ${-look.size * (0.31 + (look.count - 1) * 0.15)}px`;
    return tower;
  }
  const { width, height, radius } = look;
  element.className = "flown glow";
  element.style.cssText = `width: ${width}px; height: ${height}px; border-radius: ${radius}; translate: ${-width / 2}px ${-height / 2}px`;
  return element;
}

/** A card that the page has taken off the felt, carried as it lay there. */
function lifted(card: HTMLElement, width: number): HTMLElement {
  card.classList.add("flown");
  card.style.setProperty("--card", `${width}px`);
  card.style.translate = `${-width / 2}px ${-width * 0.7}px`;
  card.style.animation = "none";
  return card;
}

export const flights = new Flights();
