"""The odds command: its JSON contract, known figures, what-if pay, readings, charts and the cache."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, isclose, perm, prod, sqrt
from pathlib import Path
from typing import Any

import pytest

from tablewright.games import every_game, game
from tests.cli.running import Ran, run, run_in_terminal
from tests.registry import GAMES

CONTESTS = {"duki4": ["ante", "play"], "pick2": ["ante", "play", "bonus-3-5"]}
WAGERS = {
    "duki4": {"ante", "play", "bonus"},
    "pick2": {"ante", "play", "bonus-3-5", "bonus-5"},
    "king-high": {"high", "low", "suit", "seven", "high-run", "low-run", "pokerpot"},
}
DEALS = {"duki4": comb(52, 4) * comb(48, 4), "pick2": comb(52, 5) * comb(47, 5)}


@cache
def ran(*arguments: str) -> Ran:
    """One run for all tests that ask for the same."""
    return run(*arguments)


def answered(*arguments: str) -> dict[str, Any]:
    done = ran(*arguments, "--json")
    assert (done.status, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def figures(document: dict[str, Any]) -> dict[str, Any]:
    """All that is the same whenever it was computed."""
    return {key: each for key, each in document.items() if key not in ("seconds", "cached")}


def mean(distribution: dict[str, str]) -> Fraction:
    total = sum(int(count) for count in distribution.values())
    return sum((Fraction(net) * int(n) for net, n in distribution.items()), Fraction(0)) / total


def variance(distribution: dict[str, str]) -> Fraction:
    squares = {str(Fraction(net) ** 2): "0" for net in distribution}
    for net, count in distribution.items():
        squares[str(Fraction(net) ** 2)] = str(int(squares[str(Fraction(net) ** 2)]) + int(count))
    return mean(squares) - mean(distribution) ** 2


# The contract --------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_the_report_in_the_contracts_words(id: str) -> None:
    found = answered("odds", id)
    assert {"game", "ruleset", "seconds", "wagers", "claims"} <= set(found)
    assert found["game"] == id
    assert found["ruleset"] == game(id).ruleset().fingerprint
    assert {"count", "solve"} <= set(found["seconds"])
    assert all(isinstance(each, float) for each in found["seconds"].values())
    assert set(found["wagers"]) == WAGERS[id]
    assert ("contest" in found) == (id in CONTESTS)


@pytest.mark.parametrize("id", GAMES)
def test_every_wager_adds_up(id: str) -> None:
    found = answered("odds", id)
    for kind, wager in found["wagers"].items():
        total, lines = int(wager["total"]), wager["lines"]
        assert {"rule", "pays", "count"} <= set(lines[0])
        assert all(line["rule"].startswith(f"{id}.") for line in lines)
        assert all(isinstance(line["count"], str) and int(line["count"]) > 0 for line in lines)
        # A hand that is folded puts nothing on Play: only what was staked ends by a line.
        not_staked = Fraction(found["contest"]["decisions"]["fold"]) if kind == "play" else 0
        assert sum(int(line["count"]) for line in lines) == total * (1 - not_staked)
        expectation = Fraction(wager["expectation"])
        assert Fraction(wager["house_edge"]) == -expectation
        assert sum(Fraction(line["contribution"]) for line in lines) == expectation
        assert sum(int(count) for count in wager["distribution"].values()) == total
        assert mean(wager["distribution"]) == expectation
        assert variance(wager["distribution"]) == Fraction(wager["variance"])
        gains = [int(n) for net, n in wager["distribution"].items() if Fraction(net) > 0]
        assert Fraction(wager["hit_frequency"]) == Fraction(sum(gains), total)
        assert isinstance(wager["standard_deviation"], float)
        assert isclose(wager["standard_deviation"], sqrt(Fraction(wager["variance"])))


@pytest.mark.parametrize("id", GAMES)
def test_a_line_pays_what_the_rule_book_says(id: str) -> None:
    """Where each case stakes one unit, the lines alone give the expectation."""
    ends = {"push": "0", "lose": "-1"}
    for wager in answered("odds", id)["wagers"].values():
        if wager["average_wager"] != "1":
            continue
        won = Fraction(0)
        for line in wager["lines"]:
            each = ends[line["pays"]] if line["pays"] in ends else line["pays"].replace("-", "/")
            won += int(line["count"]) * Fraction(each)
        assert won / int(wager["total"]) == Fraction(wager["expectation"])


@pytest.mark.parametrize("id", CONTESTS)
def test_the_contest_adds_up(id: str) -> None:
    contest = answered("odds", id)["contest"]
    assert set(contest) >= {
        "wagers",
        "expectation",
        "house_edge",
        "average_wager",
        "element_of_risk",
        "decisions",
        "variance",
        "standard_deviation",
        "distribution",
    }
    assert contest["wagers"] == CONTESTS[id]
    expectation, edge = Fraction(contest["expectation"]), Fraction(contest["house_edge"])
    assert edge == -expectation
    assert Fraction(contest["element_of_risk"]) == edge / Fraction(contest["average_wager"])
    distribution = contest["distribution"]
    assert sum(int(count) for count in distribution.values()) == DEALS[id]
    assert mean(distribution) == expectation
    assert variance(distribution) == Fraction(contest["variance"])
    assert isclose(contest["standard_deviation"], sqrt(Fraction(contest["variance"])))
    decisions = {name: Fraction(part) for name, part in contest["decisions"].items()}
    assert sum(decisions.values()) == 1
    assert all(0 < part < 1 for part in decisions.values())
    wagers = answered("odds", id)["wagers"]
    assert sum(Fraction(wagers[each]["expectation"]) for each in contest["wagers"]) == expectation
    staked = sum(Fraction(wagers[each]["average_wager"]) for each in contest["wagers"])
    assert staked == Fraction(contest["average_wager"])


def test_the_decisions_say_what_is_staked() -> None:
    duki = answered("odds", "duki4")["contest"]
    assert set(duki["decisions"]) == {"fold", "play"}
    assert Fraction(duki["average_wager"]) == 1 + Fraction(duki["decisions"]["play"])
    pick = answered("odds", "pick2")["contest"]
    assert set(pick["decisions"]) == {"fold", "three", "five"}
    played = {name: Fraction(part) for name, part in pick["decisions"].items()}
    raised = 2 * played["three"] + played["five"]
    assert Fraction(pick["average_wager"]) == 2 + raised, (
        "Ante, 3-5 Bonus, and Play by the decision"
    )


@pytest.mark.parametrize("id", GAMES)
def test_the_keys_of_a_distribution_are_decimals_in_order(id: str) -> None:
    found = answered("odds", id)
    for each in [*found["wagers"].values(), *([found["contest"]] if id in CONTESTS else [])]:
        keys = list(each["distribution"])
        assert [float(key) for key in keys] == sorted(float(key) for key in keys)
    if id in CONTESTS:
        fold = {"duki4": "-1", "pick2": "-2"}[id]
        assert fold in found["contest"]["distribution"]


@pytest.mark.parametrize("id", GAMES)
def test_the_covariance_of_wagers_is_that_of_one_hand(id: str) -> None:
    found = answered("odds", id)
    shared = {
        one: {other: Fraction(each) for other, each in row.items()}
        for one, row in found["covariance"].items()
    }
    for one, row in shared.items():
        assert all(shared[other][one] == each for other, each in row.items())
        if one in found["wagers"]:
            assert row[one] == Fraction(found["wagers"][one]["variance"])
    if id in CONTESTS:
        inside = CONTESTS[id]
        together = sum(shared[one][other] for one in inside for other in inside)
        assert together == Fraction(found["contest"]["variance"])


# Known figures -------------------------------------------------------------------------------------

KNOWN = [
    ("duki4", "contest", "-96459473/2926537250"),
    ("duki4", "bonus", "-1718/54145"),
    ("pick2", "contest", "-31647418729/996661525860"),
    ("king-high", "pokerpot", "-56290900/994016023"),
    ("king-high", "high-run", "-491689/4965115"),
    ("king-high", "low-run", "-491689/4965115"),
    ("king-high", "high", "-1/26"),
    ("king-high", "low", "-1/26"),
    ("king-high", "suit", "-3/52"),
    ("king-high", "seven", "-1/13"),
]


@pytest.mark.parametrize(("id", "of", "expectation"), KNOWN)
def test_known_expectations(id: str, of: str, expectation: str) -> None:
    found = answered("odds", id)
    assert (found["contest"] if of == "contest" else found["wagers"][of])["expectation"] == (
        expectation
    )


TOTALS = [
    ("duki4", "bonus", comb(52, 4)),
    ("duki4", "ante", DEALS["duki4"]),
    ("pick2", "bonus-5", comb(52, 5)),
    ("pick2", "bonus-3-5", DEALS["pick2"]),
    ("king-high", "pokerpot", comb(312, 5)),
    ("king-high", "high-run", perm(312, 5)),
    ("king-high", "suit", 312),
]


@pytest.mark.parametrize(("id", "wager", "total"), TOTALS)
def test_every_deal_is_counted(id: str, wager: str, total: int) -> None:
    assert answered("odds", id)["wagers"][wager]["total"] == str(total)


def test_the_poker_hands_of_six_decks() -> None:
    lines = answered("odds", "king-high")["wagers"]["pokerpot"]["lines"]
    made = {line["made"]: int(line["count"]) for line in lines}
    assert made["royal-flush"] == 4 * 6**5
    assert made["straight-flush"] == 9 * 4 * 6**5
    assert made["five-of-a-kind"] == 13 * comb(24, 5)
    assert made["straight"] == 10 * (24**5 - 4 * 6**5)
    assert made["full-house"] == 13 * 12 * comb(24, 3) * comb(24, 2)


def test_the_bonus_hands_of_pick_2() -> None:
    lines = answered("odds", "pick2")["wagers"]["bonus-5"]["lines"]
    made = {line["made"]: int(line["count"]) for line in lines if line["made"]}
    counts = {"royal-flush": 4, "straight-flush": 36, "four-of-a-kind": 624, "full-house": 3_744}
    assert {name: made[name] for name in counts} == counts
    assert (made["flush"], made["straight"], made["three-of-a-kind"]) == (5_108, 10_200, 54_912)


def test_the_runs_by_hand() -> None:
    """High is 8 to K: 144 of 312 cards, drawn one after another."""
    lines = answered("odds", "king-high")["wagers"]["high-run"]["lines"]
    made = {line["made"]: Fraction(int(line["count"]), perm(312, 5)) for line in lines}
    three = Fraction(prod(range(142, 145)), perm(312, 3))
    assert made[""] == 1 - three
    assert made["three"] == three * Fraction(168, 309)
    assert made["five"] == Fraction(prod(range(140, 145)), perm(312, 5))


# Claims --------------------------------------------------------------------------------------------


def test_the_published_figures_of_duki_stand_beside_the_computed() -> None:
    found = answered("odds", "duki4")
    claims = found["claims"]
    assert all({"text", "published", "computed", "verdict"} <= set(each) for each in claims)
    assert {each["published"]: (each["computed"], each["verdict"]) for each in claims} == {
        "3.17 %": ("1718/54145", "agrees"),
        "25.26 %": (found["wagers"]["bonus"]["hit_frequency"], "agrees"),
        "3.3 %": ("96459473/2926537250", "agrees"),
        "1.9 %": (found["contest"]["element_of_risk"], "agrees truncated"),
    }


def test_a_claim_disagrees_under_another_reading() -> None:
    found = answered("odds", "duki4", "--reading", "duki4.bonus-hands=three-only")
    verdicts = {each["published"]: each["verdict"] for each in found["claims"]}
    assert verdicts["3.17 %"] == "disagrees"
    assert verdicts["3.3 %"] == "agrees"


@pytest.mark.parametrize("id", GAMES)
def test_each_game_has_a_verdict_for_each_of_its_claims(id: str) -> None:
    claims = answered("odds", id)["claims"]
    assert len(claims) == len(game(id).claims)
    assert {each["verdict"] for each in claims} <= {"agrees", "agrees truncated", "disagrees"}


# One hand ------------------------------------------------------------------------------------------


def test_a_hand_of_duki_in_the_contracts_words() -> None:
    found = answered("odds", "duki4", "--hand", "9h 7c 4d 2s")
    assert {"cards", "decisions", "best"} <= set(found)
    assert found["cards"] == "9h 7c 4d 2s"
    assert found["decisions"] == {"fold": "-1", "play": "8297/6486"}
    assert found["best"] == "play"
    assert found["costs"] == {"fold": str(1 + Fraction(8297, 6486)), "play": "0"}


def test_a_hand_of_pick_2_counts_every_wager_of_the_contest() -> None:
    found = answered("odds", "pick2", "--hand", "Ah Kh Qh 7c 2d")
    assert found["decisions"] == {
        "fold": "-2",
        "three": "14047/1081",
        "five": "14613704/1533939",
    }
    assert found["best"] == "three"
    assert found["plays"] == {"three": "Ah Kh Qh"}
    worth = {name: Fraction(each) for name, each in found["decisions"].items()}
    costs = {name: Fraction(each) for name, each in found["costs"].items()}
    assert costs == {name: worth["three"] - each for name, each in worth.items()}


@pytest.mark.parametrize("spelled", ["2S 4♦ 7♣ 9♥", " 9H  7c\t4d 2s ", "2h 4s 7c 9d"])
def test_a_hand_is_the_same_in_any_order_spelling_and_suits(spelled: str) -> None:
    found = answered("odds", "duki4", "--hand", spelled)
    assert found["decisions"] == {"fold": "-1", "play": "8297/6486"}


def test_a_hand_under_another_reading_and_another_pay_table() -> None:
    hand = ("--hand", "Ah Ac Ad As")
    plain = answered("odds", "duki4", *hand)
    richer = answered("odds", "duki4", *hand, "--pay", "ante.4-card-four-of-a-kind=200")
    gained = Fraction(richer["decisions"]["play"]) - Fraction(plain["decisions"]["play"])
    assert gained == 100, "four aces can neither lose nor be copied"
    poorer = answered("odds", "duki4", *hand, "--reading", "ante-vs-three=even-money")
    assert Fraction(poorer["decisions"]["play"]) < Fraction(plain["decisions"]["play"])
    assert len({each["ruleset"] for each in (plain, richer, poorer)}) == 3


def test_a_hand_as_a_table() -> None:
    shown = ran("odds", "duki4", "--hand", "9h 7c 4d 2s")
    assert (shown.status, shown.err) == (0, "")
    for said in ("9♥ 7♣ 4♦ 2♠", "8297/6486", "+1.279217", "the best", "costs 2.279217"):
        assert said in shown.out
    assert "three with A♥ K♥ Q♥" in ran("odds", "pick2", "--hand", "Ah Kh Qh 7c 2d").out


# The next card -------------------------------------------------------------------------------------


def test_the_next_card_after_some_are_exposed() -> None:
    found = answered("odds", "king-high", "--exposed", "Kh 2c 9s")
    expectations = {id: each["expectation"] for id, each in found["wagers"].items()}
    assert expectations == {
        "high": "-9/206",
        "low": "-11/309",
        "heart": "-19/309",
        "diamond": "-5/103",
        "club": "-19/309",
        "spade": "-19/309",
        "seven": "-7/103",
    }
    for wager in found["wagers"].values():
        assert wager["total"] == "309"
        assert sum(int(line["count"]) for line in wager["lines"]) == 309


def test_the_first_card_is_that_of_the_report() -> None:
    report = answered("odds", "king-high")["wagers"]
    first = answered("odds", "king-high", "--exposed", "")["wagers"]
    for wager in ("high", "low", "seven"):
        assert first[wager]["expectation"] == report[wager]["expectation"]
    assert first["club"]["expectation"] == report["suit"]["expectation"]


def test_four_of_the_same_card_may_be_exposed() -> None:
    found = answered("odds", "king-high", "--exposed", "7h 7h 7h 7h")
    assert found["wagers"]["seven"]["expectation"] == str(Fraction(20 * 11 - 288, 308))
    assert found["wagers"]["heart"]["total"] == "308"


def test_the_next_card_as_a_table_has_the_cheapest_wager_first() -> None:
    shown = ran("odds", "king-high", "--exposed", "Kh 2c 9s")
    rows = [line.split() for line in shown.out.splitlines() if "%" in line]
    assert rows[0][0] == "Low"
    edges = [float(row[1]) for row in rows]
    assert edges == sorted(edges)
    assert len(rows) == 7


def test_the_next_card_warns_of_a_players_edge() -> None:
    loud = run("odds", "king-high", "--exposed", "Kh 2c 9s", "--pay", "high.eight-to-queen=6-5")
    assert loud.status == 0
    assert "WARNING: High gives the PLAYER an edge" in loud.out


# What-if pay tables --------------------------------------------------------------------------------


def test_a_pay_table_is_repriced() -> None:
    plain = answered("odds", "duki4")
    dearer = answered("odds", "duki4", "--pay", "bonus.straight=4")
    straights = next(x for x in plain["wagers"]["bonus"]["lines"] if x["made"] == "straight")
    lost = Fraction(int(straights["count"]), comb(52, 4))
    bonus = Fraction(plain["wagers"]["bonus"]["expectation"])
    assert Fraction(dearer["wagers"]["bonus"]["expectation"]) == bonus - lost
    assert dearer["contest"] == plain["contest"]
    assert dearer["ruleset"] != plain["ruleset"]


def test_odds_to_several_and_several_changes_at_once() -> None:
    changed = answered(
        "odds",
        "king-high",
        "--pay",
        "high.king=2-1",
        "--pay",
        "seven.wins=10",
        "--pay",
        "suit.wins=7-2",
    )
    wagers = changed["wagers"]
    assert wagers["high"]["expectation"] == "0", "with a king at 2-1 High is a fair wager"
    assert wagers["low"]["expectation"] == "-1/26"
    assert wagers["seven"]["expectation"] == str(Fraction(10 - 12, 13))
    assert wagers["suit"]["expectation"] == "3/52", "the seven of the suit pushes"


def test_a_decision_that_depends_on_the_pay_table_is_solved_anew() -> None:
    plain = answered("odds", "duki4")["contest"]
    changed = answered("odds", "duki4", "--pay", "play.beats-three-card=2-1")["contest"]
    assert Fraction(changed["decisions"]["play"]) > Fraction(plain["decisions"]["play"])
    assert Fraction(changed["expectation"]) > Fraction(plain["expectation"])
    assert sum(Fraction(part) for part in changed["decisions"].values()) == 1


def test_the_same_change_twice_is_one() -> None:
    once = answered("odds", "duki4", "--pay", "bonus.straight=4")
    twice = answered("odds", "duki4", "--pay", "bonus.straight=4", "--pay", "bonus.straight=4-1")
    assert figures(once) == figures(twice)


def test_the_posted_odds_given_again_change_no_figure() -> None:
    plain, same = answered("odds", "duki4"), answered("odds", "duki4", "--pay", "bonus.straight=5")
    assert plain["wagers"] == same["wagers"]
    assert plain["contest"] == same["contest"]


def test_huge_odds_and_none_are_exact() -> None:
    huge = answered("odds", "duki4", "--pay", f"bonus.straight={10**20 - 1}")["wagers"]["bonus"]
    nothing = answered("odds", "duki4", "--pay", "bonus.straight=0")["wagers"]["bonus"]
    for odds, bonus in ((10**20 - 1, huge), (0, nothing)):
        won = 30 * 2_509 + odds * 13_152 + 52_722 - 202_342
        assert Fraction(bonus["expectation"]) == Fraction(won, comb(52, 4))
        assert mean(bonus["distribution"]) == Fraction(won, comb(52, 4))
        assert variance(bonus["distribution"]) == Fraction(bonus["variance"])
        assert isclose(bonus["standard_deviation"], sqrt(Fraction(bonus["variance"])))


def test_a_changed_payment_is_shown_in_the_table() -> None:
    shown = ran("odds", "duki4", "--pay", "bonus.straight=4").out
    assert "bonus.straight=4-1" in shown
    assert "4-1" in shown.partition("Duki Bonus, line by line")[2]


def test_a_pay_table_that_favours_the_player_is_said_loudly() -> None:
    shown = run("odds", "duki4", "--pay", "bonus.straight=50")
    assert "WARNING: Duki Bonus gives the PLAYER an edge" in shown.out
    assert answered("odds", "duki4")["warnings"] == []


# Readings ------------------------------------------------------------------------------------------


def test_a_reading_is_another_ruleset_and_other_figures() -> None:
    found = answered("odds", "duki4", "--reading", "duki4.bonus-hands=three-only")
    assert found["ruleset"] == game("duki4").ruleset({"bonus-hands": "three-only"}).fingerprint
    assert found["wagers"]["bonus"]["expectation"] != "-1718/54145"
    assert found["contest"]["expectation"] == "-96459473/2926537250"


@pytest.mark.parametrize("id", GAMES)
def test_readings_have_one_row_for_each_option(id: str) -> None:
    found = answered("odds", id, "--readings")
    listed = [(each["reading"], each["option"]) for each in found["options"]]
    readings = next(of for of in every_game() if of.id == id).readings
    assert listed == [(r.id, option.id) for r in readings for option in r.options]
    report = answered("odds", id)
    for each in found["options"]:
        assert all(Fraction(edge) < 1 for edge in each["house_edge"].values())
        if each["default"]:
            for wager, edge in each["house_edge"].items():
                of = report["contest"] if wager == "contest" else report["wagers"][wager]
                assert edge == of["house_edge"]


def test_each_reading_is_that_of_a_report_of_its_own() -> None:
    rows = {each["option"]: each for each in answered("odds", "duki4", "--readings")["options"]}
    alone = answered("odds", "duki4", "--reading", "duki4.bonus-hands=three-only")
    assert rows["three-only"]["house_edge"] == {
        "contest": alone["contest"]["house_edge"],
        "bonus": alone["wagers"]["bonus"]["house_edge"],
    }
    assert rows["three-only"]["verdicts"] == [each["verdict"] for each in alone["claims"]]


def test_the_readings_that_give_every_published_figure() -> None:
    combinations = answered("odds", "duki4", "--readings")["combinations"]
    assert combinations["tried"] == 64
    assert combinations["agree"]
    defaults = {reading.id: reading.default for reading in game("duki4").readings}
    for each in combinations["agree"]:
        decisive = {id: option for id, option in each.items() if id != "duki4.fourth-card"}
        assert decisive.items() <= defaults.items()


def test_a_players_edge_is_warned_of_loudly_among_the_readings() -> None:
    options = answered("odds", "pick2", "--readings")["options"]
    warned = {each["option"] for each in options if each["warnings"]}
    assert warned == {"ante-paid", "both-paid"}
    for each in options:
        assert bool(each["warnings"]) == any(Fraction(x) < 0 for x in each["house_edge"].values())
    shown = run("odds", "pick2", "--readings").out
    for option in warned:
        assert f"WARNING: pick2.unqualified={option}" in shown
        (row,) = [line for line in shown.splitlines() if option in line and "WARNING" not in line]
        assert "PLAYER" in row


@pytest.mark.parametrize("option", ["ante-paid", "both-paid"])
def test_a_players_edge_is_warned_of_loudly_in_the_report(option: str) -> None:
    of = ("odds", "pick2", "--reading", f"pick2.unqualified={option}")
    found = answered(*of)
    assert Fraction(found["contest"]["expectation"]) > 0
    assert any("PLAYER an edge" in warning for warning in found["warnings"])
    assert "WARNING: the game gives the PLAYER an edge" in ran(*of).out


# Charts --------------------------------------------------------------------------------------------


def test_a_chart_as_svg_is_the_same_every_time(tmp_path: Path) -> None:
    drawn = []
    for name in ("one.svg", "two.svg"):
        done = run("odds", "duki4", "--plot", str(tmp_path / name))
        assert (done.status, done.err) == (0, "")
        assert str(tmp_path / name) in done.out
        drawn.append((tmp_path / name).read_bytes())
    assert drawn[0] == drawn[1]
    assert drawn[0].startswith(b"<?xml")
    assert b"<svg" in drawn[0]
    assert drawn[0].rstrip().endswith(b"</svg>")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["one.svg", "two.svg"]


def test_a_chart_as_png_and_its_hold_bands_as_json(tmp_path: Path) -> None:
    file = tmp_path / "pick2.PNG"
    done = run("odds", "pick2", "--plot", str(file), "--json")
    assert (done.status, done.err) == (0, "")
    assert file.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    found = json.loads(done.out)
    assert found["file"] == str(file)
    edge = float(Fraction(answered("odds", "pick2")["contest"]["house_edge"]))
    bands = found["hold"]["contest"]
    assert [band["rounds"] for band in bands] == [1_000, 10_000, 100_000, 1_000_000]
    deviation = answered("odds", "pick2")["contest"]["standard_deviation"]
    for band in bands:
        assert isclose(band["expected"], edge)
        assert band["99"][0] < band["95"][0] < edge < band["95"][1] < band["99"][1]
        half = 1.96 * deviation / sqrt(band["rounds"])
        assert isclose(band["95"][1] - band["95"][0], 2 * half, rel_tol=0.05)


@pytest.mark.parametrize("name", ["chart.pdf", "chart", "nowhere/chart.svg", "file/chart.png"])
def test_a_chart_that_cannot_be_drawn_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    refused = run("odds", "duki4", "--plot", str(tmp_path / name))
    assert_refused(refused)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "kept"


def test_a_chart_in_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    assert_refused(run("odds", "duki4", "--plot", str(tmp_path / "folder.svg")))
    assert list((tmp_path / "folder.svg").iterdir()) == []


# The cache -----------------------------------------------------------------------------------------


def odds_in(folder: Path, *more: str, id: str = "duki4") -> dict[str, Any]:
    done = run("odds", id, *more, "--json")
    assert (done.status, done.err) == (0, ""), folder
    found: dict[str, Any] = json.loads(done.out)
    return found


def kept(folder: Path, ruleset: str) -> Path:
    """The file in which a ruleset's report is kept."""
    (file,) = folder.glob(f"*{ruleset}*")
    return file


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A cache folder after the first reports on three rulesets, never used itself, and the report."""
    folder = tmp_path_factory.mktemp("filled") / "made" / "by the command"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TABLEWRIGHT_CACHE", str(folder))
        first = odds_in(folder)
        odds_in(folder, "--pay", "bonus.straight=4")
        odds_in(folder, "--reading", "duki4.ace=high-only")
    return folder, first


@pytest.fixture
def cached(
    filled: tuple[Path, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, dict[str, Any]]:
    """A cache folder of one's own, filled."""
    folder = tmp_path / "cache"
    shutil.copytree(filled[0], folder)
    monkeypatch.setenv("TABLEWRIGHT_CACHE", str(folder))
    return folder, filled[1]


def test_a_report_is_kept_and_used_again(cached: tuple[Path, dict[str, Any]]) -> None:
    _, first = cached
    again = json.loads(run("odds", "duki4", "--json").out)
    assert (first["cached"], again["cached"]) == (False, True)
    assert figures(again) == figures(first)
    assert "--fresh" in run("odds", "duki4").out, "a table says that it was kept"


def test_fresh_counts_again_and_keeps_it(cached: tuple[Path, dict[str, Any]]) -> None:
    folder, first = cached
    fresh = odds_in(folder, "--fresh")
    assert fresh["cached"] is False
    assert figures(fresh) == figures(first)
    assert odds_in(folder)["cached"] is True


def test_a_cached_report_is_not_believed_for_another_ruleset(
    cached: tuple[Path, dict[str, Any]],
) -> None:
    folder, first = cached
    other = odds_in(folder, "--pay", "bonus.straight=4")
    assert other["cached"] is True
    assert other["wagers"]["bonus"]["expectation"] != first["wagers"]["bonus"]["expectation"]


def _damaged(content: bytes) -> bytes:
    """One digit of a figure changed: still a report to look at."""
    found = content.replace(b"1718/54145", b"1719/54145")
    assert found != content
    return found


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "damaged": _damaged,
    "empty": lambda content: b"",
    "truncated": lambda content: content[: len(content) // 2],
    "lengthened": lambda content: content + b" ",
    "without its first line": lambda content: content.partition(b"\n")[2],
    "not JSON": lambda content: content.partition(b"\n")[0] + b"\nnonsense",
    "not text": lambda content: bytes(range(256)),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_report_is_ignored_and_rewritten(
    how: str, cached: tuple[Path, dict[str, Any]]
) -> None:
    folder, first = cached
    file = kept(folder, first["ruleset"])
    spoilt = SPOILT[how](file.read_bytes())
    file.write_bytes(spoilt)
    anew = odds_in(folder)
    assert anew["cached"] is False
    assert figures(anew) == figures(first)
    assert file.read_bytes() != spoilt
    assert odds_in(folder)["cached"] is True


def test_a_file_of_another_ruleset_is_ignored_and_rewritten(
    cached: tuple[Path, dict[str, Any]],
) -> None:
    folder, first = cached
    file = kept(folder, first["ruleset"])
    other = kept(folder, odds_in(folder, "--pay", "bonus.straight=4")["ruleset"])
    shutil.copy(other, file)
    anew = odds_in(folder)
    assert anew["cached"] is False
    assert figures(anew) == figures(first)
    assert file.read_bytes() != other.read_bytes()


def test_every_spoilt_file_of_the_cache_is_ignored(cached: tuple[Path, dict[str, Any]]) -> None:
    """The counts too: none of them is believed."""
    folder, first = cached
    files = [each for each in folder.rglob("*") if each.is_file()]
    assert len(files) > 2
    for file in files:
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
    anew = odds_in(folder)
    assert anew["cached"] is False
    assert figures(anew) == figures(first)


def test_files_under_each_others_names_are_ignored(cached: tuple[Path, dict[str, Any]]) -> None:
    """Whole and sealed, each only in another's place: reports and counts."""
    folder, first = cached
    files = sorted(each for each in folder.rglob("*") if each.is_file())
    assert len(files) > 3
    contents = [each.read_bytes() for each in files]
    assert len(set(contents)) == len(contents)
    for turned in range(1, len(files)):
        for file, content in zip(files, contents[turned:] + contents[:turned], strict=True):
            file.write_bytes(content)
        anew = odds_in(folder)
        assert anew["cached"] is False
        assert figures(anew) == figures(first)


def test_a_folder_in_place_of_a_file_does_no_harm(cached: tuple[Path, dict[str, Any]]) -> None:
    folder, first = cached
    file = kept(folder, first["ruleset"])
    file.unlink()
    file.mkdir()
    for _ in range(2):
        assert figures(odds_in(folder)) == figures(first)
    assert not [each for each in folder.iterdir() if each.name.startswith(".")]


@pytest.mark.parametrize("where", ["file/below", "file", "/proc/nowhere", "a" * 300, "\udcff"])
def test_a_cache_folder_that_cannot_be_does_no_harm(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("kept")
    monkeypatch.setenv("TABLEWRIGHT_CACHE", str(tmp_path / where))
    found = odds_in(tmp_path)
    assert found["wagers"]["bonus"]["expectation"] == "-1718/54145"
    assert (tmp_path / "file").read_text() == "kept"


def test_a_folder_that_may_not_be_written_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    monkeypatch.setenv("TABLEWRIGHT_CACHE", str(closed))
    assert odds_in(closed)["contest"]["expectation"] == "-96459473/2926537250"
    closed.chmod(0o700)


# In a pipe and a terminal --------------------------------------------------------------------------

TABLES = [
    ("odds", "duki4"),
    ("odds", "pick2"),
    ("odds", "king-high"),
    ("odds", "duki4", "--hand", "9h 7c 4d 2s"),
    ("odds", "king-high", "--exposed", "Kh 2c 9s"),
    ("odds", "pick2", "--reading", "pick2.unqualified=both-paid"),
]


@pytest.mark.parametrize("command", TABLES, ids=[" ".join(each) for each in TABLES])
def test_plain_text_in_a_pipe_and_colour_in_a_terminal(command: tuple[str, ...]) -> None:
    plain = ran(*command)
    assert (plain.status, plain.err) == (0, "")
    assert "\x1b" not in plain.out
    assert "│" not in plain.out
    assert "%" in plain.out or "worth" in plain.out
    shown = run_in_terminal(*command)
    assert (shown.status, shown.err) == (0, "")
    assert "\x1b[" in shown.out


def test_the_table_shows_what_the_report_says() -> None:
    shown = ran("odds", "duki4").out
    for said in ("3.2960 %", "1.9761 %", "3.1730 %", "25.2592 %", "agrees truncated", "270,725"):
        assert said in shown
    for wager in answered("odds", "duki4")["wagers"].values():
        for line in wager["lines"]:
            assert line["rule"] in shown
            assert f"{int(line['count']):,}" in shown


def test_json_is_never_coloured() -> None:
    shown = run_in_terminal("odds", "duki4", "--json")
    assert "\x1b" not in shown.out
    assert figures(json.loads(shown.out)) == figures(answered("odds", "duki4"))


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"set -o pipefail; {sys.executable} -m tablewright odds duki4 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.stdout.startswith(b"Duki 4 Poker")
    assert (done.stderr, done.returncode) == (b"", 0)


@pytest.mark.parametrize(
    ("command", "status", "why"),
    [
        ("odds duki4 > /dev/full", 1, "the output could not be written: No space left on device"),
        ("odds duki4 >&-", 1, "there is no standard output"),
        ("odds duki4 2>&-", 0, ""),
    ],
)
def test_what_the_machine_refuses_is_one_line(command: str, status: int, why: str) -> None:
    line = f"{sys.executable} -m tablewright {command}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
    assert done.returncode == status
    assert done.stderr.decode().count("\n") == bool(why)
    assert why in done.stderr.decode()


# What is refused -----------------------------------------------------------------------------------


def assert_refused(refused: Ran, why: str = "") -> None:
    assert refused.status == 2
    assert refused.out == ""
    assert refused.err.startswith("tablewright: ")
    assert refused.err.count("\n") == 1
    assert refused.err.endswith("\n")
    assert "expected" in refused.err
    assert why in refused.err


HAND, READINGS = ("--hand", "9h 7c 4d 2s"), ("--readings",)
BAD = [
    ([], "Missing argument 'GAME'"),
    (["faro"], "there is no game 'faro': expected duki4, king-high or pick2"),
    (["duki4", "--fast"], "No such option: --fast"),
    (["duki4", "--hand", ""], "the hand has 0 cards: expected 4 different cards"),
    (["duki4", "--hand", "9h 7c 4d"], "the hand has 3 cards: expected 4 different cards"),
    (["duki4", "--hand", "9h 7c 4d 2s 3s"], "the hand has 5 cards: expected 4"),
    (["duki4", "--hand", "9h"], "the hand has 1 card: expected 4"),
    (["pick2", *HAND], "the hand has 4 cards: expected 5 different cards"),
    (["duki4", "--hand", "9h 9H 4d 2s"], "9h is in the hand twice: expected"),
    (["duki4", "--hand", "9h 7c 4d 1s"], "'1s' is not a card: expected a rank"),
    (["duki4", "--hand", "9h7c4d2s"], "'9h7c4d2s' is not a card: expected"),
    (["duki4", "--hand", "9h 7c 4d 2\x1b[31m"], "is not a card: expected"),
    (["king-high", *HAND], "King High has no decision: expected a game that has one"),
    (["duki4", "--exposed", "Kh"], "--exposed is given and the hands of Duki 4 Poker are dealt"),
    (["king-high", "--exposed", "Kh 2c 9s 3s 4s"], "5 cards are exposed"),
    (["king-high", "--exposed", " ".join(["Kh"] * 7)], "expected at most 4"),
    (["king-high", "--exposed", "Kh 2x"], "'2x' is not a card: expected"),
    (["duki4", "--pay", "bonus.nothing=7"], "nothing is paid as 'bonus.nothing': expected bonus."),
    (["duki4", "--pay", "high.king=2"], "nothing is paid as 'high.king': expected ante."),
    (["duki4", "--pay", "bonus.straight"], "expected WAGER.KEY=ODDS"),
    (["duki4", "--pay", "=7"], "expected WAGER.KEY=ODDS"),
    (["duki4", "--pay", "bonus.straight="], "expected WAGER.KEY=ODDS"),
    (["duki4", "--pay", "bonus.straight=seven"], "'seven' is not odds: expected"),
    (["duki4", "--pay", "bonus.straight=-7"], "'-7' is not odds: expected"),
    (["duki4", "--pay", "bonus.straight=3-0"], "'3-0' is not odds: expected"),
    (["duki4", "--pay", "bonus.straight=1.5"], "'1.5' is not odds: expected"),
    (["duki4", "--pay", "bonus.straight=" + "9" * 5_000], "is not odds: expected"),
    (
        ["duki4", "--pay", "bonus.straight=7", "--pay", "bonus.straight=8"],
        "bonus.straight is given as 7-1 and 8",
    ),
    (["duki4", "--reading", "x=y"], "there is no reading 'x' here: expected duki4.bonus-hands"),
    (["duki4", "--reading", "ace=low"], "'low' is not an option of reading duki4.ace: expected"),
    (["duki4", "--reading", "ace"], "'ace' does not choose a reading: expected ID=OPTION"),
    (
        ["duki4", "--reading", "ace=high-only", "--reading", "ace=high-and-low"],
        "is chosen as high-only and high-and-low",
    ),
    (["duki4", *HAND, *READINGS], "--hand and --readings were given together: expected one"),
    (["duki4", "--plot", "x.svg", *READINGS], "given together: expected one of them"),
    (["king-high", "--exposed", "Kh", *HAND], "given together: expected one of them"),
    (["king-high", "--exposed", "", "--hand", ""], "given together: expected one of them"),
    (["duki4", *HAND, "--exposed", "Kh", "--plot", "x.svg"], "given together: expected one"),
]


@pytest.mark.parametrize(("command", "why"), BAD, ids=[" ".join(each)[:60] for each, _ in BAD])
def test_bad_input_is_one_clear_line_and_status_2(command: list[str], why: str) -> None:
    assert_refused(run("odds", *command), why)


def test_help_ends_with_an_example() -> None:
    shown = run("odds", "--help")
    assert shown.status == 0
    assert "Example: tablewright odds" in shown.out


@pytest.mark.proof
def test_readings_are_priced_at_changed_odds_too() -> None:
    priced = json.loads(
        run("odds", "duki4", "--readings", "--pay", "bonus.straight=7", "--json").out
    )
    assert priced["pay"] == {"bonus.straight": "7-1"}
    edges = {
        (each["reading"], each["option"]): Fraction(each["house_edge"]["bonus"])
        for each in priced["options"]
        if not each["unpriced"]
    }
    assert edges["duki4.bonus-odds", "to-one"] == Fraction(1718, 54145) - 2 * Fraction(
        13152, 270725
    )
