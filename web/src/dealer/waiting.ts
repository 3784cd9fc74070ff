/** What the table waits for: said when the dealer has no next step, and listed first for supervisors. */

import type { TableDescription, TableMessage } from "../lib/types";
import { placeName } from "./felt";
import type { Action } from "./orders";
import { say } from "./words";

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
  if (view.status === "opening") return say("waiting.opening");
  if (view.status === "closing") return say("waiting.closing");
  if (view.status === "closed") return say("waiting.closed");
  if (view.device.is_broken) return say("waiting.broken");
  const awaited = (clock?.for === "bets" ? [] : (clock?.places ?? [])).map((place) =>
    placeName(description, view, place),
  );
  switch (view.phase) {
    case "wagers":
      return Object.keys(view.places).length
        ? say("waiting.bets")
        : say("waiting.players");
    case "decide":
      return awaited.length
        ? say("waiting.decisions", { who: awaited.join(", ") })
        : say("waiting.all-decisions");
    case "settle":
      return say("waiting.settle");
    default:
      return say("waiting.else");
  }
}
