"""Readings tried, one by one and together: what each option holds, and which give printed figures."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from tablewright.odds.analysis import Analysis
from tablewright.odds.claims import Agreement, agreement
from tablewright.odds.counts import Counts
from tablewright.odds.figures import Figured, warnings
from tablewright.rules.game import Ruleset
from tablewright.rules.readings import Reading


class Tried(NamedTuple):
    """A game with one option of one reading, the other readings as they were given."""

    reading: Reading
    option: str
    edges: Mapping[str, Fraction]
    """The house edge of the contest, and of each wager that is not part of it."""
    element_of_risk: Fraction | None
    verdicts: tuple[Agreement, ...]
    """How each published figure stands to this option's."""
    warnings: tuple[str, ...]

    @property
    def agreeing(self) -> int:
        """How many published figures this option gives."""
        return sum(verdict is not Agreement.DISAGREES for verdict in self.verdicts)


class Reproduced(NamedTuple):
    """All combinations of the readings that move a figure, and those that give the published ones."""

    readings: tuple[Reading, ...]
    tried: int
    agree: tuple[Mapping[str, str], ...]


class Forensics:
    """The readings of a game, priced. Each distinct count is made once."""

    def __init__(self, ruleset: Ruleset, made_before: Counts | None = None) -> None:
        """The readings and odds of this ruleset are those that are changed from."""
        self.game = ruleset.game
        self._chosen, self._pay = dict(ruleset.rulings), ruleset.pay
        self._counts: Counts = {} if made_before is None else made_before
        self._figured: dict[tuple[tuple[str, str], ...], Figured] = {}

    def figured(self, readings: Mapping[str, str]) -> Figured:
        """The figures under these readings, those given for the rest."""
        taken = {**self._chosen, **readings}
        key = tuple(sorted(taken.items()))
        if key not in self._figured:
            analysis = Analysis(self._ruleset(taken), made_before=self._counts)
            self._figured[key] = analysis.figured
        return self._figured[key]

    def _ruleset(self, readings: Mapping[str, str]) -> Ruleset:
        """These readings, at the changed odds of those lines that are in force under them."""
        plain = self.game.ruleset(readings)
        paid = {key for decided in plain.wagers.values() for key in decided.pay_keys()}
        pay = {key: odds for key, odds in self._pay.items() if key in paid}
        return plain.at(pay) if pay else plain

    def options(self) -> list[tuple[Reading, str]]:
        """Every option of every reading."""
        return [(reading, each.id) for reading in self.game.readings for each in reading.options]

    def tried(self, reading: Reading, option: str) -> Tried:
        """What the game holds with this option; nothing is said of one that no round counted shows."""
        if reading.is_unpriced:
            return Tried(reading, option, {}, None, (), ())
        figured = self.figured({reading.id: option})
        return Tried(
            reading,
            option,
            edges(figured),
            figured.contest.element_of_risk if figured.contest else None,
            self.verdicts(figured),
            warnings(figured),
        )

    def priced(self, on_progress: Callable[[int], None] = lambda done: None) -> "list[Tried]":
        """Every option of every reading tried, the others as they were given."""
        tried = []
        for done, (reading, option) in enumerate(self.options()):
            on_progress(done)
            tried.append(self.tried(reading, option))
        return tried

    def verdicts(self, figured: Figured) -> tuple[Agreement, ...]:
        """How each published figure stands to the computed one."""
        return tuple(
            agreement(claim.published, figured.figure(claim)) for claim in self.game.claims
        )

    def moving(self) -> tuple[Reading, ...]:
        """The readings of which some option, alone, moves a figure that the manual publishes."""

        def claimed(readings: Mapping[str, str]) -> list[Fraction]:
            figured = self.figured(readings)
            return [figured.figure(claim) for claim in self.game.claims]

        as_given = claimed({})
        return tuple(
            reading
            for reading in self.game.readings
            if any(claimed({reading.id: option.id}) != as_given for option in reading.options)
        )

    def reproduced(
        self, on_progress: Callable[[int, int], None] = lambda done, of: None
    ) -> Reproduced:
        """Every combination of the readings that move a published figure, tried."""
        readings = self.moving()
        together = list(product(*([option.id for option in r.options] for r in readings)))
        agree = []
        for done, options in enumerate(together):
            on_progress(done, len(together))
            taken = {r.id: option for r, option in zip(readings, options, strict=True)}
            if Agreement.DISAGREES not in self.verdicts(self.figured(taken)):
                agree.append(taken)
        return Reproduced(readings, len(together), tuple(agree))


def edges(figured: Figured) -> dict[str, Fraction]:
    """The house edge of the contest, and of each wager that is not part of it.

    Where the rules let a player wait or take a wager back, of that wager as it is best made.
    """
    found = {"contest": figured.contest.house_edge} if figured.contest else {}
    found |= {kind: wagered.house_edge for kind, wagered in figured.beside.items()}
    return found | {kind: -each.per_wager for kind, each in figured.informed.items()}
