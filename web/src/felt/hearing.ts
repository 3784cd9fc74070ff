/** What a screen reader hears of a table: the dealer's calls, cards that are turned, one's own results. */
import { inWords } from "../lib/cards";
import { notices } from "../lib/notices.svelte";
import { dollars, signed } from "../lib/money";
import type { TableSocket } from "../lib/socket.svelte";
import type { PaymentShown, Told } from "../lib/types";
import { say as sayNew } from "../newcomer/words";
import { say } from "./words";

/** Speaks what happens from now on; call what is returned to stop. */
export function speakOf(socket: TableSocket, place: () => number): () => void {
  return socket.listen((fresh, isFirst) => {
    if (isFirst) return;
    notices.say(...new Set(fresh.map((each) => words(each, place())).filter(Boolean)));
    for (const each of fresh) if (each.kind === "trouble") notices.tell(each.says);
  });
}

function words(told: Told, mine: number): string {
  if (told.event === "welcome") return told.place === mine ? sayNew("welcome") : "";
  if (told.payment) return told.place === mine ? ended(told.payment) : "";
  const isHeard = told.kind === "call" || told.kind === "trouble" || (told.kind === "cards" && !!told.cards);
  return isHeard || told.place === mine ? inWords(told.says) : "";
}

/** `Ante wins: +$10`. */
function ended(payment: PaymentShown): string {
  const wager = payment.for_dealer ? say("ended.dealers", { wager: payment.name }) : payment.name;
  if (payment.result === "push") return say("ended.push", { wager });
  if (payment.result === "win") return say("ended.win", { wager, amount: signed(payment.net) });
  return say("ended.lose", { wager, amount: dollars(payment.stake) });
}
