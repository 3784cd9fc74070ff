/**
 * What has not changed stays the same object: a message of the house says everything anew, and whatever looks at
 * a part of it that is as it was need not look again.
 */

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
