/** What the alerts of the pit say beside their own words. */
import english from "../../words/en/alerts.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("alerts", english);
