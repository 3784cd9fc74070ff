/** What the page says wherever it is: of the house that cannot be reached, of cards, of posts. */
import english from "../../words/en/lib.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("lib", english);
