/** What the lobby says. */
import english from "../../words/en/lobby.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("lobby", english);
