"""What a process of the workbench answers: each question about a version, from the same mathematics.

The counts of the readings that were asked about last stay in memory (`design.pricing.Prices`), so that
other odds are priced at once.
"""

from collections.abc import Callable

from msgspec.json import encode as encoded

from tablewright.design.comparing import compare
from tablewright.design.playing import exposed_valued, grids_shown, hand_valued, strategy_of
from tablewright.design.pricing import Prices
from tablewright.design.shown import shown
from tablewright.design.target import Solutions, solve
from tablewright.design.varying import parse_bounds, parse_vary
from tablewright.design.versions import Version, fields_of, version_of, version_of_text
from tablewright.games import game
from tablewright.house.workbench.banking import banked, placed_wagers, ruined
from tablewright.house.workbench.files import chart_file, lines_file, report_file
from tablewright.house.workbench.messages import Asked, Choice
from tablewright.house.workbench.shown import Grids, VersionPriced
from tablewright.odds.analysis import Analysis
from tablewright.rules.contest import Contest
from tablewright.rules.errors import Refused
from tablewright.rules.language import say
from tablewright.rules.readings import parse_choices
from tablewright.rules.wagers import parse_pay

OnProgress = Callable[[int, int], None]


class Counter:
    """Answers questions about versions, one after another."""

    def __init__(self) -> None:
        self.prices = Prices()

    def answer(self, asked: Asked, on_progress: OnProgress) -> bytes:
        """The answer as JSON, or as a file."""
        match asked.what:
            case "price":
                return encoded(self._priced(asked, on_progress))
            case "compare":
                versions = chosen(asked.choice), chosen(asked.other or asked.choice)
                return encoded(compare(self.prices, *versions, on_progress))
            case "bank":
                return encoded(banked(self._analysis(asked, on_progress), asked.numbers))
            case "ruin":
                return encoded(ruined(self._analysis(asked, on_progress), asked.numbers))
            case "strategy":
                return encoded(strategy_of(self.prices, chosen(asked.choice), on_progress))
            case "grid":
                grids = grids_shown(self.prices, chosen(asked.choice), on_progress)
                return encoded(Grids(grids=grids))
            case "hand":
                version = chosen(asked.choice)
                return encoded(hand_valued(self.prices, version, asked.cards, on_progress))
            case "exposed":
                version = chosen(asked.choice)
                return encoded(exposed_valued(self.prices, version, asked.cards, on_progress))
            case "solve":
                return encoded(self._solved(asked, on_progress))
            case "report" | "lines" | "chart":
                return self._file(asked, on_progress)
        raise ValueError(asked.what)

    def _analysis(self, asked: Asked, on_progress: OnProgress) -> Analysis:
        return self.prices.analysis(chosen(asked.choice), on_progress)

    def _priced(self, asked: Asked, on_progress: OnProgress) -> VersionPriced:
        priced = self.prices.price(chosen(asked.choice), on_progress)
        analysis = self.prices.analysis(priced.version)
        deal = analysis.ruleset.deal
        return VersionPriced(
            fields=fields_of(priced.version),
            report=shown(priced),
            placed=placed_wagers(analysis),
            cards=deal.hand_cards if isinstance(deal, Contest) else deal.cards,
            decks=deal.decks,
        )

    def _file(self, asked: Asked, on_progress: OnProgress) -> bytes:
        priced = self.prices.price(chosen(asked.choice), on_progress)
        match asked.what:
            case "report":
                return report_file(priced.report)
            case "lines":
                return lines_file(priced.report, shown(priced))
        return chart_file(priced.report)

    def _solved(self, asked: Asked, on_progress: OnProgress) -> Solutions:
        low, high = parse_bounds(asked.numbers["edge"])
        return solve(
            self.prices,
            chosen(asked.choice),
            [parse_vary(each) for each in asked.vary],
            low,
            high,
            of=asked.of or None,
            ranked_by=asked.numbers["rank"],
            on_progress=on_progress,
        )


def chosen(choice: Choice) -> Version:
    """The version that is asked about; odds of lines that the readings leave out are left out."""
    if choice.version:
        return version_of_text(choice.version)
    if not choice.game:
        raise Refused(say("Choose a game."))
    of = game(choice.game)
    readings = parse_choices(of.readings, choice.readings)
    return version_of(of.id, readings, parse_pay(choice.pay), leaves_out_idle=True)
