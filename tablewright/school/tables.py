"""Tables for drills: a real table in play, with chosen players, wagers and cards.

    table = DrillTable(syllabus, "shoe", rng)
    table.seat((1, 3, 4))
    table.lay(1, {"ante": 1000})                 # or table.bet() for everyone, drawn at random
    table.stack_hands({1: "9h 9c 6s Jd"}, dealer="")     # cards that are not named are drawn
    table.run_to(PhaseId.SETTLE)                 # by doing what is due

Every step is an act that the machine took: nothing is done at such a table that could not be done in
the pit. No step is automatic, so each is the dealer's or a supervisor's. The clock is the table's own.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime, timedelta
from random import Random

import msgspec

from tablewright.rules.cards import DECK
from tablewright.rules.errors import Forbidden
from tablewright.rules.phases import PhaseId
from tablewright.school.opened import BETWEEN_ACTS, SMALLER, begun_table
from tablewright.school.questions import Shown
from tablewright.school.syllabus import Syllabus
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, Actor, player
from tablewright.table.acts.card_changes import CHANGE_FIRST
from tablewright.table.acts.deciding import staked
from tablewright.table.acts.payments import WAITS
from tablewright.table.acts.shuffling import packs_to_shuffle
from tablewright.table.acts.wagers import is_open, limits, unmet
from tablewright.table.allowed import pairs
from tablewright.table.automation import (
    Step,
    countersignature,
    due,
    filled_in,
    needed_fill,
    needed_first,
)
from tablewright.table.chips import Chips, worth
from tablewright.table.live import LiveScene
from tablewright.table.machine import Table
from tablewright.table.patrons import NAMES
from tablewright.table.purse import lay, partners
from tablewright.table.record import Act, Record
from tablewright.table.trial import copied_table
from tablewright.table.views import DealerSeen, View
from tablewright.table.words import JOURNAL

BOUGHT_IN = 40
"""How many chips of each smaller denomination a player has in a drill."""
MOST_STEPS = 400
"""More than any round, opening or closing takes."""
MOST_TOLD = 12
"""How many lines of what has happened are shown."""
SUPERVISED = (acts.Approve, acts.Fill, acts.Countersign)
"""What stands between a supervisor and a payment."""
UNITS = (1, 1, 2, 3, 4, 5, 7)
"""Stakes that players make, as multiples of the minimum."""


def _apart(table: Table) -> Table:
    """A copy that shares nothing that changes, not even what was found out about the round: questions
    are made in several threads."""
    found = copied_table(table)
    found.course = copy(table.course)
    return found


class DrillTable:
    """A table in play that a drill leads where it wants; it takes acts as a desk does."""

    def __init__(
        self,
        syllabus: Syllabus,
        device: str,
        rng: Random,
        *,
        is_open: bool = True,
        approval_from: int | None = None,
        is_counted: bool = False,
    ) -> None:
        begun = begun_table(syllabus, device, approval_from, is_open=is_open, is_counted=is_counted)
        self._stand_at(syllabus, _apart(begun), rng)

    def _stand_at(self, syllabus: Syllabus, table: Table, rng: Random) -> None:
        """Take up a table that has been set up."""
        self.syllabus = syllabus
        self.table = table
        self.source = rng
        assert table.state.at is not None
        self.now = table.state.at
        """The time of the last act, or how long was waited since."""
        self.told: list[str] = []
        """What has happened, in words, since it was last forgotten."""
        self.happened: list[Record] = []
        """Everything that has happened here."""
        self._scene: LiveScene | None = None

    def copy(self) -> "DrillTable":
        """A table that goes on by itself from here, with the same chance."""
        found = copy(self)
        found.table, found._scene = _apart(self.table), None
        found.told, found.happened = list(self.told), list(self.happened)
        found.source = Random()
        found.source.setstate(self.source.getstate())
        return found

    # Acting ---------------------------------------------------------------------------------------

    def do(self, command: Act, by: Actor) -> list[Record]:
        """Give a command, which is refused as at any table; the time goes on."""
        if self._scene is None:
            self._scene = LiveScene(self.table)
        self.now = self._next_moment()
        events = self.table.act(command, by, self.now)
        self.happened += events
        self._tell(events, by)
        return events

    def refusal(self, command: Act, by: Actor) -> Forbidden | None:
        """What the machine would say to a command; nothing, if it would take it."""
        return self.table.refusal(command, by, self._next_moment())

    def _next_moment(self) -> datetime:
        """When the next act is done."""
        return self.now + BETWEEN_ACTS

    def wait(self, minutes: float) -> None:
        """Let time go by, in which nothing happens."""
        self.now += timedelta(minutes=minutes)

    def _tell(self, events: Iterable[Record], by: Actor) -> None:
        scene, state = self._scene, self.table.state
        assert scene is not None
        scene.by, scene.is_void = by, state.is_void
        for event in events:
            tellings = [each for each in event.tell(scene) if each.to != JOURNAL]
            if tellings:
                self.told.append(" ".join([scene.says(event, each) for each in tellings]))
            scene.note(event)

    def forget_told(self) -> None:
        """Begin to tell anew from here."""
        self.told = []

    # What is due ----------------------------------------------------------------------------------

    def due(self) -> Step | None:
        """The next step of dealer or supervisor, all bets being in; chance not filled in."""
        self.table.now = self.now
        are_in = self.table.state.is_begun or not self.table.is_felt_bare()
        step = due(self.table, bets_are_in=are_in)
        if step is None:
            return None
        return self.first_needed(step)

    def supervise(self) -> None:
        """What a supervisor does before a payment: a large one is approved, a fill comes."""
        while (step := self.due()) and isinstance(step[0], SUPERVISED):
            self.do(*step)

    def first_needed(self, step: Step) -> Step:
        """What must be done before a payment or a round that waits for a supervisor."""
        if not isinstance(step[0], acts.Settle | acts.NoMoreBets):
            return step
        refused = self.refusal(*step)
        if refused is None or refused.rule not in (*WAITS, CHANGE_FIRST):
            return step
        return needed_first(self.table, refused) or step

    def step(self) -> Step | None:
        """Do what is due, with what chance says; the step that was done, if there was one."""
        step = self.due()
        if step is None:
            return None
        filled = self.filled(step)
        self.do(*filled)
        return filled

    def filled(self, step: Step) -> Step:
        """A step with what chance or a person says in it."""
        if isinstance(step[0], acts.ReportError):
            return acts.ReportError("The count differs from the records"), step[1]
        return filled_in(self.table, step, self.source)

    def run_until(self, is_there: Callable[[Table], bool]) -> None:
        """Do what is due, and have players decide, until the table is where it is wanted."""
        for _ in range(MOST_STEPS):
            if is_there(self.table):
                return
            if self.table.state.phase == PhaseId.DECIDE:
                self.decide()
            elif self.step() is None:
                break
        if not is_there(self.table):
            raise AssertionError(f"the table never got there: {self.table.state.phase}")

    def run_to(self, phase: str) -> None:
        """Do what is due until this phase of the round begins."""
        self.run_until(lambda table: table.state.phase == phase)

    # Players and wagers ---------------------------------------------------------------------------

    @property
    def places(self) -> list[int]:
        """Every place of the table."""
        return list(range(1, self.table.book.ruleset.places + 1))

    def seat(self, places: Iterable[int]) -> None:
        """Players sit down and buy in, and are welcomed."""
        names = self.source.sample(NAMES, len(NAMES))
        for place in places:
            self.do(acts.Sit(place, names[place]), player(place))
            self.buy_in(place)
        for place in self.table.state.new_at:
            self.do(acts.Welcome(place), THE_DEALER)

    def buy_in(self, place: int) -> None:
        """A player buys chips of the smaller denominations."""
        values = self.table.book.setup.denominations
        largest = max(SMALLER, min(values))
        chips: Chips = {value: BOUGHT_IN for value in values if value <= largest}
        self.do(acts.BuyIn(place, worth(chips), chips), player(place))

    def seat_some(self, least: int = 3, most: int = 7) -> list[int]:
        """Some players at places drawn at random; the places."""
        count = self.source.randint(least, min(most, len(self.places)))
        places = sorted(self.source.sample(self.places, count))
        self.seat(places)
        return places

    def lay(self, place: int, stakes: Mapping[str, int]) -> None:
        """Have so much lie on each of these wagers, and on those that must equal them."""
        lay(self, place, stakes)

    def drawn_stakes(
        self,
        place: int,
        extras: float = 0.6,
        units: Sequence[int] = UNITS,
        of: Collection[str] | None = None,
    ) -> dict[str, int]:
        """Stakes within the limits: what must be bet, and each other wager now and then.

        `of` are the wagers that may be made; all that are offered, if none are named.
        """
        table = self.table
        found: dict[str, int] = {}
        needed = {need.wager for each in table.book.ruleset.wagers.values() for need in each.needs}
        main = {table.book.contest.decided_by} if not table.book.is_draw else needed
        for wager in table.book.offer.placed:
            lies = {**table.stakes(place), **found}
            if wager in lies or not is_open(table, place, wager):
                continue
            if of is not None and wager not in of:
                continue
            if unmet(table, place, wager, lies):
                continue
            if wager in main or self.source.random() < extras:
                low, high = limits(table, place, wager)
                cents = min(high, low * self.source.choice(units))
                found[wager] = cents
                for same in partners(table, wager):
                    found[same] = cents
        return found

    def bet(
        self,
        extras: float = 0.6,
        units: Sequence[int] = UNITS,
        of: Collection[str] | None = None,
    ) -> None:
        """Everyone bets, at random within the limits."""
        for place in self.table.state.seats:
            if stakes := self.drawn_stakes(place, extras, units, of):
                self.lay(place, stakes)

    def decide(self, decisions: Mapping[int, str] | None = None) -> None:
        """Everyone who must decides; those who are not named, at random."""
        contest = self.table.book.contest
        for place in list(self.table.course.undecided(self.table.state)):
            asked = (decisions or {}).get(place) or self._drawn_decision()
            plays = contest.decision[asked].plays
            named = tuple(sorted(self.source.sample(range(contest.hand_cards), plays or 0)))
            if staked(self.table, place, asked) is None:  # Too much lies on other wagers.
                self.buy_in(place)
            self.do(acts.Decide(place, asked, named), player(place))

    def _drawn_decision(self) -> str:
        """What a player decides: to play, three times in four."""
        decisions = self.table.book.contest.decisions
        plays = [each.id for each in decisions if not each.gives_up]
        if plays and self.source.random() < 0.75:
            return self.source.choice(plays)
        return self.source.choice([each.id for each in decisions])

    def fill(self) -> None:
        """Chips come from the cage, ordered and signed for."""
        self.do(needed_fill(self.table), THE_INSPECTOR)
        while step := countersignature(self.table):
            self.do(*step)

    # Cards ----------------------------------------------------------------------------------------

    def stack(self, top: Sequence[str], *, is_cut: bool = True) -> None:
        """The pack in use is shuffled so that these cards come first, and cut where that is due.

        Where it is not to be cut, that is still due, and these cards come only if nothing is cut.

        Between rounds it takes an inspector's order; within a round it goes only where a pack lacks a
        shuffle anyway. Nothing of it is told.
        """
        told, table = len(self.told), self.table
        pack = table.state.packs.pack
        if pack not in packs_to_shuffle(table):
            self.do(acts.OrderShuffle("the inspector's wish"), THE_INSPECTOR)
        if table.offers(acts.HandShuffle, THE_DEALER):
            self.do(acts.HandShuffle(), THE_DEALER)
        rest = pairs(table.to_shuffle(pack))
        for card in top:
            rest.remove(card)
        self.source.shuffle(rest)
        order, device, cut = [*top, *rest], table.device, 0
        if device.cut and is_cut:
            cut = self.source.randint(*device.cut)
            if not device.has_cut_card_within:
                order = [*order[-cut:], *order[:-cut]]
        self.do(acts.Shuffle(pack, "".join(order), _salt(self.source)), THE_DEALER)
        for other in packs_to_shuffle(table):
            self.do(*filled_in(table, (acts.Shuffle(other, "", ""), THE_DEALER), self.source))
        if device.cut and is_cut:
            self.do(acts.Cut(cut), THE_DEALER)
        del self.told[told:]

    def stack_hands(self, hands: Mapping[int, str], dealer: str = "") -> None:
        """The pack is stacked so that these hands come to the places with wagers, and to the dealer."""
        places = [place for place in self.table.state.seats if self.table.stakes(place)]
        if not self.table.book.setup.deals_from_right:
            places.reverse()
        size = self.table.book.contest.hand_cards
        named = {place: hands.get(place, "").split() for place in places} | {0: dealer.split()}
        taken = {card for hand in named.values() for card in hand}
        spare = [card.text for card in DECK if card.text not in taken]
        self.source.shuffle(spare)
        for hand in named.values():
            while len(hand) < size:
                hand.append(spare.pop())
        self.stack([named[place][n] for n in range(size) for place in (*places, 0)])

    def stack_draws(self, cards: Sequence[str]) -> None:
        """The pack is stacked so that these cards are drawn next, with burns between as is due."""
        before_round, before_card = self.table.device.burns_under(self.table.book.rulings)
        a_round, drawn = self.table.book.draw.cards, len(self.table.state.drawn)
        spare = pairs(self.table.to_shuffle(self.table.state.packs.pack))
        for card in cards:
            spare.remove(card)
        self.source.shuffle(spare)
        top: list[str] = []
        for n, card in enumerate(cards, drawn):
            burns = before_card + (before_round if n % a_round == 0 else 0)
            top += [*(spare.pop() for _ in range(burns)), card]
        self.stack(top)

    # What is shown --------------------------------------------------------------------------------

    def view(self, by: Actor = THE_DEALER) -> View:
        """The table as its dealer, or another, sees it."""
        return self.table.view(by)

    def shown(self, facts: Sequence[str] = (), told: int | None = None, place: int = 0) -> Shown:
        """The felt as it lies, with what has happened, up to so many lines of it; whose turn it is.

        What the dealer has to know is not on it: how the dealer's hand is set, what may be announced,
        whether a shuffle or a change of cards is due.
        """
        view = self.view()
        view.device.shuffle_due, view.card_change_due = "", False
        if view.dealer:
            view.dealer = DealerSeen(view.dealer.cards, view.dealer.face_down)
        if view.cards:
            view.cards = msgspec.structs.replace(view.cards, announcements=[])
        return Shown(
            device=self.table.device.name,
            told=self.told[-MOST_TOLD:]
            if told is None
            else self.told[max(0, told - MOST_TOLD) : told],
            facts=list(facts),
            view=view,
            place=place,
        )

    def face_down(self) -> set[str]:
        """The cards that lie face down on the felt: none of them may be shown."""
        state, found = self.table.state, set()
        for seat in state.seats.values():
            if seat.slots and not seat.cards:
                found |= set(self.table.cards_at(seat.slots).split())
        if state.dealer_slots and not state.dealer_cards:
            found |= set(self.table.cards_at(state.dealer_slots).split())
        return found


def _salt(rng: Random) -> str:
    return f"{rng.getrandbits(64):016x}"
