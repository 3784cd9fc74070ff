"""The papers command: what is printed where, what is refused in one line; nothing is left half done."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablewright.papers.pack import BUILDERS
from tablewright.rules.jurisdictions import jurisdiction
from tests.cli.running import Ran, run, run_in_terminal
from tests.papers.reading import Printed, words

DAY = "2026-11-17"


def papers(game: str, out: Path, *more: str) -> Ran:
    return run("papers", game, "--out", str(out), "--date", DAY, *more)


def held(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, by name."""
    return {each.name: each.read_bytes() for each in folder.iterdir()} if folder.exists() else {}


def manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_bytes())
    return found


def refuse_wrong_manifest(folder: Path) -> None:
    """The manifest names every other file that lies there, each by its hash."""
    named = {each["file"]: each["sha256"] for each in manifest(folder)["documents"]}
    found = held(folder)
    del found["manifest.json"]
    assert named == {name: hashlib.sha256(content).hexdigest() for name, content in found.items()}


# What is printed -----------------------------------------------------------------------------------


def test_papers_are_printed_with_a_manifest_that_names_each_by_its_hash(tmp_path: Path) -> None:
    ran = papers("duki4", tmp_path / "new", "--only", "sign", "--only", "layout")
    assert (ran.status, ran.err) == (0, "")
    assert "Duki 4 Poker: the papers" in ran.out
    assert list(tmp_path.iterdir()) == [tmp_path / "new"]
    found = manifest(tmp_path / "new")
    assert [each["name"] for each in found["documents"]] == ["sign", "layout", "layout-drawing"]
    assert [each["file"] for each in found["documents"]] == [
        "duki4-sign.pdf",
        "duki4-layout.pdf",
        "duki4-layout.svg",
    ]
    assert found["date"] == DAY
    assert found["game"] == "duki4"
    assert found["jurisdiction"] == "general"
    assert found["lacking"] == []
    refuse_wrong_manifest(tmp_path / "new")


def test_with_json_the_manifest_itself_is_printed(tmp_path: Path) -> None:
    ran = papers("duki4", tmp_path / "new", "--only", "sign", "--json")
    assert json.loads(ran.out) == manifest(tmp_path / "new")
    assert ran.err == ""


def test_the_same_again_is_the_same_and_another_day_is_not(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert papers("king-high", tmp_path / name, "--only", "layout").status == 0
    assert held(tmp_path / "one") == held(tmp_path / "two")
    other = run(
        *("papers", "king-high", "--only", "layout"),
        *("--date", "2026-11-18", "--out", str(tmp_path / "three")),
    )
    assert other.status == 0
    assert manifest(tmp_path / "three")["date"] == "2026-11-18"
    assert held(tmp_path / "one") != held(tmp_path / "three")


def test_readings_odds_and_the_house_are_what_is_printed(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "Cedar Room"\n[limits]\nante = [7, 130]\n', "utf-8")
    ran = papers(
        "duki4",
        tmp_path / "new",
        *("--only", "sign", "--house", str(house)),
        *("--reading", "duki4.bonus-odds=for-one", "--pay", "bonus.straight=7"),
    )
    assert ran.status == 0
    found = manifest(tmp_path / "new")
    assert found["house"] == "Cedar Room"
    assert found["readings"]["duki4.bonus-odds"] == "for-one"
    assert found["pay"] == {"bonus.straight": "7-1"}
    said = Printed((tmp_path / "new" / "duki4-sign.pdf").read_bytes()).tree.text
    assert {"Cedar Room", "$7", "$130"} <= set(said.split("\n"))


def test_in_a_terminal_the_documents_are_listed(tmp_path: Path) -> None:
    ran = run_in_terminal(
        "papers", "pick2", "--only", "layout", "--date", DAY, "--out", str(tmp_path / "new")
    )
    assert ran.status == 0
    assert "pick2-layout.svg" in ran.out


@pytest.mark.proof
@pytest.mark.parametrize("game", ["duki4", "king-high", "pick2"])
def test_a_whole_pack_has_every_document(game: str, tmp_path: Path) -> None:
    ran = papers(game, tmp_path / "new", "--jurisdiction", "nevada")
    assert ran.status == 3
    refuse_wrong_manifest(tmp_path / "new")
    assert set(BUILDERS) <= {each["name"] for each in manifest(tmp_path / "new")["documents"]}
    lacking = {each["asked"] for each in manifest(tmp_path / "new")["lacking"]}
    assert {"laboratory-report", "field-trial", "letter"} <= lacking
    first = first_page(tmp_path / "new" / f"{game}-rules-of-play.pdf")
    assert words("Nevada asks for what is lacking here") in first


# What a jurisdiction asks for ----------------------------------------------------------------------


def first_page(file: Path) -> str:
    """The words of a first page."""
    tree = Printed(file.read_bytes()).tree
    return words("".join(each.text for each in tree.shown if each.page == 0))


@pytest.mark.parametrize(
    ("place", "name", "asked"),
    [
        ("massachusetts", "layout", "layout-photograph"),
        ("new-jersey", "layout", "layout-photograph"),
        pytest.param(
            "pennsylvania", "training-manual", "training-programme", marks=pytest.mark.proof
        ),
    ],
)
def test_what_lacks_is_said_on_the_first_page_in_the_manifest_and_by_the_status(
    place: str, name: str, asked: str, tmp_path: Path
) -> None:
    ran = papers("duki4", tmp_path / "new", "--only", name, "--jurisdiction", place)
    assert ran.status == 3
    title = jurisdiction(place).name
    assert f"{title} asks for what is lacking" in ran.out
    (lacking,) = [each for each in manifest(tmp_path / "new")["lacking"] if each["asked"] == asked]
    first = first_page(tmp_path / "new" / f"duki4-{name}.pdf")
    assert words(f"{title} asks for what is lacking here") in first
    assert words(f"{lacking['says']} ({lacking['source']})") in first


def test_what_the_house_supplies_no_longer_lacks(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "Cedar"\n[supplied]\nlayout-photograph = "Photo 7"\n', "utf-8")
    more = ("--only", "layout", "--jurisdiction", "massachusetts", "--house", str(house))
    ran = papers("duki4", tmp_path / "new", *more)
    assert (ran.status, ran.err) == (0, "")
    assert manifest(tmp_path / "new")["lacking"] == []
    assert "lacking" not in first_page(tmp_path / "new" / "duki4-layout.pdf")


# The folder ----------------------------------------------------------------------------------------


def test_an_empty_folder_is_filled_and_papers_of_the_same_game_are_replaced(tmp_path: Path) -> None:
    out = tmp_path / "papers"
    out.mkdir()
    assert papers("duki4", out, "--only", "rules-of-play").status == 0
    before = held(out)
    assert papers("duki4", out, "--only", "layout").status == 0
    assert held(out).keys() == {"duki4-layout.pdf", "duki4-layout.svg", "manifest.json"}
    assert papers("duki4", out, "--only", "rules-of-play").status == 0
    assert held(out) == before


def strange_folders() -> Iterator[tuple[str, str]]:
    yield (
        "letter.txt",
        "which holds 'letter.txt': expected a new folder, or one with papers of duki4",
    )
    yield "manifest.json", "which holds"
    yield ".hidden", "which holds '.hidden'"


@pytest.mark.parametrize(("name", "why"), list(strange_folders()))
def test_a_folder_with_anything_else_in_it_is_left_alone(
    name: str, why: str, tmp_path: Path
) -> None:
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / name).write_text("{}", "utf-8")
    ran = papers("duki4", tmp_path / "papers", "--only", "sign")
    refuse_more_than_one_line(ran, why)
    assert held(tmp_path / "papers") == {name: b"{}"}


def test_papers_of_another_game_are_not_replaced(tmp_path: Path) -> None:
    assert papers("pick2", tmp_path / "papers", "--only", "layout").status == 0
    before = held(tmp_path / "papers")
    refuse_more_than_one_line(papers("duki4", tmp_path / "papers", "--only", "sign"), "which holds")
    assert held(tmp_path / "papers") == before


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    for out, why in (
        (tmp_path / "none" / "papers", "there is no folder for it"),
        (tmp_path / "file", "which is no folder"),
        (tmp_path / "file" / "papers", "there is no folder for it"),
    ):
        refuse_more_than_one_line(papers("duki4", out, "--only", "sign"), why)
    for nothing in ("", "-"):
        ran = run("papers", "duki4", "--only", "sign", "--out", nothing)
        refuse_more_than_one_line(ran, "expected a folder's name")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


INTERRUPTED = """
import signal, sys
from tablewright.cli import main, papers
from tablewright.papers.pack import Paper

def printed(*given):
    yield Paper("layout", "Layout", "duki4-layout.pdf", b"half")
    signal.raise_signal(signal.SIGINT)

papers.printed = printed
sys.argv = ["tablewright", "papers", "duki4", "--only", "layout", "--out", "papers"]
main()
"""


def test_ctrl_c_between_two_documents_leaves_everything_as_it_was(tmp_path: Path) -> None:
    for is_there in (False, True):
        if is_there:
            assert papers("duki4", tmp_path / "papers", "--only", "layout").status == 0
        found = held(tmp_path / "papers")
        done = subprocess.run(
            [sys.executable, "-c", INTERRUPTED], cwd=tmp_path, capture_output=True, check=False
        )
        assert done.returncode == 130
        assert done.stdout == b""
        assert re.fullmatch(rb"tablewright: interrupted [^\n]+\n", done.stderr)
        assert held(tmp_path / "papers") == found
        assert [each.name for each in tmp_path.iterdir()] == (["papers"] if is_there else [])


# What is refused -----------------------------------------------------------------------------------


def refuse_more_than_one_line(ran: Ran, why: str) -> None:
    """It was refused in one clear line, with its own status."""
    assert ran.status == 2, ran
    assert ran.out == ""
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err.startswith("tablewright: ")
    assert why in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--jurisdiction", "atlantis"], "atlantis"),
        (["--only", "novel"], "there is no document 'novel': expected rules-of-play"),
        (["--date", "yesterday"], "yesterday"),
        (["--reading", "duki4.ace=sideways"], "sideways"),
        (["--reading", "duki4.moon=full"], "moon"),
        (["--pay", "bonus.straight=lots"], "lots"),
        (["--pay", "jackpot=5"], "jackpot"),
        (["--house", "none.toml"], "'none.toml' cannot be read: No such file or directory"),
    ],
)
def test_what_is_unknown_is_refused_in_one_line_and_nothing_is_made(
    arguments: list[str], why: str, tmp_path: Path
) -> None:
    given = ["--date", DAY] if "--date" not in arguments else []
    ran = run("papers", "duki4", "--out", str(tmp_path / "new"), *given, *arguments)
    refuse_more_than_one_line(ran, why)
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_unknown_is_refused_in_one_line(tmp_path: Path) -> None:
    refuse_more_than_one_line(papers("baccarat", tmp_path / "new"), "baccarat")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("house", "why"),
    [
        ("name = ", "'house.toml' is not TOML"),
        ('name = "皇家"', "no font here has"),
        ('logo = "logo.svg"', "the logo 'logo.svg' is not SVG"),
        ("[limits]\nante = [9, 5]", "ante"),
        ("[limits]\njackpot = [5, 9]", "jackpot"),
        ('submission = "poem"', "Massachusetts knows no submission 'poem'"),
    ],
)
def test_a_house_that_cannot_be_is_refused_in_one_line(
    house: str, why: str, tmp_path: Path
) -> None:
    (tmp_path / "house.toml").write_text(house, "utf-8")
    (tmp_path / "logo.svg").write_text("scribble", "utf-8")
    more = ("--house", str(tmp_path / "house.toml"), "--jurisdiction", "massachusetts")
    refuse_more_than_one_line(papers("duki4", tmp_path / "new", "--only", "sign", *more), why)
    assert {each.name for each in tmp_path.iterdir()} == {"house.toml", "logo.svg"}
