"""A person's chips in terminal play: bought, and changed when an amount needs smaller ones."""

from tablewright.rules.errors import Refused
from tablewright.table import commands as c
from tablewright.table.chips import (
    FLOAT,
    Chips,
    holds,
    made_of,
    money,
    rail,
    together,
    usual,
)
from tablewright.table.machine import Table, player
from tablewright.table.session import Session

USUAL_BUY_IN = 20_000
MOST_BUY_IN = 1_000_000


def buy_in(session: Session, place: int, cents: int) -> None:
    """Cash for chips: up to fifty dollars in ones, then mostly fives."""
    if not 0 < cents <= MOST_BUY_IN:
        raise Refused(f"a buy-in of {money(cents)}: expected up to {money(MOST_BUY_IN)}")
    ones = min(cents // 4 // 500 * 500, 5000)
    fives = min((cents - ones) // 500 * 500, 25_000)
    chips = usual(cents - ones - fives, session.table.book.setup.denominations)
    for value, part in ((500, fives), (100, ones)):
        if part:
            chips = together(chips, {value: part // value})
    _stock(session, chips)
    session.do(c.BuyIn(place, cents, chips), player(place))


def chips_for(session: Session, place: int, cents: int) -> Chips:
    """An amount in chips before the player, after a colour change if need be."""
    bank = session.table.state.bank
    held = bank.chips(rail(place))
    refuse_amount(session.table, cents)
    refuse_more_than_held(session.table, place, cents)
    if made_of(cents, held) is None:
        _change(session, place, cents)
    return made_of(cents, bank.chips(rail(place))) or {}


def refuse_amount(table: Table, cents: int) -> None:
    """Refuse an amount that no chips make."""
    smallest = table.book.smallest_chip
    if cents <= 0 or cents % smallest:
        raise Refused(
            f"{money(cents)} cannot be laid in chips: expected a multiple of the smallest chip,"
            f" {money(smallest)}"
        )


def refuse_more_than_held(table: Table, place: int, cents: int) -> None:
    """Refuse an amount that is more than the player has."""
    held = table.state.bank.cents(rail(place))
    if held < cents:
        raise Refused(
            f"you have {money(held)}: expected no more than that, or buy chips first, as in buy 100"
        )


def _change(session: Session, place: int, cents: int) -> None:
    """Break the smallest chip that the amount cannot use into what it lacks and the rest."""
    held = session.table.state.bank.chips(rail(place))
    lacking, broken = cents, 0
    for value in sorted(held, reverse=True):
        used = min(lacking // value, held[value])
        lacking -= used * value
        broken = value if used < held[value] else broken
    smaller = [each for each in session.table.book.setup.denominations if each < broken]
    take = together(usual(lacking, smaller), usual(broken - lacking, smaller))
    _stock(session, take)
    session.do(c.ChangeColour(place, {broken: 1}, take), player(place))


def _stock(session: Session, chips: Chips) -> None:
    """Have the rack filled if it lacks these chips."""
    if not holds(session.table.state.bank.chips(FLOAT), chips):
        session.fill()
