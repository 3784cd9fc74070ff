"""The diff command: two sides on one line, for a person or a program; and papers against a pack."""

import json
from pathlib import Path

import msgspec
import pytest

from tablewright.papers.changes import as_document, compared
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.papers.manifests import edition_before
from tablewright.papers.pack import MANIFEST, manifest
from tests.cli.running import Ran, run, run_in_terminal
from tests.papers.changed import CASES, DAY, Case, change_of

ON = ("--date", DAY.isoformat())


def diff(of: Case, *more: str) -> Ran:
    chosen = [
        word for id, option in of.readings.items() for word in ("--reading", f"{id}={option}")
    ]
    chosen += [word for key, odds in of.pay.items() for word in ("--pay", f"{key}={odds}")]
    place = ("--jurisdiction", of.jurisdiction)
    return run("diff", of.game, *place, *ON, *more, "--to", *chosen)


def assert_refused(ran: Ran, why: str) -> None:
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err
    assert ran.err.count("\n") == 1


def test_json_is_the_whole_change() -> None:
    of = CASES[1]
    ran = diff(of, "--json")
    assert (ran.status, ran.err) == (0, "")
    found, expected = json.loads(ran.out), as_document(change_of(of))
    assert found == json.loads(json.dumps(expected))
    assert found["is_none"] is False
    assert found["before"]["ruleset"] != found["after"]["ruleset"]


def test_plain_text_says_what_changes_and_what_follows() -> None:
    of = CASES[0]
    ran, change = diff(of), change_of(of)
    assert (ran.status, ran.err) == (0, "")
    assert change.before.ruleset in ran.out
    assert change.after.ruleset in ran.out
    assert "WARNING: Duki Bonus gives the PLAYER an edge" in ran.out
    assert "at [-5-1,-] {+6-1,+} 30-1." in ran.out
    assert "3 of 229 skills" in ran.out
    assert ran.out.count("LAPSES") == len(change.lapses) == 2
    for skill in change.examined.skills:
        assert skill.skill in ran.out
    for step in change.steps:
        assert step.says in ran.out
    assert "\x1b" not in ran.out


def test_a_terminal_has_colours_and_every_list() -> None:
    shown = run_in_terminal(
        "diff", "duki4", *ON, "--to", "--pay", "play.beats-three-card=3", columns=140
    )
    assert shown.status == 0
    assert "\x1b[9;31m[-" in shown.out, "words that went are struck"
    assert "\x1b[32m{+" in shown.out
    assert "To learn, before" in shown.out
    assert "To learn, after" in shown.out
    assert "are best decided otherwise than before" in shown.out


# Two sides -----------------------------------------------------------------------------------------


def test_options_are_of_the_side_on_which_they_stand() -> None:
    old = ("--reading=positions=6", "--pay", "bonus.straight=6")
    new = ("--pay=bonus.straight=7-1", "--json", "--pay", "ante.4-card-straight=12")
    ran = run("diff", *old, "--to", *new, "duki4", *ON)
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["before"]["readings"] == {"duki4.positions": "6"}
    assert found["before"]["pay"] == {"bonus.straight": "6-1"}
    assert found["after"]["readings"] == {}
    assert found["after"]["pay"] == {"bonus.straight": "7-1", "ante.4-card-straight": "12-1"}


def test_a_house_is_of_both_sides_unless_the_new_one_has_its_own(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text("[limits]\nbonus = [1, 25]\n", "utf-8")
    (tmp_path / "new.toml").write_text("[limits]\nbonus = [1, 50]\n", "utf-8")
    old, new = str(tmp_path / "old.toml"), str(tmp_path / "new.toml")
    same = run("diff", "duki4", *ON, "--house", old, "--to")
    assert same.out.endswith("Nothing changes: both sides are the same.\n")
    ran = run("diff", "duki4", *ON, "--house", old, "--to", "--house", new)
    assert "Limits of the Duki Bonus  $1 to $25  $1 to $50" in ran.out
    assert "No sentence changes." in ran.out
    assert "No figure of the report moves." in ran.out
    assert "No skill changes: every certificate holds as before." in ran.out


def test_a_ruleset_and_itself_are_the_same() -> None:
    ran = run(
        "diff", "duki4", *ON, "--reading", "ace=high-only", "--to", "--reading", "ace=high-only"
    )
    assert (ran.status, ran.err) == (0, "")
    assert "Nothing changes: both sides are the same." in ran.out
    assert len(ran.out.splitlines()) == 5


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["duki4"], "there is no new side: expected --to"),
        (["duki4", "--pay", "bonus.straight=6"], "there is no new side: expected --to"),
        (
            ["duki4", "--to", "--to"],
            "--to stands twice: expected what tablewright diff --help shows",
        ),
        (["duki4", "--to", "--reading"], "requires an argument"),
        (["duki4", "--reading", "--to"], "there is no new side: expected --to"),
        (["poker", "--to"], "there is no game 'poker'"),
        (["duki4", "--to", "--reading", "ace"], "expected ID=OPTION"),
        (["duki4", "--to", "--reading", "ace=low"], "is not an option of reading duki4.ace"),
        (["duki4", "--pay", "bonus.pair=2", "--to"], "nothing is paid as 'bonus.pair'"),
        (["duki4", "--to", "--house", "nowhere.toml"], "cannot be read"),
        (["duki4", "--to", "--jurisdiction", "atlantis"], "there is no jurisdiction 'atlantis'"),
        (["duki4", "--to", "--date", "soon"], "is not a day"),
        (["--to"], "GAME"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(words: list[str], why: str) -> None:
    assert_refused(run("diff", *words), why)


def test_help_says_what_stands_on_which_side() -> None:
    shown = run("diff", "--help")
    assert shown.status == 0
    said = " ".join(shown.out.split())
    assert "[OLD] --to [NEW]" in said
    assert "What follows is of the new side" in said
    assert "--to-reading" not in said


# Papers against an earlier pack --------------------------------------------------------------------


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """The manifest of a pack of Duki at other limits and odds."""
    house = House(name="Cedar Room", settings={"limits": {"ante": (1000, 20_000)}})
    edition = Edition("duki4", day=DAY, pay={"bonus.straight": "6-1"}, house=house)
    file = tmp_path / "earlier.json"
    file.write_bytes(manifest(edition, ()))
    return file


def test_papers_against_an_earlier_pack_print_the_change_request(
    earlier: Path, tmp_path: Path
) -> None:
    out = tmp_path / "papers"
    ran = run(
        "papers",
        "duki4",
        *ON,
        "--against",
        str(earlier),
        "--only",
        "change-request",
        "--out",
        str(out),
    )
    assert (ran.status, ran.err) == (0, "")
    assert {each.name for each in out.iterdir()} == {"duki4-change-request.pdf", MANIFEST}
    stated = msgspec.json.decode((out / MANIFEST).read_bytes())
    assert [each["title"] for each in stated["documents"]] == ["Change request"]
    assert stated["settings"]["limits"]["ante"] == [500, 10_000]


def test_an_earlier_pack_is_compared_with_its_own_settings(earlier: Path) -> None:
    change = compared(edition_before(earlier), Edition("duki4", day=DAY))
    assert [(each.key, each.before, each.after) for each in change.pays] == [
        ("bonus.straight", "6-1", "5-1")
    ]
    assert [each.setting for each in change.settings] == ["Limits of the Ante"]


@pytest.mark.parametrize(
    ("game", "more", "why"),
    [
        ("duki4", ["--only", "change-request"], "expected --against"),
        ("duki4", ["--only", "application"], "expected the pack without --only"),
        ("pick2", ["--against", "EARLIER"], "is of duki4: expected a pack of pick2"),
        ("duki4", ["--against", "nowhere.json"], "cannot be read"),
        ("duki4", ["--against", "."], "cannot be read"),
    ],
)
def test_a_pack_that_cannot_be_compared_is_refused_before_anything_is_printed(
    earlier: Path, tmp_path: Path, game: str, more: list[str], why: str
) -> None:
    out = tmp_path / "papers"
    asked = [str(earlier) if each == "EARLIER" else each for each in more]
    assert_refused(run("papers", game, *asked, "--out", str(out)), why)
    assert not out.exists()
