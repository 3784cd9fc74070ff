/** What an evening at a table offers beside the game, as tools with their keys, and which of it is open. */
import type { Tool } from "../player/StatusBar.svelte";
import { SHORTCUTS } from "../player/shortcuts";
import type { Legal, TableDescription } from "../lib/types";
import type { ForDealer } from "./forDealer.svelte";
import { say } from "./words";

export class EveningDesk {
  open = $state<"" | "limits" | "patrons" | "colour" | "move">("");
  /** The seat that a player may move to; 0, while they choose one. */
  seat = $state(0);

  constructor(
    private readonly description: TableDescription,
    private readonly dealer: ForDealer,
  ) {}

  tools(place: number, legal: Legal): Tool[] {
    const { steps } = this.description.game;
    const isSeated = place > 0;
    const mayChange = "change-colour" in legal;
    return [
      ...(isSeated && mayChange ? [this.opens("colour", say("colour.up"), SHORTCUTS.colour)] : []),
      ...(this.dealer.isOffered
        ? [{ name: say("dealer.bet"), key: SHORTCUTS.forDealer, does: () => this.dealer.toggle(), isRare: true, isOn: this.dealer.isOn }]
        : []),
      ...(isSeated && this.description.is_practice
        ? [this.opens("patrons", steps["ask-patrons"]?.name ?? say("patrons"), SHORTCUTS.patrons)]
        : []),
      ...(isSeated && this.description.is_practice
        ? [{ name: say("seat.change", { place: this.description.game.place }), key: "", does: () => this.moveTo(0), isRare: true }]
        : []),
      this.opens("limits", say("limits"), SHORTCUTS.limits),
    ];
  }

  moveTo(seat: number): void {
    this.seat = seat;
    this.open = "move";
  }

  private opens(what: "limits" | "patrons" | "colour", name: string, key: string): Tool {
    return { name, key, does: () => (this.open = what), isRare: true };
  }
}
