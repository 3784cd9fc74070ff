"""Opening and closing a table: the float, the forms and their signatures, the equipment, the cards."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tablewright.rules.errors import Forbidden, Refused, listed, quoted
from tablewright.rules.money import LARGEST_STAKE_CENTS, NO_CAP
from tablewright.rules.procedure import DEALER, PIT_BOSS, STAFF, SUPERVISORS
from tablewright.rules.wagers import Decided, Line, Odds, made_said
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import (
    CAGE,
    DROP,
    FLOAT,
    MISSING,
    Move,
    money,
    spoken,
    worth,
)
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


# The float -----------------------------------------------------------------------------------------


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
        return state.is_unlocked and not _is_verified(t)
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


def _is_verified(t: Table) -> bool:
    return OPENER in t.state.completed or ERROR in t.state.completed


def _differs(t: Table) -> bool:
    """Whether a count was made that is not what the records say."""
    counted = t.state.counted
    return counted is not None and counted != t.state.bank.chips(FLOAT)


@handles(c.ReportError, RULE, SUPERVISORS, (OPENING, CLOSING))
def report(t: Table, command: c.ReportError, by: Actor) -> list[e.Record]:
    text(command.nature, "the error")
    if not _differs(t):
        raise refuse("an error is reported, and the count agrees: expected a discrepancy first")
    return [command]


@offers(c.ReportError)
def may_report(t: Table, by: Actor) -> Iterable[Allowed]:
    if _differs(t):
        yield Allowed("report-error", text="nature")


# Forms and signatures ------------------------------------------------------------------------------


def must_sign_out(t: Table) -> bool:
    """Whether cards were removed and nobody has signed for it."""
    return bool(t.book.procedure.slip) and t.state.cards_out and SLIP_OUT not in t.state.completed


def forms_open(t: Table) -> dict[str, tuple[str, ...]]:
    """The forms that lie ready for signing, and who signs each."""
    state = t.state
    found: dict[str, tuple[str, ...]] = {}
    counted = state.counted is not None
    if state.status == OPENING and counted and not _is_verified(t):
        found[ERROR if _differs(t) else OPENER] = BOTH
    if state.status == CLOSING and counted and CLOSER not in state.completed:
        found[ERROR if _differs(t) else CLOSER] = BOTH
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
    if not _may_sign(t, form, post):
        raise refuse(f"{form} is signed by {post}: expected {listed(ready[form])}, each once")
    if command.post:
        raise refuse(f"{form} is signed for {quoted(command.post)}: expected no post to be named")
    events: list[e.Record] = [c.Sign(form, post)]
    names = {**signed, post: t.state.staff[post]}
    if form == SLIP_OUT or _is_complete(names):
        events.append(e.FormCompleted(form, form_says(t, form), names))
        events += _after(t, form)
    return events


def _may_sign(t: Table, form: str, post: str) -> bool:
    """A pit boss may stand in for an inspector; nobody signs twice, at whichever post."""
    signed = t.state.signatures.get(form, {})
    if t.state.staff[post] in signed.values():
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
    post = by.role.value
    for form in forms_open(t):
        if _may_sign(t, form, post):
            yield Allowed("sign", choices=(form,))


def form_says(t: Table, form: str) -> dict[str, str]:
    """What is written on a form."""
    state, setup = t.state, t.book.setup
    head = {
        "table": setup.table,
        "game": t.book.game.name,
        "date": str(t.now.date()),
        "time": t.now.strftime("%H:%M"),
    }
    counted = state.counted or {}
    match form:
        case "opener" | "closer":
            head |= {"float": spoken(counted), "total": money(worth(counted))}
            if form == CLOSER:
                head |= {
                    "drop box": money(state.bank.cents(DROP)),
                    "result": money(result(t)),
                }
        case "error-notification":
            booked = state.bank.chips(FLOAT)
            head |= {
                "expected": spoken(booked),
                "counted": spoken(counted),
                "difference": money(worth(counted) - worth(booked)),
                "nature": state.error,
            }
        case "card-and-dice-slip-in":
            head |= {"cards": _decks_said(state.decks.backs), "put into play": head.pop("time", "")}
        case "card-and-dice-slip-out":
            head |= {"removed": head.pop("time", "")}
    return head


def _decks_said(backs: tuple[str, ...]) -> str:
    """The decks on a slip: `6 blue`."""
    return ", ".join(f"{count} {colour}" for colour, count in Counter(backs).items())


def result(t: Table) -> int:
    """What the house has won so far: float and drop box, less what the cage has given."""
    bank = t.state.bank
    return bank.cents(FLOAT) + bank.cents(DROP) + bank.cents(CAGE)


# Equipment and sign --------------------------------------------------------------------------------


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
            most = book.setup.maximum_payout
            said = "none is set" if most is None else money(most)
            lines.append(f"Maximum payout of each {decided.wager.title} wager: {said}")
    return tuple(lines)


def _payouts(decided: Decided[Any]) -> Iterator[str]:
    """What a wager pays: each pay table, then the odds of single lines."""
    for table in decided.tables:
        rows = [f"{made_said(made).lower()} {table.printed(made)}" for made in table.rows]
        yield f"{table.name}: {', '.join(rows)}"
    fixed = {line.pay_key.partition(".")[2]: line.pays for line in decided.lines if _is_fixed(line)}
    if len(set(fixed.values())) == 1:
        pays = "otherwise pays" if decided.tables else "pays"
        yield f"{decided.wager.title} {pays} {next(iter(fixed.values()))}"
    elif fixed:
        rows = [f"{key.replace('-', ' ')} {odds}" for key, odds in fixed.items()]
        yield f"{decided.wager.title} pays: {', '.join(rows)}"


def _is_fixed(line: Line[Any]) -> bool:
    return isinstance(line.pays, Odds)


@handles(c.DisplaySign, RULE, (DEALER,), (OPENING,))
def display(t: Table, command: c.DisplaySign, by: Actor) -> list[e.Record]:
    if t.state.has_sign:
        raise refuse("the sign is displayed already: expected it once")
    return [command, e.SignDisplayed(sign_lines(t))]


@offers(c.DisplaySign)
def may_display(t: Table, by: Actor) -> Iterable[Allowed]:
    if not t.state.has_sign:
        yield Allowed("display-sign")


# Cards ---------------------------------------------------------------------------------------------


def backs(t: Table) -> tuple[str, ...]:
    """The decks that are brought: packs of different backs, decks of one pack alike."""
    colours = t.book.procedure.deck_colours
    device = t.device
    return tuple(
        colours[pack % len(colours)] for pack in range(device.packs) for _ in range(device.decks)
    )


def is_between_rounds(t: Table) -> bool:
    """Whether no round is under way and no wager lies on the felt."""
    state = t.state
    if state.status != IN_PLAY:
        return True
    return not state.is_begun and state.phase == "wagers" and t.is_felt_bare()


@handles(c.BringDecks, CARDS, SUPERVISORS, (OPENING, IN_PLAY))
def bring(t: Table, command: c.BringDecks, by: Actor) -> list[e.Record]:
    if t.state.decks.backs:
        raise refuse("there are cards on the table: expected them to be removed first", CARDS)
    if must_sign_out(t):
        raise refuse("new cards are brought: expected the old ones signed out first", CARDS)
    if not is_between_rounds(t):
        raise refuse("cards come between rounds: expected the round to be over", CARDS)
    if sorted(command.backs) != sorted(backs(t)):
        raise refuse(
            f"decks with {quoted(list(command.backs))} backs were brought:"
            f" expected {', '.join(backs(t))}",
            CARDS,
        )
    return [command]


@offers(c.BringDecks)
def may_bring(t: Table, by: Actor) -> Iterable[Allowed]:
    if not t.state.decks.backs and is_between_rounds(t) and not must_sign_out(t):
        yield Allowed("bring-decks", choices=backs(t))


def next_examiner(t: Table) -> tuple[str, ...]:
    """Who looks the decks through next: a supervisor, then the dealer."""
    decks = t.state.decks
    if not decks.backs or len(decks.examined) == 2:
        return ()
    return ("dealer",) if decks.examined else ("inspector", "pit-boss")


@handles(c.Examine, CARDS, STAFF, (OPENING, IN_PLAY))
def examine(t: Table, command: c.Examine, by: Actor) -> list[e.Record]:
    post, expected = by.role.value, next_examiner(t)
    if post not in expected:
        who = listed(expected) if expected else "no deck to be examined"
        raise refuse(f"{post} examines the decks: expected {who}", CARDS)
    if command.post:
        raise refuse(
            f"the decks are examined for {quoted(command.post)}: expected no post to be named",
            CARDS,
        )
    if command.found:
        text(command.found, "what was found")
        return [c.Examine(command.found, post), e.CardsRejected(command.found)]
    return [c.Examine("", post)]


@offers(c.Examine)
def may_examine(t: Table, by: Actor) -> Iterable[Allowed]:
    if by.role.value in next_examiner(t):
        yield Allowed("examine", text="found")


def _may_wash(t: Table) -> bool:
    decks = t.state.decks
    slip = SLIP_IN in t.state.completed or not t.book.procedure.slip
    return len(decks.examined) == 2 and not decks.is_washed and slip


@handles(c.Wash, CARDS, (DEALER,), (OPENING, IN_PLAY))
def wash(t: Table, command: c.Wash, by: Actor) -> list[e.Record]:
    if not _may_wash(t):
        raise refuse(
            "the cards are washed once: expected decks examined by both and signed for", CARDS
        )
    return [command]


@offers(c.Wash)
def may_wash(t: Table, by: Actor) -> Iterable[Allowed]:
    if _may_wash(t):
        yield Allowed("wash")


def _may_remove(t: Table) -> bool:
    return bool(t.state.decks.backs) and is_between_rounds(t)


@handles(c.RemoveCards, CARDS, STAFF, NOT_CLOSED)
def remove(t: Table, command: c.RemoveCards, by: Actor) -> list[e.Record]:
    if not _may_remove(t):
        raise refuse("cards are removed between rounds: expected cards and no round", CARDS)
    return [command, *unseal_all(t)]


@offers(c.RemoveCards)
def may_remove(t: Table, by: Actor) -> Iterable[Allowed]:
    if _may_remove(t):
        yield Allowed("remove-cards")


def unseal_all(t: Table) -> list[e.Record]:
    """Every order that is known, opened: those cards are out of play."""
    packs = sorted({*t.vault, *t.state.packs.seals})
    return [event for pack in packs for event in t.opened(pack)]


# Opening and closing -------------------------------------------------------------------------------


def lacks(t: Table) -> str:
    """What is missing before the table may open; nothing, if it may."""
    state = t.state
    for done, missing in (
        (_is_verified(t), "a float counted and signed for"),
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
    return [command]


@offers(c.BeginClosing)
def may_begin_closing(t: Table, by: Actor) -> Iterable[Allowed]:
    if is_between_rounds(t):
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
    if not is_free(t, command.post, command.who):
        raise refuse(f"{quoted(command.who)} has another post here: expected somebody else")
    return [command]


def is_free(t: Table, post: str, who: str) -> bool:
    """Whether somebody holds no other post: nobody signs for two."""
    return all(name != who for other, name in t.state.staff.items() if other != post)


def _posts(by: Actor) -> tuple[str, ...]:
    """Whom a supervisor may relieve; a pit boss also an inspector."""
    return ("dealer", "inspector") if by.role is PIT_BOSS else ("dealer",)


@offers(c.Relieve)
def may_relieve(t: Table, by: Actor) -> Iterable[Allowed]:
    for post in _posts(by):
        yield Allowed("relieve", choices=(post,), text="who")
