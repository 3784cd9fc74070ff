"""The drills command: questions for programs and on paper, each with the answer that the rules give."""

import json
import re
import subprocess
import sys
from itertools import islice
from typing import Any

import pytest

from tablewright.cli.school.handout import MOST_ON_PAPER, MOST_QUESTIONS
from tablewright.school.asking import drawn
from tablewright.school.drills import DRILLS
from tablewright.school.syllabus import syllabus
from tests.cli.running import run, run_in_terminal
from tests.registry import GAMES

KEYS = ["drill", "skill", "question", "answer", "rule", "source"]
SETTLED = ("pay", "settle")
each_game = pytest.mark.parametrize("game", GAMES)
each_drill = pytest.mark.parametrize("drill", DRILLS)


def questions(game: str, *options: str) -> list[dict[str, Any]]:
    ran = run("drills", game, "--json", *options)
    assert ran.status == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def has_skills(game: str, drill: str) -> bool:
    return any(skill.drill == drill for skill in syllabus(game).skills.values())


# For programs --------------------------------------------------------------------------------------


def test_the_drills_are_those_that_were_promised() -> None:
    promised = "read compare pay settle say rule guard run deal"
    assert " ".join(DRILLS) == promised


@each_game
@each_drill
def test_a_question_is_one_object_a_line_with_its_answer_and_passage(game: str, drill: str) -> None:
    if not has_skills(game, drill):
        assert "nothing to ask" in run("drills", game, "--drill", drill).err
        return
    found = questions(game, "--drill", drill, "--count", "5", "--seed", "7")
    assert len(found) == 5
    of = syllabus(game)
    for each in found:
        assert list(each) == KEYS
        assert each["drill"] == drill
        assert each["skill"] in of.skills
        assert each["rule"] in of.rules
        assert each["source"]
        assert each["answer"]
        assert each["question"]["stages"]


@each_game
@pytest.mark.parametrize("drill", SETTLED)
def test_what_is_paid_is_what_settle_pays_for_the_same_round(game: str, drill: str) -> None:
    found = questions(game, "--drill", drill, "--count", "30", "--seed", "11")
    rounds = [each["question"]["round"] for each in found if "round" in each["question"]]
    assert rounds
    ran = run("settle", game, given="".join(json.dumps(each) + "\n" for each in rounds))
    assert ran.status == 0, ran.out
    settled = [json.loads(line) for line in ran.out.splitlines()]
    assert settled == [each["answer"] for each in found if "round" in each["question"]]


@each_game
def test_the_same_seed_prints_the_same_questions_and_another_others(game: str) -> None:
    first = run("drills", game, "--json", "--seed", "1", "--count", "4").out
    assert run("drills", game, "--json", "--seed", "1", "--count", "4").out == first
    assert run("drills", game, "--json", "--seed", "2", "--count", "4").out != first
    longer = run("drills", game, "--json", "--seed", "1", "--count", "5").out
    assert longer.startswith(first)


def test_without_a_seed_there_are_ten_questions_of_any_drill() -> None:
    assert len(questions("duki4")) == 10


def test_another_reading_is_another_ruleset_and_its_warning_is_said() -> None:
    ran = run("drills", "pick2", "--reading", "pick2.unqualified=both-paid", "--count", "1")
    assert ran.status == 0
    assert "WARNING: pick2.unqualified=both-paid" in ran.err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--drill", "dance"], "there is no drill 'dance': expected read,"),
        (["--count", "0"], "--count is '0': expected a whole number from 1 to 100000"),
        (["--count", "-1"], "--count is '-1'"),
        (["--count", str(MOST_QUESTIONS + 1)], "--count is '100001'"),
        (["--count", str(MOST_ON_PAPER + 1)], "expected at most 200 for a handout"),
        (["--count", "many"], "--count is 'many'"),
        (["--seed", "-3"], "--seed is '-3': expected a whole number from 0"),
        (["--seed", "1.5"], "--seed is '1.5'"),
        (["--seed", "9" * 30], "--seed is '99999"),
        (["--reading", "ace=sideways"], "'sideways' is not an option of reading duki4.ace"),
    ],
)
def test_what_cannot_be_asked_for_is_one_line_and_status_2(options: list[str], says: str) -> None:
    ran = run("drills", "duki4", *options)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"tablewright: [^\n]+\n", ran.err)
    assert says in ran.err


def test_a_game_that_is_not_there_is_refused() -> None:
    assert run("drills", "baccarat").status == 2


@pytest.mark.parametrize("options", [["--json"], []])
def test_a_reader_that_leaves_early_ends_it_quietly(options: list[str]) -> None:
    many = ["--count", "400"] if options else ["--count", "60"]
    command = [
        sys.executable,
        "-m",
        "tablewright",
        "drills",
        "duki4",
        "--drill",
        "say",
        "--seed",
        "1",
    ]
    with subprocess.Popen(
        [*command, *many, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


# On paper ------------------------------------------------------------------------------------------


@each_game
@each_drill
def test_a_handout_has_its_answers_on_a_last_page_and_fits_80_columns(
    game: str, drill: str
) -> None:
    if not has_skills(game, drill):
        return
    ran = run("drills", game, "--drill", drill, "--count", "3", "--seed", "5")
    assert ran.status == 0, ran.err
    asked, feed, answers = ran.out.partition("\f")
    assert feed
    assert "\f" not in answers
    assert [line for line in ran.out.split("\n") if len(line) > 80] == []
    assert "\x1b" not in ran.out
    assert [line for line in ran.out.split("\n") if line != line.rstrip()] == []
    for number in ("1. ", "2. ", "3. "):
        assert f"\n{number}{DRILLS[drill].title}" in asked
        assert f"\n{number}" in answers or f"\n{number.strip()}1 " in answers
    assert "____" in asked
    assert "____" not in answers


def test_no_answer_stands_on_a_page_of_questions() -> None:
    found = questions("king-high", "--drill", "say", "--count", "40", "--seed", "8")
    ran = run("drills", "king-high", "--drill", "say", "--count", "40", "--seed", "8")
    asked = ran.out.partition("\f")[0]
    typed = [each for each in found if not each["question"]["stages"][0]["parts"][0].get("options")]
    assert typed
    for each in typed:
        (answer,) = each["answer"]["stages"][0].values()
        number = found.index(each) + 1
        block = asked.partition(f"\n{number}. ")[2].partition(f"\n{number + 1}. ")[0]
        assert answer not in " ".join(block.split())
        assert answer in " ".join(ran.out.partition("\f")[2].split())


@each_game
def test_the_answers_say_which_fact_decides(game: str) -> None:
    asked = [question for _, question in islice(drawn(syllabus(game), "8", "pay"), 6)]
    ran = run("drills", game, "--drill", "pay", "--count", "6", "--seed", "8")
    answers = " ".join(ran.out.partition("\f")[2].split())
    facts = {key.missed for question in asked for key in question.keys[0].values()} - {""}
    assert facts
    for fact in facts:
        assert fact in answers


def test_a_handout_in_a_terminal_has_colours_and_the_same_words() -> None:
    options = ("drills", "king-high", "--count", "4", "--seed", "3")
    shown = run_in_terminal(*options, columns=80)
    assert "\x1b[" in shown.out
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.out).replace("\r\n", "\n")
    assert plain.split() == run(*options).out.replace("\f", "").split()
