"""What lies on the table and stands on its sign, confirmed by the dealer."""

from collections.abc import Iterable, Iterator
from typing import Any

from tablewright.rules.errors import quoted
from tablewright.rules.money import NO_CAP
from tablewright.rules.procedure import DEALER
from tablewright.rules.said import fixed_odds, table_rows
from tablewright.rules.wagers import Decided
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import money
from tablewright.table.handlers.forms import RULE, refuse
from tablewright.table.legal import Allowed
from tablewright.table.machine import Actor, Table, handles, offers
from tablewright.table.state import OPENING


def equipment(t: Table) -> tuple[str, ...]:
    """What must lie on this table."""
    return tuple(
        item.id
        for item in t.book.procedure.equipment
        if not item.is_optional and (not item.devices or t.device.id in item.devices)
    )


@handles(c.CheckEquipment, RULE, (DEALER,), (OPENING,))
def check(t: Table, command: c.CheckEquipment, by: Actor) -> list[e.Record]:
    needed = equipment(t)
    if t.state.has_equipment:
        raise refuse("the equipment is checked already: expected it once")
    if sorted(command.items) != sorted(needed):
        raise refuse(f"the check names {quoted(list(command.items))}: expected {', '.join(needed)}")
    return [command]


@offers(c.CheckEquipment)
def may_check(t: Table, by: Actor) -> Iterable[Allowed]:
    if not t.state.has_equipment:
        yield Allowed("check-equipment", choices=equipment(t))


def sign_lines(t: Table) -> tuple[str, ...]:
    """The table's sign: limits, payouts and what the manual has it state."""
    book, lines = t.book, []
    lines.append(f"{book.game.name}: rules {book.ruleset.fingerprint[:12]}")
    titles = {wager.kind: wager.title for wager in book.game.wagers}
    for kind, (low, high) in book.setup.limits.items():
        lines.append(f"{titles[kind]}: {money(low)} to {money(high)}")
    lines += dict.fromkeys(
        line for decided in book.ruleset.wagers.values() for line in _payouts(decided)
    )
    for item in book.procedure.sign:
        if item.under is None or book.rulings.hold(item.under):
            lines.append(item.says)
    for decided in book.ruleset.wagers.values():
        if decided.cap is not NO_CAP:
            most = book.setup.maximum_payouts.get(decided.wager.kind)
            said = "none is set" if most is None else money(most)
            lines.append(f"Maximum payout of each {decided.wager.title} wager: {said}")
    return tuple(lines)


def _payouts(decided: Decided[Any]) -> Iterator[str]:
    """What a wager pays: each pay table, then the odds of single lines."""
    for table in decided.tables:
        rows = [f"{hand.lower()} {odds}" for hand, odds in table_rows(table)]
        yield f"{table.name}: {', '.join(rows)}"
    fixed = fixed_odds(decided)
    if len(set(fixed.values())) == 1:
        pays = "otherwise pays" if decided.tables else "pays"
        yield f"{decided.wager.title} {pays} {next(iter(fixed.values()))}"
    elif fixed:
        rows = [f"{key.replace('-', ' ')} {odds}" for key, odds in fixed.items()]
        yield f"{decided.wager.title} pays: {', '.join(rows)}"


@handles(c.DisplaySign, RULE, (DEALER,), (OPENING,))
def display(t: Table, command: c.DisplaySign, by: Actor) -> list[e.Record]:
    if t.state.has_sign:
        raise refuse("the sign is displayed already: expected it once")
    return [command, e.SignDisplayed(sign_lines(t))]


@offers(c.DisplaySign)
def may_display(t: Table, by: Actor) -> Iterable[Allowed]:
    if not t.state.has_sign:
        yield Allowed("display-sign")
