"""What a candidate sees of an audition while it lasts: nothing of what is right or will come."""

import msgspec

from tablewright.school.questions import AnyPart, Choose, Shown

STOP = "stop"
"""The part by which the game is stopped: it is always open, whatever else is asked."""


class AuditionSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The table as it lies, what is asked now, and what can always be done: stop the game."""

    turn: int
    """Goes on with everything that is asked; an answer names the turn that it answers."""
    seen: int
    """Goes on with everything that happens: the page shows it anew when it does."""
    asks: str
    shown: Shown
    parts: list[AnyPart]
    stop: Choose
    """What is improper, to stop the game for; sent as `{"stop": id}` in place of other parts. It is
    answered at any time but while its ruling is asked for."""
    is_stopped: bool
    """Whether the game is stopped, and its ruling is asked for."""
    busy: list[int]
    """The places whose players are still betting or deciding."""
    seconds: float
    """How long it has lasted."""
    is_last_round: bool
    """Whether the time is up: the round under way is dealt to its end."""
    is_over: bool
