"""The serve command: the house, opened from the command line."""

from pathlib import Path

from tablewright.cli.interrupts import noted, say, so_far
from tablewright.cli.numbers import whole
from tablewright.house.books.house_keys import archive_folder, keys_folder
from tablewright.house.books.places import database_address
from tablewright.house.people.caps import USUAL_CAPS, Caps, to_tables
from tablewright.house.server.connections import SPARE_FILES, room_for_connections
from tablewright.house.server.hosts import Doors
from tablewright.house.server.serving import serve
from tablewright.house.watching.logs import TEXT, Logging
from tablewright.rules.errors import Refused

LEAST_CONNECTIONS, MOST_CONNECTIONS = 10, 100_000


def serve_house(
    host: str,
    port: str,
    database: str | None,
    data: str | None,
    names: list[str],
    proxies: list[str],
    guests: str,
    connections: str | None,
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
    caps = caps_told(guests, connections)
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


def caps_told(guests: str, connections: str | None) -> Caps:
    """What the house is told of how much it may hold; without a word, as much as there is room for."""
    usual = USUAL_CAPS
    guests_each = whole("--guests", guests, 0, usual.guests)
    wanted = usual.connections
    if connections is not None:
        wanted = whole("--connections", connections, LEAST_CONNECTIONS, MOST_CONNECTIONS)
    room = room_for_connections(wanted)
    if connections is not None and room < wanted:
        raise Refused(
            f"--connections is {wanted}: expected at most {room}, as this system lets a program"
            f" open {room + SPARE_FILES} files (ulimit -n)"
        )
    return usual._replace(connections=room, sockets=to_tables(room), guests_each=guests_each)
