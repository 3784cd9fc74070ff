/** What the table waits for: said when the dealer has no next step, and listed first for supervisors. */

import type { TableDescription, TableMessage } from "../lib/types";
import { placeName } from "./felt";
import type { Action } from "./orders";

/** Of all that may be done, what the table waits for. */
export function dueOf(actions: readonly Action[], snapshot: TableMessage): Action[] {
  const isClosing = snapshot.view.status === "closing";
  return actions.filter(
    (each) =>
      each.step.is_awaited ||
      (isClosing && each.command === "remove-cards") ||
      (snapshot.view.card_change_due && each.command === "remove-cards"),
  );
}

/** Whom the dealer waits for, when there is nothing for them to do. */
export function waitingFor(description: TableDescription, snapshot: TableMessage): string {
  const { view, clock } = snapshot;
  if (view.status === "opening") return "Waiting for the other steps and signatures of the opening.";
  if (view.status === "closing") return "Waiting for the steps of the closing.";
  if (view.status === "closed") return "The table is closed.";
  if (view.device.is_broken) return "The device is out of service. Waiting for a supervisor to have it repaired or replaced.";
  const awaited = (clock?.for === "bets" ? [] : (clock?.places ?? [])).map((place) =>
    placeName(description, view, place),
  );
  switch (view.phase) {
    case "wagers":
      return Object.keys(view.places).length
        ? "Waiting for bets."
        : "Waiting for players to sit down.";
    case "decide":
      return awaited.length
        ? `Waiting for ${awaited.join(", ")} to decide.`
        : "Waiting for the players to decide.";
    case "settle":
      return "Waiting for a supervisor's approval, a fill, or a hand to be entered.";
    default:
      return "Waiting.";
  }
}
