/** What the workbench says: versions of a game, their figures, and what is asked about them. */
import english from "../../words/en/workbench.json";
import { speaker, words } from "../words/words.svelte";

export const bringWords = () => words.bring("workbench", () => import("../../words/es/workbench.json"));
export const say = speaker("workbench", english);
