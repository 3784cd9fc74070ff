"""Slips: fills, credits, corrections and late voids wait for a second person, who signs for themself.

The first signature is that of the one who asks; nothing moves before the second. Those who sign for
chips count them and say what they counted: no slip tells them. A count that differs is written down
and moves nothing; after three of them the slip can only be cancelled, so that nobody guesses their way.
A slip that cannot or need not be signed is cancelled, with a reason.
"""

from collections.abc import Iterable, Sequence

from tablewright.rules.errors import Forbidden, listed, quoted
from tablewright.rules.procedure import STAFF, SUPERVISORS
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import (
    CAGE,
    FLOAT,
    Chips,
    Move,
    chips_text,
    holds,
    money,
    rail,
    worth,
)
from tablewright.table.handlers.forms import date_and_time, text
from tablewright.table.handlers.patronage import chips, refuse
from tablewright.table.legal import Allowed, are_chips
from tablewright.table.machine import SIGN_FIRST, Actor, Table, handles, offers
from tablewright.table.state import IN_PLAY

MOST_MISCOUNTS = 3
"""So many counts of a slip may differ."""


# Asked for -----------------------------------------------------------------------------------------


def prepared(
    t: Table,
    form: str,
    by: Actor,
    moves: Sequence[Move] = (),
    place: int = 0,
    reason: str = "",
) -> e.SlipPrepared:
    """A slip with its first signature."""
    player = t.state.seats[place].player if place in t.state.seats else ""
    number = t.state.slips_made + 1
    return e.SlipPrepared(
        number, form, by.role.value, t.name_of(by), place, player, reason, tuple(moves)
    )


@handles(c.Fill, "house.fill", SUPERVISORS)
def fill(t: Table, command: c.Fill, by: Actor) -> list[e.Record]:
    chips(t, command.chips)
    return [command, prepared(t, e.FILL, by, [Move(CAGE, FLOAT, command.chips)])]


@offers(c.Fill)
def may_fill(t: Table, by: Actor) -> Iterable[Allowed]:
    yield Allowed("fill", least=1)


@handles(c.Credit, "house.credit", SUPERVISORS)
def credit(t: Table, command: c.Credit, by: Actor) -> list[e.Record]:
    chips(t, command.chips, FLOAT)
    return [command, prepared(t, e.CREDIT, by, [Move(FLOAT, CAGE, command.chips)])]


@offers(c.Credit)
def may_credit(t: Table, by: Actor) -> Iterable[Allowed]:
    if t.state.bank.chips(FLOAT):
        yield Allowed("credit", chips_of=FLOAT, least=1)


@handles(c.Correct, "house.correction", SUPERVISORS)
def correct(t: Table, command: c.Correct, by: Actor) -> list[e.Record]:
    place = command.place
    t.seat(place)
    text(command.reason, "the reason")
    if bool(command.to_player) == bool(command.from_player):
        raise refuse("a payment is put right one way: expected chips to the player or from them")
    if command.to_player:
        chips(t, command.to_player, FLOAT)
        move = Move(FLOAT, rail(place), command.to_player)
    else:
        chips(t, command.from_player, rail(place))
        move = Move(rail(place), FLOAT, command.from_player)
    return [command, prepared(t, e.CORRECTION, by, [move], place, command.reason)]


@offers(c.Correct)
def may_correct(t: Table, by: Actor) -> Iterable[Allowed]:
    bank = t.state.bank
    for place in t.state.seats:
        if bank.chips(FLOAT) or bank.chips(rail(place)):
            yield Allowed("correct", place, chips_of=FLOAT, for_chips_of=rail(place), text="reason")


# Signed --------------------------------------------------------------------------------------------


def not_to_be_signed(t: Table, slip: e.SlipPrepared, by: Actor) -> str:
    """Why an actor cannot sign a slip now; nothing, if they can."""
    posts = t.book.second_signers(slip.post)
    if by.role.value not in posts:
        return f"slip {slip.slip} is signed by the {by}: expected the {' or '.join(posts)}"
    if not by.is_house and t.name_of(by) == slip.who:
        return f"slip {slip.slip} is signed twice by {slip.who}: expected a second person"
    if t.state.miscounts.get(slip.slip, 0) >= MOST_MISCOUNTS:
        return (
            f"the chips of slip {slip.slip} were counted {MOST_MISCOUNTS} times and differed:"
            " expected the slip to be cancelled and the chips asked for anew"
        )
    seat = t.state.seats.get(slip.place)
    if slip.place and (seat is None or seat.player != slip.player):
        return f"{slip.player} has left {t.place(slip.place)}: expected the slip to be cancelled"
    for move in slip.moves:
        if move.source != CAGE and not holds(t.state.bank.chips(move.source), move.chips):
            return "the chips are no longer there: expected the slip to be cancelled"
    return ""


def waiting(t: Table, number: int) -> e.SlipPrepared:
    """A slip that waits for its second signature, refused if there is none of that number."""
    slip = t.state.slips.get(number)
    if slip is None:
        known = listed([str(each) for each in t.state.slips]) if t.state.slips else "none"
        raise Forbidden(f"slip {number} waits for nobody: expected {known}", SIGN_FIRST)
    return slip


@handles(c.Countersign, SIGN_FIRST, STAFF, (IN_PLAY,))
def countersign(t: Table, command: c.Countersign, by: Actor) -> list[e.Record]:
    slip = waiting(t, command.slip)
    if why := not_to_be_signed(t, slip, by):
        raise Forbidden(why, SIGN_FIRST)
    if command != c.Countersign(command.slip, command.chips):
        raise Forbidden(
            f"slip {slip.slip} is signed with more than its number and the chips counted:"
            " expected nothing else to be filled in",
            SIGN_FIRST,
        )
    if not may_be_counted(t, slip, command.chips):
        raise Forbidden(
            f"{quoted(command.chips)} was counted: expected chips of the house, where the slip is for"
            " chips, and else none",
            SIGN_FIRST,
        )
    differs = command.chips != slip.to_count
    signed = c.Countersign(
        slip.slip,
        command.chips,
        slip.form,
        slip.place,
        slip.reason,
        by.role.value,
        t.name_of(by),
        differs,
    )
    if differs:
        return [signed]
    names = {slip.post: slip.who, by.role.value: t.name_of(by)}
    moved = [e.Moved(slip.moves)] if slip.moves else []
    return [signed, *moved, e.FormCompleted(slip.form, slip_says(t, slip), names)]


def may_be_counted(t: Table, slip: e.SlipPrepared, chips: Chips) -> bool:
    """Whether so much can have been counted: chips of the house, and none where none are."""
    if slip.form not in e.COUNTED:
        return not chips
    return not chips or are_chips(chips, t.book.setup.denominations)


@offers(c.Countersign)
def may_countersign(t: Table, by: Actor) -> Iterable[Allowed]:
    for number, slip in t.state.slips.items():
        if not not_to_be_signed(t, slip, by):
            yield Allowed("countersign", choices=(str(number),))


@handles(c.CancelSlip, SIGN_FIRST, STAFF, (IN_PLAY,))
def cancel(t: Table, command: c.CancelSlip, by: Actor) -> list[e.Record]:
    waiting(t, command.slip)
    text(command.reason, "the reason")
    return [command]


@offers(c.CancelSlip)
def may_cancel(t: Table, by: Actor) -> Iterable[Allowed]:
    for number in t.state.slips:
        yield Allowed("cancel-slip", choices=(str(number),), text="reason")


def slip_says(t: Table, slip: e.SlipPrepared) -> dict[str, str]:
    """What is written on a slip."""
    says = {"table": t.book.setup.table, **date_and_time(t), "number": str(slip.slip)}
    if slip.form == e.VOID:
        declared = t.state.held
        assert declared is not None
        irregularity, ruling = t.fold.ruling(t.state, declared)
        return says | {
            "round": str(t.state.round),
            "irregularity": irregularity.title,
            "ruling": ruling.says,
        }
    (move,) = slip.moves
    if slip.place:
        says |= {"place": t.place(slip.place), "player": slip.player, "reason": slip.reason}
        says["way"] = "to the player" if move.source == FLOAT else "from the player"
    return says | {"chips": chips_text(move.chips), "total": money(worth(move.chips))}
