/**
 * What has not changed stays the same object: a message of the house says what is new of a table, part by part, and
 * whatever looks at a part of it that is as it was need not look again.
 */
import type { ChangesMessage, TableMessage } from "./types";

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

/** The whole state after `before`, with what the changes tell. */
export function changed(before: TableMessage, { patch, ...news }: ChangesMessage): TableMessage {
  const { has_gap: _, ...state } = before;
  return { ...(laid(state, patch ?? {}) as TableMessage), ...news, type: "table" };
}

/** What a patch makes of a value, as a JSON merge patch (RFC 7396) does: null takes a field away. */
function laid(before: unknown, patch: unknown): unknown {
  if (!isPlain(patch) || Array.isArray(patch)) return patch;
  const made: Record<string, unknown> = isPlain(before) && !Array.isArray(before) ? { ...before } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete made[name];
    else made[name] = laid(made[name], value);
  }
  return made;
}
