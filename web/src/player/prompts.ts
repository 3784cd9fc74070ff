/** Short words for what is going on. */
import { say } from "./words";
import type { Cents, TableDescription, TableMessage } from "../lib/types";

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
  const ready = (which: string, repeats = false) => ({
    says: game.steps.ready?.names[which] ?? game.steps.ready?.name ?? "",
    repeats,
  });
  if (game.is_draw && snapshot.view.cards?.holding_boxes.length) return ready("next-card");
  if (total) return ready(isDealtByHouse ? (game.is_draw ? "draw" : "deal") : "");
  if (mayRepeat) return ready(isDealtByHouse ? "again" : "bet-again", true);
  return isAlone ? null : ready("sit-out");
}

/** What is being waited for while there is nothing to do. */
export function waitingFor(description: TableDescription, snapshot: TableMessage): string {
  const { view } = snapshot;
  if (view.status !== "open") return say(view.status === "opening" ? "table.opening" : "table.closing");
  return description.game.phases.find((each) => each.id === view.phase)?.waiting ?? say("waiting");
}
