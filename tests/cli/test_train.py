"""Training in a terminal: every kind of answer, what comes back, every way to leave, what is kept."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.cli.play.screen import faces
from tablewright.cli.school.record import Kept, Record
from tablewright.cli.school.session import COMES_BACK_AFTER, LONG
from tablewright.cli.school.shown import how_to_answer, part_lines, shown_lines
from tablewright.cli.school.stages import HELP, QUIT, SKIP
from tablewright.cli.school.train import train
from tablewright.cli.school.typed import answered, cents, chips
from tablewright.rules.errors import Refused
from tablewright.school.asking import Reference, ask, drawn
from tablewright.school.drills import DRILLS
from tablewright.school.marking import mark_stage
from tablewright.school.memory import review
from tablewright.school.planning import Session
from tablewright.school.questions import (
    Amount,
    AnyPart,
    Choose,
    GiveChips,
    Key,
    Option,
    PickCards,
    Question,
    Say,
)
from tablewright.school.syllabus import Syllabus, syllabus
from tests.cli.running import run, run_in_terminal
from tests.cli.test_play import Typed
from tests.registry import GAMES

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
each_game = pytest.mark.parametrize("game", GAMES)
each_drill = pytest.mark.parametrize("drill", DRILLS)


@pytest.fixture(autouse=True)
def _nothing_of_the_users_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEWRIGHT_SCHOOL", str(tmp_path / "school"))


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def first_questions(game: str, seed: int, count: int, drill: str = "") -> list[Question]:
    """The questions that a session with this seed asks, while everything is right."""
    return [question for _, question in islice(drawn(syllabus(game), str(seed), drill), count)]


def as_typed(part: AnyPart, right: Any) -> str:
    """What a trainee types to give this answer."""
    match part:
        case Choose():
            return str([option.id for option in part.options].index(right) + 1)
        case PickCards():
            return " ".join(str(n + 1) for n in right)
        case Amount():
            return f"{right / 100:.2f}"
        case GiveChips():
            each = [f"{count}x{value / 100:.2f}" for value, count in right.items() if count]
            return " ".join(each) or "0"
        case Say():
            ids = [option.id for option in part.options]
            return str(ids.index(right) + 1) if right in ids else right


def right_lines(question: Question) -> Iterator[str]:
    for stage, keys in zip(question.stages, question.keys, strict=True):
        for part in stage.parts:
            yield as_typed(part, keys[part.id].right)


def wrong_choice(part: AnyPart, key: Key) -> str:
    """A choice that is marked wrong; nothing, where there are none."""
    assert isinstance(part, Choose | Say)
    wrong = [
        str(n)
        for n, option in enumerate(part.options, start=1)
        if option.id != key.right and option.id not in key.also and option.says not in key.also
    ]
    return wrong[0]


# Answers -------------------------------------------------------------------------------------------


@each_game
@each_drill
def test_every_right_answer_can_be_typed_and_is_marked_right(game: str, drill: str) -> None:
    of = syllabus(game)
    if not any(skill.drill == drill for skill in of.skills.values()):
        return
    for question in first_questions(game, 3, 12, drill):
        for stage, keys in zip(question.stages, question.keys, strict=True):
            given = {}
            for part in stage.parts:
                line = as_typed(part, keys[part.id].right)
                assert line.lower() not in (*HELP, *SKIP, *QUIT)
                given[part.id] = answered(part, line)
            given = json.loads(json.dumps(given))
            assert mark_stage(stage, keys, given).is_right, (question.skill, given)


def test_amounts_are_typed_as_people_write_them() -> None:
    assert [cents(each) for each in ("7.50", "7.5", "$7", "1,250", "0")] == [
        750,
        750,
        700,
        125000,
        0,
    ]
    for bad in ("", "seven", "7.505", "-1", "1e3", "7,50", "٣"):
        with pytest.raises(Refused, match=r"as in 7\.50"):
            cents(bad)


RACK = GiveChips(id="chips", asks="Pay it.", rack={2500: 10, 500: 20, 100: 0, 50: 20})


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("2x25 1x5", {2500: 2, 500: 1}),
        ("2 x 25, 1 x 5", {2500: 2, 500: 1}),
        ("2x$25+5", {2500: 2, 500: 1}),
        ("5 5", {500: 2}),
        ("3x0.50", {50: 3}),
        ("0", {}),
        ("none", {}),
    ],
)
def test_chips_are_typed_as_they_are_counted(line: str, found: dict[int, int]) -> None:
    assert chips(RACK, line) == found


@pytest.mark.parametrize("line", ["2x3", "x", "25x", "2x25 apples", "1x1", "11x25", "..", "2x"])
def test_chips_that_are_not_in_the_rack_are_refused_with_those_that_are(line: str) -> None:
    with pytest.raises(Refused, match=r"\$0\.50, \$5 or \$25|The rack holds"):
        chips(RACK, line)


CHOICE = Choose(
    id="hand",
    asks="Name it.",
    options=[Option("a", "One pair"), Option("b", "Two pair"), Option("c", "Straight")],
)


@pytest.mark.parametrize(
    ("line", "id"), [("3", "c"), ("two", "b"), ("One pair.", "a"), ("STR", "c")]
)
def test_a_choice_is_a_number_or_its_words_as_far_as_they_tell(line: str, id: str) -> None:
    assert answered(CHOICE, line) == id


@pytest.mark.parametrize("line", ["pair", "0", "4", "flush", "...", "-1", "²"])
def test_words_that_fit_no_choice_or_several_are_asked_for_again(line: str) -> None:
    with pytest.raises(Refused):
        answered(CHOICE, line)


def test_cards_are_picked_by_number_or_name_and_twins_are_told_apart() -> None:
    part = PickCards(id="cards", asks="Pick.", cards=["9h", "9c", "9h", "Td"], count=3)
    assert answered(part, "1 3 4") == [0, 2, 3]
    assert answered(part, "9h 9h 10d") == [0, 2, 3]
    for bad in ("1 2", "1 1 2", "0 1 2", "9h 9h 9h", "1 2 5", "Ks 1 2", "1 2 x"):
        with pytest.raises(Refused):
            answered(part, bad)


# A session -----------------------------------------------------------------------------------------


@each_game
def test_a_session_of_right_answers_says_so(game: str) -> None:
    asked = first_questions(game, 4, 6)
    lines = [line for question in asked for line in right_lines(question)]
    ran = run("train", game, "--seed", "4", given=typed(*lines, "q"))
    assert ran.status == 0, ran.err
    assert "6 questions: 6 right, 0 wrong." in ran.out
    assert "To look at again" not in ran.out
    assert "Wrong." not in ran.out
    for question in asked:
        assert f"({question.rule})" in re.sub(r"\s+", " ", ran.out)


def test_a_rule_that_was_cited_is_cited_again_only_where_it_was_not_right() -> None:
    asked = first_questions("pick2", 3, 12, "read")
    rules = [question.rule for question in asked]
    assert len(set(rules)) < len(rules)
    lines = [line for question in asked for line in right_lines(question)]
    ran = run("train", "pick2", "--drill", "read", "--seed", "3", given=typed(*lines, "q"))
    assert ran.out.count("Right.") == len(asked)
    for rule in set(rules):
        assert ran.out.count(f"({rule})") == 1
    part, key = asked[-1].stages[0].parts[0], asked[-1].keys[0]
    wrong = [*lines[:-1], wrong_choice(part, key[part.id])]
    ran = run("train", "pick2", "--drill", "read", "--seed", "3", given=typed(*wrong, "q"))
    said = ran.out.partition("To look at again")[0]
    assert said.count(f"({rules[-1]})") == 2


def test_what_was_wrong_comes_again_and_then_its_twin() -> None:
    first, *others = first_questions("duki4", 12, 8, "say")
    (part,), (keys,) = first.stages[0].parts, first.keys
    lines = [wrong_choice(part, keys[part.id])]
    for question in others[:COMES_BACK_AFTER]:
        lines += right_lines(question)
    lines += right_lines(first)
    for question in others[COMES_BACK_AFTER : 2 * COMES_BACK_AFTER]:
        lines += right_lines(question)
    ran = run("train", "duki4", "--drill", "say", "--seed", "12", given=typed(*lines, "q"))
    heads = re.findall(r"^\d+\. .*$", ran.out, re.MULTILINE)
    assert heads[4] == "5. Say it · again"
    assert [head for head in heads if "again" in head] == [heads[4]]
    assert heads[8] == "9. Say it · a near twin"
    assert ran.out.count("Wrong.") == 1
    key = keys[part.id]
    assert key.source in re.sub(r"\s+", " ", ran.out.partition("To look at again")[2])


def test_of_a_long_question_what_was_missed_comes_back_and_not_all_of_it() -> None:
    (question,) = first_questions("king-high", 1, 1, "deal")
    assert len(question.stages) >= LONG
    lines, missed = list(right_lines(question)), ""
    parts = [
        (part, keys[part.id])
        for stage, keys in zip(question.stages, question.keys, strict=True)
        for part in stage.parts
    ]
    for number, (part, key) in enumerate(parts):
        if isinstance(part, Choose) and key.skill.startswith("pay "):
            lines[number], missed = wrong_choice(part, key), key.skill
            break
    assert missed
    others = first_questions("king-high", 1, 1 + COMES_BACK_AFTER, "deal")[1:]
    lines += [line for other in others for line in right_lines(other)]
    ran = run("train", "king-high", "--drill", "deal", "--seed", "1", given=typed(*lines, "q"))
    heads = re.findall(r"^\d+\. .*$", ran.out, re.MULTILINE)
    assert heads[1 + COMES_BACK_AFTER].startswith("5. Pay the wagers · again")


@each_game
def test_a_wrong_answer_names_what_is_right_the_rule_and_its_passage(game: str) -> None:
    of = syllabus(game)
    for reference, question in islice(drawn(of, "9", "say"), 30):
        (stage,), (keys,) = question.stages, question.keys
        (part,) = stage.parts
        key = keys[part.id]
        if isinstance(part, Say) and not part.options:
            continue
        assert isinstance(reference, Reference)
        marked = mark_stage(stage, keys, {part.id: answered(part, wrong_choice(part, key))})
        assert marked.mark < 1
        assert marked.parts[0].rule in of.rules
        assert marked.parts[0].right


@pytest.mark.parametrize("key", ["q", "quit", "Q", "exit"])
def test_q_ends_it_with_the_summary(key: str) -> None:
    ran = run("train", "duki4", "--seed", "1", given=typed(key))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.rstrip().endswith("0 questions: 0 right, 0 wrong.")


def test_the_end_of_the_input_ends_it_with_the_summary() -> None:
    ran = run("train", "duki4", "--seed", "1", given="")
    assert (ran.status, ran.err) == (0, "")
    assert "0 questions" in ran.out


def test_ctrl_c_ends_it_with_the_summary(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = right_lines(first_questions("duki4", 1, 1, "say")[0])
    monkeypatch.setattr(sys, "stdin", Typed(typed(line).encode(), is_interrupted=True))
    assert train("duki4", [], "say", "1", None, is_fresh=False) == 0
    assert "1 question: 1 right, 0 wrong." in capsys.readouterr().out


def test_help_shows_what_may_be_typed_and_s_skips() -> None:
    ran = run("train", "duki4", "--drill", "say", "--seed", "1", given=typed("?", "s", "q"))
    assert "2x25 5   chips: two of $25 and one of $5" in ran.out
    assert "Skipped." in ran.out
    assert "0 questions: 0 right, 0 wrong, 1 skipped." in ran.out
    assert "\n2. Say it" in ran.out


def test_a_line_that_is_no_answer_is_asked_for_again() -> None:
    given = typed("", "99", "x" * 2000, "\x00\x1b[2J", "q")
    ran = run("train", "duki4", "--drill", "say", "--seed", "12", given=given)
    assert ran.status == 0
    assert "That line is too long." in ran.out
    assert "\x1b" not in ran.out


@each_game
def test_nothing_that_is_typed_breaks_a_session(game: str) -> None:
    rng = Random(game)
    words = [
        "1",
        "2",
        "3",
        "0",
        "1 2 3",
        "7.50",
        "2x25",
        "pair",
        "s",
        "?",
        "9h",
        "-",
        "high",
        "a b",
    ]
    lines = [rng.choice(words) for _ in range(400)]
    ran = run("train", game, "--seed", "2", given=typed(*lines))
    assert (ran.status, ran.err.count("\n")) == (0, ran.err.count("tablewright: "))
    assert re.search(r"\n\d+ questions: \d+ right, \d+ wrong", ran.out)


def test_a_pipe_is_plain_and_a_terminal_coloured() -> None:
    options = ("train", "king-high", "--drill", "say", "--seed", "5")
    lines = typed("1", "1", "q")
    assert "\x1b" not in run(*options, given=lines).out
    shown = run_in_terminal(*options, given=lines, columns=80).out
    assert "\x1b[" in shown
    plain = ESCAPES.sub("", shown).replace("\r\n", "\n")
    assert plain.split() == run(*options, given=lines).out.split()


@each_game
@each_drill
@pytest.mark.parametrize("width", [39, 60, 79])
def test_what_is_shown_keeps_within_the_terminal(game: str, drill: str, width: int) -> None:
    of = syllabus(game)
    if not any(skill.drill == drill for skill in of.skills.values()):
        return
    for question in first_questions(game, 6, 5, drill):
        for stage in question.stages:
            lines = shown_lines(stage.shown, of, width)
            for part in stage.parts:
                lines += part_lines(part, width)
                assert len(how_to_answer(part)) < 35
            assert [line for line in lines if len(line) > width] == []


def test_a_felt_says_which_cards_of_a_turned_hand_play() -> None:
    """Of five cards three may play: what they make cannot be read otherwise."""
    of, seen = syllabus("pick2"), 0
    for question in first_questions("pick2", 5, 3, "settle"):
        for stage in question.stages:
            assert stage.shown.view is not None
            drawn_felt = "\n".join(shown_lines(stage.shown, of, 80))
            for place in stage.shown.view.places.values():
                if place.plays and place.hand and len(place.plays) < len(place.hand.cards):
                    assert f"{place.decision}: {faces(place.plays)}" in drawn_felt
                    seen += 1
    assert seen > 3


def test_how_many_steps_there_are_is_said_where_it_tells_nothing() -> None:
    """In a table that is watched it would tell when the fault comes."""
    for drill, tells in (("settle", True), ("guard", False)):
        ran = run("train", "pick2", "--drill", drill, "--seed", "3", given=typed("q"))
        (head,) = re.findall(r"^1\. .*$", ran.out, re.MULTILINE)
        assert (" steps" in head) == tells


def test_a_frame_that_is_only_watched_is_passed_with_enter() -> None:
    of = syllabus("king-high")
    asked = islice(drawn(of, "3", "guard"), 12)
    watched = [q for _, q in asked if any(stage.seconds for stage in q.stages)]
    assert watched
    ran = run("train", "king-high", "--drill", "guard", "--seed", "3", given="\n" * 30)
    assert ran.status == 0
    assert "Enter, or" in ran.out
    first = watched[0].stages[0]
    assert isinstance(first.parts[0], Choose)
    assert ran.out.count(f"2  {first.parts[0].options[1].says}") < ran.out.count("Enter, or")


def test_the_session_ends_when_its_time_is_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hours = iter(range(100))
    monkeypatch.setattr("time.monotonic", lambda: next(hours) * 100.0)
    monkeypatch.setattr(sys, "stdin", Typed(typed(*["1"] * 60).encode()))
    assert train("duki4", [], "say", "1", "20", is_fresh=False) == 0
    out = capsys.readouterr().out
    assert "The time is over." in out
    assert 1 <= int(re.findall(r"\n(\d+) questions?: ", out)[0]) < 12


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--drill", "dance"], "there is no drill 'dance'"),
        (["--minutes", "0"], "--minutes is '0': expected a whole number from 1"),
        (["--minutes", "forever"], "--minutes is 'forever'"),
        (["--seed", "x"], "--seed is 'x'"),
        (["--reading", "nothing=1"], "there is no reading 'nothing' here"),
    ],
)
def test_what_cannot_be_asked_for_is_one_line_and_status_2(options: list[str], says: str) -> None:
    ran = run("train", "duki4", *options)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"tablewright: [^\n]+\n", ran.err)
    assert says in ran.err


# What is kept --------------------------------------------------------------------------------------

Trained = Callable[..., str]


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Trained:
    """Train with the progress file; what was printed."""

    def train_it(*lines: str, **options: Any) -> str:
        monkeypatch.setattr(sys, "stdin", Typed(typed(*lines).encode()))
        options = {"drill": "say", "seed": None, "is_fresh": False} | options
        assert train("duki4", [], minutes="20", **options) == 0
        return re.sub(r"\s+", " ", capsys.readouterr().out)

    return train_it


def kept(tmp_path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((tmp_path / "school" / "duki4.json").read_text())
    return found


def test_what_was_answered_is_kept_and_comes_back(trained: Trained, tmp_path: Path) -> None:
    out = trained("1", "1", "1", "q")
    answers = kept(tmp_path)["answers"]
    assert len(answers) == int(re.findall(r" (\d+) questions?: ", out)[0])
    assert set(kept(tmp_path)["remembered"]) == {each["skill"] for each in answers}
    wrong = [each for each in answers if each["mark"] != "1"]
    again = trained("q")
    assert (f"{len(wrong)} to repeat" in again) == bool(wrong)


def test_the_same_question_again_shows_nothing_and_the_one_after_it_does(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the house: a trainee who has just read what is right has not shown that they know it."""
    monkeypatch.setattr("tablewright.cli.school.chosen.secrets.randbelow", lambda _: 7)
    of, record = syllabus("duki4"), Record(syllabus("duki4"))
    planned = list(record.references(record.plan(20, "say", "7"), "7"))
    first, *others = planned
    question = ask(of, first)
    (part,), keys = question.stages[0].parts, question.keys[0]
    wrong = wrong_choice(part, keys[part.id])
    between = [line for each in others[:COMES_BACK_AFTER] for line in right_lines(ask(of, each))]
    after = others[COMES_BACK_AFTER : 2 * COMES_BACK_AFTER]
    more = [line for each in after for line in right_lines(ask(of, each))]
    twin = ask(of, Reference(first.skill, first.seed, is_twin=True))
    if twin == question:
        twin = ask(of, Reference(first.skill, f"{first.seed} other"))
    lines = [wrong, *between, *right_lines(question), *more, *right_lines(twin)]
    out = trained(*lines, "q")
    assert f"{len(planned[: 2 * COMES_BACK_AFTER + 1]) + 2} questions: " in out
    marks = [e["mark"] for e in kept(tmp_path)["answers"] if e["skill"] == first.skill]
    assert marks == ["0", "1"]


def test_a_drill_that_was_asked_for_goes_on_when_nothing_of_it_is_due(trained: Trained) -> None:
    """Its one run-through is planned once; a trainee who asks for it gets another."""
    assert "1 new." in trained("q", drill="settle")
    out = trained("s", "s", "s", "q", drill="settle")
    assert "4. Settle the table" in out
    assert "3 skipped" in out


def test_who_is_done_for_today_is_told_what_else_there_is(
    trained: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = Session(items=[], done=9, right=9, seconds_left=0.0)
    monkeypatch.setattr(Record, "plan", lambda *_, **__: done)
    assert "You are done for today: take any drill with --drill NAME" in trained(drill=None)
    assert "Nothing is due. 20 minutes." in trained("q")


def test_a_question_that_cannot_be_made_is_said_and_the_next_one_comes(
    trained: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = iter([True])

    def breaks_once(of: Syllabus, reference: Reference) -> Question:
        if next(broken, False):
            raise LookupError(reference.skill)
        return ask(of, reference)

    monkeypatch.setattr("tablewright.cli.school.session.ask", breaks_once)
    out = trained("1", "q")
    assert "A question cannot be asked (say duki4." in out
    assert "LookupError). The next one comes. 1. Say it" in out
    assert "1 question: " in out


def test_a_seed_and_fresh_leave_what_is_kept_alone(trained: Trained, tmp_path: Path) -> None:
    trained("1", "1", "q", seed="3")
    trained("1", "1", "q", is_fresh=True)
    assert not (tmp_path / "school").exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b'{"format":99}', b'{"answers":1}'])
def test_a_damaged_file_is_said_left_alone_and_the_session_goes_on(
    content: bytes, trained: Trained, tmp_path: Path
) -> None:
    file = tmp_path / "school" / "duki4.json"
    file.parent.mkdir()
    file.write_bytes(content)
    out = trained("1", "q")
    assert "Your progress is not kept: " in out
    assert "1 question: " in out
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_said(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TABLEWRIGHT_SCHOOL", str(tmp_path / "file" / "within"))
    out = trained("1", "q")
    assert "Your progress is not kept: " in out
    assert "1 question: " in out


def test_two_sessions_at_once_keep_what_both_have_answered(tmp_path: Path) -> None:
    of = syllabus("duki4")
    one, other = Record(of), Record(of)
    skills = list(of.skills)[:3]
    for record, skill in zip((one, other, one), skills, strict=True):
        answer_rightly(record, skill)
    assert sorted(kept(tmp_path)["remembered"]) == sorted(skills)
    assert [each["skill"] for each in kept(tmp_path)["answers"]] == skills


def answer_rightly(record: Record, skill: str) -> None:
    """A question for a skill is answered at once."""
    reference = Reference(skill, "1")
    question = ask(record.of, reference)
    given = {id: key.right for id, key in question.keys[0].items()}
    record.note(reference, mark_stage(question.stages[0], question.keys[0], given).parts, 1.0)


def test_who_was_right_less_often_than_foretold_is_asked_sooner(tmp_path: Path) -> None:
    """As in the house: the retention to plan for follows from the trainee's own record."""
    of = syllabus("duki4")
    skill = next(iter(of.skills))
    at = datetime.now().astimezone() - timedelta(days=20)
    learnt = None
    for day in range(3):
        learnt = review(skill, learnt, Fraction(1), 1.0, 10.0, at + timedelta(days=day))
    assert learnt is not None
    due = []
    for held in (90, 50):
        seen = msgspec.structs.replace(learnt, reviews=100, held=held, hoped=90.0)
        (tmp_path / "school").mkdir(exist_ok=True)
        written = msgspec.json.encode(Kept(remembered={skill: seen}))
        (tmp_path / "school" / "duki4.json").write_bytes(written)
        answer_rightly(Record(of), skill)
        due.append(kept(tmp_path)["remembered"][skill]["due"])
    assert due[1] < due[0]


def test_nothing_half_written_is_left_behind(trained: Trained, tmp_path: Path) -> None:
    trained("1", "1", "q")
    assert [each.name for each in (tmp_path / "school").iterdir()] == ["duki4.json"]
