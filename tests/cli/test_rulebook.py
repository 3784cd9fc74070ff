"""The commands that show the rule book, in a pipe, as JSON and in a terminal."""

import hashlib
import json
import re

import pytest

from tablewright import __version__
from tablewright.games import every_game, game, procedure
from tablewright.rules.game import Game
from tablewright.rules.jurisdictions import jurisdiction, jurisdictions
from tablewright.rules.register import register
from tablewright.rules.said import source_said
from tests.cli.running import run, run_in_terminal

COMMANDS = [
    ["games"],
    *[["rules", each.id] for each in every_game()],
    ["readings"],
    *[["readings", each.id] for each in every_game()],
    ["jurisdictions"],
    ["jurisdictions", "washington-card-rooms", "--on", "2008-06-30"],
    *[["jurisdictions", each.id] for each in jurisdictions() if each.submissions],
]


@pytest.mark.parametrize("command", COMMANDS, ids=[" ".join(each) for each in COMMANDS])
def test_plain_text_in_a_pipe_and_json_for_a_program(command: list[str]) -> None:
    plain = run(*command)
    assert (plain.status, plain.err) == (0, "")
    assert plain.out
    assert "\x1b" not in plain.out
    assert "│" not in plain.out
    parsed = run(*command, "--json")
    assert (parsed.status, parsed.err) == (0, "")
    json.loads(parsed.out)


@pytest.mark.parametrize(
    "command", [["games"], ["rules", "pick2"], ["readings", "pick2"], ["jurisdictions", "nevada"]]
)
def test_colour_in_a_terminal(command: list[str]) -> None:
    shown = run_in_terminal(*command)
    assert shown.status == 0
    assert "\x1b[" in shown.out


def test_games_lists_the_three_games_with_their_wagers() -> None:
    listed = json.loads(run("games", "--json").out)
    assert [(each["game"], each["wagers"]) for each in listed] == [
        (of.id, [wager.id for wager in of.wagers]) for of in every_game()
    ]


@pytest.mark.parametrize("of", every_game(), ids=[each.id for each in every_game()])
def test_rules_shows_every_line_pay_row_and_ranking(of: object) -> None:
    assert hasattr(of, "id")
    ruleset = game(of.id).ruleset()
    plain = run("rules", of.id).out
    assert ruleset.fingerprint in plain
    for decided in ruleset.wagers.values():
        for line in decided.lines:
            assert line.rule in plain
            assert line.sentence in plain
            assert source_said(ruleset.game, line.source) in plain
        for key, odds in decided.pay_keys().items():
            assert key in plain
            assert str(odds) in plain
    for view in ruleset.spoken_views:
        for ranking in view.rankings:
            assert f"{ranking.name}, highest first" in plain


@pytest.mark.parametrize("of", every_game(), ids=[each.id for each in every_game()])
def test_rules_shows_how_the_game_is_run(of: Game) -> None:
    plain, run_by = run("rules", of.id).out, procedure(of)
    for title in ("A round", "Order of settlement", "What deals the cards", "On the table"):
        assert f"\n{title}\n" in plain
    assert ("\nOn its sign" in plain) == bool(run_by.sign)
    for part in (run_by.phases, run_by.devices, run_by.equipment):
        for each in part:
            assert each.says in plain
            assert source_said(of, each.source) in plain
    for irregularity in run_by.irregularities:
        assert irregularity.id in plain
        assert irregularity.title in plain
    assert "house.signatures" in plain


def test_rules_in_a_terminal_of_80_columns_breaks_no_id() -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m", "", run_in_terminal("rules", "duki4", columns=80).out)
    for rule in register(game("duki4").ruleset(), procedure(game("duki4"))):
        assert rule in shown


def test_one_rule_is_looked_up_by_the_id_that_a_refusal_names() -> None:
    whole = json.loads(run("rules", "duki4", "--id", "duki4.phase.deal", "--json").out)
    assert whole["rule"] == "duki4.phase.deal"
    assert (
        whole["source"] == "Duki 4 Poker, Procedures & Training: Playing the game, third paragraph"
    )
    shown = run("rules", "duki4", "--id", "phase.deal").out
    assert whole["line"] in shown
    assert whole["source"] in shown
    assert "House setting" in run("rules", "duki4", "--id", "house.fill").out


def test_rules_under_a_reading_are_another_ruleset() -> None:
    shown = json.loads(run("rules", "duki4", "--reading", "duki4.ace=high-only", "--json").out)
    assert shown["ruleset"] == game("duki4").ruleset({"duki4.ace": "high-only"}).fingerprint
    assert "duki4.ace  high-only" in run("rules", "duki4", "--reading", "ace=high-only").out


def test_the_canonical_json_hashes_to_the_fingerprint() -> None:
    canonical = run("rules", "pick2", "--canonical").out
    assert hashlib.sha256(canonical.encode()).hexdigest() == game("pick2").ruleset().fingerprint


def test_an_undecided_reading_is_said_wherever_the_rules_are_shown() -> None:
    assert "Undecided: How is 5 Card Poker settled" in run("rules", "pick2").out
    assert json.loads(run("rules", "pick2", "--json").out)["undecided"] == ["pick2.unqualified"]


def test_readings_show_conflict_options_default_and_evidence() -> None:
    shown = run("readings", "duki4").out
    for said in (
        "“a three or four card Duki”",
        "default",
        "three-only",
        "published figures",
        "3.17 %",
    ):
        assert said in shown
    whole = json.loads(run("readings", "--json").out)
    assert len(whole["readings"]) == sum(len(of.readings) for of in every_game())
    assert len(whole["errata"]) == sum(len(of.errata) for of in every_game())


def test_jurisdictions_on_a_day() -> None:
    shown = json.loads(
        run("jurisdictions", "washington-card-rooms", "--on", "2010-01-01", "--json").out
    )
    assert [limit["maximum_cents"] for limit in shown[0]["limits"]] == [30_000]
    assert "unknown: not in our sources" in run("jurisdictions", "washington-tribal-casinos").out


def test_one_jurisdiction_shows_what_a_submission_must_hold_and_what_is_unknown() -> None:
    shown = run("jurisdictions", "nevada").out
    assert re.search(r"approves +no game that we know of\n", shown)
    told = json.loads(run("jurisdictions", "nevada", "--json").out)[0]["submissions"]
    for submission, said in zip(jurisdiction("nevada").submissions, told, strict=True):
        assert f"\n{submission.id}: {submission.name}\n" in shown
        assert [each["ask"] for each in said["asks"]] == [each.id for each in submission.asks]
        for ask in submission.asks:
            assert ask.says in shown
            assert ask.source in shown
            assert ", ".join(ask.needs) in shown
        assert said["unknown"] == list(submission.unknown)
        for unknown in submission.unknown:
            assert f"unknown  {unknown}\n" in shown
        for source in submission.read:
            assert source.address in shown
    assert "verify before relying on it" in shown


def test_the_list_of_jurisdictions_says_only_how_much_is_asked() -> None:
    shown = run("jurisdictions").out
    nevada = jurisdiction("nevada").submissions[0]
    asked = f"({len(nevada.asks)} asked, {len(nevada.unknown)} unknown)"
    assert f"new-game: Application for a new game {asked}\n" in shown
    assert nevada.asks[0].says not in shown


def test_the_order_of_the_rules_of_play_is_shown_where_a_source_has_one() -> None:
    assert re.search(r"order +definitions, cards, ranks", run("jurisdictions", "new-jersey").out)
    assert "order of the rules of play\n" not in run("jurisdictions", "nevada").out


@pytest.mark.parametrize("command", ["games", "rules", "readings", "jurisdictions", "settle"])
def test_help_ends_with_an_example(command: str) -> None:
    shown = run(command, "--help")
    assert shown.status == 0
    assert f"Example: tablewright {command}" in shown.out


def test_the_version_is_told() -> None:
    assert run("--version").out == f"tablewright {__version__}\n"


@pytest.mark.parametrize("name", ["King High", "king_high", "KING-HIGH"])
def test_a_game_is_found_by_its_name_too(name: str) -> None:
    assert run("rules", name, "--json").out == run("rules", "king-high", "--json").out


def test_no_arguments_show_the_help() -> None:
    assert run().out == run("--help").out
    assert run().status == 0


BAD = [
    (["deal"], "No such command 'deal': expected what tablewright --help shows"),
    (["rules", ""], "there is no game '': expected"),
    (["readings", ""], "there is no game '': expected"),
    (["jurisdictions", ""], "there is no jurisdiction '': expected"),
    (["jurisdictions", "--on", "2009-W01-1"], "'2009-W01-1' is not a day: expected"),
    (
        ["settle", "king-high", "--maximum-payout", "pokerpot=" + "9" * 5_000],
        "expected whole cents",
    ),
    (["settle", "king-high", "--maximum-payout", f"pokerpot={10**12 + 1}"], "expected whole cents"),
    (["rules"], "Missing argument 'GAME'"),
    (["rules", "faro"], "there is no game 'faro': expected duki4, king-high or pick2"),
    (["readings", "faro"], "there is no game 'faro'"),
    (
        ["rules", "duki4", "--id", "phase.draw"],
        "there is no rule 'phase.draw' in Duki 4 Poker: expected one such as duki4.phase.",
    ),
    (["games", "--loud"], "No such option: --loud"),
    (["rules", "duki4", "--reading", "x"], "'x' does not choose a reading: expected ID=OPTION"),
    (
        ["rules", "duki4", "--reading", "x=y"],
        "there is no reading 'x' here: expected duki4.bonus-hands",
    ),
    (
        ["rules", "duki4", "--reading", "ace=low"],
        "'low' is not an option of reading duki4.ace: expected",
    ),
    (
        ["rules", "duki4", "--reading", "ace=high-only", "--reading", "ace=high-and-low"],
        "is chosen as high-only and high-and-low",
    ),
    (["jurisdictions", "atlantis"], "there is no jurisdiction 'atlantis': expected general"),
    (["jurisdictions", "--on", "yesterday"], "'yesterday' is not a day: expected one such as"),
    (
        ["settle", "duki4", "--maximum-payout", "ante=100"],
        "for 'ante': expected none, since no wager of Duki 4 Poker has one",
    ),
    (
        ["settle", "king-high", "--maximum-payout", "pokerpot=0"],
        "--maximum-payout pokerpot is '0': expected whole cents",
    ),
    (
        ["settle", "king-high", "--maximum-payout", "high=100"],
        "a maximum payout is posted for 'high': expected pokerpot",
    ),
    (
        ["settle", "king-high", "--maximum-payout", "500000"],
        "--maximum-payout is '500000': expected WAGER=CENTS",
    ),
    (
        ["settle", "king-high", "--maximum-payout", "pokerpot=1.5"],
        "--maximum-payout pokerpot is '1.5': expected whole cents",
    ),
    (
        ["settle", "king-high", "--smallest-chip", "-1"],
        "--smallest-chip is '-1': expected whole cents",
    ),
    (
        ["settle", "duki4", "--reading", "duki4.aces=x"],
        "there is no reading 'duki4.aces' here: expected",
    ),
]


@pytest.mark.parametrize(("command", "why"), BAD, ids=[" ".join(each) for each, _ in BAD])
def test_bad_input_is_one_clear_line_and_status_2(command: list[str], why: str) -> None:
    refused = run(*command)
    assert refused.status == 2
    assert refused.out == ""
    assert why in refused.err
    assert refused.err.startswith("tablewright: ")
    assert refused.err.count("\n") == 1
    assert "xpected" in refused.err
