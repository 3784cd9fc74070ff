"""The house as its papers name it: name, address, logo, and what it has supplied to regulators."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.books.settings import put_setting, setting
from tablewright.papers.houses import LARGEST_LOGO, LONGEST, House, Paper, house_of
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.jurisdictions import jurisdiction
from tablewright.rules.submissions import HOUSE_PREFIX

log = logging.getLogger(__name__)

SETTING, LOGO_SETTING = "papers-letterhead", "papers-logo"
MOST_SUPPLIED = 100
"""More than any jurisdiction asks for."""

Words = Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Letterhead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands for the house on every paper."""

    name: Words = ""
    address: Words = ""
    paper: Paper = "us-letter"
    """The size of the sheets."""


class Supplied(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people have supplied for the submission of a game to a jurisdiction, by its name there."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    jurisdiction: Annotated[str, msgspec.Meta(max_length=60)]
    supplied: Annotated[dict[str, Words], msgspec.Meta(max_length=MOST_SUPPLIED)]


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """All of it but the logo, as it is kept."""

    letterhead: Letterhead = Letterhead()
    supplied: tuple[Supplied, ...] = ()

    def of(self, game: str, place: str) -> Mapping[str, str]:
        for each in self.supplied:
            if (each.game, each.jurisdiction) == (game, place):
                return each.supplied
        return {}


_decode = msgspec.json.Decoder(Kept).decode


class Letterheads:
    """The letterhead of a house, as it is kept and changed."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._kept: Kept | None = None
        self._logo: str | None = None
        self._changing = asyncio.Lock()

    def forget(self) -> None:
        """Read it again: another server of the house may have changed it."""
        self._kept = None

    async def now(self) -> Kept:
        """What holds now; an empty letterhead, where what is kept cannot be read."""
        if self._kept is None:
            kept = await self._setting(SETTING)
            try:
                self._kept = _decode(kept) if kept else Kept()
            except (msgspec.MsgspecError, ValueError):
                log.error("the setting %s cannot be read: enter it anew under Papers", SETTING)
                self._kept = Kept()
        return self._kept

    async def logo(self) -> str:
        """The logo in SVG; empty, if there is none."""
        if self._logo is None:
            self._logo = await self._setting(LOGO_SETTING) or ""
        return self._logo

    async def house(self, game: str, place: str, submission: str = "") -> House:
        """The house as the papers of a game for a jurisdiction name it."""
        kept = await self.now()
        return House(
            name=kept.letterhead.name,
            address=kept.letterhead.address,
            paper=kept.letterhead.paper,
            logo=await self.logo(),
            submission=submission,
            supplied=kept.of(game, place),
        )

    async def _setting(self, key: str) -> str | None:
        async with self.database.reading() as connection:
            return await setting(connection, key)

    # Changing it ----------------------------------------------------------------------------------

    async def set(self, letterhead: Letterhead) -> None:
        """The house is named otherwise from now on."""
        checked = house_of(msgspec.to_builtins(letterhead), Path())
        new = Letterhead(name=checked.name, address=checked.address, paper=checked.paper)
        async with self._changing:
            await self._keep(msgspec.structs.replace(await self.now(), letterhead=new))

    async def set_supplied(self, game: str, place: str, supplied: Mapping[str, str]) -> None:
        """What is supplied for a game's submission to a jurisdiction; what is left empty is not."""
        known = asked_of_people(place)
        for name in supplied:
            if name not in known:
                expected = listed(known) if known else "nothing, as nothing is asked for there"
                raise Refused(f"supplied names {quoted(name)}: expected {expected}")
        checked = house_of({"supplied": dict(supplied)}, Path()).supplied
        given = {name: what for name, what in checked.items() if what}
        new = [Supplied(game=game, jurisdiction=place, supplied=given)] if given else []
        async with self._changing:
            now = await self.now()
            others = [e for e in now.supplied if (e.game, e.jurisdiction) != (game, place)]
            await self._keep(msgspec.structs.replace(now, supplied=(*others, *new)))

    async def set_logo(self, content: str) -> None:
        """Another logo, or none; it was looked at before."""
        async with self.database.writing() as connection:
            await put_setting(connection, LOGO_SETTING, content)
        self._logo = content

    async def _keep(self, kept: Kept) -> None:
        value = msgspec.json.encode(kept).decode()
        async with self.database.writing() as connection:
            await put_setting(connection, SETTING, value)
        self._kept = kept


def read_logo(content: bytes) -> str:
    """A logo as it was sent; whether it can be printed is for the press to say."""
    if len(content) > LARGEST_LOGO:
        raise Refused("the logo is too large: expected up to 1 MB")
    try:
        logo = content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise Refused("the logo is not text in UTF-8: expected SVG") from None
    if "\x00" in logo:
        raise Refused("the logo is not text: expected SVG")
    return logo


def asked_of_people(place: str) -> Sequence[str]:
    """What a jurisdiction asks of people, by the names that it has here; the house's name apart."""
    found = dict.fromkeys(
        need.removeprefix(HOUSE_PREFIX)
        for submission in jurisdiction(place).submissions
        for each in submission.asks
        for need in each.needs
        if need.startswith(HOUSE_PREFIX)
    )
    return [each for each in found if each != "name"]
