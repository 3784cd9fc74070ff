"""Time zones by the names that browsers have for them."""

from datetime import tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo


@lru_cache(maxsize=256)
def zone_named(name: str) -> tzinfo | None:
    """A time zone by the name that browsers have for it, if this machine knows it."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):  # Its names are paths.
        return None
