/** What the posts behind a table say: dealer, inspector, pit boss, surveillance. */
import english from "../../words/en/dealer.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("dealer", english);
