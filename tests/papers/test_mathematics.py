"""The mathematics report read back: its tables add up, and by hand the house loses what it says."""

import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import matplotlib
import pytest
from matplotlib.font_manager import findfont

from tablewright.games import REGISTRY
from tablewright.odds import plot
from tablewright.odds.full_table import Reached
from tablewright.odds.printing import PLAYERS_EDGE
from tablewright.odds.simulation import TOO_FAR
from tablewright.papers.documents import (
    Aside,
    Drawing,
    Notice,
    Paragraph,
    Table,
)
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics import mathematics
from tablewright.papers.mathematics.exposure import exposed
from tablewright.papers.mathematics.fingerprint import fingerprint
from tablewright.papers.mathematics.simulation import ROUNDS, dealt, seed
from tablewright.papers.notices import for_the_house
from tablewright.papers.printing import to_pdf
from tests.games.oddly_named import ID as ODDLY_NAMED
from tests.papers.copies import DAY, edition
from tests.papers.mathematics_read import (
    MOST,
    SECTIONS,
    column,
    figures_of,
    is_rounded,
    number,
    report,
    section,
    tables,
    words,
)
from tests.registry import CONTESTS, GAMES

# What is in it -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_section_is_there_and_the_par_sheet_comes_first(game: str) -> None:
    assert report(game).sections == ("par-sheet", *SECTIONS)
    assert (report(game).name, report(game).title) == ("mathematics", "Mathematics report")


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_is_on_the_par_sheet_with_the_figures_of_the_report(game: str) -> None:
    (sheet,) = tables(report(game), "par-sheet", "House edge", "Hit frequency")
    said = " ".join(column(sheet, "Wager"))
    for decided in edition(game).ruleset.wagers.values():
        assert decided.wager.name in said
    of = figures_of(game)
    printed = zip(
        column(sheet, "House edge"),
        column(sheet, "Element of risk"),
        column(sheet, "Hit frequency"),
        column(sheet, "Standard deviation"),
        column(sheet, "Average wager"),
        strict=True,
    )
    for (edge, risk, hits, deviation, average), each in zip(printed, of, strict=True):
        assert is_rounded(edge, each.house_edge)
        assert is_rounded(risk, each.house_edge / each.average_wager)
        assert is_rounded(hits, each.hit_frequency)
        assert abs(number(deviation) ** 2 - each.variance) < Fraction(1, 100)
        assert abs(number(average) - each.average_wager) <= Fraction(1, 20_000)


@pytest.mark.parametrize("game", GAMES)
def test_every_pay_table_is_printed_as_it_is_posted(game: str) -> None:
    printed = {table.title: table.rows for table in tables(report(game), "pay-tables", "Hand")}
    posted = {
        table.name: table
        for decided in edition(game).ruleset.wagers.values()
        for table in decided.tables
    }
    assert set(printed) == set(posted)
    for name, table in posted.items():
        assert [row[1] for row in printed[name]] == [table.printed(made) for made in table.rows]


@pytest.mark.parametrize("game", GAMES)
def test_combinations_add_up_to_one_and_returns_to_the_expectation(game: str) -> None:
    figures = edition(game).report.wagers
    found = tables(report(game), "combinations", "Units won")
    assert len(found) == len(figures)
    for table, wager in zip(found, figures.values(), strict=True):
        (counted,) = {"Hands", "Deals", "Cards", "Draws", "Draws in order"} & {
            *map(words, table.head)
        }
        *counts, total = [number(each) for each in column(table, counted)]
        *units, won = [number(each) for each in column(table, "Units won")]
        parts, returns = column(table, "Probability"), column(table, "Return")
        assert sum((each / total for each in counts), Fraction(0)) == 1
        assert sum(units) == won
        assert won / total == wager.expectation == -wager.house_edge
        assert number(parts[-1]) == 1
        for part, cases in zip(parts, [*counts, total], strict=True):
            assert is_rounded(part, cases / total)
        for part, gained in zip(returns, [*units, won], strict=True):
            assert is_rounded(part, gained / total)
        rules = [line.rule for line in wager.lines]
        assert [words(row[0]).split()[-1] for row in table.rows[: len(rules)]] == rules


@pytest.mark.parametrize("game", CONTESTS)
def test_a_wager_that_wins_pays_its_odds_on_the_stake(game: str) -> None:
    """Of wagers that are always one unit, each line's units are its combinations times its odds."""
    figures = edition(game).report.wagers
    for table, wager in zip(
        tables(report(game), "combinations", "Units won"), figures.values(), strict=True
    ):
        if wager.average_wager == 1:
            pays, units = column(table, "Pays")[:-1], column(table, "Units won")[:-1]
            for odds, won, line in zip(pays, units, wager.lines, strict=True):
                net = {"lose": Fraction(-1), "push": Fraction(0)}.get(odds)
                net = Fraction(odds.replace("-", "/")) if net is None else net
                assert number(won) == net * line.count


@pytest.mark.parametrize("game", GAMES)
def test_expectations_are_printed_as_exact_fractions(game: str) -> None:
    of = figures_of(game)
    (table,) = tables(report(game), "edge", "Expectation")
    assert [number(each) for each in column(table, "Expectation")] == [
        each.expectation for each in of
    ]
    assert [number(each) for each in column(table, "Hit frequency")] == [
        each.hit_frequency for each in of
    ]


@pytest.mark.parametrize("game", GAMES)
def test_covariances_and_decisions_are_those_of_the_report(game: str) -> None:
    figures = edition(game).report
    names = {id: each.wager.name for id, each in edition(game).ruleset.wagers.items()}
    squares = [each for each in tables(report(game), "edge", "Wager") if not each.title]
    assert {name for each in squares for name in column(each, "Wager")} == set(names.values())
    for square in squares:
        for one, other in product(column(square, "Wager"), repeat=2):
            printed = column(square, other)[column(square, "Wager").index(one)]
            (id,), (also,) = ([i for i, n in names.items() if n == each] for each in (one, other))
            assert abs(number(printed) - figures.covariance[id][also]) <= Fraction(1, 20_000)
    if figures.contest:
        (decisions,) = tables(report(game), "edge", "Decision")
        shares = [number(each) for each in column(decisions, "Exactly")]
        assert shares == list(figures.contest.decisions.values())
        assert sum(shares) == 1


@pytest.mark.parametrize("game", CONTESTS)
def test_lists_to_learn_cost_what_they_say_and_the_costliest_exception_comes_first(
    game: str,
) -> None:
    (beside,) = tables(report(game), "strategy", "Strategy")
    best, *others = [number(each) for each in column(beside, "House edge")]
    assert all(each >= best for each in others)
    for exceptions in tables(report(game), "strategy", "The list says"):
        costs = [number(each) for each in exceptions_cost(exceptions)]
        assert costs == sorted(costs, reverse=True)
        assert min(costs) > 0


def exceptions_cost(table: Table) -> list[str]:
    (name,) = (each for each in map(words, table.head) if each.startswith("Costs"))
    return column(table, name)


def test_a_draw_says_that_there_is_nothing_to_decide() -> None:
    for id in ("strategy", "edge"):
        said = [words(each.text) for each in section(report("king-high"), id) if _is_words(each)]
        assert any("King High has no decision" in each for each in said)


def _is_words(block: object) -> bool:
    return isinstance(block, Paragraph)


@pytest.mark.parametrize("game", GAMES)
def test_net_results_add_up_and_a_band_narrows_round_the_expected_hold(game: str) -> None:
    results = tables(report(game), "distribution", "Net result")
    holds = tables(report(game), "distribution", "Expected hold")
    charts = [each for each in section(report(game), "distribution") if isinstance(each, Drawing)]
    assert len(results) == len(holds) == len(charts) > 0
    for table, hold in zip(results, holds, strict=True):
        *nets, _ = column(table, "Net result")
        *counts, total = [number(each) for each in column(table, "Combinations")]
        assert sum(counts) == total
        mean = sum(number(net) * n for net, n in zip(nets, counts, strict=True)) / total
        for printed in column(hold, "Expected hold"):
            assert is_rounded(printed, -mean)
        wide = [
            number(high) - number(low)
            for low, high in (each.split(" to ") for each in column(hold, "In 95 % of all cases"))
        ]
        assert wide == sorted(wide, reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_every_reading_is_priced_or_said_to_be_unpriced(game: str) -> None:
    (table,) = tables(report(game), "readings", "Reading and option")
    options, edges = column(table, "Reading and option"), column(table, "House edge")
    of = edition(game).game.readings
    assert len(options) == sum(1 + len(reading.options) for reading in of)
    for reading in of:
        first = options.index(reading.id) + 1
        priced = edges[first : first + len(reading.options)]
        assert all(priced)
        assert (set(priced) == {"unpriced"}) is reading.is_unpriced
    favoured = [option for option, edge in zip(options, edges, strict=True) if PLAYERS_EDGE in edge]
    loud = [each for each in section(report(game), "readings") if isinstance(each, Notice)]
    assert bool(favoured) == bool(loud)
    warned = {o.id for r in of for o in r.options if "PLAYER" in o.warning}
    assert {each.removeprefix("– ") for each in favoured} == warned
    for notice in loud:
        assert notice.is_loud
        assert PLAYERS_EDGE in notice.title
        assert all(any(f"={each}" in words(item) for item in notice.items) for each in warned)


@pytest.mark.parametrize("game", GAMES)
def test_published_claims_stand_there_with_their_verdicts(game: str) -> None:
    found = tables(report(game), "claims", "Verdict")
    claims = edition(game).game.claims
    assert bool(found) == bool(claims)
    for table in found:
        assert column(table, "Published") == [each.published for each in claims]
        verdicts = [each.verdict.value for each in edition(game).report.claims]
        assert column(table, "Verdict") == verdicts


def test_a_ruleset_that_favours_the_player_says_so_before_anything_else() -> None:
    favoured = Edition("duki4", day=DAY, pay={"bonus.straight": "7"})
    notice = next(for_the_house(favoured))
    assert isinstance(notice, Notice)
    assert notice.is_loud
    assert "Duki Bonus gives the PLAYER an edge of 6.5432 %" in words(notice.items[0])
    assert not report("duki4").front


# A simulation, and how to check --------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_simulation_agrees(game: str) -> None:
    (table,) = tables(report(game), "simulation", "z")
    assert all(abs(number(z)) < TOO_FAR for z in column(table, "z"))
    names = [each.wager.name for each in edition(game).ruleset.wagers.values()]
    assert column(table, "Wager")[-len(names) :] == names
    assert dealt(edition(game)).run.rounds == ROUNDS
    asides = [run for each in section(report(game), "simulation") for run in _asides(each)]
    assert str(seed(edition(game))) in asides


def _asides(block: object) -> list[str]:
    if not isinstance(block, Paragraph) or isinstance(block.text, str):
        return []
    return [run.text for run in block.text if isinstance(run, Aside)]


def test_the_commands_name_the_readings_and_odds_that_were_changed() -> None:
    of = Edition(
        "duki4", day=DAY, readings={"bonus-hands": "three-only"}, pay={"bonus.straight": "5-2"}
    )
    (table,) = [each for each in fingerprint(of) if isinstance(each, Table) and not each.title]
    chosen = "duki4 --reading duki4.bonus-hands=three-only --pay bonus.straight=5-2"
    first, second, *rest = column(table, "Command")
    assert first == f"tablewright rules {chosen} --canonical | sha256sum"
    assert second == f"tablewright odds {chosen} --fresh --json"
    assert all(chosen in each for each in rest)


def test_the_command_for_the_fingerprint_gives_it(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    from hashlib import sha256

    from tablewright.cli import main

    of = Edition("king-high", day=DAY, pay={"high.king": "2-1"})
    arguments = ["tablewright", "rules", "king-high", "--pay", "high.king=2-1", "--canonical"]
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit):
        main()
    assert sha256(capfdbinary.readouterr().out).hexdigest() == of.fingerprint


@pytest.mark.parametrize("game", GAMES)
def test_charts_are_drawn_the_same_each_time_without_a_date_and_without_a_font(game: str) -> None:
    charts = [each.svg for each in report(game).blocks if isinstance(each, Drawing)]
    _, results = next(iter(plot.results_of(edition(game).report).values()))
    assert plot.for_paper(results) == charts[0]
    for svg in charts:
        assert "<dc:date>" not in svg
        assert "<text" not in svg


def test_charts_are_lettered_in_the_font_that_comes_with_matplotlib() -> None:
    assert Path(findfont("DejaVu Sans")).is_relative_to(matplotlib.get_data_path())


@pytest.mark.parametrize("game", GAMES)
def test_it_can_be_printed(game: str) -> None:
    assert to_pdf(report(game), edition(game)).startswith(b"%PDF-")


def test_a_game_whose_names_nobody_knows_has_its_report_the_same_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(REGISTRY, ODDLY_NAMED, "tests.games.oddly_named")
    odd, again = (Edition(ODDLY_NAMED, day=DAY) for _ in range(2))
    document = mathematics(odd)
    assert document.sections == ("par-sheet", *SECTIONS)
    made = mathematics(again)
    assert made == document
    assert to_pdf(made, again) == to_pdf(document, odd)
    worst, table = exposed(odd)
    # Three Card Poker: a straight flush is paid 5-1 and 1-1 on the first wager, 1-1 on the second and
    # 40-1 on the third.
    assert worst.cents == MOST * (6 + 1 + 40)
    assert (table.is_reached, table.cents) == (Reached.YES, 7 * worst.cents)


@pytest.mark.parametrize("game", GAMES)
def test_the_exposure_table_adds_up_to_what_is_said(game: str) -> None:
    worst, table = exposed(edition(game))
    (laid,) = tables(report(game), "exposure", "The house loses")
    *costs, total = [number(each) for each in column(laid, "The house loses")]
    assert sum(costs) == total == Fraction(worst.cents, 100)
    said = " ".join(
        words(each.text) for each in section(report(game), "exposure") if _is_words(each)
    )
    assert f"${worst.cents // 100:,}" in said
    assert f"${table.cents // 100:,}" in said
    assert ("is attained" in said) is (table.is_reached is Reached.YES)
    assert ("is a bound" in said) is (table.is_reached is not Reached.YES)
