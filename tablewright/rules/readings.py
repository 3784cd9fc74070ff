"""Readings: where a manual disagrees with itself or is silent, the choices named and one of them made.

A reading has an id, the passages in conflict, the options (the default first), what it acts on and the
evidence for its default. `Rulings` is one choice for each reading of a game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tablewright.rules.citations import READING, Passage
from tablewright.rules.errors import BadDefinition, Refused, listed, quoted


class ActsOn(Enum):
    """The part of the rules that a reading changes."""

    RANKING = "ranking"
    FACTS = "facts"
    LINES = "lines"
    PROCEDURE = "procedure"


class Evidence(Enum):
    """What speaks for the default."""

    FIGURES = "published figures"
    WORDING = "the manual's wording"
    REASON = "reason: the manual is silent"
    NONE = "none: undecided"


class Option(NamedTuple):
    """One way to read it, and what it means at the table."""

    id: str
    means: str
    warning: str = ""
    """What must be said loudly wherever this option is used."""


@dataclass(frozen=True, eq=False)
class Reading:
    """One ambiguity of a manual."""

    id: str
    question: str
    acts_on: ActsOn
    moves_money: bool
    conflict: tuple[Passage, ...]
    options: tuple[Option, ...]
    evidence: Evidence
    why: str
    is_later: bool = False
    """Whether it was found after rulesets had been approved: at its default it is not hashed, so that
    every fingerprint from before still stands."""
    is_unpriced: bool = False
    """Whether it moves money only in rounds that `odds` does not count, as void ones."""

    def __post_init__(self) -> None:
        ids = [option.id for option in self.options]
        if len(set(ids)) < 2 or len(set(ids)) < len(ids):
            raise BadDefinition(
                f"reading {self.id} needs two or more options, each named once: {ids}"
            )

    @property
    def default(self) -> str:
        return self.options[0].id

    @property
    def is_undecided(self) -> bool:
        """No evidence for the default: a real table must choose, a practice table is warned."""
        return self.evidence is Evidence.NONE

    @property
    def cited(self) -> Passage:
        """The reading as the source of a rule that stands by it and not in the manual."""
        return Passage(READING, self.id)

    def option(self, id: str) -> Option:
        for option in self.options:
            if option.id == id:
                return option
        expected = listed([option.id for option in self.options])
        raise Refused(f"{quoted(id)} is not an option of reading {self.id}: expected {expected}")

    def taken_as(self, *options: str) -> "Under":
        """The condition that this reading is taken in one of these ways.

        A game's file that names an option which does not exist fails when it is imported.
        """
        return Under(self, tuple(self.option(id).id for id in options))


class Under(NamedTuple):
    """A condition on a ruleset: a reading is taken in one of some ways."""

    reading: Reading
    options: tuple[str, ...]


class UnknownReading(BadDefinition, KeyError):
    """A game asks for a reading that it has not."""

    __str__ = Exception.__str__


class Rulings(Mapping[str, str]):
    """One option for each reading of a game: those given, the default for the rest."""

    def __init__(self, readings: tuple[Reading, ...], given: Mapping[str, str]) -> None:
        self._readings = readings
        self._chosen = {reading.id: reading.default for reading in readings}
        for id, option in given.items():
            reading = find_reading(readings, id)
            self._chosen[reading.id] = reading.option(option).id

    def __getitem__(self, id: str) -> str:
        if id not in self._chosen:
            raise UnknownReading(
                f"the reading {quoted(id)} is asked for: expected {listed(self._chosen)}"
            )
        return self._chosen[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    @property
    def hashed(self) -> dict[str, str]:
        """What a fingerprint is made of: a reading found later counts only off its default."""
        return {
            reading.id: self[reading.id]
            for reading in self._readings
            if not (reading.is_later and self[reading.id] == reading.default)
        }

    def hold(self, under: Under) -> bool:
        """Whether the reading is taken in one of the ways the condition names."""
        return self[under.reading.id] in under.options


def find_reading(readings: tuple[Reading, ...], id: str) -> Reading:
    """The reading with this id; the game's name before the dot may be left out."""
    for reading in readings:
        if id in (reading.id, reading.id.partition(".")[2]):
            return reading
    known = listed([reading.id for reading in readings])
    raise Refused(f"there is no reading {quoted(id)} here: expected {known}")


def parse_choices(readings: tuple[Reading, ...], texts: Iterable[str]) -> dict[str, str]:
    """Readings chosen as `ID=OPTION`, each at most once."""
    chosen: dict[str, str] = {}
    for text in texts:
        id, equals, option = text.partition("=")
        if not (id and equals and option):
            raise Refused(f"{quoted(text)} does not choose a reading: expected ID=OPTION")
        reading = find_reading(readings, id)
        if chosen.get(reading.id, option) != option:
            both = f"{chosen[reading.id]} and {option}"
            raise Refused(f"reading {reading.id} is chosen as {both}: expected one option")
        chosen[reading.id] = option
    return chosen
