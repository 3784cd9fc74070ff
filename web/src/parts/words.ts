/** What the parts of every view say. */
import english from "../../words/en/parts.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("parts", english);
