"""A house's database read without changing it; the house may be open meanwhile.

async with read_only(address) as database: ...
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from tablewright.house.books import schema as s
from tablewright.house.books.database import ANSWER_SECONDS, Database, cannot_be_opened, parsed
from tablewright.house.books.outage import first_line
from tablewright.rules.errors import Refused, quoted


@asynccontextmanager
async def read_only(
    address: str, answer_seconds: float = ANSWER_SECONDS
) -> AsyncIterator[Database]:
    """The database, as long as it is read; refused in one line if it is none of this version's."""
    database = Database(_readable_only(address), None, answer_seconds=answer_seconds)
    try:
        await _refuse_other_shape(database)
        yield database
    except SQLAlchemyError as error:
        why = first_line(getattr(error, "orig", None) or error)
        raise Refused(f"the database cannot be read ({why}): expected that of a house") from None
    finally:
        await database.close()


def _readable_only(address: str) -> Any:
    """The address with which nothing can be written."""
    url = parsed(address)
    if url.drivername.startswith("sqlite"):
        path = Path(str(url.database)).resolve()
        if not path.is_file():
            raise Refused(f"there is no {quoted(path.name)} there: expected the folder of a house")
        url = url.set(database=path.as_uri(), query={"mode": "ro", "uri": "true"})
    return url


async def _refuse_other_shape(database: Database) -> None:
    try:
        async with database.reading() as connection:
            found = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    except SQLAlchemyError:
        found = "none"
    except (OSError, TimeoutError) as error:
        raise cannot_be_opened(database.url, error) from None
    if found != s.HEAD:
        raise Refused(
            f"the database has step {found}, this version has {s.HEAD}:"
            " expected a house that this version has opened"
        )
