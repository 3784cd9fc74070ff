"""What the house has set for its workbench: who may use it, and how many processes count for it."""

import logging
from typing import Annotated

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.workbench.pool import MOST_WORKERS, USUAL_WORKERS

log = logging.getLogger(__name__)

SETTING = "workbench"


class WorkbenchSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may use the workbench, and how much of the machine it may take."""

    is_open: bool = True
    """Whether people without an account may use it; with one, everyone may."""
    processes: Annotated[int, msgspec.Meta(ge=1, le=MOST_WORKERS)] = USUAL_WORKERS
    """So many count at once, each with a core of the machine at most."""


_decode = msgspec.json.Decoder(WorkbenchSettings).decode


class KeptSettings:
    """The settings of a house, as they are kept."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._found: WorkbenchSettings | None = None

    async def now(self) -> WorkbenchSettings:
        """What holds now; where that cannot be read, the workbench is for people with accounts."""
        if self._found is None:
            async with self.database.reading() as connection:
                kept = await setting(connection, SETTING)
            try:
                self._found = _decode(kept) if kept else WorkbenchSettings()
            except (msgspec.MsgspecError, TypeError, ValueError):
                log.error("the setting %s cannot be read: set it anew on the workbench", SETTING)
                self._found = WorkbenchSettings(is_open=False)
        return self._found

    async def set(self, settings: WorkbenchSettings) -> None:
        value = msgspec.json.encode(settings).decode()
        async with self.database.writing() as connection:
            await put_setting(connection, SETTING, value)
        self._found = settings
