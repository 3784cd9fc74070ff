"""The register of rules: whatever names a rule names one of it, and none of it is named by nothing.

Ids are collected twice: from the text of the product, and from tables at which anybody tries anything.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.cli.rules import find_rule, rules_json
from tablewright.games import every_game, game, procedure
from tablewright.rules.citations import HOUSE, READING
from tablewright.rules.errors import BadDefinition, Forbidden, Refused
from tablewright.rules.game import Game, Provision
from tablewright.rules.house_rules import HOUSE_RULES
from tablewright.rules.register import of_every_game, register
from tablewright.table.journal import Journal, decoded
from tablewright.table.machine import Table
from tablewright.table.trial import copied_table
from tests.table_play import (
    RandomPlay,
    at_every_second_table,
    bent,
    built,
    everybody,
    nonsense,
    once_and_often_in_the_proof,
    options,
    random_setup,
)

PACKAGE = Path(__file__).parents[2] / "tablewright"
ID = re.compile(r"(house|GAME)(\.[a-z0-9-]+)+")
A_FILE = "house.db"
every = pytest.mark.parametrize("of", every_game(), ids=[of.id for of in every_game()])


# As the product's text names them ------------------------------------------------------------------


def texts(file: Path) -> Iterator[str]:
    """The strings of a file; the game's id in one that is put together is written GAME."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(_part(each) for each in node.values)


def _part(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    return "GAME" if ast.unparse(part.value).endswith("game.id") else "{}"


@cache
def every_text() -> frozenset[str]:
    """Every string in the code of the table and the house."""
    files = [*(PACKAGE / "table").rglob("*.py"), *(PACKAGE / "house").rglob("*.py")]
    return frozenset(text for file in files for text in texts(file))


def named_in_text() -> frozenset[str]:
    """Every id that the code names in full."""
    return frozenset(filter(ID.fullmatch, every_text())) - {A_FILE}


def in_full(id: str, of: Game) -> str:
    return id.replace("GAME", of.id)


@cache
def rules_of(of: Game) -> frozenset[str]:
    return frozenset(register(of.ruleset(), procedure(of)))


def test_every_rule_that_the_code_names_is_in_the_register() -> None:
    named = named_in_text()
    assert {"house.fill", "GAME.opening", "GAME.phase.draw", "GAME.wagers.limits"} <= named
    unknown = {
        id for id in named if all(in_full(id, of) not in rules_of(of) for of in every_game())
    }
    assert not unknown


def test_every_rule_of_the_house_is_named_by_the_code() -> None:
    assert not HOUSE_RULES.keys() - named_in_text()


@every
def test_every_rule_that_all_games_have_is_named_by_the_code(of: Game) -> None:
    rules = {rule.id for rule in of_every_game(of.ruleset(), procedure(of))}
    after_the_game = {f"{of.id}.{text}" for text in every_text()}
    assert not rules - {in_full(id, of) for id in named_in_text()} - after_the_game


# As the rule book prints them ----------------------------------------------------------------------


def printed(data: Any) -> Iterator[str]:
    """Every id that `tablewright rules --json` prints."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "rule":
                yield value
            elif key == "rules":
                yield from value
            else:
                yield from printed(value)
    elif isinstance(data, list):
        for each in data:
            yield from printed(each)


@every
def test_the_rule_book_prints_the_register_and_nothing_else(of: Game) -> None:
    for ruleset in (of.ruleset(), of.ruleset({of.readings[-1].id: of.readings[-1].options[-1].id})):
        assert set(printed(rules_json(ruleset))) == set(register(ruleset, procedure(of)))


@every
def test_every_reading_leaves_each_rule_once_with_a_sentence_and_a_source(of: Game) -> None:
    titles = {document.title for document in of.documents} | {HOUSE, READING}
    for reading in of.readings:
        for option in reading.options:
            rules = register(of.ruleset({reading.id: option.id}), procedure(of))
            for id, rule in rules.items():
                assert rule.id == id
                assert rule.sentence.endswith((".", ".)")), rule
                assert rule.source.document in titles, rule
                assert rule.source.section, rule


def test_one_id_for_two_rules_is_an_error_of_the_games_file() -> None:
    of = game("duki4")
    line = of.ruleset().wagers["ante"].lines[0]
    twice = Provision(line.rule, "Something else.", line.source)
    other = replace(of, provisions=(*of.provisions, twice))
    with pytest.raises(BadDefinition, match=r"stands twice"):
        register(other.ruleset(), procedure(of))


def test_a_rule_is_found_by_its_id_with_or_without_the_game() -> None:
    ruleset = game("king-high").ruleset()
    assert find_rule(ruleset, "phase.draw") == find_rule(ruleset, "king-high.phase.draw")
    assert find_rule(ruleset, "house.fill").source.document == HOUSE
    with pytest.raises(Refused, match=r"no rule 'phase\.draws'.*expected.*king-high\.phase\.draw"):
        find_rule(ruleset, "phase.draws")


# As tables name them -------------------------------------------------------------------------------


def attempt(table: Table, rng: Random) -> tuple[Any, Any] | None:
    """Something that is tried: what others may do, nearly that, or nonsense."""
    by = rng.choice(everybody(table))
    if rng.random() < 0.3:
        return nonsense(table, rng), by
    who, allowed = rng.choice(options(table))
    command = built(table, allowed, rng)
    if command is None:
        return None
    return (bent(table, command, rng), who) if rng.random() < 0.7 else (command, by)


def refused(table: Table, rng: Random, tries: int) -> Iterator[str]:
    """The rules under which a table refuses what is tried at it; the table itself goes on as it was."""
    now = table.state.at
    assert now is not None
    for _ in range(tries):
        tried = attempt(table, rng)
        if tried is None:
            continue
        try:
            copied_table(table).act(*tried, now)
        except Forbidden as why:
            yield why.rule


@once_and_often_in_the_proof
@at_every_second_table(1)
def test_whatever_is_refused_or_written_down_names_a_rule_of_the_register(
    of: str, device: str, tables: int
) -> None:
    rng = Random(f"named {of} {device}")
    seen: Counter[str] = Counter()
    for _ in range(tables):
        setup = msgspec.structs.replace(
            random_setup(of, device, rng), dealer_wagers=rng.random() < 0.5
        )
        journal = Journal()
        play = RandomPlay(setup, rng, journal)
        rules = play.table.book.rules
        for _ in range(220):
            play.step()
            for rule in refused(play.table, rng, 2):
                assert rule in rules
                seen[rule] += 1
        for line in journal.lines:
            rule = decoded(line).rule
            assert rule in rules
            seen[rule] += 1
    phases = {f"{of}.phase.{phase.id}" for phase in procedure(game(of)).phases}
    everywhere = {f"{of}.opening", f"{of}.cards", f"{of}.places", "house.own-place", "house.chips"}
    assert not {*phases, *everywhere} - seen.keys()
