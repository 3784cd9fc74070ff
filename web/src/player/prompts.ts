/** Short words for what is going on, and the chips that make sense at a table. */
import type { Cents, TableDescription, TableMessage } from "../lib/types";

const MOST_CHIPS = 5;

/** Up to five denominations that fit the table's limits, smallest first. */
export function chipsToBetWith(description: TableDescription): Cents[] {
  const most = Math.max(...Object.values(description.limits).map(([, high]) => high));
  return description.denominations.filter((each) => each <= most).slice(-MOST_CHIPS);
}

/** What the large button does and says while bets are open; null where it can do nothing yet. */
export function dealButton(
  description: TableDescription,
  snapshot: TableMessage,
  total: Cents,
  mayRepeat: boolean,
): { says: string; repeats: boolean } | null {
  const { game } = description;
  const isDealtByHouse = snapshot.house_deals;
  const isAlone = snapshot.present.every((each) => each === snapshot.place);
  if (game.is_draw && snapshot.view.cards?.holding_boxes.length) return { says: "Next card", repeats: false };
  if (total) return { says: isDealtByHouse ? (game.is_draw ? "Draw the card" : "Deal") : "Done betting", repeats: false };
  if (mayRepeat) return { says: isDealtByHouse ? "Same again" : "Bet the same again", repeats: true };
  return isAlone ? null : { says: "Sit this round out", repeats: false };
}

const AT_WORK: Record<string, string> = {
  deal: "The dealer deals.",
  decide: "Waiting for the others to decide.",
  draw: "The next card comes.",
  reveal: "The dealer turns his hand.",
  settle: "The dealer settles the wagers.",
  clear: "The dealer takes up the cards.",
};

/** What is being waited for while there is nothing to do. */
export function waitingFor(description: TableDescription, snapshot: TableMessage): string {
  const { view } = snapshot;
  if (view.status !== "open") return view.status === "opening" ? "The table is being opened." : "The table is closing.";
  const says = description.game.phases.find((each) => each.id === view.phase)?.says;
  return AT_WORK[view.phase] || says || "The dealer is at work.";
}
