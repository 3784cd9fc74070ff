/**
 * Betting for the dealer: while it is on, a press on a spot puts the chip in hand down beside the player's own,
 * and taking a chip off takes those back. Where the house takes no such wagers, nothing of it is offered.
 */
import { attempt, notices } from "../lib/notices.svelte";
import { worth } from "../lib/money";
import { settings } from "../lib/settings.svelte";
import type { TableSocket } from "../lib/socket.svelte";
import type { Cents, TableDescription } from "../lib/types";
import { say } from "./words";

export class ForDealer {
  isOn = $state(false);

  constructor(
    private readonly socket: TableSocket,
    private readonly description: TableDescription,
  ) {}

  private readonly lying = $derived.by(() => {
    const snapshot = this.socket.snapshot;
    return snapshot?.view.places[snapshot.place]?.for_dealer;
  });

  private readonly legal = $derived.by(() => this.socket.snapshot?.legal);

  get isOffered(): boolean {
    return this.description.dealer_wagers;
  }

  toggle(): void {
    this.isOn = !this.isOn;
    notices.tell(say(this.isOn ? "dealer.bet.on" : "dealer.bet.off"));
  }

  /** Whether a chip may go down for the dealer there: beside one's own, up to as much. */
  may(wager: string): boolean {
    return this.has("wager", wager) || this.has("take-back", wager);
  }

  lies(wager: string): Cents {
    return worth(this.lying?.[wager]);
  }

  async add(wager: string): Promise<void> {
    const place = this.socket.snapshot?.place ?? 0;
    const chips = { [settings.chip]: 1 };
    await attempt(() => this.socket.order({ event: "wager", place, wager, chips, for_dealer: true }));
  }

  async remove(wager: string): Promise<void> {
    const place = this.socket.snapshot?.place ?? 0;
    if (!this.has("take-back", wager)) return;
    await attempt(() => this.socket.order({ event: "take-back", place, wager, for_dealer: true }));
  }

  private has(command: string, wager: string): boolean {
    return !!this.legal?.[command]?.some((each) => each.wager === wager && each.for_dealer);
  }
}
