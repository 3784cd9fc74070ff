/** What this screen remembers for the person before it. */

const KEY = "tablewright.settings";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const SOUNDS = ["off", "low", "full"] as const;
export type Sound = (typeof SOUNDS)[number];

interface Kept {
  isTwoColour: boolean;
  chip: number;
  theme: Theme;
  sound: Sound;
  isSpoken: boolean;
  isStill: boolean;
  hearsAlerts: boolean;
}

function kept(): Kept {
  const standard: Kept = {
    isTwoColour: false,
    chip: 500,
    theme: "auto",
    sound: "low",
    isSpoken: false,
    isStill: false,
    hearsAlerts: true,
  };
  try {
    return { ...standard, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return standard;
  }
}

class Settings {
  private now = $state<Kept>(kept());

  constructor() {
    this.light();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.light());
  }

  get isTwoColour(): boolean {
    return this.now.isTwoColour;
  }

  set isTwoColour(is: boolean) {
    this.now.isTwoColour = is;
    this.keep();
  }

  get chip(): number {
    return this.now.chip;
  }

  set chip(cents: number) {
    this.now.chip = cents;
    this.keep();
  }

  get theme(): Theme {
    return this.now.theme;
  }

  set theme(theme: Theme) {
    this.now.theme = theme;
    this.keep();
    this.light();
  }

  /** How loud the table is; nothing is heard before the first press of a key or a button. */
  get sound(): Sound {
    return this.now.sound;
  }

  set sound(sound: Sound) {
    this.now.sound = sound;
    this.keep();
  }

  /** Whether the dealer's calls are spoken aloud. */
  get isSpoken(): boolean {
    return this.now.isSpoken;
  }

  set isSpoken(is: boolean) {
    this.now.isSpoken = is;
    this.keep();
  }

  /** Whether chips and cards lie still here, whatever the system says. */
  get isStill(): boolean {
    return this.now.isStill;
  }

  set isStill(is: boolean) {
    this.now.isStill = is;
    this.keep();
  }

  /** Whether a new alert of the pit is heard, where anything is. */
  get hearsAlerts(): boolean {
    return this.now.hearsAlerts;
  }

  set hearsAlerts(is: boolean) {
    this.now.hearsAlerts = is;
    this.keep();
  }

  /** Puts the theme on the page, and the colour of its head on what the browser draws around it. */
  private light(): void {
    const root = document.documentElement;
    if (this.now.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.now.theme;
    const head = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    const measure = root.appendChild(document.createElement("i"));
    measure.style.color = "var(--walnut)";
    if (head) head.content = getComputedStyle(measure).color;
    measure.remove();
  }

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
