"""How tables are run: `run.txt`, written from the manuals apart from the product, read line by line."""

from pathlib import Path
from typing import NamedTuple

WRITTEN = Path(__file__).with_name("run.txt")


class Step(NamedTuple):
    """A step, and who does it."""

    who: str
    does: str


def courses() -> dict[tuple[str, str, str], list[Step]]:
    """The steps of each part of a table's day, by game, device and part."""
    found: dict[tuple[str, str, str], list[Step]] = {}
    steps: list[Step] = []
    for line in WRITTEN.read_text("utf-8").splitlines():
        if line.count(" | ") == 2:
            game, device, part = line.split(" | ")
            steps = found.setdefault((game, device, part), [])
        elif line.startswith(("dealer ", "inspector ")):
            who, does, *more = line.split()
            steps.append(Step(who, f"{does} {more[0]}" if does == "sign" else does))
    return found


def collapsed(steps: list[Step]) -> list[Step]:
    """Steps in which hands are turned and places settled, as one step."""
    found: list[Step] = []
    for step in steps:
        one = Step(step.who, "settle") if step.does in ("show", "settle") else step
        if one.does != "settle" or found[-1:] != [one]:
            found.append(one)
    return found
