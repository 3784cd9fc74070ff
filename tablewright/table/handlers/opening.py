"""Opening a table when all is in place, closing it when all is counted; relief."""

from collections.abc import Iterable

from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.procedure import PIT_BOSS, SUPERVISORS
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.handlers.decks import is_between_rounds
from tablewright.table.handlers.forms import (
    CLOSER,
    NOT_CLOSED,
    RULE,
    must_sign_out,
    refuse,
    result,
    text,
)
from tablewright.table.legal import Allowed
from tablewright.table.machine import Actor, Table, handles, offers
from tablewright.table.state import CLOSING, OPENING


def lacks(t: Table) -> str:
    """What is missing before the table may open; nothing, if it may."""
    state = t.state
    for done, missing in (
        (t.state.is_verified, "a float counted and signed for"),
        (state.has_equipment, "the equipment checked"),
        (state.has_sign, "the sign displayed"),
        (state.decks.is_washed, "cards examined, signed for and washed"),
        (cards_are_in(t), "the cards shuffled"),
    ):
        if not done:
            return missing
    return ""


def cards_are_in(t: Table) -> bool:
    """Whether every pack has been shuffled once since it was washed."""
    return t.device.is_keyed or len(t.state.packs.seals) == t.device.packs


@handles(c.Open, RULE, SUPERVISORS, (OPENING,))
def open_table(t: Table, command: c.Open, by: Actor) -> list[e.Record]:
    missing = lacks(t)
    if missing:
        raise refuse(f"the table cannot open: expected {missing}")
    try:
        approval = t.book.refuse_opening()
    except Refused as refused:
        raise refuse(str(refused), "house.approved-rules") from None
    source = approval.source if approval else t.book.jurisdiction.name
    return [command, e.Opened(t.book.ruleset.fingerprint, source)]


@offers(c.Open)
def may_open(t: Table, by: Actor) -> Iterable[Allowed]:
    if not lacks(t) and t.book.may_open:
        yield Allowed("open")


@handles(c.BeginClosing, RULE, SUPERVISORS)
def begin_closing(t: Table, command: c.BeginClosing, by: Actor) -> list[e.Record]:
    if not is_between_rounds(t):
        raise refuse("the table closes between rounds: expected the round to be over")
    if t.state.slips:
        raise refuse("a slip waits for a signature: expected it to be signed or cancelled first")
    return [command]


@offers(c.BeginClosing)
def may_begin_closing(t: Table, by: Actor) -> Iterable[Allowed]:
    if is_between_rounds(t) and not t.state.slips:
        yield Allowed("begin-closing")


@handles(c.RemoveDropBox, RULE, SUPERVISORS, (CLOSING,))
def remove_drop_box(t: Table, command: c.RemoveDropBox, by: Actor) -> list[e.Record]:
    if t.state.drop_out:
        raise refuse("the drop box is gone already: expected it once")
    return [command]


@offers(c.RemoveDropBox)
def may_remove_drop_box(t: Table, by: Actor) -> Iterable[Allowed]:
    if not t.state.drop_out:
        yield Allowed("remove-drop-box")


def still_open(t: Table) -> str:
    """What is missing before the table may be closed."""
    state = t.state
    for done, missing in (
        (not state.seats, "every player gone"),
        (CLOSER in state.completed, "a closing count, signed"),
        (not state.decks.backs and not must_sign_out(t), "the cards removed and signed for"),
        (state.drop_out, "the drop box removed"),
    ):
        if not done:
            return missing
    return ""


@handles(c.Close, RULE, SUPERVISORS, (CLOSING,))
def close(t: Table, command: c.Close, by: Actor) -> list[e.Record]:
    missing = still_open(t)
    if missing:
        raise refuse(f"the table cannot close: expected {missing}")
    return [command, e.Closed(t.lines + 2, result(t))]


@offers(c.Close)
def may_close(t: Table, by: Actor) -> Iterable[Allowed]:
    if not still_open(t):
        yield Allowed("close")


@handles(c.Relieve, "house.relief", (*SUPERVISORS,), NOT_CLOSED)
def relieve(t: Table, command: c.Relieve, by: Actor) -> list[e.Record]:
    if command.post not in _posts(by):
        raise refuse(f"{quoted(command.post)} is relieved: expected {listed(_posts(by))}")
    text(command.who, "the name")
    if t.state.holds_other_post(command.who, command.post):
        raise refuse(f"{quoted(command.who)} has another post here: expected somebody else")
    return [command]


def _posts(by: Actor) -> tuple[str, ...]:
    """Whom a supervisor may relieve; a pit boss also an inspector, and himself by another."""
    return ("dealer", "inspector", "pit-boss") if by.role is PIT_BOSS else ("dealer",)


@offers(c.Relieve)
def may_relieve(t: Table, by: Actor) -> Iterable[Allowed]:
    for post in _posts(by):
        yield Allowed("relieve", choices=(post,), text="who")
