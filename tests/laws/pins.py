"""What must not move unseen: the tags of a journal's records, the ids of lines, the fingerprints.

`pinned/` holds them as text. Where a change is meant, write it anew and say in the changelog why:

    python -m tests.laws.pins
"""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

from tablewright.games import every_game
from tablewright.rules.on_record import Claim, OnRecord
from tablewright.table.chips import Move
from tablewright.table.journal import FORMAT, Line
from tablewright.table.setup import Setup, Staff

PINNED = Path(__file__).parent / "pinned"


def tags() -> Iterator[str]:
    """The format of a journal, what its lines are made of, and every record by its tag."""
    yield f"format {FORMAT}"
    yield f"a line: {' '.join(Line.__struct_fields__)} hash"
    yield f"a set-up: {' '.join(Setup.__struct_fields__)}"
    yield f"its staff: {' '.join(Staff.__struct_fields__)}"
    yield f"a move of chips: {' '.join(Move.__struct_fields__)}"
    yield f"on record: {' '.join(OnRecord.__struct_fields__)}"
    for claim in sorted(get_args(Claim), key=lambda kind: str(kind.__struct_config__.tag)):
        yield f"on record, {claim.__struct_config__.tag}: {' '.join(claim.__struct_fields__)}"
    records = get_args(get_type_hints(Line)["did"])
    for record in sorted(records, key=lambda kind: str(kind.__struct_config__.tag)):
        yield f"{record.__struct_config__.tag}: {' '.join(record.__struct_fields__)}".rstrip()


def lines() -> Iterator[str]:
    """Every game with its fingerprint, and every line of every wager in the order it is read."""
    for game in every_game():
        yield f"{game.id} {game.ruleset().fingerprint}"
        for wager in game.wagers:
            yield f"  {wager.id}"
            for line in wager.lines:
                under = line.under
                when = f" under {under.reading.id}={'|'.join(under.options)}" if under else ""
                yield f"    {line.rule}{when}"


PINS = {"tags.txt": tags, "lines.txt": lines}


def text(name: str) -> str:
    """What a pinned file should hold."""
    return "".join(f"{line}\n" for line in PINS[name]())


if __name__ == "__main__":
    for name in PINS:
        (PINNED / name).write_text(text(name), "utf-8")
