"""The serve command: the house, opened from the command line."""

from pathlib import Path

from tablewright.cli.interrupts import noted, say, so_far
from tablewright.cli.numbers import whole
from tablewright.house.books.database import SQLITE, parsed
from tablewright.house.books.house_keys import archive_folder, keys_folder
from tablewright.house.books.places import database_address
from tablewright.house.people.caps import USUAL_CAPS, Caps, to_tables
from tablewright.house.server.connections import SPARE_FILES, room_for_connections
from tablewright.house.server.hosts import Doors
from tablewright.house.server.serving import Reached, serve
from tablewright.house.server.workers import serve_with_workers
from tablewright.house.servers.peers import is_address_of_server
from tablewright.house.watching.logs import TEXT, Logging
from tablewright.rules.errors import Refused, quoted

DRAIN, MOST_DRAIN = "30", 24 * 60 * 60
MOST_WORKERS = 64
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
    heads_to: str | None = None,
    accepts_gap: bool = False,
    log: str = TEXT,
    log_level: str = "warning",
    traces: str | None = None,
    address: str | None = None,
    drain: str = DRAIN,
    is_worker: bool = False,
) -> int:
    """Serve until stopped; every line is flushed at once, in a pipe too."""
    reached = Reached(reached_told(address), is_worker, whole("--drain", drain, 0, MOST_DRAIN))
    number = whole("--port", port, 0, 65_535)
    caps = caps_told(guests, connections)
    logging = Logging.told(log, log_level)
    doors = Doors.told(host, names, proxies)
    where = database_address(database, data)
    folder = Path(keys) if keys else keys_folder(database, data)
    so_far("before the house was open")
    stop = serve(
        host,
        number,
        where,
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
        heads_to=heads_to,
        accepts_gap=accepts_gap,
        logs=logging,
        traced_to=traces or "",
        reached=reached,
    )
    so_far("with the house closed; every table resumes where it was when it opens again")
    return say(stop.status) if stop else 0


def serve_workers(number: str, host: str, port: str, database: str | None, words: list[str]) -> int:
    """Serve with several processes until stopped; `words` start one of them."""
    servers = whole("--workers", number, 1, MOST_WORKERS)
    if servers > 1 and parsed(database_address(database, None)).drivername == SQLITE:
        raise Refused(
            f"--workers is {servers}, and a file of SQLite can be opened by one server only: expected"
            " --database postgresql://USER@HOST/NAME, or --workers 1"
        )
    so_far("before the house was open")
    with noted() as stop:
        status = serve_with_workers(
            servers,
            host,
            whole("--port", port, 0, 65_535),
            words,
            lambda line: print(line, flush=True),
            stop,
        )
    so_far("with the house closed; every table resumes where it was when it opens again")
    return say(stop.status) if stop else status


def reached_told(address: str | None) -> str:
    """Where the other servers of the house reach this one, as it is told."""
    if not address:
        return ""
    if not is_address_of_server(address):
        raise Refused(
            f"--address is {quoted(address)}: expected http://HOST:PORT, as others reach it"
        )
    return address.rstrip("/")


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
