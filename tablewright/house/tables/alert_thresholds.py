"""From when on the house wants to be told: the thresholds of its alerts, kept and changed."""

import logging

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.screens.alert_pages import AlertThresholds
from tablewright.rules.errors import Refused

log = logging.getLogger(__name__)

SETTING = "alert-thresholds"

_decode = msgspec.json.Decoder(AlertThresholds).decode


class Thresholds:
    """The thresholds of a house."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._found: AlertThresholds | None = None

    def forget(self) -> None:
        """Read it again: another server of the house may have changed it."""
        self._found = None

    async def now(self) -> AlertThresholds:
        """What holds now; the usual ones, where what is kept cannot be read."""
        if self._found is None:
            async with self.database.reading() as connection:
                kept = await setting(connection, SETTING)
            try:
                self._found = _decode(kept) if kept else AlertThresholds()
            except (msgspec.MsgspecError, TypeError, ValueError):
                log.error("the setting %s cannot be read: set it anew in the pit", SETTING)
                self._found = AlertThresholds()
        return self._found

    async def set(self, limits: AlertThresholds) -> AlertThresholds:
        """The house decides otherwise."""
        if limits.rack_low_percent >= limits.rack_heavy_percent:
            raise Refused(
                f"rack_low_percent is {limits.rack_low_percent}: expected less than"
                f" rack_heavy_percent, {limits.rack_heavy_percent}"
            )
        value = msgspec.json.encode(limits).decode()
        async with self.database.writing() as connection:
            await put_setting(connection, SETTING, value)
        self._found = limits
        return limits
