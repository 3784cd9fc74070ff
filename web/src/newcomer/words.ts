/** What is said to a newcomer. */
import english from "../../words/en/newcomer.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("newcomer", english);
