"""The design command: what it prints is what the workbench finds, and bad input is one line."""

import json
from fractions import Fraction

import msgspec
import pytest

from tablewright.design.pricing import Prices
from tablewright.design.shown import shown
from tablewright.design.target import solve
from tablewright.design.varying import parse_vary
from tablewright.design.versions import version_of, version_of_text
from tests.cli.running import run, run_in_terminal
from tests.odds.analysed import COUNTS

PRICES = Prices(COUNTS)


def plain(of: object) -> object:
    """What JSON makes of it, without how long it took."""
    return json.loads(msgspec.json.encode(of))


def test_a_game_is_shown_with_every_payment_and_what_one_more_costs() -> None:
    ran = run("design", "duki4")
    assert (ran.status, ran.err) == (0, "")
    assert "  version  duki4\n" in ran.out
    assert "  bonus    Duki Bonus     3.1730 %         3.1730 %  25.2592 %     3.2398\n" in ran.out
    lines = {line.split()[0]: line.split() for line in ran.out.splitlines() if "." in line}
    assert lines["bonus.straight"] == [
        *("bonus.straight", "5-1", "4.8581", "%", "bonus", "-4.8581", "%", "-1.6851", "%")
    ]


@pytest.mark.parametrize("id", ["duki4", "king-high", "pick2"])
def test_what_one_more_costs_is_what_pricing_it_says(id: str) -> None:
    document = json.loads(run("design", id, "--json").out)
    effects = document["effects"]
    assert {each["key"] for each in effects} == {
        key for each in version_of(id).ruleset().wagers.values() for key in each.pay_keys()
    }
    for each in effects[:: max(1, len(effects) // 6)]:
        report = PRICES.price(version_of(id, None, {each["key"]: each["one_more"]})).report
        of = report.contest if each["of"] == "game" else report.wagers[each["of"]]
        assert of is not None
        assert Fraction(each["edge"]["exact"]) == of.house_edge


def test_pay_tables_within_bounds_are_listed_with_their_versions() -> None:
    vary = ["bonus.straight=4..7", "bonus.three-of-a-kind=20..35"]
    options = [option for each in vary for option in ("--vary", each)]
    ran = run("design", "duki4", *options, "--edge", "2.5..3.5", "--json")
    found = json.loads(ran.out)["solutions"]
    entries = [parse_vary(each) for each in vary]
    mine = plain(
        solve(PRICES, version_of("duki4"), entries, Fraction(1, 40), Fraction(7, 200), most=10)
    )
    assert isinstance(mine, dict)
    assert found | {"seconds": 0} == mine | {"seconds": 0}
    assert found["found"] == 4
    shown_plainly = run("design", "duki4", *options, "--edge", "2.5..3.5").out
    assert "Duki Bonus between 2.5000 % and 3.5000 %: 4 of 64 pay tables\n" in shown_plainly
    for each in found["solutions"]:
        assert each["text"] in shown_plainly
        assert version_of_text(each["text"]).pay.items() <= each["pay"].items()


def test_few_changes_come_first_if_asked_for() -> None:
    options = ["--vary", "bonus.straight=4..6", "--vary", "bonus.three-of-a-kind=10..50"]
    asked = ["design", "duki4", *options, "--edge", "0..10", "--aim", "5", "--json"]
    by_change = json.loads(run(*asked, "--rank", "change", "--most", "3").out)["solutions"]
    assert [each["changed"] for each in by_change["solutions"]] == [0, 1, 1]
    by_edge = json.loads(run(*asked, "--most", "3").out)["solutions"]
    assert by_edge["aim"]["exact"] == "1/20"
    assert by_edge["solutions"][0]["changed"] > 0
    assert by_edge["found"] == by_change["found"] > 3


def test_nothing_within_the_bounds_is_said() -> None:
    ran = run("design", "duki4", "--vary", "bonus.straight=4..5", "--edge", "90..91")
    assert ran.status == 0
    reach = "These odds reach from 3.1730 % to 8.0310 %."
    assert f"0 of 2 pay tables\n  Now 3.1730 %. {reach}\n" in ran.out


def test_two_versions_stand_side_by_side() -> None:
    ran = run("design", "duki4", "--compare", "bonus.straight=6", "--compare", "ace=high-only")
    assert "  duki4.ace       high-and-low  high-only\n" in ran.out
    assert "  bonus.straight  5-1           6-1\n" in ran.out
    assert "The second is duki4~ace_high-only~bonus.straight_6." in ran.out
    by_text = run("design", "duki4", "--compare", "duki4~ace_high-only~bonus.straight_6")
    assert by_text.out == ran.out
    same = run("design", "duki4", "--compare", "printed")
    assert "Both versions are the same\n" in same.out
    changed = run("design", "duki4", "--pay", "ante.no-duki-dealer-unqualified=3")
    assert "hands (" in changed.out
    assert "are played differently from how it is at the printed odds\n" in changed.out


def test_a_grid_shows_every_kind_of_hand() -> None:
    ran = run("design", "pick2", "--grid")
    assert "fo = fold, t = three, fi = five; * not every hand of the cell." in ran.out
    assert "Five cards and Best three cards: One pair with Flush\n" in ran.out
    grids = json.loads(run("design", "pick2", "--grid", "--json").out)["grids"]
    cells = [cell for row in grids[0]["rows"] for cell in row["cells"] if cell]
    assert sum(cell["hands"] for cell in cells) == 2_598_960


def test_money_is_worked_out_from_stakes_seats_and_pace() -> None:
    stakes = ["--stake", "ante=1000", "--stake", "bonus=500"]
    ran = run("design", "duki4", *stakes, "--pace", "60", "--rounds", "1_000", "--bank", "500000")
    assert "The theoretical win of an hour: $" in ran.out
    assert "Ante $10.00, Duki Bonus $5.00, 1 seat" in ran.out
    assert "The house's bank of $5,000.00 used up\n" in ran.out
    assert "within 1,000 rounds" in ran.out
    found = json.loads(
        run("design", "king-high", "--seats", "3", "--bankroll", "5000", "--json").out
    )
    assert found["stakes"] == {"pokerpot": 1000}
    assert found["ruin"]["player"]["is_certain"] is True
    assert found["ruin"]["player"]["rounds"] == 10_000


def test_the_report_is_the_whole_of_it() -> None:
    found = json.loads(run("design", "pick2", "--pay", "bonus-5.flush=7", "--json").out)
    priced = PRICES.price(version_of("pick2", None, {"bonus-5.flush": "7"}))
    mine = plain(shown(priced))
    assert isinstance(mine, dict)
    anyhow = {"seconds": 0, "was_counted": False}
    assert found["report"] | anyhow == mine | anyhow


def test_a_terminal_gets_tables() -> None:
    ran = run_in_terminal("design", "duki4", "--vary", "bonus.straight=4..6", "--edge", "0..9")
    assert ran.status == 0
    assert "\x1b[" in ran.out
    assert "bonus.straight" in ran.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--edge", "2..3"], "--edge is given without --vary: expected both, or neither"),
        (["--vary", "bonus.straight=4..7"], "--vary is given without --edge: expected both"),
        (["--vary", "bonus.straight=7..4", "--edge", "1..2"],
         "bonus.straight is to vary from 7 to 4: expected the lower odds first"),
        (["--vary", "bonus.straight=4..7", "--edge", "3"],
         "the edge is '3': expected LOW..HIGH in per cent, as in 2.5..3.5"),
        (["--vary", "bonus.straight=4..7", "--edge", "2..3", "--of", "faro"],
         "there is no edge of 'faro' here: expected game, ante, play or bonus"),
        (["--vary", "bonus.straight=4..7", "--edge", "2..3", "--rank", "size"],
         "--rank is 'size': expected closeness or change"),
        (["--vary", "bonus.straight=4..7", "--edge", "2..3", "--most", "0"],
         "--most is '0': expected a whole number from 1 to 10000"),
        (["--compare", "bonus.straight"], "there is no game 'bonus.straight': expected"),
        (["--compare", "pick2"], "duki4 is compared with pick2: expected two versions of one game"),
        (["--compare", "bonus.straight=6", "--compare", "x"], "--compare is 'x': expected WAGER.KEY="),
        (["--stake", "ante", "--pace", "9"], "--stake is 'ante': expected WAGER=CENTS, as in"),
        (["--stake", "play=9", "--pace", "9"], "'play' is staked: expected ante or bonus, which"),
        (["--of", "bonus"], "--of is given without --vary: expected payments to vary"),
        (["--rank", "change"], "--rank is given without --vary: expected payments to vary"),
        (["--seats", "5"], "--seats is given alone: expected --pace, --rounds, --bank or"),
        (["--pace", "0"], "--pace is '0': expected a whole number from 1 to 10000"),
        (["--bank", "x"], "--bank is 'x': expected a whole number from 1 to"),
        (["--pay", "bonus.flush=3"], "nothing is paid as 'bonus.flush': expected bonus."),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_status_2(options: list[str], said: str) -> None:
    ran = run("design", "duki4", *options)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"tablewright: {said}")
    assert ran.err.count("\n") == 1


def test_a_game_without_decisions_has_no_grid() -> None:
    ran = run("design", "king-high", "--grid")
    assert ran.status == 2
    assert ran.err == (
        "tablewright: --grid is given and King High has no decision: expected a game that has one\n"
    )
