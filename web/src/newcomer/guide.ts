/**
 * The guided round: what a newcomer is told now. It keeps no state of its own that could get stuck: each step
 * follows from the phase, what is legal and what has been paid, so that whatever happens (a reload, time that
 * runs out, a void round) there is a next step. It chooses nothing and advises nothing.
 */
import { dollars, worth } from "../lib/money";
import type { Cents, PaymentShown, TableDescription, TableMessage, WagerDescription } from "../lib/types";
import type { Choice } from "../player/decisions";
import { words } from "../words/words.svelte";
import { say } from "./words";

/** What the table shows now. */
export interface Now {
  table: TableDescription;
  snapshot: TableMessage;
  shortBy: (wager: string) => Cents;
  total: Cents;
  left: Cents;
  isTime: boolean;
  isReady: boolean;
  /** What the large button says; nothing where it does nothing yet. */
  button: string;
  choices: Choice[];
  /** Whether the last round still lies in sight. */
  isHeld: boolean;
  /** How the wagers of the own place have ended, of those in sight. */
  ended: PaymentShown[];
  waiting: string;
}

export interface Step {
  id: "sit" | "chips" | "bet" | "short" | "deal" | "wait" | "decide" | "watch" | "next" | "why";
  says: string;
  hint: string;
  /** What it is about: the first that is found lights up. */
  targets: string[];
  /** On which side of its target it stands where there is room on the screen. */
  side: "above" | "left" | "right";
  /** Whether the round is over with it. */
  isEnd?: boolean;
}

/** The wager that a round begins with: the one that is decided on, else the one that most others need. */
export function firstWager(table: TableDescription): WagerDescription | undefined {
  const placed = table.game.wagers.filter((each) => each.is_placed);
  const needed = (id: string) => table.game.wagers.filter((each) => each.needs === id).length;
  const decided = placed.find((each) => each.id === table.game.decided_by);
  return decided ?? [...placed].sort((a, b) => needed(b.id) - needed(a.id))[0];
}

const spot = (id: string) => `[data-spot="${id}"]`;
const DEAL = '[data-keeps="deal"]';

function step(id: Step["id"], says: string, hint = "", ...targets: string[]): Step {
  return { id, says, hint, targets, side: "above" };
}

/** What to tell now. */
export function stepOf(now: Now): Step {
  const { table, snapshot } = now;
  const { view } = snapshot;
  if (!snapshot.place) return step("sit", say("guide.sit", { place: table.game.place }));
  if (now.choices.length) return deciding(now);
  if (now.isHeld && (now.ended.length || snapshot.session?.round?.is_over)) return why(now);
  if (now.isTime && !now.isReady) return betting(now);
  const own = view.places[snapshot.place];
  const plays = Object.values(own?.wagers ?? {}).some((chips) => worth(chips) > 0);
  if (now.ended.length && !table.game.is_draw) return why(now);
  if (plays && !table.game.is_draw && own?.decision) {
    return step("watch", say("guide.watch"), say("guide.watch.hint"), ".house .hand", ".house");
  }
  return step("wait", now.waiting, "", ".house .hand", ".house");
}

function betting(now: Now): Step {
  const { table, snapshot } = now;
  const first = firstWager(table);
  const drawn = snapshot.view.cards?.holding_boxes.length ?? 0;
  const press = say("guide.press", { button: now.button });
  if (drawn && now.button) {
    return step("next", say("guide.next", { drawn, count: table.game.hand_cards, button: now.button }), "", DEAL);
  }
  const short = table.game.wagers.find((each) => now.shortBy(each.id));
  if (short) {
    const amount = dollars(now.shortBy(short.id));
    return step("short", say("guide.short", { amount, wager: short.name }), "", spot(short.id));
  }
  if (!now.total && now.left <= 0) return step("chips", say("guide.chips"), "", DEAL);
  if (!now.total && first) {
    return step("bet", say("guide.bet", { wager: first.name }), say("guide.bet.hint"), spot(first.id), ".layout");
  }
  return step("deal", press, say("guide.deal.hint"), DEAL);
}

function deciding({ snapshot, choices }: Now): Step {
  const held = snapshot.view.own?.holds[0]?.says ?? "";
  const offered = choices.map((each) => (each.cost ? say("guide.choice", { name: each.name, cost: dollars(each.cost) }) : each.name));
  const listed = new Intl.ListFormat(words.language, { type: "disjunction" }).format(offered);
  const named = choices.find((each) => each.plays);
  const may = say("guide.may", { choices: listed });
  const hint = named ? say("guide.pick", { name: named.name, count: named.plays }) : "";
  const says = held ? `${say("guide.hold", { hand: held })} ${may}` : may;
  return { ...step("decide", says, hint, ".own .hand", ".choices"), side: "right" };
}

function why({ snapshot, ended }: Now): Step {
  const net = snapshot.session?.round?.net ?? 0;
  const result = net > 0 ? "win" : net < 0 ? "lose" : "even";
  const says = say("guide.why", { result, amount: dollars(Math.abs(net)) });
  const [most] = [...ended].sort((a, b) => Math.abs(b.net) - Math.abs(a.net));
  const hint = [most?.why?.sentence ?? "", say("guide.why.hint")].filter(Boolean).join(" ");
  return { ...step("why", says, hint, ".own button.result", ".own"), side: "left", isEnd: true };
}
