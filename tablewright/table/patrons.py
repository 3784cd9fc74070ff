"""Patrons: simulated players with habits, to fill seats for practice, tests and load.

A patron sees what a player sees and does what a player may do. Careful ones weigh their hand, others
follow a hunch; some bet late, too much, too little or in two minds. All they do comes from the random
source.
"""

from bisect import bisect_right
from functools import lru_cache
from itertools import combinations

import msgspec

from tablewright.rules.cards import DECK, cards
from tablewright.rules.errors import Refused
from tablewright.rules.views import View
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.acts.deciding import staked
from tablewright.table.acts.wagers import is_open, limits, unmet
from tablewright.table.chips import FLOAT, Chips, fewest_chips, holds, made_of, rail, spot, worth
from tablewright.table.randomness import seeded
from tablewright.table.record import Act
from tablewright.table.session import Desk
from tablewright.table.views import own

NAMES = (
    "Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ivo", "June", "Kit", "Lena",
    "Milo", "Nora", "Otis", "Pia", "Quinn", "Rosa", "Sam", "Tess", "Uma", "Vito", "Wren", "Yara",
)  # fmt: skip


class Habits(msgspec.Struct, frozen=True):
    """What a player tends to do."""

    units: tuple[int, ...] = (1, 1, 2, 3)
    """Stakes, as multiples of the minimum."""
    bankroll_units: int = 60
    nerve: float = 0.3
    """How good a hand must be, from 0 to 1."""
    hunches: float = 0.1
    """How often the hand is not weighed at all."""
    extras: float = 0.5
    """How often a wager that need not be made is made."""
    late: float = 0.02
    over: float = 0.02
    under: float = 0.02
    second_thoughts: float = 0.03
    tips: float = 0.01
    for_dealer: float = 0.05


CAREFUL = Habits(hunches=0.0, extras=0.2, late=0.0, over=0.0, under=0.0)
BOLD = Habits(units=(2, 4, 8), bankroll_units=150, nerve=0.15, extras=0.8, over=0.06)
WHIMSICAL = Habits(hunches=0.6, late=0.06, second_thoughts=0.1, under=0.05)
EVERY_HABIT = (CAREFUL, BOLD, WHIMSICAL, Habits())


class Patron:
    """A simulated player."""

    def __init__(self, name: str, habits: Habits) -> None:
        self.name = name
        self.habits = habits

    # Arriving and buying chips --------------------------------------------------------------------

    def arrive(self, session: Desk, place: int) -> None:
        session.do(acts.Sit(place, self.name), player(place))
        self.buy_in(session, place)

    def buy_in(self, session: Desk, place: int) -> None:
        """Cash for chips: some larger than a usual wager, most of its size, a few smaller ones."""
        table, unit = session.table, self.unit(session)
        denominations = sorted(table.book.setup.denominations)
        near = [value for value in denominations if value <= unit] or denominations[:1]
        large = max(value for value in denominations if value <= max(5 * unit, near[-1]))
        cents = unit * self.habits.bankroll_units
        chips: Chips = {large: cents * 2 // 5 // large}
        left = cents - worth(chips)
        small = near[-2] if len(near) > 1 else near[-1]
        for value, count in fewest_chips(left - 20 * small, near).items():
            chips[value] = chips.get(value, 0) + count
        chips[small] = chips.get(small, 0) + 20
        chips = {value: count for value, count in chips.items() if count}
        if not holds(table.state.bank.chips(FLOAT), chips):
            session.fill()
        if holds(table.state.bank.chips(FLOAT), chips):
            session.do(acts.BuyIn(place, worth(chips), chips), player(place))

    def unit(self, session: Desk) -> int:
        return max(low for low, _ in session.table.book.setup.limits.values())

    # Betting --------------------------------------------------------------------------------------

    def bet(self, session: Desk, place: int) -> None:
        table, source = session.table, session.source
        if table.state.bank.cents(rail(place)) < 4 * max(self.habits.units) * self.unit(session):
            self.buy_in(session, place)
        if table.book.is_draw:
            self._bet_on_cards(session, place)
        else:
            self._bet_on_hand(session, place)
        if source.random() < self.habits.tips and table.book.setup.takes_tips:
            self._tip(session, place)

    def _amount(self, session: Desk, place: int, wager: str) -> int:
        """A stake of the usual size, or now and then one outside the limits."""
        source, habits = session.source, self.habits
        low, high = limits(session.table, place, wager)
        roll = source.random()
        if roll < habits.over:
            return high + low
        if roll < habits.over + habits.under:
            smallest = session.table.book.smallest_chip
            return max(smallest, low // 2 // smallest * smallest)
        return min(high, low * source.choice(habits.units))

    def _bet_on_hand(self, session: Desk, place: int) -> None:
        book, source = session.table.book, session.source
        main = book.contest.decided_by
        amount = self._amount(session, place, main)
        alone = source.random() < 0.05
        for wager in book.offer.placed:
            needed = wager == main or any(
                need.wager == main for need in book.ruleset.wagers[wager].needs
            )
            same = book.wagers[wager].stake is not None
            if alone and needed:
                continue
            if same or wager == main:
                self._wager(session, place, wager, amount)
            elif source.random() < self.habits.extras:
                self._wager(session, place, wager, self._amount(session, place, wager))
        if source.random() < self.habits.second_thoughts:
            self._take_back(session, place)

    def _bet_on_cards(self, session: Desk, place: int) -> None:
        table, source = session.table, session.source
        wagers = table.book.ruleset.wagers
        opening = {need.wager for each in wagers.values() for need in each.needs}
        for wager in table.book.offer.placed:
            if not is_open(table, place, wager) or unmet(table, place, wager):
                continue
            lies = spot(place, wager) in table.state.bank.accounts
            if lies:
                if source.random() < 0.6 and wager in table.book.on_card:
                    self._try_back(session, place, wager)
                continue
            likely = 0.95 if wager in opening else self.habits.extras / 2
            if source.random() < likely:
                self._wager(session, place, wager, self._amount(session, place, wager))

    def _wager(self, session: Desk, place: int, wager: str, cents: int) -> None:
        chips = self._chips(session, place, cents)
        if chips is None:
            return
        before = session.table.state.bank.cents(spot(place, wager))
        try:
            session.do(acts.Wager(place, wager, chips), player(place))
        except Refused:
            low, high = limits(session.table, place, wager)
            fits = self._chips(session, place, min(max(cents, low), high) - before)
            if fits and session.table.book.refuses_off_limits:
                self._attempt(session, acts.Wager(place, wager, fits), place)
        if (
            session.table.book.setup.dealer_wagers
            and session.source.random() < self.habits.for_dealer
        ):
            least = self._chips(session, place, session.table.book.smallest_chip * 2)
            if least:
                self._attempt(session, acts.Wager(place, wager, least, for_dealer=True), place)

    def _attempt(self, session: Desk, command: Act, place: int) -> None:
        """Something that may well be refused."""
        try:
            session.do(command, player(place))
        except Refused:
            return

    def _chips(self, session: Desk, place: int, cents: int) -> Chips | None:
        """An amount in chips at hand, changing a larger chip if need be."""
        if cents <= 0:
            return None
        bank = session.table.state.bank
        made = made_of(cents, bank.chips(rail(place)))
        if made is not None:
            return made
        self._change(session, place, cents)
        return made_of(cents, bank.chips(rail(place)))

    def _change(self, session: Desk, place: int, cents: int) -> None:
        bank = session.table.state.bank
        denominations = session.table.book.setup.denominations
        for value in sorted(bank.chips(rail(place))):
            smaller = [each for each in denominations if each < value and value // each <= 100]
            if value > min(denominations) and smaller and worth(bank.chips(rail(place))) >= cents:
                take = fewest_chips(value, [smaller[0]])
                if holds(bank.chips(FLOAT), take):
                    session.do(acts.ChangeColour(place, {value: 1}, take), player(place))
                    return

    def _take_back(self, session: Desk, place: int) -> None:
        for wager in session.table.book.offer.placed:
            self._try_back(session, place, wager)

    def _try_back(self, session: Desk, place: int, wager: str) -> None:
        if spot(place, wager) in session.table.state.bank.accounts:
            self._attempt(session, acts.TakeBack(place, wager), place)

    def _tip(self, session: Desk, place: int) -> None:
        chips = self._chips(session, place, self.unit(session))
        if chips:
            session.do(acts.Tip(place, chips), player(place))

    def wait(self, session: Desk, place: int) -> None:
        if session.source.random() < self.habits.late:
            self.bet_late(session, place)

    def bet_late(self, session: Desk, place: int) -> None:
        """A chip slipped onto the felt after the call."""
        chips = self._chips(session, place, self.unit(session))
        if chips:
            wager = session.source.choice(session.table.book.offer.placed)
            self._attempt(session, acts.Wager(place, wager, chips), place)

    # Deciding -------------------------------------------------------------------------------------

    def decide(self, session: Desk, place: int) -> None:
        table = session.table
        decision, named = self._choice(session, place)
        if staked(table, place, decision) is None:
            needed = table.state.bank.cents(spot(place, table.book.contest.decided_by))
            self._change(session, place, needed)
        if staked(table, place, decision) is None:
            self.buy_in(session, place)
        if staked(table, place, decision) is None:
            decision, named = table.book.free_decision, ()
        session.do(acts.Decide(place, decision, named), player(place))

    def _choice(self, session: Desk, place: int) -> tuple[str, tuple[int, ...]]:
        """What a hand is worth in each game it may be played in, as far as a patron can tell."""
        source, contest = session.source, session.table.book.contest
        held = cards(" ".join(own(session.table, place).cards))
        hunch, free = source.random() < self.habits.hunches, session.table.book.free_decision
        if not held:  # At a physical table only the players themselves know their cards.
            return source.choice(list(contest.decision)), ()
        options: list[tuple[float, str, tuple[int, ...]]] = []
        for id, decision in contest.decision.items():
            if decision.gives_up:
                continue
            view = contest.spoken.get(id, contest.spoken["hand"])
            named: tuple[int, ...] = ()
            if decision.plays:
                named = max(
                    combinations(range(len(held)), decision.plays),
                    key=lambda chosen: view.strength([held[n] for n in chosen]),
                )
            shown = [held[n] for n in named] if named else held
            options.append(
                (_standing(view, decision.plays, len(held), view.strength(shown)), id, named)
            )
        if hunch:
            worth_, id, named = source.choice([*options, (0.0, free, ())])
            return id, named
        worth_, id, named = max(options, default=(0.0, free, ()))
        return (id, named) if worth_ >= self.habits.nerve else (free, ())


@lru_cache(maxsize=16)
def _usual(view: View, plays: int | None, size: int) -> list[int]:
    """What a patron has seen of hands: some hundreds of them, from the weakest to the strongest."""
    source = seeded("hands seen")
    hands = [source.sample(DECK, size) for _ in range(400)]
    return sorted(
        max(view.strength(chosen) for chosen in combinations(hand, plays or size)) for hand in hands
    )


def _standing(view: View, plays: int | None, size: int, strength: int) -> float:
    """How many of the hands seen a hand is not below, from 0 to 1."""
    usual_hands = _usual(view, plays, size)
    return bisect_right(usual_hands, strength) / len(usual_hands)
