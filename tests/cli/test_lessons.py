"""The lessons command: the list, each lesson as text and JSON, the list that an instructor signs."""

import json
import re

import pytest

from tablewright.school.lessons import WRITTEN, lesson_named
from tablewright.school.syllabus import syllabus
from tests.cli.running import run, run_in_terminal
from tests.registry import GAMES

each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_the_lessons_are_listed_in_the_order_of_the_path(game: str) -> None:
    listed = json.loads(run("lessons", game, "--json").out)
    assert [each["id"] for each in listed] == list(WRITTEN)
    shown = run("lessons", game).out
    assert [line.split()[0] for line in shown.splitlines()[2:]] == list(WRITTEN)


@each_game
@pytest.mark.parametrize("lesson", WRITTEN)
def test_a_lesson_says_each_rule_with_its_passage_within_80_columns(game: str, lesson: str) -> None:
    ran = run("lessons", game, lesson)
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert [line for line in ran.out.split("\n") if len(line) > 80] == []
    said = re.sub(r"\s+", " ", ran.out)
    for each in lesson_named(syllabus(game), lesson).paragraphs:
        assert re.sub(r"\s+", " ", each.says) in said
        assert each.source in said
        assert each.rule in said


@each_game
def test_a_lesson_for_a_program_is_the_lesson(game: str) -> None:
    made = json.loads(run("lessons", game, "hands", "--json").out)
    lesson = lesson_named(syllabus(game), "hands")
    assert [each["says"] for each in made["paragraphs"]] == [p.says for p in lesson.paragraphs]
    assert any("shown" in each for each in made["paragraphs"])


@each_game
def test_every_hand_skill_has_a_box_and_a_line_to_sign_on(game: str) -> None:
    out = run("lessons", game, "practical").out.partition("Practical checklist")[2]
    skills = lesson_named(syllabus(game), "practical").checklist
    assert out.count("[ ] ") == out.count("Instructor ____") == len(skills) >= 3


def test_a_narrow_terminal_shows_the_same_words_in_colour() -> None:
    shown = run_in_terminal("lessons", "king-high", "payments", columns=60).out
    assert "\x1b[" in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert [line for line in plain.split("\r\n") if len(line) > 60] == []
    assert "Box by box from the dealer's right" in re.sub(r"\s+", " ", plain)


def test_another_reading_is_another_lesson() -> None:
    jacks = run("lessons", "king-high", "calls", "--reading", "king-high.pokerpot-pair=jacks")
    assert "pair of jacks or better" in re.sub(r"\s+", " ", jacks.out)


@pytest.mark.parametrize(
    "words", [["duki4", "dance"], ["faro"], ["duki4", "game", "--reading", "x"]]
)
def test_what_is_not_there_is_one_line_and_status_2(words: list[str]) -> None:
    ran = run("lessons", *words)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"tablewright: [^\n]+\n", ran.err)
