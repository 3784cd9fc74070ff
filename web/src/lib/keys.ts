/**
 * Single keys as shortcuts, never while a person types or a dialog is open.
 *
 * A screen names all its keys in one list, those included that do nothing just now. No two of them may
 * be the same, unless they belong to parts of a round that never meet: the list is refused if they are.
 */

/** The keys that are the same for players, dealers and the pit. */
export const EVERYWHERE = { rules: "p", keys: "?", sound: "m" } as const;

export interface Key {
  key: string;
  says: string;
  does: () => void;
  isOff?: boolean;
  /** The part of a round it belongs to; to all of them, if none is named. */
  during?: "bets" | "decision";
}

/** Throws if a key would do two things at once. */
export function refuseClashes(keys: readonly Key[]): void {
  for (const [i, one] of keys.entries()) {
    const other = keys
      .slice(i + 1)
      .find((each) => each.key === one.key && (!each.during || !one.during || each.during === one.during));
    if (other) throw new Error(`key ${one.key}: expected one meaning, found “${one.says}” and “${other.says}”`);
  }
}

/** What a key press means here: `r`, `?`, `Enter`. */
function pressed(event: KeyboardEvent): string {
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return !!target?.closest("input, textarea, select, [contenteditable]");
}

/** Whether the key already has a meaning where the focus is. */
function isTaken(event: KeyboardEvent, key: string): boolean {
  const target = event.target as HTMLElement | null;
  // On a spot or a chip only the space bar is taken: Enter deals, wherever the last click was.
  if (key === "Enter" && target?.closest("[data-takes=space]")) return false;
  return (key === "Enter" || key === " ") && !!target?.closest("button, a, summary, [role=button]");
}

/** Listens for a screen's keys until what is returned is called. */
export function listenForKeys(keys: () => Key[]): () => void {
  const listed = () => {
    const all = keys();
    refuseClashes(all);
    return all;
  };
  listed();
  const heard = (event: KeyboardEvent) => {
    // A key that is held down counts once.
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (document.querySelector("dialog[open]")) return;
    const key = pressed(event);
    if (isTaken(event, key)) return;
    const found = listed().find((each) => each.key === key && !each.isOff);
    if (!found) return;
    event.preventDefault();
    found.does();
  };
  addEventListener("keydown", heard);
  return () => removeEventListener("keydown", heard);
}
