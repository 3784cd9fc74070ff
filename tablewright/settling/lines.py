"""Rounds as lines of JSON: each settled on its own, in order; a bad line is answered and passed."""

import json
from collections.abc import Iterable, Iterator
from typing import IO, Any, NamedTuple

from tablewright.rules.errors import Refused, quoted
from tablewright.settling.contest import ContestSettler
from tablewright.settling.draw import DrawSettler
from tablewright.settling.paid import Result

LONGEST_LINE_BYTES = 1_000_000


class SettledLine(NamedTuple):
    """A line, the round it held (None if it held none), and the result or the error."""

    line: int
    given: Any
    result: Result


def settle_lines(
    settler: ContestSettler | DrawSettler, lines: Iterable[bytes]
) -> Iterator[SettledLine]:
    """One result for each line that is not blank: the round settled, or an error with its line."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        given = None
        try:
            given = read_line(line)
            yield SettledLine(number, given, settler.settle(given))
        except Refused as refused:
            yield SettledLine(number, given, {"error": str(refused), "line": number})


def bounded_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a stream. Of a line that is too long only the beginning is kept in memory."""
    while line := stream.readline(LONGEST_LINE_BYTES + 2):
        rest = line
        while len(line) > LONGEST_LINE_BYTES and rest and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE_BYTES)
        yield line


def read_line(line: bytes) -> Any:
    """The JSON value of one line. A key that appears twice is refused: one value would be lost."""
    line = line.rstrip(b" \t\r\n")
    if len(line) > LONGEST_LINE_BYTES:
        raise Refused(f"the line is too long: expected at most {LONGEST_LINE_BYTES} bytes")
    try:
        return _READER.decode(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Refused("the line is not text in UTF-8: expected one JSON object a line") from None
    except json.JSONDecodeError as error:
        where = f"{error.msg}, at column {error.colno}"
        raise Refused(f"the line is not JSON ({where}): expected one JSON object a line") from None
    except ValueError:
        raise Refused(
            "the line holds a number with too many digits: expected whole cents"
        ) from None
    except RecursionError:
        raise Refused("the line is nested too deeply: expected one round as JSON") from None


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise Refused(
                    f"the key {quoted(name)} appears twice in one object: expected it once"
                )
            seen.add(name)
    return entries


def _no_number(name: str) -> Any:
    raise Refused(f"{name} is not a number in JSON: expected whole cents")


_READER = json.JSONDecoder(object_pairs_hook=_unrepeated, parse_constant=_no_number)
