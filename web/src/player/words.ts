/** What a player's table says. */
import english from "../../words/en/player.json";
import { speaker } from "../words/words.svelte";

export const say = speaker("player", english);
