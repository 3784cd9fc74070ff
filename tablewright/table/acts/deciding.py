"""Deciding: what a player does with their hand, and the wagers that follow from it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from tablewright.rules.errors import Forbidden, listed, quoted
from tablewright.rules.language import say, worded
from tablewright.rules.roles import PLAYER
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.chips import Chips, Move, made_of, money, rail, spot, take
from tablewright.table.record import Act, Event, Group, Record, act, event
from tablewright.table.scene import beside
from tablewright.table.words import BET, STAFF, Telling, joined

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


def following(t: "Table", place: int, decision: str) -> list[tuple[str, bool, int]]:
    """The wagers that a decision puts on the felt: which, whether for the dealer, how much."""
    found = []
    accounts = t.state.bank.accounts
    for id, (first, by_decision) in t.book.offer.following.items():
        if times := by_decision.get(decision, 0):
            for for_dealer in (False, True):
                lies = accounts.get(spot(place, first, for_dealer))
                if lies is not None:
                    found.append((id, for_dealer, lies.cents * times))
    return found


def staked(t: "Table", place: int, decision: str) -> list[Record] | None:
    """The events that put them there; None if the player has not the chips."""
    own = rail(place)
    held: Chips = dict(t.state.bank.chips(own))
    records: list[Record] = []
    for id, for_dealer, cents in following(t, place, decision):
        made = made_of(cents, held)
        if made is None:
            return None
        take(held, made)
        move = Move(own, spot(place, id, for_dealer), made)
        records.append(Staked(place, id, (move,)))
    return records


@act(
    "GAME.phase.decide",
    group=Group.ROUND,
    chooses="decision",
    by_house=True,
    button={"": "Decide", STAFF: "Decide for a player"},
    about="For a player who is gone or does not answer. Only what puts nothing more at stake.",
    submit="Decide",
    fields={"decision": "Decision"},
    happened={
        "": "{who} {does}{cards}.",
        "for-player": "{who} {does}{cards}: {actor} decides, since nobody did.",
    },
)
class Decide(Act, frozen=True):
    """A player says what they do with their hand."""

    is_worked_out: ClassVar[bool] = True

    place: int
    decision: str
    cards: tuple[int, ...] = ()
    """Which of their cards are put in play, counted from 0, where some are named."""

    @property
    def way(self) -> Way:
        return Way(self.place, choice=self.decision)

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterator[Way]:
        for place in t.course.undecided(t.state):
            if by.role is PLAYER and place != by.place:
                continue
            for id in t.book.contest.decision:
                yield Way(place, choice=id)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        place = way.place
        if no := t.vacant(place):
            return no
        if not t.course.must_decide(t.state, place):
            return No(
                say("There is nothing to decide at {place}.", place=t.place(place)), t.phase_rule
            )
        decision = t.book.contest.decision.get(way.choice)
        if decision is None:
            known = listed(t.book.contest.decision)
            return No(
                say(
                    "{choice} is not a decision. Choose {known}.",
                    choice=quoted(way.choice),
                    known=known,
                ),
                t.phase_rule,
            )
        if by.role is not PLAYER and not t.book.offer.is_free(decision):
            free = [each.name for each in t.book.contest.decisions if t.book.offer.is_free(each)]
            return No(
                say(
                    "{name} puts more at stake: only the player may choose it. For a player who does"
                    " not answer, choose {free}.",
                    name=worded(decision.name, "decision"),
                    free=listed(free),
                ),
                t.phase_rule,
            )
        size = 0 if t.is_keyed else t.book.contest.hand_cards
        return cls.allowed(way, cards=size)

    @classmethod
    def comes_out(cls, t: "Table", allowed: Allowed) -> bool:
        return staked(t, allowed.place, allowed.choices[0]) is not None

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        plays = t.book.contest.decision[self.decision].plays
        expected = plays if plays and allowed.cards else 0
        named = self.cards
        if not (named or expected):
            return None  # Most decisions name no cards.
        is_right = len(named) == len(set(named)) == expected
        if is_right and all(0 <= n < allowed.cards for n in named):
            return None
        name = worded(t.book.contest.decision[self.decision].name, "decision")
        what = (
            say("{expected} different cards of the hand", expected=expected)
            if expected
            else say("no cards")
        )
        return No(
            say("{name} cannot be done with these cards. Choose {what}.", name=name, what=what),
            t.phase_rule,
        )

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        wagers = staked(t, self.place, self.decision)
        if wagers is None:
            name = worded(t.book.contest.decision[self.decision].name, "decision")
            follows = following(t, self.place, self.decision)
            needed = money(sum(cents for _, _, cents in follows))
            raise Forbidden(
                say(
                    "{name} takes {needed} in chips that can be laid down. Buy in or change"
                    " colour first.",
                    name=name,
                    needed=needed,
                ),
                t.wager_rule(follows[0][0]),
            )
        return [self, *wagers]

    def apply(self, state: "State", course: "Course") -> None:
        seat = state.seats[self.place]
        seat.decision, seat.plays = self.decision, self.cards
        course.end_deciding(state)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        numbers = joined([str(n + 1) for n in self.cards])
        slots = {
            "who": s.who(self.place),
            "does": s.does(self.place, self.decision),
            "cards": s.read_back(say(" (cards {numbers} of the hand)", numbers=numbers))
            if numbers
            else "",
            "actor": s.actor,
        }
        case = "" if s.by.role is PLAYER else "for-player"
        yield Telling(BET, slots, case, place=self.place)


@event(
    {
        "": "{who} [put|puts] {chips} on {wager}{for_dealer}.",
        "listed": "{wager} {chips}{for_dealer}",
    }
)
class Staked(Event, frozen=True):
    """A wager that follows from a decision is put on the felt."""

    place: int
    wager: str
    moves: tuple[Move, ...]

    def moved(self) -> Sequence[Move]:
        return self.moves

    def tell(self, s: "Scene") -> Iterable[Telling]:
        (move,) = self.moves
        slots = {
            "who": s.who(self.place),
            "chips": s.amount(move.chips),
            "wager": s.on(self.wager),
            "for_dealer": beside(move.target.endswith(":dealer")),
        }
        yield Telling(BET, slots, place=self.place)
