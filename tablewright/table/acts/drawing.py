"""Drawing: cards for everyone, one at a time; what is burnt before them, and where they go."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules import phases
from tablewright.rules.language import say
from tablewright.rules.roles import DEALER
from tablewright.table.acts.decks import CARDS
from tablewright.table.allowed import Allowed, No, Way, wrong_cards
from tablewright.table.announcing import announced
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.words import CALL, JOURNAL, Telling, counted, named, spelled
from tablewright.table.words import CARDS as OF_CARDS

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State
from tablewright.table.acts.dealing import Called, NamesCards


@event("The cut card comes out: the cards are shuffled after this round.")
class CutCardSeen(Event, frozen=True):
    """The cut card came out: the round is finished, then the cards are shuffled."""

    def apply(self, state: "State", course: "Course") -> None:
        state.packs.cut_card_seen = True

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(OF_CARDS, continues=True)


def passed_cut_card(t: "Table", cards: int) -> list[Record]:
    """Whether the cut card comes out with so many cards; at a physical table the dealer says so."""
    packs = t.state.packs
    if t.is_keyed or not t.device.has_cut_card_within or packs.cut_card_seen or packs.cut is None:
        return []
    return [CutCardSeen()] if packs.next + cards > packs.cut else []


@act(
    CARDS,
    by=(DEALER,),
    group=Group.CARDS,
    button="The cut card is out",
    about="It came out of the shoe: finish the round, then shuffle.",
    happened="The dealer shows the cut card.",
)
class ShowCutCard(Act, frozen=True):
    """The dealer of a physical table says that the cut card came out; elsewhere the pack knows."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        packs, state = t.state.packs, t.state
        if not t.is_keyed or not t.device.has_cut_card_within:
            return No("Only the dealer of a physical shoe says when the cut card comes out.")
        if not state.is_begun or packs.cut is None or packs.cut_card_seen:
            return No("The cut card comes out once, in the course of a round.")
        return cls.allowed()

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [self, CutCardSeen()]

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(OF_CARDS)


@act(
    "GAME.phase.draw",
    group=Group.ROUND,
    filled=("cards",),
    button="Burn",
    about="Put the burn cards aside, face down.",
    do="Burn {cards}, face down.",
    happened="The dealer burns {cards}.",
)
class Burn(Act, frozen=True):
    """Cards are put aside face down."""

    cards: int = 0
    """Filled in: how many."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not t.state.burn_due:
            return No("No card is burnt before this one.", CARDS)
        if missing := missing_of_pack(t):
            return No(
                say("No card can be burnt yet. Still missing: {missing}.", missing=missing), CARDS
            )
        return cls.allowed()

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [Burn(t.state.burn_due), *passed_cut_card(t, t.state.burn_due)]

    def apply(self, state: "State", course: "Course") -> None:
        state.packs.next += self.cards
        state.burns = (*state.burns[:-1], state.burns[-1] + self.cards)
        state.burn_due, state.burn_was_seen = 0, False

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(t.phase.source, {"cards": spelled(t.state.burn_due, "card")})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(OF_CARDS, {"cards": spelled(self.cards, "card")})


@act(
    "GAME.phase.draw",
    group=Group.ROUND,
    filled=("number",),
    button="Draw the card",
    about="One card, face up, for everyone.",
    do="Draw card {number} of {cards} face up{enter} and call it.",
    happened="Card {number}: the dealer draws {card}.",
)
class Draw(NamesCards, frozen=True):
    """One card is dealt face up for everyone."""

    card: str = ""
    number: int = 0
    """Filled in: which card of the round it is."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if missing := _missing_to_draw(t):
            return No(
                say("No card can be drawn yet. Still missing: {missing}.", missing=missing), CARDS
            )
        return cls.allowed(cards=t.must_name(1))

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_cards(t, self.card, allowed.cards, say("The card"))

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        card = self.card or t.card_at(t.state.packs.next)
        drawn: list[Record] = [Draw(card, len(t.state.drawn) + 1), *passed_cut_card(t, 1)]
        call = t.book.procedure.call
        if call:
            drawn.append(Called(call(t.course.hand(card)[0])))
        return drawn

    def apply(self, state: "State", course: "Course") -> None:
        state.packs.next += 1
        state.drawn = (*state.drawn, self.card)
        course.lead_on(state, phases.DRAWN)
        course.begin_settling(state)

    def prompt(self, t: "Table") -> Prompt:
        slots = {
            "number": str(len(t.state.drawn) + 1),
            "cards": str(t.book.draw.cards),
            "enter": say(", enter it") if t.must_name(1) else "",
        }
        return Prompt(t.phase.source, slots)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"number": str(self.number), "card": named(self.card)}
        yield Telling(OF_CARDS, slots, cards=self.card)


def _missing_to_draw(t: "Table") -> str:
    """What must come before the next card is drawn; nothing, if it may."""
    if t.state.burn_due:
        return say("{cards} to be burnt", cards=spelled(t.state.burn_due, "card"))
    if missing := missing_of_pack(t):
        return missing
    if not t.knows_cards:
        return say("the order of the pack, which is not known here")
    return ""


def missing_of_pack(t: "Table") -> str:
    """What a pack lacks that was shuffled anew within a round; nothing, if it is ready."""
    packs = t.state.packs
    if packs.pack not in packs.seals:
        return say("a shuffle (cards went back)")
    return say("a cut") if t.device.cut and packs.cut is None else ""


@event({"": "{card} goes to holding box {box}{burns}.", "call": "{says}"})
class CardHeld(Event, frozen=True):
    """The card of an action round goes to its holding box; the burns lie beneath."""

    card: str
    box: int
    burns: int
    says: tuple[str, ...] = ()
    """What the dealer announces."""

    def tell(self, s: "Scene") -> Iterable[Telling]:
        beneath = (
            say(", {burnt_cards} beneath", burnt_cards=counted(self.burns, "burnt card"))
            if self.burns
            else ""
        )
        slots = {"card": named(self.card), "box": str(self.box), "burns": beneath}
        yield Telling(OF_CARDS, slots, to=JOURNAL, is_detail=True)
        if self.says:
            yield Telling(CALL, {"says": ". ".join(s.announced(self.says))}, "call")


def card_held(t: "Table") -> CardHeld:
    """The card that has been settled, on its way to its holding box."""
    state = t.state
    burns = state.burns[-1] if state.burns else 0
    says = announced(t.book, t.course, state)
    return CardHeld(state.drawn[-1], len(state.drawn), burns, says)
