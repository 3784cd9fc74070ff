"""Whose each place at a table is: a person's, by the key the house knows them by, or a patron's."""

from collections.abc import Mapping

from tablewright.house.people.accounts import ACCOUNT
from tablewright.house.people.names import skeleton
from tablewright.house.people.person import Person
from tablewright.table.machine import Table

PATRON, LEAVING = "p:", ":leaving"
"""What the places of simulated players are kept under, and of those who are about to leave."""


class Seating:
    """The holders of the places at one table."""

    def __init__(self) -> None:
        self.holders: dict[int, str] = {}
        """Whose each place is."""
        self.people: Mapping[int, str] = {}
        """The places of people, and the key of each."""
        self.patrons: dict[int, str] = {}
        """The places of simulated players, and the name of each."""
        self._places: dict[str, int] = {}

    def take_up(self, holders: Mapping[int, str]) -> None:
        """Go on from what is written."""
        self.holders = dict(holders)
        self._places = {key: place for place, key in self.holders.items()}
        self.people = {
            place: key for place, key in self.holders.items() if not key.startswith(PATRON)
        }
        self.patrons = {
            place: key.removeprefix(PATRON).removesuffix(LEAVING)
            for place, key in self.holders.items()
            if key.startswith(PATRON)
        }

    def hold(self, place: int, key: str) -> None:
        """A place is taken."""
        self.take_up({**self.holders, place: key})

    def give_up(self, place: int) -> None:
        """A place becomes free."""
        self.take_up({each: key for each, key in self.holders.items() if each != place})

    def place_of(self, person: Person) -> int:
        """A person's place; 0 if they have none."""
        return self.place_by(person.key)

    def place_by(self, key: str) -> int:
        """The place of the person who is known by a key; 0 if they have none."""
        return self._places.get(key, 0)

    @property
    def leaving(self) -> list[int]:
        """The places of simulated players who leave after their round."""
        return [
            place
            for place, key in self.holders.items()
            if key.startswith(PATRON) and key.endswith(LEAVING)
        ]

    def is_full(self, table: Table) -> bool:
        """Whether nobody can sit down but in the place of another."""
        return len(self.holders) >= table.book.ruleset.places

    def name_for(self, person: Person, table: Table) -> str:
        """The name under which a person sits down: a guest's has a number, where another's is alike."""
        taken = {skeleton(seat.player) for seat in table.state.seats.values()}
        name, number = person.name, 1
        while person.is_guest and skeleton(name) in taken:
            number += 1
            name = f"{person.name} {number}"
        return name

    def has_account(self, name: str, table: Table) -> bool:
        """Whether the person whose account has that name plays here."""
        seats = table.state.seats
        return any(
            key.startswith(ACCOUNT) and place in seats and seats[place].player == name
            for place, key in self.holders.items()
        )
