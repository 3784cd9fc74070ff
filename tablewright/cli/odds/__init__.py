"""The odds command: the report on a game, one hand, the readings, the next card, or the charts."""

from collections.abc import Sequence
from pathlib import Path

from tablewright.cli.odds.charts import show_plot
from tablewright.cli.odds.hand import show_hand
from tablewright.cli.odds.next_card import show_exposed
from tablewright.cli.odds.readings import show_readings
from tablewright.cli.odds.report import show_report
from tablewright.cli.rulebook import chosen_ruleset
from tablewright.rules.errors import Refused


def show_odds(
    id: str,
    readings: Sequence[str],
    pay: Sequence[str],
    *,
    fresh: bool,
    hand: str | None,
    exposed: str | None,
    plot: str | None,
    every_reading: bool,
    as_json: bool,
) -> int:
    asked = {"--hand": hand, "--exposed": exposed, "--plot": plot, "--readings": every_reading}
    given = [name for name, value in asked.items() if value not in (None, False)]
    if len(given) > 1:
        raise Refused(f"{' and '.join(given)} were given together: expected one of them")
    ruleset = chosen_ruleset(id, readings, pay)
    if every_reading:
        return show_readings(ruleset, fresh=fresh, as_json=as_json)
    if hand is not None:
        return show_hand(ruleset, hand, fresh=fresh, as_json=as_json)
    if exposed is not None:
        return show_exposed(ruleset, exposed, fresh=fresh, as_json=as_json)
    if plot is not None:
        return show_plot(ruleset, Path(plot), fresh=fresh, as_json=as_json)
    return show_report(ruleset, fresh=fresh, as_json=as_json)
