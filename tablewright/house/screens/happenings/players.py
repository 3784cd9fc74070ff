"""What is said of players: who comes and goes, their money, wagers and decisions."""

from tablewright.house.screens.happenings.scene import (
    BET,
    CALL,
    HOUSE,
    MONEY,
    TROUBLE,
    Happening,
    Scene,
    says,
)
from tablewright.rules.procedure import PLAYER
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import chips_text, money, worth
from tablewright.table.machine import Actor

# Players and their money ---------------------------------------------------------------------------


@says(c.Sit)
def sit(s: Scene, event: c.Sit, by: Actor) -> Happening:
    return Happening(HOUSE, f"{event.player} takes {s.book.game.place} {event.place}.", event.place)


@says(c.Leave)
def leave(s: Scene, event: c.Leave, by: Actor) -> Happening:
    return Happening(HOUSE, f"{s.who(event.place)} leaves the table.", event.place)


@says(c.BuyIn)
def buy_in(s: Scene, event: c.BuyIn, by: Actor) -> Happening:
    return Happening(MONEY, f"{s.who(event.place)} buys in for {money(event.cash)}.", event.place)


@says(c.ChangeColour)
def change_colour(s: Scene, event: c.ChangeColour, by: Actor) -> Happening:
    gives, takes = chips_text(event.give), chips_text(event.take)
    return Happening(MONEY, f"{s.who(event.place)} changes {gives} for {takes}.", event.place)


@says(c.Tip)
def tip(s: Scene, event: c.Tip, by: Actor) -> Happening:
    chips = money(worth(event.chips))
    return Happening(MONEY, f"{s.who(event.place)} tips the dealer {chips}.", event.place)


@says(c.AgreeLimits)
def agree_limits(s: Scene, event: c.AgreeLimits, by: Actor) -> Happening:
    who = s.who(event.place)
    said = f"agrees limits with {who} and sets a marker" if event.limits else (
        f"takes away the marker of {who}: the posted limits hold again"
    )  # fmt: skip
    return Happening(HOUSE, f"{s.staff(by)} {said}.", event.place)


@says(c.Correct)
def correct(s: Scene, event: c.Correct, by: Actor) -> Happening:
    way = "to" if event.to_player else "from"
    chips = money(worth(event.to_player or event.from_player))
    return Happening(
        MONEY,
        f"A correction is asked for: {chips} {way} {s.who(event.place)}."
        f" The reason: {event.reason}.",
        event.place,
    )


# Wagers and decisions ------------------------------------------------------------------------------


@says(c.Wager)
def wager(s: Scene, event: c.Wager, by: Actor) -> Happening:
    cents, lies = worth(event.chips), s.lies(event)
    who, on = s.who(event.place), s.on[event.wager]
    whose = " for the dealer" if event.for_dealer else ""
    if lies > cents:
        bet = f"{who} adds {money(cents)} to {on}{whose}: {money(lies)} in all."
    else:
        bet = f"{who} bets {money(cents)} on {on}{whose}."
    return Happening(BET, bet, event.place)


@says(e.Advised)
def advised(s: Scene, event: e.Advised, by: Actor) -> Happening:
    limit = f"the {event.limit} on {s.on[event.wager]} is {money(event.cents)}"
    return Happening(BET, f"{s.who(event.place)} is told: {limit}.", event.place)


@says(c.LateWager)
def late_wager(s: Scene, event: c.LateWager, by: Actor) -> Happening:
    bet = f"{money(worth(event.chips))} on {s.on[event.wager]}"
    late = "after no more bets: it is given back and recorded"
    return Happening(TROUBLE, f"{s.who(event.place)} bets {bet} {late}.", event.place)


@says(c.TakeBack)
def take_back(s: Scene, event: c.TakeBack, by: Actor) -> Happening:
    who, name = s.who(event.place), s.names[event.wager]
    beside = " for the dealer" if event.for_dealer else ""
    if by.role is PLAYER:
        return Happening(BET, f"{who} takes back {s.on[event.wager]}{beside}.", event.place)
    back = f"The dealer gives back {who}'s {name}{beside}: it cannot stand as it lies."
    return Happening(BET, back, event.place)


@says(c.NoMoreBets)
def no_more_bets(s: Scene, event: c.NoMoreBets, by: Actor) -> Happening:
    return Happening(CALL, "No more bets")


@says(c.Decide)
def decide(s: Scene, event: c.Decide, by: Actor) -> Happening:
    who = s.who(event.place)
    for_him = "" if by.role is PLAYER else f": {s.staff(by)} decides, since nobody did"
    return Happening(
        BET, f"{who} {s.book.contest.decision[event.decision].does}{for_him}.", event.place
    )


@says(e.Staked)
def staked(s: Scene, event: e.Staked, by: Actor) -> Happening:
    (move,) = event.moves
    whose = " for the dealer" if move.target.endswith(":dealer") else ""
    bet = f"puts {money(move.cents)} on {s.on[event.wager]}{whose}"
    return Happening(BET, f"{s.who(event.place)} {bet}.", event.place)
