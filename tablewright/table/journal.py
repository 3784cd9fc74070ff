"""The journal: one event a line, each line sealed to the one before it.

A line is a JSON object: its number, the time that came with the command, the round, who acted, the
rule, what happened, the hash of the line before, and last its own hash, the SHA-256 of all that stands
before it in the line. So no byte can change without a hash that no longer fits, and no line can go
missing. The last line of a closed table states how many lines there are.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

import msgspec

from tablewright.rules.errors import Refused, quoted
from tablewright.table import acts
from tablewright.table.record import Record

FORMAT = 4
"""How a journal is written and what is legal in it; said in its first line, and raised with either."""
READ_BY = {1: "0.1", 2: "0.2", 3: "0.3"}
"""The versions that read the formats before."""
FIRST = "0" * 64
HASH_AT = b',"hash":"'
END = b'"}\n'
TAIL_BYTES = len(HASH_AT) + 64 + len(END) - 1
SIGNED_HEAD = "journal-head"
"""The kind of a signed statement that names a journal's last line by its number and hash."""


class Line(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A line without its own hash."""

    n: int
    at: datetime
    round: int
    by: str
    rule: str
    did: acts.RECORDS
    prev: str


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Line).decode
_sha256 = hashlib.sha256


def hash_of(line: bytes) -> str:
    """The hash with which a line ends."""
    return line.rstrip(b"\n")[-TAIL_BYTES + len(HASH_AT) : -2].decode("ascii", "replace")


def fits_after(line: bytes, last: str) -> bool:
    """Whether a line ends with its own hash and follows the one with another; it is not read."""
    whole = line.removesuffix(b"\n")
    body, tail = whole[:-TAIL_BYTES], whole[-TAIL_BYTES:]
    return (
        len(whole) < len(line)
        and tail == b'%b%b"}' % (HASH_AT, _sha256(body).hexdigest().encode())
        and body.endswith(b'"%b"' % last.encode())
    )


class Journal:
    """Writes lines: to memory, or to whatever takes them."""

    def __init__(self, write: Callable[[bytes], object] | None = None) -> None:
        self.lines: list[bytes] = []
        self._write = write or self.lines.append
        self._last = FIRST
        self.count = 0

    @property
    def last(self) -> str:
        """The hash of the last line."""
        return self._last

    def go_on_after(self, count: int, last: str) -> None:
        """Go on after so many lines that were written before, the last with this hash."""
        self.count, self._last = count, last

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        """Write down one event."""
        self.count += 1
        body = _encode(Line(self.count, at, round, by, rule, event, self._last))[:-1]
        self._last = _sha256(body).hexdigest()
        self._write(b"".join((body, HASH_AT, self._last.encode(), END)))


class WrongLine(Refused):
    """A line of a journal that is not as it was written; `line` is its number."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.line, self.why)


class OtherFormat(Refused):
    """A journal of another format, which another version reads."""

    def __init__(self, format: object) -> None:
        older = READ_BY.get(format) if isinstance(format, int) else None
        reads = f"Tablewright {older} reads it" if older else "a newer Tablewright reads it"
        super().__init__(f"the journal has format {quoted(format)}: expected {FORMAT}; {reads}")
        self.format = format

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.format,)


class CutOff(NamedTuple):
    """A last line that was not written to its end."""

    line: int
    bytes: int


def read(lines: Iterable[bytes], after: int = 0, last: str = FIRST) -> Iterator[Line | CutOff]:
    """The lines of a journal, each checked; the first that is wrong is refused.

    Those after a line of which the hash is known, if one is named.
    """
    for number, line in enumerate(lines, start=after + 1):
        if not line.endswith(b"\n"):
            yield CutOff(number, len(line))
            return
        found = _read_line(number, line[:-1], last)
        last = hash_of(line)
        yield found


def decoded(line: bytes) -> Line:
    """A line of a journal that is known to be as it was written."""
    return _decode(line.rstrip(b"\n")[:-TAIL_BYTES] + b"}")


def _read_line(number: int, line: bytes, last: str) -> Line:
    body, tail = line[:-TAIL_BYTES], line[-TAIL_BYTES:]
    if not (tail.startswith(HASH_AT) and tail.endswith(b'"}')):
        raise WrongLine(
            number, "it does not end with its hash: expected the line as it was written"
        )
    if _sha256(body).hexdigest().encode() != tail[len(HASH_AT) : -2]:
        raise WrongLine(number, "its hash does not fit: expected the line as it was written")
    if number == 1:
        _refuse_format(body + b"}")
    try:
        found = _decode(body + b"}")
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise WrongLine(number, f"it is not an event ({error}): expected one") from None
    if found.at.tzinfo is None:
        raise WrongLine(number, f"its time is {found.at}, of no time zone: expected one")
    if _encode(found)[:-1] != body:
        raise WrongLine(number, "it is spelled otherwise: expected the line as it was written")
    if found.n != number:
        raise WrongLine(number, f"it is numbered {found.n}: expected {number}")
    if found.prev != last:
        raise WrongLine(number, "it does not follow the line before it: expected no line lost")
    return found


def _refuse_format(first: bytes) -> None:
    """Refuse a journal of another format before anything else of it is read."""
    try:
        did = msgspec.json.decode(first)["did"]
        is_set_up, format = did["event"] == "set-up", did.get("format", 1)
    except (
        msgspec.MsgspecError,
        ValueError,
        RecursionError,
        LookupError,
        TypeError,
        AttributeError,
    ):
        return  # It is no first line of any journal, which is said otherwise.
    if is_set_up and format != FORMAT:
        raise OtherFormat(format)
