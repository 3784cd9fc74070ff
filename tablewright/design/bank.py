"""What a house may expect of a version at given stakes: bands by rounds, the win an hour, risk of ruin.

A *seating* is a version with stakes in cents at so many seats, every seat staking alike and playing
for the best; of wagers on a card, a round is one card. Means and theoretical wins are exact fractions
of cents. A band is a quantile of the sum of the exact results of every round; where that cannot be laid
out, and for several seats that meet one dealer's hand, it is a bell curve's, and then it is named so.
How two seats vary together is found by dealing the same 200,000 tables at random every time: the one
figure here that is sampled.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import sqrt

import msgspec

from tablewright.design.exact import Exact, in_money, in_percent
from tablewright.design.ruin import Ruin, risk_by_diffusion, risk_of_ruin
from tablewright.odds.analysis import Analysis
from tablewright.odds.hold import LEVELS, held, within_bell_curve
from tablewright.odds.ledger import HistogramEntry, mean_of, net_of, variance_of
from tablewright.odds.seats import between_seats
from tablewright.rules.contest import Contest
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.language import say
from tablewright.rules.stakes import Offer, refuse_unmatched
from tablewright.rules.wagers import SameAs

MOST_ROUNDS = 10**9
MOST_CENTS = 10**12
HOUSE, PLAYER = "house", "player"


class BandLevel(msgspec.Struct, frozen=True, kw_only=True):
    """Between these two the house's win lies so often, in per cent."""

    level: int
    low_cents: int
    high_cents: int
    low: str
    high: str
    low_of_staked: str
    high_of_staked: str
    """The same as a part of all that is staked."""


class HoldBand(msgspec.Struct, frozen=True, kw_only=True):
    """What the house wins over so many rounds."""

    rounds: int
    expected: Exact
    """In cents, exact."""
    staked: Exact
    levels: list[BandLevel]
    is_bell_curve: bool


class WinAnHour(msgspec.Struct, frozen=True, kw_only=True):
    """The theoretical win of an hour, exact."""

    rounds_an_hour: int
    seats: int
    staked: Exact
    """What all seats stake in an hour, on average, in cents."""
    win: Exact
    a_seat: Exact
    of_staked: Exact


class Seating:
    """A version at given stakes."""

    def __init__(self, analysis: Analysis, stakes: Mapping[str, int], seats: int = 1) -> None:
        """`stakes` are cents by wager: those a player places; the rest follows from them."""
        if not 1 <= seats <= 100:
            raise Refused(say("{seats} seats are taken: expected 1 to 100", seats=seats))
        self.analysis, self.seats = analysis, seats
        self.ruleset = analysis.ruleset
        self.offer = Offer.of([each.wager for each in self.ruleset.wagers.values()])
        self.placed = self._placed(stakes)
        if not self.is_drawn:  # What a card decides is looked at apart from what a round decides.
            refuse_unmatched(self.placed, self.ruleset.wagers)
        following = {id: times.wager for id, times in self.offer.following.items()}
        self.units = self.placed | {
            id: self.placed[first] for id, first in following.items() if first in self.placed
        }
        """What one unit of each wager's stake is, in cents."""

    def _placed(self, stakes: Mapping[str, int]) -> dict[str, int]:
        kinds: dict[str, str] = {}
        for id in self.offer.placed:
            kinds.setdefault(self.ruleset.wagers[id].wager.kind, id)
        placed: dict[str, int] = {}
        for name, cents in stakes.items():
            if name not in self.offer.placed and name not in kinds:
                raise Refused(
                    f"{quoted(name)} is staked: expected {listed(kinds)}, which players place"
                )
            if not 1 <= cents <= MOST_CENTS:
                why = say(
                    "{cents} cents are staked on {wager}: expected 1 to {most}",
                    cents=cents,
                    wager=name,
                    most=MOST_CENTS,
                )
                raise Refused(why)
            placed[kinds.get(name, name)] = cents
        if not placed:
            raise Refused(f"nothing is staked: expected {listed(kinds)} with a stake in cents")
        for id in self.offer.placed:  # A stake that must equal another is made with it.
            same = self.ruleset.wagers[id].wager.stake
            if isinstance(same, SameAs) and same.wager in placed:
                placed.setdefault(id, placed[same.wager])
        return placed

    @cached_property
    def _entries(self) -> Sequence[HistogramEntry]:
        """The facts of all deals that settle these wagers together."""
        deal = self.ruleset.deal
        if isinstance(deal, Contest):
            if deal.decided_by in self.placed:
                return self.analysis.figured.together[0][1]
            return self.analysis.solution.entries_alone
        for ids, entries in self.analysis.figured.together:
            if set(self.placed) <= set(ids):
                return entries
        raise Refused(
            f"{listed(self.placed).replace(' or ', ' and ')} are not settled together:"
            " expected wagers on the round, or wagers on a card"
        )

    @cached_property
    def results(self) -> dict[Fraction, int]:
        """The net in cents of one seat in one round, and how often it comes; exact.

        Players of a draw stake on the same cards: there all seats win and lose as one.
        """
        counts: dict[Fraction, int] = {}
        times = self.seats if self.is_drawn else 1
        for entry in self._entries:
            nets = (
                cents * net_of(self.ruleset.wagers[id], entry) for id, cents in self.units.items()
            )
            net = times * sum(nets, Fraction(0))
            counts[net] = counts.get(net, 0) + entry.deals
        return counts

    @property
    def is_drawn(self) -> bool:
        return not isinstance(self.ruleset.deal, Contest)

    @property
    def hands_a_round(self) -> int:
        """How many results of `results` one round brings."""
        return 1 if self.is_drawn else self.seats

    @cached_property
    def win(self) -> Fraction:
        """What the house wins in a round on average, from all seats, in cents."""
        return -mean_of(self.results) * self.hands_a_round

    @cached_property
    def staked(self) -> Fraction:
        """What all seats stake in a round on average, in cents."""
        deals = staked = 0
        for entry in self._entries:
            deals += entry.deals
            each = sum(cents * entry.stakes.get(id, 0) for id, cents in self.units.items())
            staked += entry.deals * each
        return self.seats * Fraction(staked, deals)

    @cached_property
    def varies_together(self) -> bool:
        """Whether several seats of one round meet the same dealer's hand."""
        return self.hands_a_round > 1 and bool(self._meeting)

    @property
    def _meeting(self) -> list[str]:
        """The wagers that the dealer's hand can settle."""
        counted_in = self.analysis.figured.counted_in
        return [
            id for id in self.units if counted_in[self.ruleset.wagers[id].wager.kind] == "deals"
        ]

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of the house's win in one round, from all seats, in cents."""
        variance = float(variance_of(self.results)) * self.hands_a_round
        if self.varies_together:
            shared = between_seats(self.analysis.solution, {id: (id,) for id in self._meeting})
            pairs = self.seats * (self.seats - 1)
            variance += pairs * sum(
                self.units[one] * self.units[other] * each for (one, other), each in shared.items()
            )
        return sqrt(max(0.0, variance))

    # What is asked of it

    def bands(self, rounds: Sequence[int], levels: Sequence[int] = LEVELS) -> list[HoldBand]:
        """What the house wins over so many rounds: expected, and within bounds by level."""
        return [self._band(each, levels) for each in rounds]

    def _band(self, rounds: int, levels: Sequence[int]) -> HoldBand:
        if not 1 <= rounds <= MOST_ROUNDS:
            raise Refused(f"{rounds} rounds are to be played: expected 1 to {MOST_ROUNDS:,}")
        if self.varies_together:
            spread = self.deviation * sqrt(rounds)
            bounds, is_bell_curve = (
                within_bell_curve(float(rounds * self.win), spread, levels),
                True,
            )
        else:
            bounds, is_bell_curve = held([(self.results, rounds * self.hands_a_round)], levels)
        staked = rounds * self.staked
        return HoldBand(
            rounds=rounds,
            expected=in_money(rounds * self.win),
            staked=in_money(staked),
            levels=[
                BandLevel(
                    level=level,
                    low_cents=round(low),
                    high_cents=round(high),
                    low=in_money(Fraction(round(low))).text,
                    high=in_money(Fraction(round(high))).text,
                    low_of_staked=in_percent(Fraction(round(low)) / staked, 2).text,
                    high_of_staked=in_percent(Fraction(round(high)) / staked, 2).text,
                )
                for level, (low, high) in bounds.items()
            ],
            is_bell_curve=is_bell_curve,
        )

    def win_an_hour(self, rounds_an_hour: int) -> WinAnHour:
        """The theoretical win of an hour."""
        if not 1 <= rounds_an_hour <= 10_000:
            why = say(
                "{rounds} rounds an hour are dealt: expected 1 to 10,000", rounds=rounds_an_hour
            )
            raise Refused(why)
        win, staked = rounds_an_hour * self.win, rounds_an_hour * self.staked
        return WinAnHour(
            rounds_an_hour=rounds_an_hour,
            seats=self.seats,
            staked=in_money(staked),
            win=in_money(win),
            a_seat=in_money(win / self.seats),
            of_staked=in_percent(win / staked),
        )

    def ruin(self, bank_cents: int, rounds: int, of: str = HOUSE) -> Ruin:
        """The risk that a bank of the house, or of one player, is used up.

        Where several seats meet one dealer's hand only the mean and the deviation of a round are known,
        and the risk of the house is approximate.
        """
        if of not in (HOUSE, PLAYER):
            raise Refused(f"the bank is of {quoted(of)}: expected {listed([HOUSE, PLAYER])}")
        if not 1 <= bank_cents <= MOST_CENTS or not 1 <= rounds <= MOST_ROUNDS:
            why = say(
                "a bank of {bank} cents is to last {rounds} rounds: expected 1 to {most_cents} cents"
                " and 1 to {most_rounds} rounds",
                bank=bank_cents,
                rounds=rounds,
                most_cents=f"{MOST_CENTS:,}",
                most_rounds=f"{MOST_ROUNDS:,}",
            )
            raise Refused(why)
        if of == PLAYER:
            return risk_of_ruin(Seating(self.analysis, self.placed).results, bank_cents, rounds)
        if self.varies_together:
            return risk_by_diffusion(float(self.win), self.deviation, bank_cents, rounds)
        gains = {-net: deals for net, deals in self.results.items()}
        return risk_of_ruin(gains, bank_cents, rounds * self.hands_a_round)
