"""Hand skills: what no screen can teach, as short text with a drawing and a list for an instructor.

They are the instructions that the register marks as taught, what guards the layout before and after the
call, and the ways in which winning chips are laid down, as the procedure itself says them.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tablewright.rules.procedure import Manner, Payment, Where
from tablewright.rules.protection import HANDS_BACK_RULE, LOOK_OVER_RULE
from tablewright.rules.register import instruction_id
from tablewright.school.lessons import connecting as so
from tablewright.school.lessons import drawings
from tablewright.school.lessons.paragraphs import Paragraph, Writer

STAKES = (4, 6)
"""Chips in the wagers that are drawn: few enough to be capped, and too many."""
PLACE = 2
"""A place that is neither the first nor the last."""


def hand_skills(w: Writer) -> Iterator[Paragraph]:
    """Every hand skill with its drawing."""
    yield Paragraph(says=so.PRACTICAL)
    yield from _taught(w)
    yield from _guarded(w)
    yield from _manners(w)


def checklist(w: Writer) -> Iterator[Paragraph]:
    """The same as a list, without drawings."""
    for each in (*_taught(w), *_guarded(w), *_manners(w)):
        yield Paragraph(says=each.says, source=each.source, rule=each.rule)


def _taught(w: Writer) -> Iterator[Paragraph]:
    """What the register marks as taught, in the order of the procedure."""
    machines = {device.id for device in w.of.procedure.devices if device.is_machine}
    for each in w.of.instructions:
        if each.is_taught:
            by_machine = bool(each.devices) and set(each.devices) <= machines
            drawing = drawings.of_acts(each.steps, by_machine=by_machine)
            yield w.rule(instruction_id(w.of.procedure, each), drawing=drawing)


def _guarded(w: Writer) -> Iterator[Paragraph]:
    """Hands kept back, and the look over the layout before the first payment."""
    places = w.of.ruleset.places
    for rule, drawn in (
        (HANDS_BACK_RULE, drawings.hands_back),
        (LOOK_OVER_RULE, drawings.look_over),
    ):
        id = f"{w.of.game.id}.{rule}"
        if id in w.of.rules:
            yield w.rule(id, drawing=drawn(places))


# Paying --------------------------------------------------------------------------------------------


class Paid(NamedTuple):
    """A way of paying, and a payment that is made so."""

    manner: Manner
    payment: Payment


def _manners(w: Writer) -> Iterator[Paragraph]:
    """Each way of laying winning chips down, with an example of the chips."""
    for n, paid in enumerate(ways_of_paying(w)):
        manner = paid.manner
        yield Paragraph(
            says=manner.how,
            title="" if n else "Laying down winnings",
            source=w.cited(manner.source),
            drawing=_drawn(paid),
        )


def ways_of_paying(w: Writer) -> list[Paid]:
    """Every way in which this procedure pays a winning wager, each once."""
    found: dict[str, Paid] = {}
    chip = max(value for value in w.of.book.setup.denominations if value <= 500)
    for id, decided in w.of.ruleset.wagers.items():
        nets = {outcome.net for outcome in decided.outcomes.values() if outcome.net}
        for net in sorted(net for net in nets if net > 0):
            for chips in STAKES:
                payment = Payment(PLACE, id, decided.wager.kind, net, {chip: chips})
                manner = w.of.procedure.manner(payment)
                found.setdefault(manner.how, Paid(manner, payment))
    return list(found.values())


def _drawn(paid: Paid) -> str:
    """The chips of the payment, where they are laid."""
    manner, payment = paid
    if manner.where in (Where.ON_THE_WAGER, Where.ON_THEN_PASSED):
        (chips,) = payment.stake.values()
        winnings = Fraction(chips) * payment.net
        return drawings.sized_in(chips, int(winnings), manner.how)
    return drawings.made_up(manner.how, is_passed=manner.where is Where.PASSED)
