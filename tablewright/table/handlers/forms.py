"""The float and the forms: counted, signed by dealer and supervisor, kept in the journal."""

from collections import Counter
from collections.abc import Iterable

from tablewright.rules.errors import Forbidden, listed, quoted
from tablewright.rules.money import LARGEST_STAKE_CENTS
from tablewright.rules.procedure import DEALER, STAFF, SUPERVISORS
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import CAGE, DROP, FLOAT, MISSING, Move, chips_text, money, worth
from tablewright.table.legal import Allowed, are_chips, is_text
from tablewright.table.machine import Actor, Table, handles, offers
from tablewright.table.state import CLOSING, IN_PLAY, OPENING

OPENER, ERROR, CLOSER = "opener", "error-notification", "closer"
SLIP_IN, SLIP_OUT = "card-and-dice-slip-in", "card-and-dice-slip-out"
NOT_CLOSED = (OPENING, IN_PLAY, CLOSING)
BOTH = ("dealer", "inspector")
RULE, CARDS = "GAME.opening", "GAME.cards"


def refuse(message: str, rule: str = "house.opening") -> Forbidden:
    return Forbidden(message, rule)


def text(words: str, what: str) -> str:
    """Somebody's words, refused if they could not be written down."""
    if not is_text(words):
        raise refuse(f"{what} is {quoted(words)}: expected a few printable words")
    return words


@handles(c.UnlockRack, RULE, SUPERVISORS, (OPENING,))
def unlock(t: Table, command: c.UnlockRack, by: Actor) -> list[e.Record]:
    if t.state.is_unlocked:
        raise refuse("the rack is unlocked already: expected it once")
    return [command]


@offers(c.UnlockRack)
def may_unlock(t: Table, by: Actor) -> Iterable[Allowed]:
    if not t.state.is_unlocked:
        yield Allowed("unlock-rack")


def _may_count(t: Table) -> bool:
    state = t.state
    if state.status == OPENING:
        return state.is_unlocked and not t.state.is_verified
    return not state.seats and CLOSER not in state.completed and not state.signatures.get(CLOSER)


@handles(c.CountFloat, RULE, (DEALER,), (OPENING, CLOSING))
def count(t: Table, command: c.CountFloat, by: Actor) -> list[e.Record]:
    if not _may_count(t):
        raise refuse("the float is not counted now: expected an unlocked rack that is not verified")
    chips = command.chips
    if chips and not are_chips(chips, t.book.setup.denominations):
        raise refuse(f"{quoted(chips)} was counted: expected chips of the house")
    if worth(chips) > LARGEST_STAKE_CENTS:
        raise refuse(f"{money(worth(chips))} was counted: expected less")
    return [command]


@offers(c.CountFloat)
def may_count(t: Table, by: Actor) -> Iterable[Allowed]:
    if _may_count(t):
        yield Allowed("count-float")


def differs(t: Table) -> bool:
    """Whether a count was made that is not what the records say."""
    counted = t.state.counted
    return counted is not None and counted != t.state.bank.chips(FLOAT)


@handles(c.ReportError, RULE, SUPERVISORS, (OPENING, CLOSING))
def report(t: Table, command: c.ReportError, by: Actor) -> list[e.Record]:
    text(command.nature, "the error")
    if not differs(t):
        raise refuse("an error is reported, and the count agrees: expected a discrepancy first")
    return [command]


@offers(c.ReportError)
def may_report(t: Table, by: Actor) -> Iterable[Allowed]:
    if differs(t):
        yield Allowed("report-error", text="nature")


def must_sign_out(t: Table) -> bool:
    """Whether cards were removed and nobody has signed for it."""
    return bool(t.book.procedure.slip) and t.state.cards_out and SLIP_OUT not in t.state.completed


def forms_open(t: Table) -> dict[str, tuple[str, ...]]:
    """The forms that lie ready for signing, and who signs each."""
    state = t.state
    found: dict[str, tuple[str, ...]] = {}
    counted = state.counted is not None
    if state.status == OPENING and counted and not t.state.is_verified:
        found[ERROR if differs(t) else OPENER] = BOTH
    if state.status == CLOSING and counted and CLOSER not in state.completed:
        found[ERROR if differs(t) else CLOSER] = BOTH
    if ERROR in found and not state.error:
        del found[ERROR]
    if t.book.procedure.slip and SLIP_IN not in state.completed and len(state.decks.examined) == 2:
        found[SLIP_IN] = BOTH
    if must_sign_out(t):
        found[SLIP_OUT] = ("dealer", "inspector", "pit-boss")
    return found


@handles(c.Sign, RULE, STAFF, NOT_CLOSED)
def sign(t: Table, command: c.Sign, by: Actor) -> list[e.Record]:
    form, post = command.form, by.role.value
    ready = forms_open(t)
    if form not in ready:
        which = listed(ready) if ready else "no form"
        raise refuse(f"{quoted(form)} is not ready to be signed: expected {which}")
    signed = t.state.signatures.get(form, {})
    if not may_be_signed(t, form, by):
        bears = ", ".join(signed.values()) or "nobody"
        raise refuse(
            f"{form} is signed by {post} and bears the signature of {bears}:"
            " expected the dealer's and one supervisor's, each their own"
        )
    if command.post or command.who:
        named = quoted(command.who or command.post)
        raise refuse(f"{form} is signed for {named}: expected nothing to be filled in")
    events: list[e.Record] = [c.Sign(form, post, t.name_of(by))]
    names = {**signed, post: t.name_of(by)}
    if form == SLIP_OUT or _is_complete(names):
        events.append(e.FormCompleted(form, form_says(t, form), names))
        events += _after(t, form)
    return events


def may_be_signed(t: Table, form: str, by: Actor) -> bool:
    """A pit boss may stand in for an inspector; nobody signs twice, at whichever post."""
    post, signed = by.role.value, t.state.signatures.get(form, {})
    if not by.is_house and t.name_of(by) in signed.values():
        return False
    if post == "pit-boss":
        return "inspector" not in signed and post not in signed
    if post == "inspector" and "pit-boss" in signed:
        return False
    return post not in signed


def _is_complete(names: dict[str, str]) -> bool:
    return "dealer" in names and ("inspector" in names or "pit-boss" in names)


def _after(t: Table, form: str) -> list[e.Record]:
    """A counted float that differs is booked as counted, once it is signed."""
    if form != ERROR:
        return []
    counted, held = t.state.counted or {}, t.state.bank.chips(FLOAT)
    values = counted.keys() | held.keys()
    # At the opening the cage is answerable; at the closing the table is.
    other = CAGE if t.state.status == OPENING else MISSING
    more = {v: counted.get(v, 0) - held.get(v, 0) for v in sorted(values, reverse=True)}
    moves = (
        Move(other, FLOAT, {v: n for v, n in more.items() if n > 0}),
        Move(FLOAT, other, {v: -n for v, n in more.items() if n < 0}),
    )
    return [e.Moved(tuple(move for move in moves if move.chips))]


@offers(c.Sign)
def may_sign(t: Table, by: Actor) -> Iterable[Allowed]:
    for form in forms_open(t):
        if may_be_signed(t, form, by):
            yield Allowed("sign", choices=(form,))


def form_says(t: Table, form: str) -> dict[str, str]:
    """What is written on a form."""
    state, setup = t.state, t.book.setup
    head = {"table": setup.table, "game": t.book.game.name, **date_and_time(t)}
    counted = state.counted or {}
    match form:
        case "opener" | "closer":
            head |= {"float": chips_text(counted), "total": money(worth(counted))}
            if form == CLOSER:
                head |= {
                    "drop box": money(state.bank.cents(DROP)),
                    "result": money(result(t)),
                }
        case "error-notification":
            booked = state.bank.chips(FLOAT)
            head |= {
                "expected": chips_text(booked),
                "counted": chips_text(counted),
                "difference": money(worth(counted) - worth(booked)),
                "nature": state.error,
            }
        case "card-and-dice-slip-in":
            head |= {"cards": _decks_said(state.decks.backs), "put into play": head.pop("time", "")}
        case "card-and-dice-slip-out":
            head |= {"removed": head.pop("time", "")}
    return head


def date_and_time(t: Table) -> dict[str, str]:
    """When a form is completed."""
    return {"date": str(t.now.date()), "time": t.now.strftime("%H:%M")}


def _decks_said(backs: tuple[str, ...]) -> str:
    """The decks on a slip: `6 blue`."""
    return ", ".join(f"{count} {colour}" for colour, count in Counter(backs).items())


def result(t: Table) -> int:
    """What the house has won so far: float and drop box, less what the cage has given."""
    bank = t.state.bank
    return bank.cents(FLOAT) + bank.cents(DROP) + bank.cents(CAGE)
