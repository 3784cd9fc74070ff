"""The serve command: the house, opened from the command line."""

from pathlib import Path

from tablewright.cli.interrupts import noted, say, so_far
from tablewright.cli.numbers import whole
from tablewright.house.books.house_keys import archive_folder, keys_folder
from tablewright.house.people.caps import Caps
from tablewright.house.server.hosts import Doors
from tablewright.house.server.serving import database_address, serve
from tablewright.house.watching.logs import TEXT, Logging


def serve_house(
    host: str,
    port: str,
    database: str | None,
    data: str | None,
    names: list[str],
    proxies: list[str],
    guests: str,
    *,
    keys: str | None = None,
    archive: str | None = None,
    is_new: bool = False,
    is_new_key: bool = False,
    secret: str | None = None,
    is_new_secret: bool = False,
    log: str = TEXT,
    log_level: str = "warning",
    traces: str | None = None,
) -> int:
    """Serve until stopped; every line is flushed at once, in a pipe too."""
    number = whole("--port", port, 0, 65_535)
    caps = Caps(guests_each=whole("--guests", guests, 0, Caps().guests))
    logging = Logging.told(log, log_level)
    doors = Doors.told(host, names, proxies)
    address = database_address(database, data)
    folder = Path(keys) if keys else keys_folder(database, data)
    so_far("before the house was open")
    stop = serve(
        host,
        number,
        address,
        doors,
        caps,
        lambda line: print(line, flush=True),
        noted,
        keys=folder,
        archive=Path(archive) if archive else archive_folder(database, data),
        is_new=is_new,
        is_new_key=is_new_key,
        secret=secret,
        is_new_secret=is_new_secret,
        log=logging,
        traced_to=traces or "",
    )
    so_far("with the house closed; every table resumes where it was when it opens again")
    return say(stop.status) if stop else 0
