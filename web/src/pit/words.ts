/** What the pit says: its tables and their money, approvals, dealers and papers. */
import english from "../../words/en/pit.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("pit", english);
