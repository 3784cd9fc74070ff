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
}

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
      return [`[data-chips="spot:${place}:${wager}"]`, `[data-chips="rail:${place}"]`];
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

/** Where an element is, in pixels of the page; nothing, where it takes no room. */
export function spotOf(element: Element | null): Spot | null {
  const box = element?.getBoundingClientRect();
  if (!box || !box.width || !box.height) return null;
  return {
    x: box.left + box.width / 2 + scrollX,
    y: box.top + box.height / 2 + scrollY,
    width: box.width,
    height: box.height,
  };
}

/** Where chips of an account lie: on what lies there already, else in the middle. */
export function chipsAt(account: string): Spot | null {
  const element = anchor(account);
  const middle = spotOf(element);
  const lies = middle && account.startsWith("spot") ? spotOf(element!.querySelector(".towers")) : null;
  return lies && middle ? { ...middle, x: lies.x, y: lies.y + lies.height / 2 - 9 } : middle;
}

/** How large a chip is drawn there. */
export function chipSize({ height }: Spot): number {
  return height > 60 ? 28 : 20;
}
