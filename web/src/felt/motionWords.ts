/** What is said of sounds and motion, and of what a round came to. */
import english from "../../words/en/motion.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("motion", english);
