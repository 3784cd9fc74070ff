"""What every answer on a ruleset begins with: its counts, and the sheet that names it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tablewright.cli.progress import waiting
from tablewright.cli.rulebook import warning_sheets
from tablewright.cli.sheets import Sheet
from tablewright.odds import store
from tablewright.odds.analysis import Analysis
from tablewright.odds.printing import percent
from tablewright.rules.game import Ruleset


def analysed(ruleset: Ruleset, *, fresh: bool = False) -> Analysis:
    """The ruleset counted and solved, with counts made before unless they are to be fresh."""
    with waiting("counting every deal (the first time this compiles its loops)"):
        return Analysis(ruleset, made_before=store.KeptCounts(fresh=fresh))


def opening(
    title: str, ruleset: Ruleset, rows: Sequence[Sequence[str]], warnings: Sequence[str]
) -> Iterator[Sheet]:
    """What every sheet on a ruleset opens with: which ruleset it is, and what to beware of."""
    taken, changed = ruleset.rulings, ruleset.changed
    yield Sheet(
        title,
        [
            ["ruleset", ruleset.fingerprint],
            *(["reading", f"{reading.id}={taken[reading.id]}"] for reading in changed),
            *(
                ["undecided", f"{r.id}={taken[r.id]}"]
                for r in ruleset.undecided
                if r not in changed
            ),
            *(["pay", f"{key}={odds}"] for key, odds in ruleset.pay_plainly.items()),
            *rows,
        ],
    )
    yield from warning_sheets(warnings)


def shares_said(played: Mapping[str, Fraction]) -> str:
    """Which part of all hands gets each decision."""
    return ", ".join(f"{decision} {percent(part, 2)}" for decision, part in played.items())
