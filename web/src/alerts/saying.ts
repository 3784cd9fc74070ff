/** How an alert is told: its times as a pit reads them, and the way to where it is seen to. */
import { person } from "../lib/people.svelte";
import type { AlertShown } from "../lib/types";
import { words } from "../words/words.svelte";
import { say } from "./words";

/** `21:04`; of another day with its date. */
export function shortTime(at: string): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString(words.days, { hour: "2-digit", minute: "2-digit", hour12: false });
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${date.toLocaleDateString(words.days, { day: "numeric", month: "short" })} ${time}`;
}

export interface Way {
  says: string;
  href: string;
}

/** The link to the page, and the part of it, where an alert is seen to; null, if this person may not open it. */
export function wayTo(alert: AlertShown): Way | null {
  const table = `#/pit/${encodeURIComponent(alert.table)}`;
  switch (alert.where) {
    case "keys":
      return person.has("administrator") ? { says: say("go.keys"), href: "#/accounts/keys" } : null;
    case "approvals":
      return { says: say("go.approvals"), href: "#/pit/approvals" };
    case "dealers":
      return { says: say("go.dealers"), href: "#/pit/dealers" };
    case "journal":
      return { says: say("go.journal", { line: alert.line }), href: `${table}/${alert.line}` };
    case "fill":
    case "credit":
    case "standing":
      return { says: say(`go.${alert.where}`), href: `${table}/${alert.where}` };
    default:
      return { says: say("go.table"), href: table };
  }
}
