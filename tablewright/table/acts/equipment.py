"""What lies on the table and stands on its sign, confirmed by the dealer before the table opens."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tablewright.rules.errors import quoted
from tablewright.rules.language import say, worded
from tablewright.rules.money import NO_CAP
from tablewright.rules.roles import DEALER
from tablewright.rules.said import fixed_odds, table_rows
from tablewright.rules.wagers import Decided
from tablewright.table.acts.opening import RULE, WHAT_IS_MISSING
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.chips import money
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.status import OPENING
from tablewright.table.words import HOUSE, JOURNAL, STAFF, Telling, joined, plain

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


@act(
    RULE,
    by=(DEALER,),
    during=(OPENING,),
    group=Group.FORMS,
    is_awaited=True,
    button="Check the equipment",
    about="Confirm what is on the table.",
    fields={"items": "On the table"},
    do="Check that everything is in place: {items}.",
    happened="{who} [find|finds] all equipment in its place{items}.",
)
class CheckEquipment(Act, frozen=True):
    """The dealer confirms what lies on the table."""

    items: tuple[str, ...]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if t.state.has_equipment:
            return No("The equipment has already been checked.", WHAT_IS_MISSING)
        return cls.allowed(choices=equipment(t))

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if sorted(self.items) == sorted(allowed.choices):
            return None
        said = say("The check names {items}", items=quoted(list(self.items)))
        return No(
            say(
                "{said}. This table needs {choices}.", said=said, choices=", ".join(allowed.choices)
            ),
            WHAT_IS_MISSING,
        )

    def apply(self, state: "State", course: "Course") -> None:
        state.has_equipment = True

    def prompt(self, t: "Table") -> Prompt:
        source = t.book.procedure.equipment_source
        return Prompt(source, {"items": joined([_item(i) for i in self.items])})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        items = s.in_full(f": {', '.join([_item(each) for each in self.items])}")
        yield Telling(HOUSE, {"who": s.actor, "items": items}, to=STAFF)


def equipment(t: "Table") -> tuple[str, ...]:
    """What must lie on this table."""
    return tuple(
        item.id
        for item in t.book.procedure.equipment
        if not item.is_optional and (not item.devices or t.device.id in item.devices)
    )


def _item(id: str) -> str:
    """Something that lies on the table, by its name."""
    return worded(plain(id), "item")


@act(
    RULE,
    by=(DEALER,),
    during=(OPENING,),
    group=Group.FORMS,
    is_awaited=True,
    button="Display the sign",
    about="The sign states limits and payouts as set up.",
    do="Put up the table's sign.",
    happened="{who} [put|puts] up the sign.",
)
class DisplaySign(Act, frozen=True):
    """The dealer confirms the table's sign."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if t.state.has_sign:
            return No("The sign is already displayed.", WHAT_IS_MISSING)
        return cls.allowed()

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [self, SignDisplayed(sign_lines(t))]

    def apply(self, state: "State", course: "Course") -> None:
        state.has_sign = True

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(t.book.procedure.sign_source)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(HOUSE, {"who": s.actor}, to=STAFF)


@event("The sign reads: {lines}")
class SignDisplayed(Event, frozen=True):
    """What the table's sign states."""

    lines: tuple[str, ...]

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(HOUSE, {"lines": " · ".join(self.lines)}, to=JOURNAL, is_detail=True)


def sign_lines(t: "Table") -> tuple[str, ...]:
    """The table's sign: limits, payouts and what the manual has it state."""
    book, lines = t.book, []
    lines.append(
        say(
            "{name}: rules {fingerprint}",
            name=book.game.name,
            fingerprint=book.ruleset.fingerprint[:12],
        )
    )
    titles = {wager.kind: worded(wager.title, "wager") for wager in book.game.wagers}
    for kind, (low, high) in book.setup.limits.items():
        lines.append(
            say("{titles}: {low} to {high}", titles=titles[kind], low=money(low), high=money(high))
        )
    lines += dict.fromkeys(
        line for decided in book.ruleset.wagers.values() for line in _payouts(decided)
    )
    for item in book.procedure.sign:
        if item.under is None or book.rulings.hold(item.under):
            lines.append(item.says)
    for decided in book.ruleset.wagers.values():
        if decided.cap is not NO_CAP:
            most = book.setup.maximum_payouts.get(decided.wager.kind)
            said = say("none is set") if most is None else money(most)
            lines.append(
                say(
                    "Maximum payout of each {title} wager: {said}",
                    title=worded(decided.wager.title, "wager"),
                    said=said,
                )
            )
    return tuple(lines)


def _payouts(decided: Decided[Any]) -> Iterator[str]:
    """What a wager pays: each pay table, then the odds of single lines."""
    for table in decided.tables:
        rows = [f"{hand.lower()} {odds}" for hand, odds in table_rows(table)]
        yield f"{table.name}: {', '.join(rows)}"
    fixed = fixed_odds(decided)
    if len(set(fixed.values())) == 1:
        pays = say("otherwise pays") if decided.tables else "pays"
        yield f"{decided.wager.title} {pays} {next(iter(fixed.values()))}"
    elif fixed:
        rows = [f"{plain(key)} {odds}" for key, odds in fixed.items()]
        yield say(
            "{title} pays: {rows}", title=worded(decided.wager.title, "wager"), rows=", ".join(rows)
        )
