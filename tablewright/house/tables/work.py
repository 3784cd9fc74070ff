"""What is sent to a live table, and who gets the answer."""

from collections.abc import Callable
from typing import NamedTuple

from tablewright.house.people.person import Person
from tablewright.house.screens.orders import Sent
from tablewright.house.tables.room import Room
from tablewright.house.watching.commands import Arrival
from tablewright.rules.errors import Refused
from tablewright.rules.language import ENGLISH


class TableLost(Exception):
    """What is written of a table cannot be read, so that nobody can go on with it."""


class Work(NamedTuple):
    """Something that was sent to a table, and who gets the answer."""

    person: Person
    sent: Sent
    answer: Callable[[int | Refused], None]
    came: Arrival
    language: str = ENGLISH
    """The language in which a refusal is said."""


class Errand(NamedTuple):
    """Something that the house does at a table, and who gets the answer."""

    run: Callable[[Room], None]
    answer: Callable[[Refused | None], None]


class PartlyDone(Exception):
    """Something was refused when part of it had been done: that part must not stay."""

    def __init__(self, which: Work | Errand, refused: Refused) -> None:
        self.which, self.refused = which, refused


def key_of(work: Work) -> str:
    """What a command is remembered under: one person's ids are no other's."""
    return f"{work.person.key}:{work.sent.id}"
