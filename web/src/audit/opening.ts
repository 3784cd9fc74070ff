/** The page of the audit, with its words: both come when it is opened, and not before. */
import { bringWords } from "./words";

export async function open() {
  const [view] = await Promise.all([import("./Audit.svelte"), bringWords()]);
  return view;
}
