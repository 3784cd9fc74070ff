"""The next card of a draw: what wagers are worth once some cards lie exposed."""

from collections.abc import Iterator, Sequence

from tablewright.cli.odds.opening import analysed, opening
from tablewright.cli.rulebook import warning_sheets
from tablewright.cli.sheets import Sheet, show_as
from tablewright.odds.printing import percent
from tablewright.odds.report import NextCardReport, as_document
from tablewright.rules.cards import Card, cards, faces
from tablewright.rules.draw import Draw
from tablewright.rules.errors import Refused
from tablewright.rules.game import Ruleset


def show_exposed(ruleset: Ruleset, text: str, *, fresh: bool, as_json: bool) -> int:
    if not isinstance(ruleset.deal, Draw):
        raise Refused(
            f"--exposed is given and the hands of {ruleset.game.name} are dealt, not drawn:"
            " expected a game whose cards are drawn one by one"
        )
    exposed = cards(text)
    report = analysed(ruleset, fresh=fresh).next_card(exposed)
    return show_as(
        lambda: as_document(report),
        lambda: exposed_sheets(report, exposed, ruleset),
        as_json=as_json,
    )


def exposed_sheets(
    report: NextCardReport, exposed: Sequence[Card], ruleset: Ruleset
) -> Iterator[Sheet]:
    wagers = sorted(report.wagers.values(), key=lambda each: each.house_edge)
    title = f"{ruleset.game.name}: {faces(exposed) or 'no card'} exposed"
    yield from opening(title, ruleset, [], report.warnings)
    yield Sheet(
        f"The next card after {faces(exposed) or 'none'}, {report.left} cards left",
        [
            [
                wager.name,
                percent(wager.house_edge),
                percent(wager.hit_frequency),
                str(wager.expectation),
            ]
            for wager in wagers
        ],
        header=("wager", "house edge", "wins", "player's expectation, exactly"),
        amounts=(1, 2),
        note="The cheapest wager first.",
    )
    if report.live:
        yield Sheet(
            "What wagers on the round are worth now, if made before the first card",
            [
                [ruleset.wagers[id].wager.name, f"{float(worth):+.6f}", str(worth)]
                for id, worth in report.live.items()
            ],
            header=("wager", "per unit staked", "exactly"),
            amounts=(1,),
        )
    yield from warning_sheets(
        f"{wager.name} gives the PLAYER an edge now" for wager in wagers if wager.expectation > 0
    )
