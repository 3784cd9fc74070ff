"""What is said of payments, and of what goes wrong."""

from tablewright.house.screens.happenings.scene import (
    JOURNAL,
    PAYMENT,
    STAFF,
    TROUBLE,
    Happening,
    Scene,
    says,
)
from tablewright.rules.procedure import Effect
from tablewright.table import acts
from tablewright.table.chips import money
from tablewright.table.machine import Actor
from tablewright.table.story.words import became, named


@says(acts.Settle)
def settle(s: Scene, event: acts.Settle, by: Actor) -> Happening:
    return Happening(PAYMENT, f"The dealer settles {s.who(event.place)}.", event.place, to=JOURNAL)


@says(acts.Settled)
def settled(s: Scene, event: acts.Settled, by: Actor) -> Happening:
    beside = " for the dealer" if event.for_dealer else ""
    wager = f"{s.who(event.place)}'s {s.names[event.wager]} {money(event.stake)}{beside}"
    more = f" {event.says}" if event.says else ""
    return Happening(PAYMENT, f"{wager} {became(event, is_void=s.is_void)}.{more}", event.place)


@says(acts.Approve)
def approve(s: Scene, event: acts.Approve, by: Actor) -> Happening:
    return Happening(
        PAYMENT, f"{s.staff(by)} approves the payment to {s.who(event.place)}.", event.place
    )


@says(acts.Overlook)
def overlook(s: Scene, event: acts.Overlook, by: Actor) -> Happening:
    return Happening(TROUBLE, f"The dealer leaves out the {event.step} that is due.", to=STAFF)


@says(acts.Declare)
def declare(s: Scene, event: acts.Declare, by: Actor) -> Happening:
    irregularity, ruling = s.ruling(event)
    about = f" ({s.who(event.place)}" if event.place else ""
    about += f", {s.names[event.wager]}" if event.wager else ""
    about += ")" if about else ""
    card = f": {named(event.card)}" if event.card else ""
    void = ruling.effect is Effect.VOID and "void" not in ruling.says and s.is_void
    more = " The round is void." if void else ""
    return Happening(
        TROUBLE,
        f"{irregularity.title}{about}{card}. Ruling: {ruling.says}{more}",
        event.place,
        event.card,
    )
