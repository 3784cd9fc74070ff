"""The law of the school: all that rules and procedure say is a skill, and some drill asks for it.

Under default readings, on every device: every line of every wager, every irregularity with every
ruling, every part and step of a round, every call. What a drill calls right is asked elsewhere of
oracles written from the manuals (`tests/school`); here nothing may be left out, and nothing given away.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest

from tablewright.games import every_game
from tablewright.rules.register import instruction_id, ruling_ids
from tablewright.school.asking import Reference, ask, drawn
from tablewright.school.drills import DRILLS
from tablewright.school.marking import heard, mark_stage, said
from tablewright.school.questions import Question, Stage
from tablewright.school.syllabus import Syllabus, syllabus

GAMES = [game.id for game in every_game()]
QUESTIONS = 10_000
"""Within so many drawn questions every skill is reached."""


@cache
def asked(of: str) -> dict[str, Question]:
    """The first question of every skill, drawn as a trainee would draw them."""
    taught, found = syllabus(of), dict[str, Question]()
    for reference, question in islice(drawn(taught, "law"), QUESTIONS):
        found.setdefault(reference.skill, question)
        if len(found) == len(taught.skills):
            break
    return found


def lines(taught: Syllabus) -> Iterator[str]:
    for decided in taught.ruleset.wagers.values():
        for line in decided.lines:
            yield line.rule


def rows(taught: Syllabus) -> Iterator[tuple[str, str]]:
    """Every row of a pay table, with the rule of a line that pays by it."""
    for decided in taught.ruleset.wagers.values():
        for number, outcome in decided.outcomes.items():
            line, facts = decided.lines[outcome.line], decided.space.possible[number]
            for table in line.tables:
                if table.has(facts):
                    yield line.rule, str(table.key(facts).value)


def rulings(taught: Syllabus) -> Iterator[tuple[str, str]]:
    """Every ruling on every irregularity with every device; the rule's id and the device's."""
    for irregularity in taught.procedure.irregularities:
        for device in taught.devices:
            if irregularity.devices and device.id not in irregularity.devices:
                continue
            for ruling in irregularity.rulings_with(device, taught.ruleset.rulings):
                (id,) = [
                    id
                    for id in ruling_ids(irregularity, ruling)
                    if not ruling.devices or id.endswith(f".{device.id}")
                ]
                yield id, device.id


def steps(taught: Syllabus) -> Iterator[str]:
    """The parts of a round, the passes of settlement, and what the dealer is told with each step."""
    game, run = taught.game.id, taught.procedure
    for phase in run.phases:
        yield f"{game}.phase.{phase.id}"
    for stage in run.stages_under(taught.ruleset.rulings):
        yield f"{game}.stage.{stage.id}"
    for told in run.instructions_under(taught.ruleset.rulings):
        yield instruction_id(run, told)


def incidents(taught: Syllabus) -> Iterator[str]:
    for incident in taught.procedure.incidents:
        for ruling in incident.rulings:
            yield incident.rule(ruling)


@pytest.mark.parametrize("of", GAMES)
def test_every_line_of_every_wager_is_a_skill_row_by_row(of: str) -> None:
    taught = syllabus(of)
    known = [skill for skill in taught.skills.values() if skill.drill == "pay"]
    assert set(lines(taught)) <= {skill.rule for skill in known}
    for rule, row in rows(taught):
        assert any(skill.rule == rule and row in skill.case for skill in known), f"{rule} {row}"


@pytest.mark.parametrize("of", GAMES)
def test_every_ruling_on_every_irregularity_is_a_skill_with_every_device(of: str) -> None:
    taught = syllabus(of)
    known = {
        (skill.rule, skill.device) for skill in taught.skills.values() if skill.drill == "rule"
    }
    for rule, device in rulings(taught):
        assert {(rule, device), (rule, "")} & known, f"{rule} with {device}"


@pytest.mark.parametrize("of", GAMES)
def test_every_part_of_a_round_every_step_and_every_incident_is_a_skill(of: str) -> None:
    taught = syllabus(of)
    known = {skill.rule for skill in taught.skills.values()}
    missing = {*steps(taught), *incidents(taught)} - known
    assert not missing


@pytest.mark.parametrize("of", GAMES)
def test_every_skill_is_a_rule_of_the_register_with_its_source(of: str) -> None:
    taught = syllabus(of)
    for skill in taught.skills.values():
        assert skill.rule in taught.rules
        assert skill.source
        assert skill.drill in DRILLS
        assert skill.id.startswith(f"{skill.drill} {skill.rule}")


@pytest.mark.parametrize("of", GAMES)
def test_every_skill_is_reached_and_its_question_shows_it(of: str) -> None:
    taught, found = syllabus(of), asked(of)
    assert found.keys() == taught.skills.keys()
    for id, question in found.items():
        shown = {key.skill for keys in question.keys for key in keys.values()}
        assert id in shown, f"{id}: its question shows only {shown}"
        assert shown <= taught.skills.keys(), f"{id}: {shown - taught.skills.keys()}"
        for keys in question.keys:
            for key in keys.values():
                assert key.rule in taught.rules
                assert key.source
                assert key.says


def right_answers(keys: dict[str, Any]) -> dict[str, Any]:
    return {part: key.right for part, key in keys.items()}


@pytest.mark.parametrize("of", GAMES)
def test_the_right_answer_is_marked_right_and_nothing_is_marked_wrong(of: str) -> None:
    for id, question in asked(of).items():
        for stage, keys in zip(question.stages, question.keys, strict=True):
            sent = msgspec.json.decode(msgspec.json.encode(right_answers(keys)))
            assert {part.id for part in stage.parts} == set(keys), id
            assert mark_stage(stage, keys, sent).is_right, id
            assert mark_stage(stage, keys, {}).mark == 0, id


@pytest.mark.parametrize("of", GAMES)
def test_the_same_reference_is_the_same_question(of: str) -> None:
    taught = syllabus(of)
    for id in list(taught.skills)[::7]:
        reference = Reference(id, "again")
        assert ask(taught, reference) == ask(taught, reference)


@pytest.mark.parametrize("of", GAMES)
def test_no_stage_names_its_skill_or_rule(of: str) -> None:
    for id, question in asked(of).items():
        for stage, keys in zip(question.stages, question.keys, strict=True):
            sent = msgspec.json.encode(stage).decode()
            assert id not in sent
            for key in keys.values():
                offered = _offered(stage)
                assert f'"{key.rule}"' not in sent or key.rule in offered, id


@pytest.mark.parametrize("of", GAMES)
def test_how_long_a_question_is_tells_nothing_of_what_comes(of: str) -> None:
    """A watched table goes wrong two stages before its end; a round goes as its cards will have it."""
    for question in asked(of).values():
        is_open = any(stage.seconds for stage in question.stages) or question.drill == "deal"
        assert question.stages_told == (0 if is_open else len(question.stages))


CARD_AS_WRITTEN = re.compile(r"\b(?:[2-9TJQK][cdhs]|A[cdh])\b")
"""A card as a program writes it; `As` is a word too."""


@pytest.mark.parametrize("of", GAMES)
def test_no_sentence_names_a_card_as_a_program_writes_it(of: str) -> None:
    taught = syllabus(of)
    for skill in taught.skills.values():
        assert not CARD_AS_WRITTEN.search(skill.says), skill.id
    for id, question in asked(of).items():
        for says in _sentences(question):
            assert not CARD_AS_WRITTEN.search(says), f"{id}: {says}"


@pytest.mark.parametrize("of", GAMES)
def test_what_decides_is_more_than_the_answer_said_again(of: str) -> None:
    for id, question in asked(of).items():
        for stage, keys in zip(question.stages, question.keys, strict=True):
            for part in stage.parts:
                key = keys[part.id]
                right = key.said or said(part, key.right)
                assert heard(key.missed) != heard(right), f"{id}: {part.asks} {right}"


def _sentences(question: Question) -> Iterator[str]:
    """All that a trainee reads of a question in words."""
    for stage, keys in zip(question.stages, question.keys, strict=True):
        yield from (stage.asks, *stage.shown.told, *stage.shown.facts)
        for part in stage.parts:
            yield part.asks
            yield from (option.says for option in getattr(part, "options", []))
        for key in keys.values():
            yield from (key.says, key.missed, key.said)
            yield from (*key.in_part.values(), *key.refusals.values())


def _offered(stage: Stage) -> set[str]:
    """The ids and the words of all choices: what is right stands among what is not."""
    options = [option for part in stage.parts for option in getattr(part, "options", [])]
    return {option.id for option in options} | {option.says for option in options}
