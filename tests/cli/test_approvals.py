"""Approvals at the command line: what is approved where, what a change does, letters as a file."""

import asyncio
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tablewright.games import game
from tablewright.house.books.database import Database
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.places import FILE
from tablewright.house.people.accounts import Accounts
from tablewright.house.people.approvals import Approvals, Attested
from tablewright.house.people.person import Person
from tablewright.rules.on_record import Evidence, Letter
from tests.cli.running import Ran, run, run_apart
from tests.house.serving import quick_passwords

PASSWORD = "seven brown horses"
HASH = "a" * 64
RULES: dict[str, Any] = {"readings": {"pick2.unqualified": "push"}, "pay": {}}


async def _house(folder: Path, *letters: Attested) -> None:
    """A house of two people with letters that both stand for."""
    database = await Database.open(f"sqlite:///{folder / FILE}")
    try:
        accounts = Accounts(database, quick_passwords())
        people = {}
        for name, duty in {"Pit": "pit-boss", "Ina": "inspector"}.items():
            made, _ = await accounts.create(name, [duty], PASSWORD, must_change=False)
            people[name] = Person(f"a:{made.id}", name, frozenset([duty]))
        register = await Approvals.open(database)
        for each in letters:
            entry = await register.attest(people["Pit"], each)
            await register.confirm(people["Ina"], entry.number)
    finally:
        await database.close()


def a_letter(reference: str = "NGCB 7", until: date | None = date(2099, 12, 31)) -> Attested:
    claim = Letter(game="pick2", dated=date(2026, 1, 2), leaves_open=("pick2.positions",), **RULES)
    return Attested("nevada", claim, Evidence(reference, sha256=HASH), until)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house with one letter of Nevada on Pick 2 Poker."""
    folder = tmp_path_factory.mktemp("house")
    asyncio.run(_house(folder, a_letter()))
    return folder


def told(*arguments: str) -> Any:
    ran = run("approvals", *arguments, "--json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def outcomes(*arguments: str) -> dict[str, str]:
    return {each["jurisdiction"]: each["outcome"] for each in told(*arguments)["approvals"]}


# What is approved ----------------------------------------------------------------------------------


def test_the_approvals_of_the_package_are_listed() -> None:
    found = told()
    assert [(each["jurisdiction"], each["game"]) for each in found["approvals"]] == [
        ("washington-card-rooms", "duki4"),
        ("washington-tribal-casinos", "duki4"),
    ]
    (first, _) = found["approvals"]
    assert (first["source"], first["until"]) == ("Letter of 28 November 2007", None)
    assert "duki4.positions" in first["leaves_open"]
    assert found["approve_everything"] == ["general"]
    assert [each["state"] for each in told("--on", "2007-11-27")["approvals"]] == ["not yet"] * 2


def test_the_letters_of_a_house_are_listed_with_until_when(house: Path) -> None:
    found = told("pick2", "--data", str(house))
    (letter,) = found["approvals"]
    ruleset = game("pick2").ruleset({"pick2.unqualified": "push"})
    assert letter == {
        "jurisdiction": "nevada",
        "jurisdiction_name": "Nevada",
        "game": "pick2",
        "ruleset": ruleset.fingerprint,
        "readings": {"pick2.unqualified": "push"},
        "pay": {},
        "source": "NGCB 7 of 2026-01-02, record 1",
        "record": 1,
        "since": "2026-01-02",
        "until": "2099-12-31",
        "state": "in force",
        "leaves_open": ["pick2.positions"],
        "needs_answer": [],
        "conditions": [],
    }
    text = run("approvals", "--data", str(house), "--on", "2100-01-01").out
    assert "Pick 2 Poker in Nevada, EXPIRED" in text
    assert "since 2026-01-02, through 2099-12-31" in text


def test_a_game_that_nobody_approved_says_so() -> None:
    ran = run("approvals", "king-high")
    assert "No approval of King High is known. Every ruleset may be played in: General." in ran.out


# What a change does --------------------------------------------------------------------------------


def test_a_change_says_which_approvals_lapse_need_an_answer_or_hold(house: Path) -> None:
    washington = ("washington-card-rooms", "washington-tribal-casinos")
    for change, expected in (
        (("--reading", "duki4.positions=6"), "stands"),
        (("--reading", "duki4.ace=high-only"), "answer"),
        (("--reading", "duki4.bonus-on-fold=in-action"), "lapses"),
        (("--pay", "bonus.straight=6"), "lapses"),
    ):
        assert outcomes("duki4", *change) == dict.fromkeys(washington, expected), change
    data = ("--data", str(house))
    assert outcomes("pick2", "--reading", "unqualified=push", *data) == {"nevada": "begins"}
    assert outcomes("pick2", "--reading", "unqualified=ante-paid", *data) == {"nevada": "neither"}


def test_a_change_is_told_in_words_with_what_to_ask_for() -> None:
    text = run("approvals", "duki4", "--reading", "duki4.ace=high-only").out
    assert "Duki 4 Poker in Washington, tribal casinos: needs an answer" in text
    assert "  ask for      duki4.ace=high-only\n" in text
    assert "LAPSES" in run("approvals", "duki4", "--pay", "bonus.straight=6").out


# Letters as a file ---------------------------------------------------------------------------------


def exported(house: Path) -> str:
    ran = run("approvals", "--export", "-", "--data", str(house))
    assert ran.status == 0, ran.err
    return ran.out


def entering(file: Path, house: Path, *more: str, password: str = PASSWORD) -> Ran:
    given = ("--import", str(file), "--data", str(house), *more)
    return run("approvals", *given, given=f"{password}\n")


def test_letters_go_from_one_house_to_another_and_wait_there(house: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "letters.toml", tmp_path / "other"
    ran = run("approvals", "--export", str(file), "--data", str(house))
    assert (ran.status, ran.out) == (0, f"{file}: 1 letter\n")
    assert file.read_text() == exported(house)
    again = run("approvals", "--export", str(file), "--data", str(house))
    assert (again.status, "expected a new file, or --force" in again.err) == (2, True)
    assert told("pick2", "--letters", str(file)) == told("pick2", "--data", str(house))
    other.mkdir()
    asyncio.run(_house(other))
    ran = entering(file, other, "--by", "Pit")
    assert ran.status == 0, ran.err
    assert "waits  record 1, to be confirmed" in ran.out
    assert exported(other).count("[[letter]]") == 0, "one person is not enough"
    entered = json.loads(entering(file, other, "--by", "Pit", "--json").out)
    assert entered == {"numbers": [], "left_out": 1}


@pytest.mark.parametrize(
    ("more", "password", "said"),
    [
        ((), PASSWORD, "nobody is named: expected --by NAME"),
        (("--by", "Pit"), "another password", "'Pit' cannot sign in with this password"),
        (("--by", "Ina"), PASSWORD, "You cannot enter this: your account needs the duty of"),
        (("--by", "Pit", "--on", "2026-01-01"), PASSWORD, "--import stands alone"),
    ],
)
def test_only_who_may_attest_enters_letters(
    house: Path, tmp_path: Path, more: tuple[str, ...], password: str, said: str
) -> None:
    file = tmp_path / "letters.toml"
    file.write_text(exported(house).replace("NGCB 7", "NGCB 8"))
    ran = entering(file, house, *more, password=password)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert exported(house).count("[[letter]]") == 1


@pytest.mark.proof  # A house waits a while for another to let go of its database.
def test_a_house_that_is_open_takes_no_letters_from_beside(house: Path, tmp_path: Path) -> None:
    file = tmp_path / "letters.toml"
    file.write_text(exported(house))
    data = ("--data", str(house))

    async def while_open() -> tuple[Ran, Ran]:
        database = await Database.open(f"sqlite:///{house / FILE}")
        ledger = Ledger(database)
        await ledger.start()
        try:
            entering = ("approvals", "--import", str(file), "--by", "Pit", *data)
            return await asyncio.gather(
                asyncio.to_thread(run_apart, "approvals", "--export", "-", *data),
                asyncio.to_thread(run_apart, *entering, given=PASSWORD),
            )
        finally:
            await ledger.stop()
            await database.close()

    read, refused = asyncio.run(while_open())
    assert (read.status, read.out) == (0, file.read_text())
    assert (refused.status, refused.out) == (2, "")
    assert "another" in refused.err, refused.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--reading", "duki4.ace=high-only"), "a change is of one game: expected GAME"),
        (("whist",), "there is no game 'whist'"),
        (("--letters", "nowhere.toml"), "'nowhere.toml' cannot be read"),
        (("--letters", "x", "--data", "y"), "expected one of the two"),
        (("--data", "nowhere"), "expected the folder of a house"),
        (("--import", "nowhere.toml", "--by", "Pit"), "'nowhere.toml' cannot be read"),
        (("--export", "-", "--import", "-"), "--export stands alone"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    ran = run("approvals", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
