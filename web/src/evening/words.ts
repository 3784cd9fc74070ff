/** What is said of an evening: limits of one's own, results, company, chips for chips and for the dealer. */
import english from "../../words/en/evening.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("evening", english);
