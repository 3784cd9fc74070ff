"""Rounds as lines of JSON: each line settled on its own, in order, a bad line answered and passed."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tablewright.rules.errors import Refused, quoted
from tablewright.settling.contest import ContestSettler
from tablewright.settling.draw import DrawSettler
from tablewright.settling.paid import Result

LONGEST_LINE_BYTES = 1_000_000


def settle_lines(settler: ContestSettler | DrawSettler, lines: Iterable[bytes]) -> Iterator[Result]:
    """One result for each line that is not blank: the round settled, or an error with its line."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield settler.settle(read_line(line))
        except Refused as refused:
            yield {"error": str(refused), "line": number}


def read_line(line: bytes) -> Any:
    """The JSON value of one line. An entry that stands twice is refused: one stake would be lost."""
    if len(line) > LONGEST_LINE_BYTES:
        raise Refused(f"the line has {len(line)} bytes: expected at most {LONGEST_LINE_BYTES}")
    try:
        return _READER.decode(line.decode("utf-8").strip())
    except Refused:
        raise
    except UnicodeDecodeError:
        raise Refused("the line is not text in UTF-8: expected one JSON object a line") from None
    except json.JSONDecodeError as error:
        where = f"{error.msg}, at column {error.colno}"
        raise Refused(f"the line is not JSON ({where}): expected one JSON object a line") from None
    except (ValueError, RecursionError):
        raise Refused("the line is not JSON that can be read: expected one JSON object") from None


def _entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Refused(f"the entry {quoted(twice)} stands twice in one object: expected it once")
    return entries


def _no_number(name: str) -> Any:
    raise Refused(f"{name} is not a number in JSON: expected whole cents")


_READER = json.JSONDecoder(object_pairs_hook=_entries, parse_constant=_no_number)
