/** What the felt says. */
import english from "../../words/en/felt.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("felt", english);
