"""Players and their money: places, buy-ins, colour changes, tips, personal limits."""

from collections.abc import Iterable

from tablewright.rules.errors import Forbidden, Refused, listed, quoted
from tablewright.rules.procedure import DEALER, PIT_BOSS, PLAYER
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import FLOAT, Chips, chips_text, holds, money, rail, worth
from tablewright.table.handlers.forms import text
from tablewright.table.legal import Allowed, are_chips
from tablewright.table.machine import Actor, Table, handles, offers
from tablewright.table.state import CLOSING, IN_PLAY

AT_THE_TABLE = (PLAYER, DEALER)
STAFFED = (IN_PLAY, CLOSING)


def refuse(message: str, rule: str = "house.chips") -> Forbidden:
    return Forbidden(message, rule)


def chips(t: Table, given: Chips, account: str = "") -> int:
    """What some chips are worth, refused if they are not the house's or not there."""
    if not are_chips(given, t.book.setup.denominations):
        known = listed([money(value) for value in t.book.setup.denominations])
        raise refuse(f"{quoted(given)} are not chips: expected some of {known}")
    if account and not holds(t.state.bank.chips(account), given):
        held = chips_text(t.state.bank.chips(account))
        raise refuse(f"{chips_text(given)} are not there: expected some of {held}")
    return worth(given)


# Places --------------------------------------------------------------------------------------------


@handles(c.Sit, "GAME.places", (PLAYER,))
def sit(t: Table, command: c.Sit, by: Actor) -> list[e.Record]:
    place, last = command.place, t.book.ruleset.places
    if not 1 <= place <= last:
        raise refuse(f"{t.place_word} {place} is asked for: expected 1 to {last}", "house.places")
    if place in t.state.seats:
        raise refuse(
            f"{t.place(place)} is taken: expected one player a {t.place_word}", "house.places"
        )
    text(command.player, "the name")
    return [command]


@offers(c.Sit)
def may_sit(t: Table, by: Actor) -> Iterable[Allowed]:
    if 1 <= by.place <= t.book.ruleset.places and by.place not in t.state.seats:
        yield Allowed("sit", by.place, text="player")


def _may_leave(t: Table, place: int) -> bool:
    """Nobody leaves chips on the felt, or cards that are not cleared."""
    seat = t.state.seats.get(place)
    return seat is not None and not seat.slots and not has_wagers(t, place)


def has_wagers(t: Table, place: int) -> bool:
    start = f"spot:{place}:"
    return any(name.startswith(start) for name in t.state.bank.accounts)


@handles(c.Leave, "house.places", AT_THE_TABLE, STAFFED)
def leave(t: Table, command: c.Leave, by: Actor) -> list[e.Record]:
    t.seat(command.place)
    if not _may_leave(t, command.place):
        raise refuse(
            f"{t.place(command.place)} has wagers or cards on the felt:"
            " expected them settled and cleared first",
            "house.places",
        )
    return [command]


@offers(c.Leave)
def may_leave(t: Table, by: Actor) -> Iterable[Allowed]:
    for place in places_of(t, by):
        if _may_leave(t, place):
            yield Allowed("leave", place)


def places_of(t: Table, by: Actor) -> list[int]:
    """The places that somebody acts for: his own, or every one."""
    if by.role is PLAYER:
        return [by.place] if by.place in t.state.seats else []
    return list(t.state.seats)


# Chips and cash ------------------------------------------------------------------------------------


@handles(c.BuyIn, "house.buy-in", AT_THE_TABLE)
def buy_in(t: Table, command: c.BuyIn, by: Actor) -> list[e.Record]:
    t.seat(command.place)
    if chips(t, command.chips, FLOAT) != command.cash:
        raise refuse(
            f"{money(command.cash)} is changed for {money(worth(command.chips))}:"
            " expected the same worth"
        )
    return [command]


@offers(c.BuyIn)
def may_buy_in(t: Table, by: Actor) -> Iterable[Allowed]:
    if t.state.bank.chips(FLOAT):
        for place in places_of(t, by):
            yield Allowed("buy-in", place, chips_of=FLOAT, least=1)


@handles(c.ChangeColour, "house.colour-change", AT_THE_TABLE, STAFFED)
def change_colour(t: Table, command: c.ChangeColour, by: Actor) -> list[e.Record]:
    t.seat(command.place)
    given, taken = chips(t, command.give, rail(command.place)), chips(t, command.take, FLOAT)
    if given != taken:
        raise refuse(
            f"{money(given)} is changed for {money(taken)}: expected chips of the same worth"
        )
    return [command]


@offers(c.ChangeColour)
def may_change_colour(t: Table, by: Actor) -> Iterable[Allowed]:
    if t.state.bank.chips(FLOAT):
        for place in places_of(t, by):
            if t.state.bank.chips(rail(place)):
                yield Allowed(
                    "change-colour", place, chips_of=rail(place), for_chips_of=FLOAT, least=1
                )


@handles(c.Tip, "house.tips", (PLAYER,), STAFFED)
def tip(t: Table, command: c.Tip, by: Actor) -> list[e.Record]:
    t.seat(command.place)
    chips(t, command.chips, rail(command.place))
    return [command]


@offers(c.Tip)
def may_tip(t: Table, by: Actor) -> Iterable[Allowed]:
    if by.place in t.state.seats and t.state.bank.chips(rail(by.place)):
        yield Allowed("tip", by.place, chips_of=rail(by.place), least=1)


# What a supervisor does about players --------------------------------------------------------


@handles(c.AgreeLimits, "GAME.wagers.personal-limits", (PIT_BOSS,))
def agree_limits(t: Table, command: c.AgreeLimits, by: Actor) -> list[e.Record]:
    t.seat(command.place)
    if has_wagers(t, command.place):
        raise refuse("limits are agreed with wagers on the felt: expected none", "house.limits")
    for kind, (low, high) in command.limits.items():
        if kind not in t.book.setup.limits:
            raise refuse(
                f"a limit is agreed for {quoted(kind)}: expected {listed(t.book.setup.limits)}",
                "house.limits",
            )
        try:
            t.book.refuse_limit(kind, low, high)
        except Refused as refused:
            raise refuse(str(refused), "house.limits") from None
    return [command]


@offers(c.AgreeLimits)
def may_agree_limits(t: Table, by: Actor) -> Iterable[Allowed]:
    for place in t.state.seats:
        if not has_wagers(t, place):
            yield Allowed("agree-limits", place)
