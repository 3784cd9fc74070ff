/**
 * What has not changed stays the same object: a message of the house says what is new of a table, part by part, and
 * whatever looks at a part of it that is as it was need not look again.
 */
import type { ChangesMessage, TableMessage, View } from "./types";

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** `fresh`, with every part of it that equals the same part of `before` taken from there. */
export function shared<Value>(before: unknown, fresh: Value): Value {
  if (before === fresh || !isPlain(before) || !isPlain(fresh)) return fresh;
  if (Array.isArray(before) !== Array.isArray(fresh)) return fresh;
  const old: Record<string, unknown> = before;
  const made: Record<string, unknown> = fresh;
  const keys = Object.keys(made);
  let isSame = keys.length === Object.keys(old).length;
  for (const key of keys) {
    const kept = shared(old[key], made[key]);
    made[key] = kept;
    if (kept !== old[key] || !(key in old)) isSame = false;
  }
  return isSame ? (before as Value) : fresh;
}

/** The whole state after `before`: what the changes do not name is taken from there. */
export function changed(before: TableMessage, changes: ChangesMessage): TableMessage {
  const { view: parts, gone = [], left = [], ...beside } = changes;
  const view: Record<string, unknown> = { ...before.view, ...parts };
  const places = { ...before.view.places, ...parts?.places };
  for (const name of gone) delete view[name];
  for (const place of left) delete places[place];
  view.places = places;
  return { ...before, ...beside, view: view as unknown as View, type: "table" };
}
