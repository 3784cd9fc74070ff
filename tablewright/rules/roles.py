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


PLAYER, DEALER, INSPECTOR, PIT_BOSS, SURVEILLANCE = Role

SUPERVISORS = (INSPECTOR, PIT_BOSS)
"""An inspector or above."""
STAFF = (DEALER, INSPECTOR, PIT_BOSS)
WATCHERS = (DEALER, INSPECTOR, PIT_BOSS, SURVEILLANCE)
"""Those who may report that something went wrong."""
