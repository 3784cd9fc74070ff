"""Who acts at a table: a role, for a player the place, and whether the house does it by itself."""

from typing import NamedTuple

from tablewright.rules.roles import DEALER, INSPECTOR, PIT_BOSS, PLAYER, SURVEILLANCE, Role

THE_HOUSE = "the house"
"""Whose name stands under what no person has done."""
BY_HOUSE = " (house)"


class Actor(NamedTuple):
    """Who acts."""

    role: Role
    place: int = 0
    is_house: bool = False

    def __str__(self) -> str:
        known = _NAMES.get(self)
        if known is None:
            who = f"player {self.place}" if self.role is PLAYER else self.role.value
            known = _NAMES[self] = f"{who}{BY_HOUSE}" if self.is_house else who
        return known

    @property
    def house(self) -> "Actor":
        """The house in this role."""
        return Actor(self.role, self.place, is_house=True)


_NAMES: dict[Actor, str] = {}

THE_DEALER, THE_INSPECTOR = Actor(DEALER), Actor(INSPECTOR)
THE_PIT_BOSS, THE_CAMERAS = Actor(PIT_BOSS), Actor(SURVEILLANCE)
_PLAYERS = tuple(Actor(PLAYER, place) for place in range(100))


def player(place: int) -> Actor:
    """The player at a place."""
    return _PLAYERS[place]


def actor(text: str) -> Actor:
    """Who is named in a journal."""
    return _ACTORS[text]


_STAFF = (THE_DEALER, THE_INSPECTOR, THE_PIT_BOSS, THE_CAMERAS)
_ACTORS = {str(each): each for one in (*_STAFF, *_PLAYERS) for each in (one, one.house)}
