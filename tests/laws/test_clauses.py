"""Every clause of the manuals is carried by a rule, shown by a test and put before a person.

`docs/clauses.toml` lists them. No sentence of a manual that rules something is left out: the manuals
are not in the repository, so `manuals.py` keeps every sentence as hashes of its words.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

from docs.clauses import PAGE, Entry, clauses, kinds, page, prompted, rules
from tablewright.games import every_game, procedure
from tablewright.rules.citations import HOUSE, READING, Passage
from tablewright.rules.game import Game
from tablewright.rules.register import instruction_id
from tablewright.rules.roles import PLAYER
from tablewright.table.words import BUTTON, DO, ENGLISH
from tests.laws.manuals import Sentence, sections
from tests.laws.test_citations import wrong_with

ROOT = Path(__file__).parents[2]
CLAUSES = clauses().clauses
ENTRIES: tuple[Entry, ...] = (*CLAUSES, *clauses().no_rules)


def titles(of: Entry) -> list[str]:
    return [clauses().documents[document] for document in of.documents]


def test_the_words_of_a_clause_stand_in_its_section() -> None:
    wrong = {
        (title, words): why
        for of in ENTRIES
        for title in titles(of)
        for words in of.words
        if (why := wrong_with(Passage(title, of.section, "", words)))
    }
    assert not wrong


def uncovered(entries: tuple[Entry, ...]) -> dict[str, int]:
    """The sections with sentences that rule something and that no entry has words of."""
    found: dict[str, int] = {}
    for title, document in sections().items():
        for section, sentences in document.items():
            said = [
                words
                for each in entries
                if each.section == section and title in titles(each)
                for words in each.words
            ]
            left = [each for each in sentences if each.is_rule and not is_covered(each, said)]
            if left:
                found[f"{title}: {section}"] = len(left)
    return found


def is_covered(sentence: Sentence, said: list[str]) -> bool:
    return any(sentence.has(words) for words in said)


def test_no_sentence_that_rules_something_is_left_out() -> None:
    assert uncovered(ENTRIES) == {}


def test_a_clause_that_is_taken_out_is_missed() -> None:
    left = tuple(each for each in ENTRIES if "Dealer then reveals his four cards" not in each.words)
    assert uncovered(left) == {f"{title}: Playing the game": 1 for title in titles(CLAUSES[0])}


def test_every_clause_is_carried_by_rules_of_the_register() -> None:
    assert all(each.rules for each in CLAUSES)
    assert not {rule for each in CLAUSES for rule in each.rules} - rules().keys()


@pytest.mark.parametrize("of", every_game(), ids=[of.id for of in every_game()])
def test_every_rule_that_a_manual_states_carries_a_clause_by_whatever_reading(of: Game) -> None:
    carrying = {rule for each in CLAUSES for rule in each.rules}
    printed = {
        id
        for id, rule in rules().items()
        if id.startswith(f"{of.id}.") and rule.source.document not in (HOUSE, READING)
    }
    assert len(printed) > 50
    assert not printed - carrying


@cache
def shown_in(file: str) -> frozenset[str]:
    """What a file of tests can show: its functions, or the scenarios it tells."""
    text = (ROOT / file).read_text("utf-8")
    if file.endswith(".txt"):
        return frozenset(line for line in text.splitlines() if line and not line.startswith(" "))
    body = ast.parse(text).body
    return frozenset(node.name for node in body if isinstance(node, ast.FunctionDef))


def test_every_clause_is_shown_by_a_test() -> None:
    assert all(of.tests for of in CLAUSES)
    for test in {test for of in CLAUSES for test in of.tests}:
        file, _, name = test.partition(": " if ".txt: " in test else "::")
        assert name in shown_in(file), test
        assert file.endswith(".txt") or name.startswith("test_"), test


def test_somebody_is_prompted_by_every_clause() -> None:
    for each in CLAUSES:
        kind = kinds()[each.act]
        assert prompted(each.act)
        moods = (DO, BUTTON)
        is_asked_for = any(ENGLISH.say(each.act, m) or ENGLISH.cases(each.act, m) for m in moods)
        assert is_asked_for or not set(kind.by) - {PLAYER}, each.act


def test_a_clause_that_an_instruction_carries_is_said_with_one_of_its_steps() -> None:
    steps = {
        instruction_id(procedure(of), each): each.steps
        for of in every_game()
        for each in procedure(of).instructions
    }
    for each in CLAUSES:
        assert each.act in steps.get(each.rules[0], (each.act,)), each
    assert sum(each.is_taught for each in CLAUSES) >= 15


def test_the_page_of_clauses_is_what_the_list_the_register_and_the_acts_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "write it anew: python -m docs.clauses"
