"""The archive over HTTP: journals of past gaming days go to files, as an administrator asks."""

from datetime import date
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Response

from tablewright.house.house import House
from tablewright.house.server.addresses.asking import (
    Administrator,
    Body,
    TheHouse,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.house.tables.archiving import Left, Progress

router = APIRouter(tags=["archive"])

MOST_SHOWN = 200


class ArchivedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table whose journal lies in a file."""

    id: str
    lines: int
    rounds: int
    file: str
    sha256: str
    bytes: int
    at: str
    by: str


class LeftTable(msgspec.Struct, frozen=True):
    """A table whose journal stays in the database, and why."""

    table: str
    why: str


class ArchiveRun(msgspec.Struct, frozen=True, kw_only=True):
    """How far archiving has come, or what came of it."""

    before: str
    tables: int
    done: int
    lines: int
    bytes: int
    left: list[LeftTable]
    is_over: bool


class ArchiveShown(msgspec.Struct, frozen=True, kw_only=True):
    """The archive of the house."""

    folder: str
    """Nothing, if the house has none."""
    today: str
    """The present gaming day: only those before it can be archived."""
    run: ArchiveRun | None
    """The last since the house was opened."""
    tables: list[ArchivedTable]
    """The last that were archived, the newest first."""


class ArchiveBefore(Body, frozen=True, kw_only=True):
    """Which tables are archived: those that were closed before this gaming day began."""

    before: date


@router.get(
    "/archive",
    summary="The journals that lie in files, and how far archiving has come",
    responses=responses(401, 403, gives=ArchiveShown),
)
async def archive(house: TheHouse, person: Administrator) -> Response:
    return reply(await _shown(house))


@router.post(
    "/archive",
    status_code=202,
    summary="Archive the journals of past gaming days: written, signed, verified, then dropped",
    responses=responses(400, 401, 403, gives=ArchiveShown, status=202),
    openapi_extra=takes(ArchiveBefore),
)
async def begin(
    house: TheHouse,
    person: Administrator,
    asked: Annotated[ArchiveBefore, Depends(taken(ArchiveBefore))],
) -> Response:
    await house.archiving.begin(asked.before, person.name)
    return reply(await _shown(house), 202)


async def _shown(house: House) -> ArchiveShown:
    archiving = house.archiving
    return ArchiveShown(
        folder=str(archiving.folder or ""),
        today=(await archiving.today()).isoformat(),
        run=_run(archiving.progress) if archiving.progress else None,
        tables=[
            ArchivedTable(
                id=each.table_id,
                lines=each.lines,
                rounds=each.rounds,
                file=each.file,
                sha256=each.sha256,
                bytes=each.bytes,
                at=each.at.isoformat(),
                by=each.by,
            )
            for each in await archiving.archives.last(MOST_SHOWN)
        ],
    )


def _run(progress: Progress) -> ArchiveRun:
    said = msgspec.structs.asdict(progress)
    left: list[Left] = said.pop("left")
    return ArchiveRun(**said, left=[LeftTable(*each) for each in left])
