"""The serve command: the house, opened from the command line."""

from tablewright.cli.interrupts import noted, say, so_far
from tablewright.cli.numbers import whole
from tablewright.house.people.caps import Caps
from tablewright.house.server.hosts import Doors
from tablewright.house.server.serving import database_address, serve


def serve_house(
    host: str,
    port: str,
    database: str | None,
    data: str | None,
    names: list[str],
    proxies: list[str],
    guests: str,
    *,
    is_new: bool = False,
) -> int:
    """Serve until stopped; every line is flushed at once, in a pipe too."""
    number = whole("--port", port, 0, 65_535)
    caps = Caps(guests_each=whole("--guests", guests, 0, Caps().guests))
    doors = Doors.told(host, names, proxies)
    address = database_address(database, data)
    so_far("before the house was open")
    stop = serve(
        host,
        number,
        address,
        doors,
        caps,
        lambda line: print(line, flush=True),
        noted,
        is_new=is_new,
    )
    so_far("with the house closed; every table resumes where it was when it opens again")
    return say(stop.status) if stop else 0
