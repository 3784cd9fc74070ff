/** The key that makes a table louder and silent again, and what opens its settings: the same in every view. */
import { EVERYWHERE, type Key } from "../lib/keys";
import { notices } from "../lib/notices.svelte";
import { SOUNDS, settings } from "../lib/settings.svelte";
import { say } from "./motionWords";
import { sound } from "./sound";
import { hush } from "./speech";

/** Off, low, full, and off again; said aloud and heard. */
function cycle(): void {
  const next = SOUNDS[(SOUNDS.indexOf(settings.sound) + 1) % SOUNDS.length]!;
  settings.sound = next;
  notices.tell(say("sound.now", { level: say(`sound.${next}`) }));
  if (next === "off") hush();
  else sound.play("chip");
}

export const soundKey = (): Key => ({ key: EVERYWHERE.sound, says: say("cycle"), does: cycle });

export const soundTool = (opens: () => void): { name: string; key: string; does: () => void } => ({
  name: say("tool"),
  key: "",
  does: opens,
});
