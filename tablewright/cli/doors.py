"""The serve command: the house's doors, opened from the command line."""

from tablewright.cli.numbers import whole
from tablewright.house.serving import database_address, serve


def open_doors(
    host: str, port: str, database: str | None, data: str | None, *, is_new: bool = False
) -> int:
    """Serve until somebody stops it; what is said is said at once, in a pipe too."""
    number = whole("--port", port, 0, 65_535)
    address = database_address(database, data)
    return serve(host, number, address, lambda line: print(line, flush=True), is_new=is_new)
