"""Irregularities: who may declare what and when; the manual rules, or a supervisor chooses."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from tablewright.rules.errors import listed, quoted
from tablewright.rules.irregularities import Concerns, Effect, Irregularity, Ruling
from tablewright.rules.language import say, worded
from tablewright.rules.roles import DEALER, SUPERVISORS, WATCHERS
from tablewright.table.acts.dealing import NamesCards
from tablewright.table.acts.drawing import missing_of_pack, passed_cut_card
from tablewright.table.acts.shuffling import SHUFFLE, cards_left, cards_needed
from tablewright.table.acts.slips import VOID, prepared
from tablewright.table.allowed import Allowed, No, Way, wrong_cards
from tablewright.table.record import Act, Record, act
from tablewright.table.words import (
    EACH,
    STAFF,
    TROUBLE,
    Telling,
    joined,
    named,
    post_named,
    spelled,
)

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

BURN = "burn"
ANY_WAGER = "any"
"""Stands for any wager at the place, where one must be named."""


def can_go_wrong(t: "Table") -> bool:
    """Whether cards can be seen, lost or miscounted here at all.

    Where the machine deals it knows that they were not, so that such a claim is false, and would show
    a card that nobody may see; a rehearsal pretends.
    """
    return t.is_keyed or t.book.setup.is_rehearsal


def can_happen(t: "Table", irregularity: Irregularity) -> bool:
    """Whether an irregularity makes sense now."""
    state = t.state
    if state.phase not in irregularity.phases:
        return False
    if not _harmless(irregularity) and (state.held or not can_go_wrong(t)):
        return False
    if irregularity.devices and t.device.id not in irregularity.devices:
        return False
    if irregularity.overlooked and irregularity.overlooked not in state.overlooked:
        return False
    if irregularity.after_cut_card not in (None, state.ignored_cut_card):
        return False
    if irregularity.only_unfinished and not _is_unfinished(t):
        return False
    if irregularity.concerns is Concerns.NEXT_CARD:
        if state.packs.pack not in state.packs.seals:
            return False
        if t.book.is_draw and t.device.burns:
            return _is_that_card(t, irregularity)
    return not state.is_void or _harmless(irregularity)


def _is_unfinished(t: "Table") -> bool:
    """Whether a round has begun and cards of it are still to come."""
    state = t.state
    all_came = t.book.is_draw and len(state.drawn) == t.book.draw.cards
    return state.is_begun and not state.is_void and not all_came


def _harmless(irregularity: Irregularity) -> bool:
    return all(ruling.effect is Effect.NOTED for ruling in irregularity.rulings)


def _is_that_card(t: "Table", irregularity: Irregularity) -> bool:
    """A shoe's next card is a burn card or the card in play, and each has its own ruling."""
    of_a_burn = {Effect.CARD_BURNT} == {each.effect for each in irregularity.rulings}
    return t.course.burns_next(t.state) == of_a_burn


def _rulings(t: "Table", irregularity: Irregularity, by: "Actor") -> tuple[Ruling, ...]:
    """The rulings that an actor may declare: the only one there is, or any if they supervise.

    Where the machine deals no round is void without a supervisor; the house stands in for one at
    a practice table where it does the supervisors' steps.
    """
    found = irregularity.rulings_with(t.device, t.book.rulings)
    if by.role in SUPERVISORS or _rules_alone(t, by):
        return found
    if len(found) > 1:
        return ()
    if t.is_keyed or t.book.house_supervises:
        return found
    return tuple(ruling for ruling in found if ruling.effect is not Effect.VOID)


def _rules_alone(t: "Table", by: "Actor") -> bool:
    """Whether a dealer must rule, since no person supervises: the house does, and sees no cards."""
    return by.role is DEALER and t.is_keyed and t.book.house_supervises


def _may_declare(t: "Table", irregularity: Irregularity, by: "Actor") -> bool:
    return by.role in irregularity.declared_by or _rules_alone(t, by)


def _places(t: "Table", irregularity: Irregularity) -> list[int]:
    """The places that an irregularity may be about; 0 is the dealer, or nobody."""
    match irregularity.concerns:
        case Concerns.PLACE:
            return [0, *t.state.seats] if not _harmless(irregularity) else list(t.state.seats)
        case Concerns.A_WAGER:
            return [place for place in t.state.seats if t.stakes(place)]
    return [0]


def _card_known(t: "Table", irregularity: Irregularity) -> str:
    """The card that was seen, where the pack knows it."""
    match irregularity.concerns:
        case Concerns.NEXT_CARD:
            return t.card_at(t.state.packs.next)
        case Concerns.DEALER_CARD if t.state.dealer_slots:
            return t.card_at(t.state.dealer_slots[0])
    return ""


def _names_card(irregularity: Irregularity) -> bool:
    return irregularity.concerns in (Concerns.NEXT_CARD, Concerns.DEALER_CARD)


@act(
    "house.irregularity",
    by=WATCHERS,
    chooses="irregularity",
    button="Something went wrong",
    about="Say what happened: the ruling follows the manual, or a supervisor rules.",
    submit="Declare",
    happened="{title}{about}. Declared by {actor}. Ruling: {ruling}{void}",
)
class Declare(NamesCards, frozen=True):
    """A person says that something went wrong; the ruling follows the manual."""

    names_rule: ClassVar[str] = "irregularity"

    irregularity: str
    ruling: str = ""
    place: int = 0
    wager: str = ""
    card: str = ""

    @property
    def way(self) -> Way:
        return Way(self.place, ANY_WAGER if self.wager else "", choice=self.irregularity)

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterator[Way]:
        for irregularity in t.book.procedure.irregularities:
            if _may_declare(t, irregularity, by) and can_happen(t, irregularity):
                for place in _places(t, irregularity):
                    yield Way(place, choice=irregularity.id)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        known = t.course.irregularities
        irregularity = known.get(way.choice)
        if irregularity is None:
            return No(
                say(
                    "{choice} is not an irregularity here. Choose {known}.",
                    choice=quoted(way.choice),
                    known=listed(known),
                )
            )
        if no := _undeclarable(t, by, irregularity):
            return No(no, irregularity.id)
        ids = tuple(ruling.id for ruling in _rulings(t, irregularity, by))
        if not ids:
            said = say(
                "A supervisor rules on this: {title}. Call one.", title=worded(irregularity.title)
            )
            return No(said, irregularity.id)
        if way.place not in _places(t, irregularity):
            return No(say("It cannot be about {place}.", place=t.place(way.place)), irregularity.id)
        return cls.allowed(
            Way(way.place, ANY_WAGER if irregularity.concerns is Concerns.A_WAGER else ""),
            choices=(irregularity.id,),
            rulings=("", *ids) if len(ids) == 1 else ids,
            cards=t.must_name(1) if _names_card(irregularity) else 0,
        )

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        irregularity = t.course.irregularities[self.irregularity]
        rule = irregularity.id
        if self.ruling not in allowed.rulings:
            known = listed([each for each in allowed.rulings if each])
            return No(
                say(
                    "{ruling} is not a ruling here. Choose {known}.",
                    ruling=quoted(self.ruling),
                    known=known,
                ),
                rule,
            )
        if allowed.wager and self.wager not in t.stakes(self.place):
            return No(
                say(
                    "No wager {wager} lies at {place}.",
                    wager=quoted(self.wager),
                    place=t.place(self.place),
                ),
                rule,
            )
        if not allowed.wager and self.wager:
            return No("This is not about a wager. Name none.", rule)
        if not _names_card(irregularity) and self.card:
            return No("This is not about a card. Name none.", rule)
        return wrong_cards(
            t, self.card, allowed.cards, say("The card that was seen"), may_lie_there=True
        )

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        irregularity = t.course.irregularities[self.irregularity]
        ruling = self.ruling or _rulings(t, irregularity, by)[0].id
        card = self.card or (_card_known(t, irregularity) if _names_card(irregularity) else "")
        declared = Declare(self.irregularity, ruling, self.place, self.wager, card)
        if t.course.needs_second(t.state, t.course.ruling(t.state, declared)[1]):
            return [declared, prepared(t, VOID, by)]
        return [declared]

    def apply(self, state: "State", course: "Course") -> None:
        if self.card:  # It was seen, whatever becomes of the ruling.
            state.exposed = (*state.exposed, self.card)
        if course.needs_second(state, course.ruling(state, self)[1]):
            state.held = self
        else:
            course.rule(state, self)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        irregularity, ruling = s.ruling(self)
        what = named(self.card) if self.card else ""
        if self.wager:
            what = f"{s.whose(self.place)} {s.name(self.wager)}"
        elif irregularity.concerns is Concerns.PLACE:
            what = s.whom(self.place)
        is_void = ruling.effect is Effect.VOID and "void" not in ruling.says and s.is_void
        slots = {
            "title": worded(irregularity.title),
            "about": f": {what}" if what else "",
            "actor": s.actor,
            "ruling": worded(ruling.says),
            "void": say(" The round is void.") if is_void else "",
        }
        yield Telling(TROUBLE, slots, "", self.place, self.card)


def _undeclarable(t: "Table", by: "Actor", irregularity: Irregularity) -> str:
    """Why an actor cannot declare an irregularity now; nothing, if they can."""
    title = worded(irregularity.title)
    if not _may_declare(t, irregularity, by):
        who = joined([post_named(role.value) for role in irregularity.declared_by], "or")
        return say("You cannot declare this: {title}. Only {who} can.", title=title, who=who)
    if not can_go_wrong(t) and not _harmless(irregularity):
        return say(
            "The machine deals here and knows that this did not happen: {title}. Declare it"
            " where real cards are dealt, or at a rehearsal.",
            title=title,
        )
    if not can_happen(t, irregularity):
        return say(
            "This cannot have happened now: {title} ({place}).",
            title=title,
            place=irregularity.source.place,
        )
    return ""


@act(
    "house.overlooked",
    by=(DEALER,),
    chooses="step",
    filled=("due", "why"),
    button={"": "Leave out a step", EACH: "Leave out: {choice}"},
    about="A step that was due was left out: record it, so that it can be noticed and ruled on.",
    fields={"burnt": "Cards burnt anyway"},
    blank={"burnt": "Leave blank if none was burnt."},
    happened={
        "": "The dealer leaves out the {step} that is due{why}.",
        "in-part": "The dealer burns {burnt} only, of the {due} that are due.",
    },
)
class Overlook(Act, frozen=True):
    """A dealer leaves out a step that was due, or burns fewer cards than were due."""

    step: str
    burnt: int = 0
    """Of the cards to be burnt, how many were."""
    due: int = 0
    """Filled in: how many were to be burnt."""
    why: str = ""
    """Filled in: why the cards were to be shuffled."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(choice=step) for step in overlookable(t)]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        steps = overlookable(t)
        if way.choice == BURN and BURN in steps:
            least, most = _burnt_in_part(t)
            return cls.allowed(way, least=least, most=most)
        if way.choice in steps:
            return cls.allowed(way)
        which = (
            say("Choose {steps}.", steps=listed(steps)) if steps else say("No such step is due.")
        )
        return No(
            say("{choice} cannot be left out now. {which}", choice=quoted(way.choice), which=which)
        )

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if allowed.least <= self.burnt <= allowed.most:
            return None
        if not allowed.most:
            return No("No card is burnt where this step is left out. Name none.")
        burnt = spelled(self.burnt, "card") if self.burnt > 0 else say("no card")
        return No(
            say(
                "If {burnt} was burnt, that is not the step left out. Enter {least} to {most}.",
                burnt=burnt,
                least=allowed.least,
                most=allowed.most,
            )
        )

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        if self.step == BURN:
            left_out = Overlook(BURN, self.burnt, t.state.burn_due)
            return [left_out, *passed_cut_card(t, self.burnt)]
        return [Overlook(self.step, why=t.state.packs.due)]

    def apply(self, state: "State", course: "Course") -> None:
        state.overlooked |= {self.step}
        if self.step == BURN:
            state.packs.next += self.burnt
            state.burns = (*state.burns[:-1], state.burns[-1] + self.burnt)
            state.burn_due, state.burn_was_seen = 0, False
        else:
            state.ignored_cut_card = state.packs.cut_card_seen

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "step": worded(self.step, "step"),
            "why": f" ({worded(self.why)})" if self.why else "",
            "burnt": spelled(self.burnt, "card"),
            "due": str(self.due),
        }
        yield Telling(TROUBLE, slots, "in-part" if self.burnt else "", to=STAFF)


def _burnt_in_part(t: "Table") -> tuple[int, int]:
    """How many cards are burnt where a burn is left out: not all, and one that lay open surely."""
    return int(t.state.burn_was_seen), t.state.burn_due - 1


def overlookable(t: "Table") -> tuple[str, ...]:
    """The steps that are due and could be left out."""
    state, found = t.state, []
    if not can_go_wrong(t) or state.held:
        return ()
    if t.course.is_drawing(state) and state.burn_due and not missing_of_pack(t):
        least, most = _burnt_in_part(t)
        found += [BURN] if least <= most else []
    due = state.packs.due and t.course.takes_wagers(state) and not state.is_begun
    ready = state.packs.pack in state.packs.seals and state.packs.cut is not None
    if due and ready and SHUFFLE not in state.overlooked and cards_left(t) >= cards_needed(t):
        found.append(SHUFFLE)
    return tuple(found)
