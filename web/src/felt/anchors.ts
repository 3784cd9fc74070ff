/**
 * Where things lie on this screen: the rack, the spots, the rails, the device that cards come from, named in
 * the document by `data-chips` and `data-cards`. What is not drawn here lies at the nearest thing that is.
 */

export interface Spot {
  /** The middle, in pixels of the page. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** How large a chip is drawn there, where one lies. */
  chip?: number;
}

/** A chip where none lies yet: on the own spots, and on those of others. */
const LARGE_PX = 28;
const SMALL_PX = 20;
/** What is as wide as this has room for large ones. */
const WIDE_PX = 60;

/** The accounts of the house's chips lie in the rack; a wager for the dealer lies with the player's own. */
function named(account: string): string[] {
  const [kind, place, wager] = account.split(":");
  switch (kind) {
    case "float":
    case "rack":
      return ['[data-chips="rack"]', '[data-cards="dealer"]', ".felt .house"];
    case "tips":
      return ['[data-chips="tips"]', '[data-chips="rack"]', '[data-cards="dealer"]', ".felt .house"];
    case "spot":
      return [`[data-chips~="spot:${place}:${wager}"]`, `[data-chips="rail:${place}"]`];
    default:
      return [`[data-chips="${kind}:${place}"]`];
  }
}

const CARDS: Record<string, string[]> = {
  device: ['[data-cards="device"]', '[data-cards="discards"]', ".felt .house"],
  discards: ['[data-cards="discards"]', '[data-cards="device"]', ".felt .house"],
};

/** What is drawn for an account of chips, or for a place of cards. */
export function anchor(name: string): HTMLElement | null {
  for (const each of CARDS[name] ?? named(name)) {
    const found = [...document.querySelectorAll<HTMLElement>(each)].find((one) => one.checkVisibility());
    if (found) return found;
  }
  return null;
}

/** Where an element is, in pixels of the page, which is scrolled so far; nothing, where it takes no room. */
export function spotOf(element: Element | null, scrolled = { x: scrollX, y: scrollY }): Spot | null {
  const box = element?.getBoundingClientRect();
  if (!box || !box.width || !box.height) return null;
  return {
    x: box.left + box.width / 2 + scrolled.x,
    y: box.top + box.height / 2 + scrolled.y,
    width: box.width,
    height: box.height,
  };
}

/** Where chips of an account lie: on what lies there already, else in the middle. */
export function chipsAt(account: string): Spot | null {
  const element = anchor(account);
  const middle = spotOf(element);
  const tower = middle && account.startsWith("spot") ? element!.querySelector<HTMLElement>(".tower") : null;
  const lies = spotOf(tower);
  if (!lies || !middle) return middle;
  // A stack stands on its lowest chip, which is drawn lying: so high is its face, and its edge under that.
  return { ...middle, x: lies.x, y: lies.y + lies.height / 2 - lies.width * 0.31, chip: lies.width };
}

/** How large a chip is drawn there. */
export function chipSize({ width, chip }: Spot): number {
  return Math.round(chip ?? (width > WIDE_PX ? LARGE_PX : SMALL_PX));
}

/** Spots have their printed shapes where the whole felt is in sight. */
const isRound = (element: Element): boolean => !!element.closest(".whole") && !element.closest(".rectangle");

/** What is drawn around the chips of a wager: its whole spot, square or round as it is printed. */
export function wholeSpot(account: string): (Spot & { radius: string }) | null {
  const chips = anchor(account);
  const element = chips?.closest<HTMLElement>(".spot") ?? chips;
  const spot = spotOf(element);
  return spot && { ...spot, radius: isRound(element!) ? "50%" : "12px" };
}
