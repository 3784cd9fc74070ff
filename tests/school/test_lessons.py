"""Lessons say what the rule book says, all of it, and nothing else; hand skills are drawn, listed."""

import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from tablewright.rules.contest import Contest
from tablewright.rules.register import ruling_ids
from tablewright.rules.wagers import Wager
from tablewright.school.asking import Reference, ask
from tablewright.school.lessons import Lesson, Paragraph, connecting, lesson_named, lessons
from tablewright.school.lessons.hand_skills import ways_of_paying
from tablewright.school.lessons.paragraphs import ANSWERED, EXAMPLE, MOST_ROWS, Writer
from tablewright.school.marking import mark_question
from tablewright.school.syllabus import Syllabus, syllabus, syllabus_of
from tests.registry import GAMES

EVERY_TURN = True  # Each game has its own.

SVG = "{http://www.w3.org/2000/svg}"
PATH = [
    *("game", "hands", "wagers", "payments", "deal", "calls"),
    *("irregularities", "guarding", "practical"),
]
each_game = pytest.mark.parametrize("game", GAMES)


def paragraphs(of: Syllabus) -> list[Paragraph]:
    return [each for lesson in lessons(of) for each in lesson.paragraphs]


def texts(lesson: Lesson) -> set[str]:
    """Everything that a lesson says, in paragraphs and tables."""
    said = {each.says for each in lesson.paragraphs}
    return said | {cell for each in lesson.paragraphs for row in each.rows for cell in row}


def connecting_sentences() -> set[str]:
    return {
        each for name, each in vars(connecting).items() if name.isupper() and isinstance(each, str)
    }


# Everything is there -------------------------------------------------------------------------------


@each_game
def test_the_path_of_a_game_begins_with_what_it_is_and_ends_at_a_real_table(game: str) -> None:
    assert [lesson.id for lesson in lessons(syllabus(game))] == PATH


@each_game
def test_every_rule_of_the_game_stands_in_some_lesson(game: str) -> None:
    of = syllabus(game)
    named = {each.rule for each in paragraphs(of)}
    said = set().union(*map(texts, lessons(of)))
    missing = [
        rule.id
        for rule in of.rules.values()
        if rule.id.startswith(f"{game}.") and rule.id not in named and rule.sentence not in said
    ]
    assert missing == []


@each_game
def test_every_line_of_every_wager_stands_in_the_lesson_on_payments(game: str) -> None:
    of = syllabus(game)
    named = {each.rule for each in lesson_named(of, "payments").paragraphs}
    lines = {line.rule for decided in of.ruleset.wagers.values() for line in decided.lines}
    assert lines <= named


@each_game
def test_every_row_of_every_pay_table_stands_there_with_its_odds(game: str) -> None:
    of = syllabus(game)
    rows = [tuple(row) for each in lesson_named(of, "payments").paragraphs for row in each.rows]
    for decided in of.ruleset.wagers.values():
        for table in decided.tables:
            odds = [table.printed(made) for made in table.rows]
            assert [pays for _, pays in rows if pays in odds], table.name
            assert len([row for row in rows if row[-1] in odds]) >= len(odds)


@each_game
def test_every_phase_and_every_device_stands_in_the_lesson_on_the_deal(game: str) -> None:
    of = syllabus(game)
    named = {each.rule for each in lesson_named(of, "deal").paragraphs}
    assert {f"{game}.phase.{phase.id}" for phase in of.procedure.phases} <= named
    assert {f"{game}.device.{device.id}" for device in of.devices} <= named


@each_game
def test_every_ruling_stands_with_the_devices_it_holds_with(game: str) -> None:
    of = syllabus(game)
    found = lesson_named(of, "irregularities").paragraphs
    devices = {device.id: device.name.capitalize() for device in of.procedure.devices}
    for each in of.procedure.irregularities:
        for ruling in each.rulings:
            ids = [id for id in ruling_ids(each, ruling) if id in of.rules]
            for id in ids:
                told = [p for p in found if p.rule in ids and p.says == of.rules[id].sentence]
                assert told, id
                if ruling.devices:
                    names = {row[0] for p in told for row in p.rows}
                    assert {devices[device] for device in ruling.devices} <= names


@each_game
def test_every_call_of_a_card_stands_in_the_lesson_on_calls(game: str) -> None:
    of = syllabus(game)
    said = texts(lesson_named(of, "calls"))
    for each in of.procedure.explanation_under(of.ruleset.rulings):
        start = each.says.partition("{")[0]
        assert [words for words in said if words.startswith(start)], each.says
    if of.procedure.call is not None:
        assert {"Low Spade", "Seven of Spades", "King High Spade"} <= said


@each_game
def test_every_skill_that_a_lesson_names_can_be_asked_and_every_rule_that_is_asked_is_taught(
    game: str,
) -> None:
    of = syllabus(game)
    named = [each.skill for each in paragraphs(of) if each.skill]
    assert named
    assert set(named) <= set(of.skills)
    taught = {each.rule for each in paragraphs(of)}
    assert {skill.rule for skill in of.skills.values()} <= taught


# And nothing else ----------------------------------------------------------------------------------


@each_game
def test_no_sentence_is_the_lessons_own_but_those_that_connect(game: str) -> None:
    of, writer = syllabus(game), Writer(syllabus(game))
    rulings = of.ruleset.rulings
    known = {rule.sentence for rule in of.rules.values()} | connecting_sentences()
    for skill in of.skills.values():
        known |= {skill.says, skill.says.removesuffix(of.rules[skill.rule].sentence).strip()}
    known |= {of.game.summary}
    known |= {paid.manner.how for paid in ways_of_paying(writer)}
    if isinstance(of.deal, Contest):
        known |= {each.says for each in of.deal.decisions}
    told = [each.says for each in of.procedure.explanation_under(rulings)]
    shapes = [re.sub(r"\\{[a-z0-9-]+\\}", r"\\$[0-9.,]+", re.escape(says)) for says in told]
    for each in paragraphs(of):
        is_told = any(re.fullmatch(shape, each.says) for shape in shapes)
        assert each.says in known or is_told, each.says


def test_connecting_sentences_state_no_rule() -> None:
    assert len(connecting_sentences()) < 25
    names = {"ace", "king", "dealer has", "must", "may not", "void", "burn two", "paid"}
    for sentence in connecting_sentences():
        assert not re.search(r"\d", sentence)
        assert len(sentence) < 100
        for game in GAMES:
            of = syllabus(game)
            assert of.game.name not in sentence
            for decided in of.ruleset.wagers.values():
                assert not re.search(rf"\b{re.escape(decided.wager.name)}\b", sentence)
        assert not [name for name in names - {"must"} if name in sentence.lower()], sentence


@each_game
def test_every_rule_is_cited_where_the_register_cites_it(game: str) -> None:
    of = syllabus(game)
    for each in paragraphs(of):
        if each.rule and each.says == of.rules[each.rule].sentence:
            assert each.source in {
                str(of.rules[each.rule].source),
                *(skill.source for skill in of.skills.values() if skill.rule == each.rule),
            }


@each_game
def test_an_example_is_a_question_with_the_answer_that_is_marked_right(game: str) -> None:
    of, seen = syllabus(game), 0
    for each in paragraphs(of):
        if each.shown is None:
            continue
        question = ask(of, Reference(each.skill, EXAMPLE))
        assert each.shown == question.stages[0].shown
        given = {id: key.right for id, key in question.keys[0].items()}
        marked = mark_question(question, [_as_json(given)])
        assert marked.is_right
        own = [part for part in marked.parts if part.skill == each.skill]
        told = own if own and len(marked.parts) > MOST_ROWS else marked.parts
        assert each.rows[0] == ANSWERED
        assert [row[1] for row in each.rows[1:]] == [part.right for part in told]
        assert all(row[0].endswith(("?", ")", ".")) for row in each.rows[1:]), "a whole question"
        seen += 1
    assert seen > 5


def _as_json(given: dict[str, object]) -> dict[str, object]:
    """Chips by denomination, as JSON writes them."""
    return {
        id: {str(value): count for value, count in right.items()}
        if isinstance(right, dict)
        else right
        for id, right in given.items()
    }


def test_another_reading_is_another_lesson() -> None:
    tens = texts(lesson_named(syllabus("king-high"), "calls"))
    jacks = texts(
        lesson_named(syllabus("king-high", {"king-high.pokerpot-pair": "jacks"}), "calls")
    )
    assert any("pair of tens or better" in said for said in tens)
    assert not any("pair of tens or better" in said for said in jacks)
    assert any("pair of jacks or better" in said for said in jacks)


# Hand skills ---------------------------------------------------------------------------------------


@each_game
def test_every_taught_rule_stands_in_a_checklist_and_has_a_drawing(game: str) -> None:
    of = syllabus(game)
    taught = {rule.id for rule in of.rules.values() if rule.is_taught}
    assert taught
    listed = {each.rule for lesson in lessons(of) for each in lesson.checklist}
    assert taught <= listed
    drawn = {each.rule for each in paragraphs(of) if each.drawing}
    assert taught <= drawn


def test_the_look_over_the_last_boxes_and_hands_kept_back_are_on_the_list_of_king_high() -> None:
    listed = {each.rule for each in lesson_named(syllabus("king-high"), "practical").checklist}
    assert {"king-high.protection.look-over", "king-high.protection.hands-back"} <= listed


def test_sizing_in_and_capping_are_on_the_list_of_king_high() -> None:
    said = [each.says for each in lesson_named(syllabus("king-high"), "practical").checklist]
    assert "Size in once." in said
    assert "Size in once and cap." in said
    assert any(says.startswith("Make up the winnings in the work area") for says in said)


@each_game
def test_a_drawing_reads_on_light_and_on_dark_and_keeps_within_its_frame(game: str) -> None:
    drawings = [each.drawing for each in paragraphs(syllabus(game)) if each.drawing]
    assert drawings
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert root.tag == f"{SVG}svg"
        assert root.findtext(f"{SVG}title")
        left, top, wide, high = map(float, root.attrib["viewBox"].split())
        for each in root.iter():
            for name in ("fill", "stroke"):
                assert each.attrib.get(name, "none") in ("none", "currentColor")
            if each.tag == f"{SVG}text":
                assert left < float(each.attrib["x"]) < left + wide
                assert top + 10 < float(each.attrib["y"]) < top + high
                assert float(each.attrib["font-size"]) >= 12


def test_a_lesson_that_is_not_there_is_refused_with_those_that_are() -> None:
    from tablewright.rules.errors import Refused

    with pytest.raises(Refused, match="expected game, hands"):
        lesson_named(syllabus("duki4"), "dance")


@each_game
def test_nothing_is_left_to_be_filled_in_and_no_table_is_missing(game: str) -> None:
    for each in paragraphs(syllabus(game)):
        assert "{" not in each.says, each.says
        assert each.rows or each.says not in (connecting.ON_THE_SIGN, connecting.ON_THE_TABLE)


@each_game
def test_every_wager_is_first_shown_where_it_is_won(game: str) -> None:
    of = syllabus(game)
    (lesson,) = [each for each in lessons(of) if each.id == "wagers"]
    for id, decided in of.ruleset.wagers.items():
        (each,) = [one for one in lesson.paragraphs if one.rule == f"{game}.{id}"]
        assert each.shown is not None
        assert not any("void" in told for told in each.shown.told)
        kind = {one.name for one in decided_alike(of, decided.wager.kind)}
        becomes = [row[1] for row in each.rows if row[0].removesuffix(BECOMES) in kind]
        assert becomes
        assert "It wins: pay it" in becomes


BECOMES = ": what becomes of it?"


def decided_alike(of: Syllabus, kind: str) -> list[Wager[Any]]:
    """The wagers of a kind: they share their lines."""
    return [each.wager for each in of.ruleset.wagers.values() if each.wager.kind == kind]


def test_where_a_device_is_refused_nothing_of_it_is_taught() -> None:
    there = msgspec.structs.replace(syllabus("duki4").setup, jurisdiction="washington-card-rooms")
    of = syllabus_of(there)
    assert [device.id for device in of.devices] == ["shuffler", "one-deck-shuffler"]
    named = {each.rule for each in paragraphs(of)}
    by_hand = {id for id in of.rules if id.endswith(".hand")}
    by_hand |= {f"duki4.instruction.{id}" for id in ("house-shuffle", "one-handed-cut", "stub")}
    assert by_hand <= set(of.rules)
    assert not by_hand & named
    of_game = {id for id in of.rules if id.startswith("duki4.")}
    assert of_game - named - by_hand <= {"duki4.equipment.cut-card"}
    for skill in of.skills:
        assert ask(of, Reference(skill, EXAMPLE)).stages
