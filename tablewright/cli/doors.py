"""The serve command: the house's doors, opened from the command line."""

from tablewright.cli.numbers import whole
from tablewright.house.caps import Caps
from tablewright.house.doors import Doors
from tablewright.house.serving import database_address, serve


def open_doors(
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
    """Serve until somebody stops it; what is said is said at once, in a pipe too."""
    number = whole("--port", port, 0, 65_535)
    caps = Caps(guests_each=whole("--guests", guests, 0, Caps().guests))
    doors = Doors.told(host, names, proxies)
    return serve(
        host,
        number,
        database_address(database, data),
        doors,
        caps,
        lambda line: print(line, flush=True),
        is_new=is_new,
    )
