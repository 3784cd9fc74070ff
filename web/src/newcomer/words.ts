/** What is said to somebody who is new to a game. */
import english from "../../words/en/newcomer.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("newcomer", english);
