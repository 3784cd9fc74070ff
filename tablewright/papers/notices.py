"""What the house must know before it prints: a player's edge, open readings, what it has changed."""

from collections.abc import Iterable, Iterator

from tablewright.papers.documents import Notice, Rule, Text
from tablewright.papers.editions import Edition
from tablewright.rules.english import capital
from tablewright.rules.readings import Option, Reading


def for_the_house(edition: Edition) -> Iterator[Notice]:
    """Everything that is said loudly, then what is played otherwise than by default."""
    yield from players_edge((*edition.report.warnings, *edition.ruleset.warnings))
    yield from left_open(edition)
    yield from changed(edition)


def players_edge(warnings: Iterable[str]) -> Iterator[Notice]:
    """What gives the player an edge over the house."""
    if said := dict.fromkeys(warnings):
        yield Notice(
            title="The player has an edge",
            items=tuple(
                f"{each if '=' in each.partition(' ')[0] else capital(each)}." for each in said
            ),
            is_loud=True,
        )


def left_open(edition: Edition) -> Iterator[Notice]:
    """The readings that nothing decides, and how each is taken."""
    items: list[Text] = [
        (f"{reading.question} Here: {option.means}. ", Rule(f"{reading.id}={option.id}"))
        for reading, option in _taken(edition, edition.open_readings)
    ]
    if items:
        yield Notice(title="Undecided in the manual", items=tuple(items), is_loud=True)


def changed(edition: Edition) -> Iterator[Notice]:
    """Readings that are not taken at their default, and odds that were changed."""
    closed = [each for each in edition.ruleset.changed if each not in edition.open_readings]
    items: list[Text] = [
        (f"{reading.question} Here: {option.means}. ", Rule(f"{reading.id}={option.id}"))
        for reading, option in _taken(edition, closed)
    ]
    items += [(Rule(key), f" pays {odds}.") for key, odds in edition.ruleset.pay_plainly.items()]
    if items:
        yield Notice(title="Chosen otherwise than by default", items=tuple(items))


def _taken(edition: Edition, readings: Iterable[Reading]) -> Iterator[tuple[Reading, Option]]:
    for reading in readings:
        yield reading, reading.option(edition.ruleset.rulings[reading.id])
