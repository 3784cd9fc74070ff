"""What a step's manual adds to its prompt: how it is done here, and what is said to a new player."""

from typing import TYPE_CHECKING

from tablewright.rules.instructions import Instruction
from tablewright.rules.roles import Role
from tablewright.table.acts.wagers import limits
from tablewright.table.chips import money

if TYPE_CHECKING:
    from tablewright.table.machine import Table


def instructions(t: "Table", step: str, role: Role) -> list[Instruction]:
    """What a role is told with a step as the table stands, in the order of the procedure."""
    return [
        each
        for each in t.book.procedure.instructions_under(t.book.rulings)
        if step in each.steps
        and role in each.by
        and each.holds_with(t.device)
        and (t.state.drawn or not each.after_card)
    ]


def explanation(t: "Table", place: int) -> list[str]:
    """What the player at a place is told of the game, with the limits that hold for them."""
    told = t.book.procedure.explanation_under(t.book.rulings)
    minimum = {id: money(limits(t, place, id)[0]) for id in t.book.offer.placed}
    return [each.says.format_map(minimum) for each in told]
