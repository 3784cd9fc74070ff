"""What is due, said to the person who must do it: the step, ready to be given, and how it is done.

What comes next is known to `table/automation.py`, and how each act is asked for to the act itself; here
it is addressed to a dealer, an inspector or a pit boss. Nothing is said of a hand that lies face down:
neither a card, nor what is paid on it; nor, to those who will count them, of chips that are to come.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.rules.citations import Passage
from tablewright.rules.english import going_on
from tablewright.rules.errors import Forbidden
from tablewright.rules.language import say, worded
from tablewright.rules.phases import PhaseId
from tablewright.rules.register import instruction_id
from tablewright.rules.roles import DEALER, INSPECTOR, PIT_BOSS, STAFF, SUPERVISORS, Role
from tablewright.table import acts
from tablewright.table.actors import THE_HOUSE, Actor
from tablewright.table.acts.dealing import NamesCards, dealer_says_in_play
from tablewright.table.acts.no_more_bets import not_closing
from tablewright.table.acts.payments import settled
from tablewright.table.acts.wagers import limits_to_say
from tablewright.table.acts.welcoming import GIVEN, SKIPPED
from tablewright.table.allowed import Allowed
from tablewright.table.automation import automation_of, due, needed_first
from tablewright.table.confirming import is_for_another, key_of, own_step, row_of
from tablewright.table.instructing import explanation, instructions
from tablewright.table.machine import Table
from tablewright.table.record import Act
from tablewright.table.setup import Staff
from tablewright.table.status import IN_PLAY
from tablewright.table.views import announcements
from tablewright.table.why import PaymentShown, over_the_rack, payment
from tablewright.table.words import BUTTON, DO, ENGLISH, HAPPENED, joined, post_named

WAIT = "wait"
OWN_FORM = (acts.CountFloat, acts.CheckEquipment, acts.BringDecks)
"""Steps that are filled in or gone through, also where nothing else is due with them."""


class Instructed(msgspec.Struct, frozen=True):
    """How a step is done here, as the manual has it."""

    says: str
    source: str
    rule: str
    taught: str = ""
    """That it is a skill of the hand, which the school teaches; nothing, where it is not."""


OrderToSend: TypeAlias = Annotated[dict[str, Any], msgspec.Meta(title="Order")]
"""A command or an order, ready to be sent as it is or with what is still to be filled in."""


class ToConfirm(msgspec.Struct, frozen=True):
    """One of several steps that a person confirms in one act; each is an act of its own."""

    id: str
    command: str
    says: str
    source: str
    is_signature: bool
    needs_chips: bool


class Next(msgspec.Struct):
    """The next step of the person at a post."""

    command: str
    says: str
    do: OrderToSend | UnsetType = UNSET
    """The order, ready to be sent; nothing where another person must act first."""
    calls: list[str] = []
    """What the dealer says aloud with it."""
    how: list[Instructed] = []
    """How the manual has it done."""
    source: str = ""
    place: int = 0
    payments: list[PaymentShown] = []
    needs_cards: int = 0
    """How many cards must be entered with it."""
    needs_plays: int = 0
    """How many of these play, where it must be said which."""
    needs_chips: bool = False
    """Whether chips must be counted and entered; nobody sees what they should come to."""
    needs_text: str = ""
    """The field that must be filled in with a few words."""
    waits_for: str = ""
    """Who must act first."""
    confirms: list[ToConfirm] = []
    """All that this person has to do in a row, where they may confirm it in one act."""


def next_for(t: Table, role: Role) -> Next | None:
    """What the person at a post is to do next; None if nothing, or if the house does it by itself."""
    if role not in (DEALER, *SUPERVISORS):
        return None
    step = own_step(t, role) or due(t, bets_are_in=True)
    if step is None:
        return _wait_for_players(t) if role is DEALER else None
    command, by = step
    if isinstance(command, acts.Settle):
        return _settling(t, role, command)
    prompt = _prompt(t, role, command, by)
    if prompt and prompt.do:
        prompt.confirms = _in_a_row(t, role)
    return prompt


def _in_a_row(t: Table, role: Role) -> list[ToConfirm]:
    """What a person has to do in a row when a table opens or closes; nothing, if it is a mere press."""
    row = list(row_of(t, role))
    if len(row) == 1 and not isinstance(row[0][1], OWN_FORM):
        return []
    found = []
    for stood, act in row:
        # What is confirmed in a row is the plain act: decks that are new and sealed.
        says, source = said(stood, act, "" if isinstance(act, acts.BringDecks) else None)
        is_counted = isinstance(act, acts.CountFloat)
        found.append(ToConfirm(key_of(act), act.name, says, str(source), act.is_signed, is_counted))
    return found


def _prompt(t: Table, role: Role, command: Act, by: Actor) -> Next | None:
    """A step as it is said to those who may do it; a pit boss may do what an inspector may."""
    if t.state.status == IN_PLAY and automation_of(t, command) in t.book.automatic:
        return None
    says, source = said(t, command)
    if role is not by.role and not (role is PIT_BOSS and by.role is INSPECTOR):
        waits = ENGLISH.say(command.name, DO, "wait") or says
        return _wait_for(by, waits, str(source)) if role is DEALER else None
    if is_for_another(t, command, Actor(role)):
        return None
    entered = _entered(t, command, by)
    return Next(
        command.name,
        says,
        _order(command),
        _calls(t, command),
        _instructed(t, command.name, role),
        str(source),
        getattr(command, "place", 0),
        needs_cards=entered.cards,
        needs_plays=entered.plays,
        needs_chips=_is_counted(t, command),
        needs_text="nature" if isinstance(command, acts.ReportError) else "",
    )


TAUGHT = "Taught by hand"


def _instructed(t: Table, step: str, role: Role) -> list[Instructed]:
    """What the manual adds to a step; a pit boss who stands in for an inspector hears the same."""
    return [
        Instructed(
            worded(each.says),
            str(t.book.texts.cited(each.source)),
            instruction_id(t.book.procedure, each),
            worded(TAUGHT) if each.is_taught else "",
        )
        for each in instructions(t, step, role)
    ]


def said(t: Table, act: Act, case: str | None = None) -> tuple[str, Passage]:
    """An act as it is said to the person who must do it, and where it is printed."""
    prompt = act.prompt(t)
    assert prompt is not None, f"{act.name} is due and has no prompt"
    says = ENGLISH.say(act.name, DO, prompt.case if case is None else case, prompt.slots)
    return says, t.book.texts.cited(prompt.source)


def _wait_for(by: Actor, says: str, source: str) -> Next:
    """What a dealer sees while another person has the next step."""
    who = post_named(by.role.value)
    return Next(
        WAIT,
        say("Wait for {who}: {says}", who=who, says=going_on(says)),
        source=source,
        waits_for=who,
    )


def _order(command: Act) -> OrderToSend:
    """A command as it is sent, without what is counted blind or drawn by the house."""
    order: dict[str, Any] = msgspec.to_builtins(command, str_keys=True)
    return {name: each for name, each in order.items() if name not in command.blind}


def _is_counted(t: Table, command: Act) -> bool:
    """Whether chips are counted with a step and the count is entered."""
    if isinstance(command, acts.Countersign):
        return bool(t.state.slips[command.slip].to_count)
    return isinstance(command, acts.CountFloat)


def _entered(t: Table, act: Act, by: Actor) -> Allowed:
    """What a person enters with an act, at a physical table: how many cards, and how many play."""
    allowed = act.guard(t, by, act.way) if isinstance(act, NamesCards) else None
    return allowed if isinstance(allowed, Allowed) else Allowed(act.name)


def _calls(t: Table, command: Act) -> list[str]:
    """What the dealer says aloud with a step; never of a card that is still to be turned."""
    if isinstance(command, acts.NoMoreBets):
        call = ENGLISH.say(command.name, HAPPENED, command.call_case(t.book))
        return [*limits_to_say(t), *announcements(t), call]
    dealer = t.state.dealer_cards
    if isinstance(command, acts.Settle) and dealer and not t.state.has_settled:
        return [dealer_says_in_play(t, dealer)]
    return []


# Waiting -------------------------------------------------------------------------------------------


def _wait_for_players(t: Table) -> Next | None:
    """What the dealer waits for: wagers, or decisions."""
    state = t.state
    if state.status != IN_PLAY:
        return None
    source = str(t.book.texts.cited(t.book.phase[state.phase].source))
    if state.phase == PhaseId.WAGERS and "no-more-bets" not in t.book.automatic:
        no = not_closing(t)
        is_bare = t.is_felt_bare() and not state.is_begun
        says = (
            say("Wait for wagers.")
            if is_bare or not no
            else say("Wait: {why}", why=worded(no.says))
        )
        calls = [*limits_to_say(t), *announcements(t)]
        how = _instructed(t, acts.NoMoreBets().name, DEALER)
        return Next(WAIT, says, UNSET, calls, how, source, waits_for=say("the players"))
    if state.phase == PhaseId.DECIDE and "reveal" not in t.book.automatic:
        places = [t.place(place) for place in t.course.undecided(state)]
        waited = joined(places)
        says = say("Wait until {places} decide.", places=waited)
        if len(places) == 1:
            says = say("Wait until {place} decides.", place=waited)
        how = _instructed(t, state.phase, DEALER)
        return Next(WAIT, says, how=how, source=source, waits_for=joined(places))
    return None


# Beside the round ----------------------------------------------------------------------------------


class Offered(msgspec.Struct, frozen=True):
    """A button: what it says, and what it sends."""

    label: str
    do: OrderToSend


class Aside(msgspec.Struct, frozen=True):
    """Something to be done beside the round: nothing waits for it."""

    says: str
    calls: list[str]
    how: list[Instructed]
    source: str
    place: int
    offered: list[Offered]


def asides_for(t: Table, role: Role) -> list[Aside]:
    """What the dealer may do beside the round: welcome players who are new here."""
    if role is not DEALER or "welcome" in t.book.automatic:
        return []
    found = []
    for place in t.state.new_at:
        welcome = acts.Welcome(place)
        says, source = said(t, welcome)
        offered = [
            Offered(ENGLISH.say(welcome.name, BUTTON, each), _order(acts.Welcome(place, each)))
            for each in (GIVEN, SKIPPED)
        ]
        how = _instructed(t, welcome.name, role)
        found.append(Aside(says, explanation(t, place), how, str(source), place, offered))
    return found


# Signatures of others ------------------------------------------------------------------------------


class Awaited(msgspec.Struct):
    """A signature that others may give now, at screens of their own or at this one by their PIN."""

    do: OrderToSend
    says: str
    posts: dict[str, str]
    """Who may give it, by post."""
    needs_chips: bool = False


NOBODYS = frozenset((*msgspec.structs.astuple(Staff()), THE_HOUSE))
"""Names at posts that no person holds."""


def awaited_by(t: Table, role: Role) -> list[Awaited]:
    """What the person at a post waits for others to sign."""
    if role not in STAFF:
        return []
    own = _signable(t, role)
    found: dict[str, Awaited] = {}
    for other in STAFF:
        name = t.state.staff.get(other.value, "")
        if other is role or not name or name in NOBODYS:
            continue
        for command in _signable(t, other):
            if command in own and role in SUPERVISORS and other in SUPERVISORS:
                continue  # One supervisor signs for both.
            says, _ = said(t, command)
            awaited = Awaited(_order(command), says, {}, _is_counted(t, command))
            found.setdefault(says, awaited).posts[other.value] = name
    return list(found.values())


def _signable(t: Table, role: Role) -> list[Act]:
    """What the person at a post may sign now."""
    kinds = [kind for kind in t.acts_for(role) if kind.is_signed]
    return [kind.offered(each) for kind in kinds for each in t.offers(kind, Actor(role))]


# Settling ------------------------------------------------------------------------------------------


def _settling(t: Table, role: Role, command: acts.Settle) -> Next | None:
    """The payments of the next place, in order; or what must be done before them, and by whom."""
    try:
        paid = settled(t)
    except Forbidden as refused:
        return _first(t, role, command, refused)
    if role is not DEALER or "settle" in t.book.automatic:
        return None
    says, source = said(t, command)
    return Next(
        command.name,
        says,
        _order(command),
        _calls(t, command),
        _instructed(t, command.name, role),
        str(source),
        command.place,
        [
            msgspec.structs.replace(
                payment(t.book, each),
                hand=worded(each.hand),
                where=worded(each.where),
                how=worded(each.how),
                does=each.does,
                rack=over_the_rack(each),
            )
            for each in paid
        ],
    )


def _first(t: Table, role: Role, command: acts.Settle, refused: Forbidden) -> Next | None:
    """What must come before a payment, said to the person who does it; the dealer waits for it."""
    step = needed_first(t, refused)
    if step is None:
        return None
    needed, by = step
    if automation_of(t, needed) not in t.book.automatic:
        return _prompt(t, role, needed, by)
    if role is not DEALER:
        return None
    # The house brings it by itself when the dealer goes on.
    says = ENGLISH.say(command.name, DO, "house-first", {"place": t.place(command.place)})
    return Next(command.name, says, _order(command), source=refused.rule, place=command.place)
