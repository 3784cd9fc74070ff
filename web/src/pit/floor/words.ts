/** What the floor screen says: figures of every table, totals, shifts, the course of a day. */
import english from "../../../words/en/floor.json";
import { speaker } from "../../words/words.svelte";

export const say = speaker("floor", english);
