/** What there is to draw of what a question shows. */
import type { AnyPart, Shown, Stage, View } from "../lib/types";

/** Whether there is anything at a table: people or cards. */
export function hasTable(view: View): boolean {
  const cards = view.cards ? view.cards.action_box + view.cards.holding_boxes.join("") : "";
  return Object.keys(view.places).length > 0 || !!view.dealer?.cards.length || !!cards;
}

/** Whether cards or chips lie on a felt of their own. */
export function hasBoard({ hands, drawn, wagers }: Shown): boolean {
  return [hands, drawn, wagers].some((each) => !!each?.length);
}

/** What is shown while a part is answered: cards that are picked from are not shown twice. */
export function shownWith(stage: Stage, part: AnyPart | undefined): Shown {
  const shown = stage.shown ?? {};
  if (part?.kind !== "pick-cards" || !shown.hands) return shown;
  const picked = part.cards.join();
  return { ...shown, hands: shown.hands.filter((hand) => hand.cards.join() !== picked) };
}

/** A table with one of its places only, if someone is there. */
export function onlyAt(view: View, place: number): View | null {
  const there = view.places[place];
  return there ? { ...view, places: { [place]: there } } : null;
}
