/** What waits for somebody: said when the dealer has no next step, and listed first for supervisors. */

import type { TableDescription, TableMessage } from "../lib/types";
import { placeName } from "./felt";
import type { Action } from "./orders";

/** Steps that somebody else waits for whenever they may be done. */
const ALWAYS_DUE = new Set([
  "approve",
  "mend",
  "sign",
  "unlock-rack",
  "report-error",
  "bring-decks",
  "examine",
  "open",
  "remove-drop-box",
  "close",
  "check-equipment",
  "display-sign",
  "wash",
]);

/** Of all that may be done, what the table waits for. */
export function dueOf(actions: readonly Action[], snapshot: TableMessage): Action[] {
  const isClosing = snapshot.view.status === "closing";
  return actions.filter(
    (each) =>
      ALWAYS_DUE.has(each.command) ||
      (isClosing && each.command === "remove-cards") ||
      (snapshot.view.card_change_due && each.command === "remove-cards"),
  );
}

/** Whom the dealer waits for, when there is nothing for them to do. */
export function waitingFor(description: TableDescription, snapshot: TableMessage): string {
  const { view, clock } = snapshot;
  if (view.status === "opening") return "Waiting for the other signatures and steps of the opening.";
  if (view.status === "closing") return "Waiting for the steps of the closing.";
  if (view.status === "closed") return "The table is closed.";
  if (view.device.is_broken) return "The device is out of use until a supervisor has it mended or replaced.";
  const awaited = (clock?.for === "bets" ? [] : (clock?.places ?? [])).map((place) =>
    placeName(description, view, place),
  );
  switch (view.phase) {
    case "wagers":
      return Object.keys(view.places).length
        ? "Waiting for bets."
        : "Nobody sits here yet. The table waits for players.";
    case "decide":
      return awaited.length
        ? `Waiting for ${awaited.join(", ")} to decide.`
        : "Waiting for the players to decide.";
    case "settle":
      return "The next payment waits: for a supervisor's approval, a fill, or a hand to be entered.";
    default:
      return "Waiting.";
  }
}
