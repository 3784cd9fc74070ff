"""The house's log: a line for people, or one JSON object a line for programs.

Each line says to which request and which table it belongs, where it belongs to one: a request that a
proxy has numbered keeps its number, and its answer carries it.
"""

import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from tablewright.rules.errors import Refused, quoted

REQUEST_HEADER = "x-request-id"
_IS_NUMBER = re.compile(r"[A-Za-z0-9._:/+=-]{1,64}", re.ASCII)
"""What may be written into a log: nothing that could be taken for a line or a field of it."""

_request: ContextVar[str] = ContextVar("request", default="")
_table: ContextVar[str] = ContextVar("table", default="")

TEXT, JSON = "text", "json"
FORMATS = (TEXT, JSON)
LEVELS = {
    "error": logging.ERROR,
    "warning": logging.WARNING,
    "info": logging.INFO,
    "debug": logging.DEBUG,
}


def numbered(sent: str | None) -> str:
    """The number of a request: the one it came with, where that is one, or a new one.

    >>> numbered("f3a9-17")
    'f3a9-17'
    >>> len(numbered(None)), len(numbered("two lines\\nof a log"))
    (16, 16)
    """
    return sent if sent and _IS_NUMBER.fullmatch(sent) else secrets.token_hex(8)


@contextmanager
def of_request(number: str) -> Iterator[None]:
    """What is logged meanwhile belongs to this request."""
    token = _request.set(number)
    try:
        yield
    finally:
        _request.reset(token)


def this_request() -> str:
    """The number of the request that is being answered; empty where there is none."""
    return _request.get()


def belongs_to_table(id: str) -> None:
    """Whatever this task logs from now on belongs to a table."""
    _table.set(id)


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log, as a program reads it."""

    time: str
    level: str
    logger: str
    message: str
    request: str = ""
    table: str = ""
    fields: dict[str, Any] = {}
    error: str = ""


def line_of(record: logging.LogRecord) -> Line:
    """What a record says, and what it belongs to."""
    error = ""
    if record.exc_info and record.exc_info[0] is not None:
        error = logging.Formatter().formatException(record.exc_info)
    return Line(
        datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        record.levelname.lower(),
        record.name,
        record.getMessage(),
        getattr(record, "request", "") or this_request(),
        _table.get(),
        getattr(record, "fields", {}),
        error,
    )


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(line_of(record), enc_hook=str).decode()


class PlainLines(logging.Formatter):
    """A line that a person reads; the way to a fault stands below it."""

    def format(self, record: logging.LogRecord) -> str:
        line = line_of(record)
        named = {"request": line.request, "table": line.table} | line.fields
        belongs = " ".join(f"{name}={value}" for name, value in named.items() if value != "")
        said = f"{line.level.upper()} {line.logger}: {line.message}"
        return "\n".join(filter(None, [f"{said} [{belongs}]" if belongs else said, line.error]))


class Logging(NamedTuple):
    """How the house logs."""

    style: str = TEXT
    level: str = "warning"

    @classmethod
    def told(cls, style: str, level: str) -> "Logging":
        """As it was asked for on the command line."""
        for name, told, known in (("--log", style, FORMATS), ("--log-level", level, LEVELS)):
            if told not in known:
                raise Refused(f"{name} {quoted(told)}: expected {' or '.join(known)}")
        return cls(style, level)

    def begin(self) -> None:
        """Log to standard error from now on."""
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines() if self.style == JSON else PlainLines())
        logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
        # What others' packages do at each step is no one's business but theirs.
        logging.getLogger("tablewright").setLevel(LEVELS[self.level])


USUAL_LOG = Logging()
