/** What this screen remembers for the person before it. */

const KEY = "tablewright.settings";

interface Kept {
  isTwoColour: boolean;
  chip: number;
}

function kept(): Kept {
  const standard = { isTwoColour: false, chip: 500 };
  try {
    return { ...standard, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return standard;
  }
}

class Settings {
  private now = $state<Kept>(kept());

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

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
