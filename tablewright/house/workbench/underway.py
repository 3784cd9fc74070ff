"""What is said of an answer that is not there yet."""

import msgspec


class Underway(msgspec.Struct, frozen=True, kw_only=True):
    """Not yet: ask again, and you hear more."""

    is_underway: bool = True
    part: float | None
    """How much is done; null while it waits for its turn."""
    seconds: int
    """How long it takes, about."""
    ahead: int
    """How many questions wait as well."""
