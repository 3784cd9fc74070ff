"""Roles: who acts at a table or looks at it."""

from enum import Enum


class Role(Enum):
    """Who acts at a table or looks at it."""

    PLAYER = "player"
    DEALER = "dealer"
    INSPECTOR = "inspector"
    """The floor supervisor."""
    PIT_BOSS = "pit-boss"
    SURVEILLANCE = "surveillance"

    # Every role is one object. An enum's own hash is worked out in Python, at every look-up.
    __hash__ = object.__hash__


PLAYER, DEALER, INSPECTOR, PIT_BOSS, SURVEILLANCE = Role

SUPERVISORS = (INSPECTOR, PIT_BOSS)
"""An inspector or above."""
STAFF = (DEALER, INSPECTOR, PIT_BOSS)
WATCHERS = (DEALER, INSPECTOR, PIT_BOSS, SURVEILLANCE)
"""Those who may report that something went wrong."""
