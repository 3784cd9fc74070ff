/** What this screen remembers for the person before it. */

const KEY = "tablewright.settings";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

interface Kept {
  isTwoColour: boolean;
  chip: number;
  theme: Theme;
}

function kept(): Kept {
  const standard: Kept = { isTwoColour: false, chip: 500, theme: "auto" };
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
