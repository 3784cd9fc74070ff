"""Game protection: chips that staff saw laid late, added, taken off, moved or put in the wrong box.

What was seen is reported with its chips, and the ruling follows (`rules/protection.py`). Where the
record follows what the player did, chips move to put it right: those of a wager that is still to be
settled between felt and player, and of one that was settled what it came to, between rack and player.
Once cards have decided, that waits for a second signature, and the round with it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

import msgspec

from tablewright.rules.errors import listed, quoted
from tablewright.rules.language import say, worded
from tablewright.rules.protection import ChipRuling, Incident, Remedy, Seen
from tablewright.rules.roles import DEALER, SUPERVISORS, WATCHERS
from tablewright.table.acts.putting_right import Change, put_right, reckoned
from tablewright.table.acts.slips import RULING, prepared
from tablewright.table.allowed import Allowed, No, Way, wrong_chips
from tablewright.table.chips import Chips, Move, holds, spot
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.words import HOUSE, JOURNAL, OWNER, STAFF, TROUBLE, Telling, numbered

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


@act(
    "house.protection",
    by=WATCHERS,
    chooses="incident",
    filled=("player", "who", "waits"),
    button="Report chips",
    about="Say whose chips you saw laid late, added, taken off, moved or in the wrong box: the ruling"
    " follows.",
    submit="Report",
    fields={
        "incident": "What you saw",
        "place": "Whose chips",
        "wager": "Wager",
        "chips": "Chips",
        "to": "Moved to",
        "box": "Where they lay",
        "ruling": "Ruling",
        "is_recorded": "The record",
    },
    happened={
        "": "{title}: {what}. Seen by {actor}. Ruling: {ruling}",
        "waits": "{title}: {what}. Seen by {actor}. Ruling, once it is signed: {ruling}",
    },
)
class ReportChips(Act, frozen=True):
    """A person saw what was done with chips; the ruling follows the manual or the house."""

    names_rule: ClassVar[str] = "incident"

    incident: str
    place: int
    wager: str
    """Where the chips lay, or should not have lain; where they were moved from."""
    chips: Chips
    ruling: str = ""
    to: str = ""
    """The wager that they were moved to."""
    box: int = 0
    """The place at which they lay, where it was not the player's own."""
    is_recorded: bool = False
    """Whether the record follows what was done, so that chips must move to put it right."""
    player: str = ""
    """Filled in: whose chips."""
    who: str = ""
    """Filled in: who saw it."""
    waits: bool = False
    """Filled in: whether the ruling waits for a second signature."""

    @property
    def way(self) -> Way:
        return Way(choice=self.incident)

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        if not t.course.has_felt:
            return ()
        return [Way(choice=id) for id in t.course.incidents]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        incident = t.course.incidents.get(way.choice)
        if incident is None:
            return No(
                say(
                    "{choice} cannot be reported. Choose {incidents}.",
                    choice=quoted(way.choice),
                    incidents=listed(t.course.incidents),
                )
            )
        if no := _unreportable(t, incident):
            return No(no, incident.id)
        rulings = incident.rulings if by.role in SUPERVISORS else incident.rulings[:1]
        return cls.allowed(
            choices=(incident.id,), rulings=("", *(ruling.id for ruling in rulings)), least=1
        )

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if no := t.vacant(self.place):
            return no
        if self.ruling not in allowed.rulings:
            known = listed([each for each in allowed.rulings if each])
            return No(
                say(
                    "{ruling} is not a ruling that you can give. Choose {known}.",
                    ruling=quoted(self.ruling),
                    known=known,
                ),
                self.incident,
            )
        if no := wrong_chips(t, self.chips, allowed) or self._misplaced(t):
            return no
        moves = self._put_right(t)
        return moves if isinstance(moves, No) else None

    def _misplaced(self, t: "Table") -> No | None:
        """That these chips cannot have lain there; nothing, if they can."""
        incident, wagers = t.course.incidents[self.incident], t.book.wagers
        for wager in (self.wager, self.to) if incident.seen is Seen.MOVED else (self.wager,):
            if wager not in wagers:
                return No(
                    say(
                        "There is no wager {wager}. Choose {wagers}.",
                        wager=quoted(wager),
                        wagers=listed(wagers),
                    ),
                    incident.id,
                )
        if incident.seen is Seen.MOVED and self.to == self.wager:
            return No("Chips are moved from one wager to another. Name both.", incident.id)
        if incident.seen is not Seen.MOVED and self.to:
            return No("These chips were not moved to a wager. Name none.", incident.id)
        if incident.seen is Seen.WRONG_BOX:
            places = range(1, t.book.ruleset.places + 1)
            if self.box not in places or self.box == self.place:
                where = say(
                    "a {place_word} other than {place}", place_word=t.place_word, place=self.place
                )
                return No(say("Say where the chips lay: {where}.", where=where), incident.id)
        elif self.box:
            return No(
                say("These chips lay at {place}. Name no other.", place=t.place(self.place)),
                incident.id,
            )
        return self._unlike_record(t, incident)

    def _unlike_record(self, t: "Table", incident: Incident) -> No | None:
        """That the record cannot stand as it is said to; nothing, if it can."""
        if self.is_recorded:
            return None
        if incident.ruling(self.ruling).remedy is Remedy.STANDS:
            return No(
                "The record does not show it that way, and nothing is put in play afterwards. Only"
                " what the record shows can stand.",
                incident.id,
            )
        name = spot(self.place, self.wager)
        is_taken_away = incident.seen in (Seen.PINCHED, Seen.MOVED)
        if name in t.state.paid or not is_taken_away:
            return None
        if holds(t.state.bank.chips(name), self.chips):
            return None
        return No(
            say(
                "The record counts no such chips on {name} at {place}.",
                name=worded(t.book.wagers[self.wager].name, "wager"),
                place=t.place(self.place),
            ),
            incident.id,
        )

    def _put_right(self, t: "Table") -> tuple[Move, ...] | No:
        """The chips that move by the ruling; or why they cannot."""
        return (
            put_right(t, t.course.incidents[self.incident], self._change) if self._moves(t) else ()
        )

    def _moves(self, t: "Table") -> bool:
        """Whether the record must be put right."""
        ruling = t.course.incidents[self.incident].ruling(self.ruling)
        return self.is_recorded and ruling.remedy is not Remedy.STANDS

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        incident, moves = t.course.incidents[self.incident], self._put_right(t)
        assert not isinstance(moves, No)
        ruling = incident.ruling(self.ruling)
        waits = bool(moves) and t.course.have_cards_decided(t.state)
        reported = msgspec.structs.replace(
            self,
            ruling=ruling.id,
            player=t.state.seats[self.place].player,
            who=t.name_of(by),
            waits=waits,
        )
        if waits:
            return [reported, prepared(t, RULING, by, moves, self.place, incident.title)]
        return [reported, *reported.ruled(t, moves)]

    def ruled(self, t: "Table", moves: tuple[Move, ...]) -> list[Record]:
        """The ruling, carried out, and what wagers that were settled come to by it."""
        incident = t.course.incidents[self.incident]
        rule = incident.rule(incident.ruling(self.ruling))
        ruled = ChipsRuled(rule, self.incident, self.ruling, self.place, self.wager, moves)
        return [ruled, *(reckoned(t, incident, rule, self._change) if self._moves(t) else ())]

    @property
    def _change(self) -> Change:
        return Change(self.place, self.wager, self.chips, self.to)

    def apply(self, state: "State", course: "Course") -> None:
        if self.waits:
            state.held = self

    def tell(self, s: "Scene") -> Iterable[Telling]:
        incident, ruling = s.chip_ruling(self.incident, self.ruling)
        what = f"{s.whose(self.place)} {s.name(self.wager)}, {s.amount(self.chips)}"
        if self.to:
            what += say(", moved to {name}", name=s.name(self.to))
        if self.box:
            what += say(", laid at {place} {box}", place=worded(s.book.game.place), box=self.box)
        slots = {
            "title": worded(incident.title),
            "what": what,
            "actor": s.actor,
            "ruling": worded(ruling.says),
        }
        yield Telling(TROUBLE, slots, "waits" if self.waits else "", self.place, to=OWNER)


def _unreportable(t: "Table", incident: Incident) -> str:
    """Why something cannot be reported now; nothing, if it can."""
    if not t.course.has_felt:
        return say(
            "The table itself holds the chips here and knows that this did not happen: {title}."
            " Report it where real chips lie on a felt, or at a rehearsal.",
            title=worded(incident.title),
        )
    if not t.state.seats:
        return say(
            "Nobody sits here whose chips these could be: {title}.", title=worded(incident.title)
        )
    if t.state.held:
        return say("The round is held. The slip that waits is signed or cancelled first.")
    if not t.state.is_begun and incident.seen is not Seen.WRONG_BOX:
        return say(
            "This cannot have happened now: {title}. No more bets has not been called.",
            title=worded(incident.title),
        )
    return ""


@event(
    {
        "": "As ruled for {player}: {moves}.",
        "unmoved": "As ruled for {player}: no chips move.",
    }
)
class ChipsRuled(Event, frozen=True):
    """A ruling on chips is carried out."""

    names_rule: ClassVar[str] = "rule"

    rule: str
    incident: str
    ruling: str
    place: int
    wager: str
    moves: tuple[Move, ...] = ()

    def moved(self) -> Sequence[Move]:
        return self.moves

    def apply(self, state: "State", course: "Course") -> None:
        ruling: ChipRuling = course.incidents[self.incident].ruling(self.ruling)
        if ruling.remedy is not Remedy.STANDS:
            state.ruled = {**state.ruled, spot(self.place, self.wager): ruling.says}
        state.seats[self.place].is_approved = False  # What was approved may not be what is paid.
        course.go_on_without(state)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"player": s.whom(self.place), "moves": s.moves(self.moves)}
        if self.moves:
            yield Telling(HOUSE, slots, place=self.place, to=OWNER, continues=True)
        else:
            yield Telling(HOUSE, slots, "unmoved", self.place, to=JOURNAL, is_detail=True)


# Before the first payment --------------------------------------------------------------------------


@act(
    "GAME.protection.look-over",
    by=(DEALER,),
    group=Group.ROUND,
    button="Look over the layout",
    about="Pause before the first payment, and look over the whole layout.",
    do={
        "": "Pause and look over the whole layout: {places}. Look last and longest at {last}, which are"
        " settled last.",
        "few": "Pause and look over the whole layout: {places}.",
    },
    happened="The dealer looks over the layout.",
)
class LookOver(Act, frozen=True):
    """The dealer looks over the layout before the first payment."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return (Way(),) if t.state.is_look_due else ()

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if t.state.is_look_due and not t.state.held:
            return cls.allowed()
        return No("The layout is looked over once for each card, before the first payment.")

    def apply(self, state: "State", course: "Course") -> None:
        state.is_look_due = False

    def prompt(self, t: "Table") -> Prompt:
        passage = t.book.procedure.protection.look_over
        assert passage is not None
        places = [place for place in t.state.seats if t.stakes(place)]
        slots = {
            "places": numbered(t.place_word, places),
            "last": numbered(t.place_word, places[-SETTLED_LAST:]),
        }
        return Prompt(passage, slots, "" if len(places) > SETTLED_LAST else "few")

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(HOUSE, to=STAFF, is_detail=True)


SETTLED_LAST = 2
"""So many places, the last to be settled, are looked at longest."""
