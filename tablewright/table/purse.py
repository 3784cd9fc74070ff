"""A player's chips: bought, changed when an amount needs smaller ones, laid on wagers all at once.

A person says an amount; which chips make it, what must be changed for that and which other wagers go
down with it is worked out here, for those who act in their name.
"""

from collections.abc import Iterable, Mapping, Sequence

from tablewright.rules.english import capital
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import say, worded
from tablewright.rules.wagers import SameAs
from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.acts.deciding import following
from tablewright.table.acts.wagers import is_open, limits, may_be_moved, unmet
from tablewright.table.chips import (
    FLOAT,
    Chips,
    add_chips,
    fewest_chips,
    holds,
    made_of,
    money,
    rail,
    worth,
)
from tablewright.table.machine import Table
from tablewright.table.scene import bet_on
from tablewright.table.session import Desk

USUAL_BUY_IN = 20_000
MOST_BUY_IN = 1_000_000


def buy_in(desk: Desk, place: int, cents: int, by: Actor | None = None) -> None:
    """Cash for chips: up to fifty dollars in ones, then mostly fives, if there are any."""
    if not 0 < cents <= MOST_BUY_IN:
        raise Refused(
            say(
                "You cannot buy in for {cents}. Buy in for up to {most}.",
                cents=money(cents),
                most=money(MOST_BUY_IN),
            )
        )
    refuse_amount(desk.table, cents)
    denominations = desk.table.book.setup.denominations
    ones = min(cents // 4 // 500 * 500, 5000) if 100 in denominations else 0
    fives = min((cents - ones) // 500 * 500, 25_000) if 500 in denominations else 0
    chips = fewest_chips(cents - ones - fives, denominations)
    for value, part in ((500, fives), (100, ones)):
        if part:
            chips = add_chips(chips, {value: part // value})
    _stock(desk, chips)
    desk.do(acts.BuyIn(place, cents, chips), by or player(place))


def change_seat(desk: Desk, place: int, to: int, name: str) -> None:
    """A player leaves a place and takes another, where the same chips are bought again."""
    chips = dict(desk.table.state.bank.chips(rail(place)))
    desk.do(acts.Leave(place), player(place))
    desk.do(acts.Sit(to, name), player(to))
    if chips:
        _stock(desk, chips)
        desk.do(acts.BuyIn(to, worth(chips), chips), player(to))


def chips_for(desk: Desk, place: int, cents: int, by: Actor | None = None) -> Chips:
    """An amount in chips before the player, after a colour change if need be."""
    bank = desk.table.state.bank
    held = bank.chips(rail(place))
    refuse_amount(desk.table, cents)
    refuse_more_than_held(desk.table, place, cents)
    if made_of(cents, held) is None:
        _change(desk, place, cents, by or player(place))
    return made_of(cents, bank.chips(rail(place))) or {}


def refuse_amount(table: Table, cents: int) -> None:
    """Refuse an amount that no chips make."""
    smallest = table.book.smallest_chip
    if cents <= 0 or cents % smallest:
        raise Refused(
            say(
                "{cents} cannot be laid in chips. Use a multiple of the smallest chip, {smallest}.",
                cents=money(cents),
                smallest=money(smallest),
            )
        )


def refuse_more_than_held(table: Table, place: int, cents: int, coming: int = 0) -> None:
    """Refuse an amount that is more than the player has, with what he takes back first."""
    held = table.state.bank.cents(rail(place)) + coming
    if held < cents:
        raise Refused(
            say("You have {held}. Bet no more than that, or buy chips first.", held=money(held))
        )


def _change(desk: Desk, place: int, cents: int, by: Actor) -> None:
    """Break the smallest chip that the amount cannot use into what it lacks and the rest."""
    held = desk.table.state.bank.chips(rail(place))
    lacking, broken = cents, 0
    for value in sorted(held, reverse=True):
        used = min(lacking // value, held[value])
        lacking -= used * value
        broken = value if used < held[value] else broken
    smaller = [each for each in desk.table.book.setup.denominations if each < broken]
    take = add_chips(fewest_chips(lacking, smaller), fewest_chips(broken - lacking, smaller))
    _stock(desk, take)
    desk.do(acts.ChangeColour(place, {broken: 1}, take), by)


def _stock(desk: Desk, chips: Chips) -> None:
    """Have the rack filled if it lacks these chips."""
    if not holds(desk.table.state.bank.chips(FLOAT), chips):
        desk.fill()


# Wagers --------------------------------------------------------------------------------------------


def partners(table: Table, wager: str) -> list[str]:
    """The wagers whose stake must equal this one's: they go down and come up with it."""
    book = table.book
    stakes = {id: book.wagers[id].stake for id in book.offer.placed}
    return [id for id, s in stakes.items() if isinstance(s, SameAs) and s.wager == wager]


def refuse_bets(
    table: Table, place: int, asked: Iterable[tuple[str, int]], back: Sequence[str] = ()
) -> None:
    """Refuse wagers for the first that cannot be made, before any is laid.

    What is asked is added to what lies there; what is taken `back` first lies there no more. Each
    wager is held to what will lie there when it is laid, and what stays to what lies there then.
    """
    every = list(asked)
    for id, cents in every:
        if id not in table.book.offer.placed or not is_open(table, place, id):
            raise Refused(
                say(
                    "{name} is closed. It is bet before the first card of a round.",
                    name=_name(table, id),
                )
            )
        refuse_amount(table, cents)
    before = table.stakes(place)
    lies = dict(before)
    coming = sum(lies.pop(id, 0) for id in back)
    refuse_more_than_held(table, place, sum(cents for _, cents in every), coming)
    for id, cents in every:
        _refuse_without(table, place, id, lies)
        lies[id] = lies.get(id, 0) + cents
        low, high = limits(table, place, id)
        is_strict = table.book.refuses_off_limits
        if is_strict and not low <= lies[id] <= high:
            raise Forbidden(
                say(
                    "{lies} on {wager} is outside its limits. Bet {low} to {high}.",
                    lies=money(lies[id]),
                    wager=bet_on(table.book, id),
                    low=money(low),
                    high=money(high),
                ),
                f"{table.book.game.id}.wagers.limits",
            )
    for id in lies:
        missing = unmet(table, place, id, lies)
        if missing and id in before and not unmet(table, place, id):
            raise Forbidden(
                say(
                    "{name} needs {wager} beside it. Take both back, or leave both.",
                    name=_name(table, id),
                    wager=bet_on(table.book, missing),
                ),
                f"{table.book.game.id}.{id}",
            )


def _name(table: Table, wager: str) -> str:
    return str(worded(table.book.wagers[wager].name, "wager"))


def _refuse_without(table: Table, place: int, wager: str, lies: Mapping[str, int]) -> None:
    """Refuse a wager without the one that must lie on the felt before it."""
    missing = unmet(table, place, wager, lies)
    if missing:
        raise Forbidden(
            say(
                "{name} needs {wager}. Bet {least} or more on it first.",
                name=_name(table, wager),
                wager=bet_on(table.book, missing),
                least=money(limits(table, place, missing)[0]),
            ),
            f"{table.book.game.id}.{wager}",
        )


def refuse_taking_back(table: Table, place: int, asked: Iterable[str]) -> None:
    """Refuse to take wagers back if one of them is not there, or plays already."""
    lies = table.stakes(place)
    for id in asked:
        if id not in lies:
            raise Refused(say("You have no {name} to take back.", name=_name(table, id)))
        if not may_be_moved(table, place, id):
            raise Refused(
                say(
                    "{wager} is in play. It stays until it is settled.",
                    wager=capital(bet_on(table.book, id)),
                )
            )


def put(desk: Desk, place: int, asked: Sequence[tuple[str, int]]) -> None:
    """Chips on wagers, and as many on those that must equal them; on all of them or on none."""
    table = desk.table
    every = [(each, cents) for id, cents in asked for each in (id, *partners(table, id))]
    refuse_bets(table, place, every)
    _put(desk, place, every)


def _put(desk: Desk, place: int, asked: Iterable[tuple[str, int]]) -> None:
    for id, cents in asked:
        desk.do(acts.Wager(place, id, chips_for(desk, place, cents)), player(place))


def lay(desk: Desk, place: int, stakes: Mapping[str, int]) -> None:
    """Have just so much lie on each of these wagers, and on those that must equal them.

    More chips are added to a wager that is to grow; one that is to shrink is taken back and laid anew.
    """
    table = desk.table
    lies = table.stakes(place)
    wanted = dict(stakes)
    for id, cents in stakes.items():
        for same in partners(table, id):
            wanted.setdefault(same, cents)
    inwards = [id for id in table.book.offer.placed if id in wanted]
    back = [id for id in reversed(inwards) if wanted[id] < lies.get(id, 0)]
    more = [
        (id, wanted[id] if id in back else wanted[id] - lies.get(id, 0))
        for id in inwards
        if wanted[id] > (0 if id in back else lies.get(id, 0))
    ]
    refuse_taking_back(table, place, back)
    refuse_bets(table, place, more, back)
    for id in back:
        desk.do(acts.TakeBack(place, id), player(place))
    _put(desk, place, more)


def make_change(desk: Desk, place: int, by: Actor) -> None:
    """Have chips at hand for every decision that the player can pay for, changed by the dealer."""
    for id in desk.table.book.contest.decision:
        needed = sum(cents for _, _, cents in following(desk.table, place, id))
        if 0 < needed <= desk.table.state.bank.cents(rail(place)):
            chips_for(desk, place, needed, by)
