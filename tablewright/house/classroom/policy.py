"""What the house has decided about its school: who deals for money, how long records are kept."""

import logging

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.screens.dealer_pages import Policy
from tablewright.rules.errors import Refused

log = logging.getLogger(__name__)

SETTING = "school-policy"
LEAST_YEARS, MOST_YEARS = 1, 100
LEAST_DAYS, MOST_DAYS = 1, 365
MOST_MONTHS = 120


_decode = msgspec.json.Decoder(Policy).decode


class Policies:
    """The policy of a house, as it is kept."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._found: Policy | None = None

    def forget(self) -> None:
        """Read it again: another server of the house may have changed it."""
        self._found = None

    async def now(self) -> Policy:
        """What holds now; where that cannot be read, the stricter of what can be decided."""
        if self._found is None:
            async with self.database.reading() as connection:
                kept = await setting(connection, SETTING)
            try:
                self._found = _decode(kept) if kept else Policy()
            except (msgspec.MsgspecError, TypeError, ValueError):
                log.error("the setting %s cannot be read: decide it anew in the pit", SETTING)
                self._found = Policy(certified_only=True)
        return self._found

    async def set(self, policy: Policy) -> Policy:
        """The house decides otherwise."""
        if policy.keep_years is not None and not LEAST_YEARS <= policy.keep_years <= MOST_YEARS:
            raise Refused(
                f"keep_years is {policy.keep_years}: expected {LEAST_YEARS} to {MOST_YEARS}, or none"
            )
        if policy.valid_months is not None and not 1 <= policy.valid_months <= MOST_MONTHS:
            raise Refused(
                f"valid_months is {policy.valid_months}: expected 1 to {MOST_MONTHS}, or none"
            )
        if not LEAST_DAYS <= policy.warn_days <= MOST_DAYS:
            raise Refused(f"warn_days is {policy.warn_days}: expected {LEAST_DAYS} to {MOST_DAYS}")
        value = msgspec.json.encode(policy).decode()
        async with self.database.writing() as connection:
            await put_setting(connection, SETTING, value)
        self._found = policy
        return policy
