/** What the pages of people and their accounts say. */
import english from "../../words/en/people.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("people", english);
