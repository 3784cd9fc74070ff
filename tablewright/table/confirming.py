"""What one person has to do in a row when a table opens or closes, confirmed in one act.

Each step stays an act of its own: in the journal in its order, in that person's name, under its own
rule. What another person must do first, or what has to be filled in beside a count, ends the row. A
count that is not what the records say ends it too, once it is written down: nobody signs for it, and
nobody learns of it before it is made.
"""

from collections.abc import Iterator, Sequence

from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.roles import INSPECTOR, PIT_BOSS, Role
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.allowed import No
from tablewright.table.automation import Step, filled_in, parts_due
from tablewright.table.chips import Chips
from tablewright.table.machine import Table
from tablewright.table.randomness import seeded
from tablewright.table.record import Act
from tablewright.table.session import Desk
from tablewright.table.trial import copied_table

ALONE = (acts.Leave, acts.ReportError)
"""What is done by itself: a player's chips go with it, or words must be found for it."""
MOST_STEPS = 20
"""More than anybody has to do in a row."""
NOT_DUE = "house.opening"


def own_step(t: Table, role: Role) -> Step | None:
    """The first step of an opening or a closing that the person at a post can do now."""
    me = Actor(role)
    for command, by in parts_due(t):
        is_mine = by.role is role or (role is PIT_BOSS and by.role is INSPECTOR)
        if is_mine and not is_for_another(t, command, me):
            return command, me
    return None


def is_for_another(t: Table, act: Act, by: Actor) -> bool:
    """Whether a signature is not theirs to give: they have signed already, or at another post."""
    return act.is_signed and isinstance(act.guard(t, by, act.way), No)


def key_of(act: Act) -> str:
    """What a step of a row is confirmed by: `count-float`, `sign opener`, `shuffle 1`."""
    what = getattr(act, "form", "") or str(getattr(act, "pack", ""))
    return f"{act.name} {what}".strip()


def row_of(t: Table, role: Role) -> Iterator[tuple[Table, Act]]:
    """What the person at a post has to do in a row, each step with the table as it will stand then.

    A count is taken to be right, whatever it will be.
    """
    table, source, at = copied_table(t), seeded("nobody sees these cards"), t.state.at
    if at is None:
        return  # It is not set up yet.
    for _ in range(MOST_STEPS):
        step = own_step(table, role)
        if step is None or isinstance(step[0], ALONE):
            return
        command, by = step
        stood = copied_table(table)
        try:
            Table.act(table, filled_in(table, step, source)[0], by, at)
        except Refused:
            return
        yield stood, command


def confirm(desk: Desk, by: Actor, keys: Sequence[str], chips: Chips) -> None:
    """Do what a person has confirmed, in its order, as far as it is still theirs to do."""
    for n, key in enumerate(keys):
        step = own_step(desk.table, by.role)
        if step is None or key_of(step[0]) != key:
            if n:
                return
            raise Forbidden("This has been done meanwhile. Look at what is due now.", NOT_DUE)
        command = filled_in(desk.table, step, desk.source)[0]
        desk.do(acts.CountFloat(chips) if isinstance(command, acts.CountFloat) else command, by)
