/** What the page of the audit says. */
import english from "../../words/en/audit.json";
import { speaker, words } from "../words/words.svelte";

export const bringWords = () => words.bring("audit", () => import("../../words/es/audit.json"));
export const say = speaker("audit", english);

type Key = keyof typeof english;

/** What was done, in words; what another version wrote, as it stands. */
export function what(kind: string): string {
  const key = `what.${kind}`;
  return key in english ? say(key as Key) : kind;
}

/** What a detail is called. */
export function detail(name: string): string {
  const key = `said.${name}`;
  return key in english ? say(key as Key) : name;
}
