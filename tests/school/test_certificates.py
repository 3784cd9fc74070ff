"""What a certificate rests on: it holds where the same is right, and ends where anything is not."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from tablewright.games import at_tables
from tablewright.rules.errors import Refused
from tablewright.rules.readings import Option, Reading
from tablewright.school.asking import Reference, ask
from tablewright.school.certificates import Certificate, Conversion, lacking, why_it_ended
from tablewright.school.examined import digests, standard
from tablewright.settling import settler
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Setup

PROCEDURES = {each.game.id: each for each in at_tables().procedures}
GAMES = list(PROCEDURES)
READINGS = [reading for each in PROCEDURES.values() for reading in each.game.readings]
SOME = {each.acts_on: each for each in READINGS[:26]}.values()
"""One for each part of the rules; the proof tries them all."""
NOW = datetime(2026, 3, 5, tzinfo=UTC)
ONLY_WHERE = {"duki4.washington-hand-deal": "washington-card-rooms"}
"""A reading on whether a device may be used at all, and the jurisdiction in which it is asked."""


def game_of(reading: Reading) -> str:
    return reading.id.partition(".")[0]


def devices(game: str) -> list[str]:
    return [each.id for each in PROCEDURES[game].devices]


def certified(setup: Setup, device: str) -> Certificate:
    return Certificate(
        id="c1", person="a:1", game=setup.game, ruleset=standard(setup).fingerprint, setup=setup,
        device=device, at=NOW, examiner="Ivo", score=97, audition="x1", seed="s", salt="t",
        seal="u", journal_hash="0" * 64, journal_lines=9, examined=dict(digests(setup, device)),
    )  # fmt: skip


def converted(certificate: Certificate, setup: Setup, device: str) -> Conversion:
    now = digests(setup, device)
    lacks = [each.id for each in lacking(certificate, [], setup, device)]
    return Conversion(
        id="v1", game=setup.game, ruleset=standard(setup).fingerprint, setup=setup, device=device,
        at=NOW, examiner="Ivo", score=90, questions=["q1"], examined={id: now[id] for id in lacks},
    )  # fmt: skip


@pytest.mark.parametrize("reading", SOME, ids=[each.id for each in SOME])
def test_a_reading_taken_otherwise_ends_a_certificate_and_a_conversion_renews_it(
    reading: Reading,
) -> None:
    ends_and_is_renewed(reading, reading.options[1:2])


@pytest.mark.proof
@pytest.mark.parametrize("reading", READINGS, ids=[each.id for each in READINGS])
def test_every_reading_taken_otherwise_ends_a_certificate_and_a_conversion_renews_it(
    reading: Reading,
) -> None:
    ends_and_is_renewed(reading, reading.options[1:])


def ends_and_is_renewed(reading: Reading, options: Sequence[Option]) -> None:
    game = game_of(reading)
    for option in options:
        ended = 0
        for device in devices(game):
            usual = rehearsal_setup(game)
            there = rehearsal_setup(game, readings={reading.id: option.id})
            if where := ONLY_WHERE.get(reading.id):
                usual, there = (
                    msgspec.structs.replace(each, jurisdiction=where) for each in (usual, there)
                )
                ended += is_refused(usual, device) and not is_refused(there, device)
                continue
            held = certified(usual, device)
            lacks = lacking(held, [], there, device)
            if not lacks:
                continue
            ended += 1
            assert len(lacks) < len(held.examined) / 5, "a conversion asks only for what changed"
            assert any(reading.id in each for each in why_it_ended(held, [], there, device))
            renewed = converted(held, there, device)
            assert lacking(held, [renewed], there, device) == []
            assert lacking(held, [renewed], usual, device) == [], "what was examined stays so"
            break
        assert ended, f"{reading.id}={option.id} is right as before with every device"


def is_refused(setup: Setup, device: str) -> bool:
    try:
        return not digests(setup, device)
    except Refused:
        return True


@pytest.mark.parametrize("game", GAMES)
def test_another_device_ends_a_certificate_in_what_is_done_with_it_only(game: str) -> None:
    setup = rehearsal_setup(game)
    for device in devices(game):
        held = certified(setup, device)
        assert lacking(held, [], setup, device) == []
        for other in devices(game):
            if other == device:
                continue
            lacks = lacking(held, [], setup, other)
            assert {each.drill for each in lacks} >= {"deal", "run"}
            assert not {each.drill for each in lacks} & {"read", "compare", "pay"}
            (said,) = why_it_ended(held, [], setup, other)
            assert said.startswith("not examined with this device: ")
            assert lacking(held, [converted(held, setup, other)], setup, other) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_row_of_a_pay_table_ends_a_certificate_in_that_row_only(game: str) -> None:
    setup, device = rehearsal_setup(game), devices(game)[0]
    held = certified(setup, device)
    wagers = standard(setup).ruleset.wagers
    with_tables = [id for id in wagers if wagers[id].tables]
    for id in with_tables[:1]:
        decided = wagers[id]
        rows = {
            decided.wager.pay_key(table, made): made
            for table in decided.tables
            for made in table.rows
        }
        for key in [*rows][:1]:
            there = msgspec.structs.replace(setup, pay={key: "7-1"})
            lacks = lacking(held, [], there, device)
            assert lacks, key
            about = {each.rule.split(".")[1] for each in lacks if each.drill == "pay"}
            assert about <= {id, "manner"}, lacks
            assert len(lacks) < 25
            said = "\n".join(why_it_ended(held, [], there, device))
            assert f"the pay table of the {decided.wager.name} changed: {key} pays 7-1" in said


@pytest.mark.parametrize("game", GAMES)
def test_what_is_the_houses_to_choose_changes_nothing(game: str) -> None:
    setup, device = rehearsal_setup(game), devices(game)[0]
    kinds = {each.kind for each in PROCEDURES[game].game.wagers}
    there = msgspec.structs.replace(
        setup,
        table="B7",
        limits=dict.fromkeys(kinds, (1000, 50_000)),
        approval_from=None,
        dealer_wagers=False,
        takes_tips=False,
        is_practice=False,
        is_rehearsal=False,
        automatic=(),
    )
    assert digests(there, device) == digests(setup, device)


def test_a_certificate_for_one_game_is_none_for_another() -> None:
    held = certified(rehearsal_setup(GAMES[0]), devices(GAMES[0])[0])
    with pytest.raises(Refused, match="the certificate is for"):
        lacking(held, [], rehearsal_setup(GAMES[1]), devices(GAMES[1])[0])


# What is right is asked of the settlement itself ---------------------------------------------------


def flat(of: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in a result of `settle`, by where it stands."""
    if not isinstance(of, dict | list):
        yield path, of
        return
    for key, each in of.items() if isinstance(of, dict) else enumerate(of):
        yield from flat(each, f"{path}.{key}")


@lru_cache(maxsize=8)
def rounds(game: str, seeds: int) -> list[dict[str, Any]]:
    """Rounds in which every line and row of a game decides."""
    course = standard(rehearsal_setup(game))
    skills = [each.id for each in course.skills.values() if each.drill == "pay"]
    every = [ask(course, Reference(id, str(n))).round for id in skills for n in range(seeds)]
    return [each for each in every if each is not None]


def unexplained(reading: Reading, option: str, seeds: int) -> tuple[int, list[str]]:
    """How many wagers get something else under a reading, and those whose skill is not lacking."""
    game = game_of(reading)
    there = rehearsal_setup(game, readings={reading.id: option})
    lacks = lacking(certified(rehearsal_setup(game), devices(game)[0]), [], there, devices(game)[0])
    rules = {each.rule for each in lacks if each.drill == "pay"}
    read_otherwise = {each.rule.split(".")[1] for each in lacks if each.drill == "read"}
    reads_otherwise = any(each.drill in ("read", "compare") for each in lacks)
    before = settler(standard(rehearsal_setup(game)).ruleset)
    now = settler(standard(there).ruleset)
    others, found = 0, []
    for each in rounds(game, seeds):
        try:
            one, other = dict(flat(before.settle(each))), dict(flat(now.settle(each)))
        except Refused:
            continue  # A round that cannot come under both.
        seen = {path: value for path, value in one.items() if ".hand" in path or ".facts" in path}
        is_seen_alike = all(other.get(path) == value for path, value in seen.items())
        for path in [
            path for path in one if path.endswith(".returned") and f"{path[:-8]}rule" in one
        ]:
            if one[path] == other.get(path):
                continue
            others += 1
            rule = str(other.get(f"{path[:-8]}rule"))
            is_read = rule.split(".")[1] in read_otherwise or (
                reads_otherwise and not is_seen_alike
            )
            if rule not in rules and not is_read:
                found.append(f"{rule}: {each}")
    return others, found


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_where_a_wager_gets_something_else_its_skill_is_lacking(game: str) -> None:
    counted = 0
    for reading in PROCEDURES[game].game.readings:
        for option in reading.options[1:]:
            others, found = unexplained(reading, option.id, 6)
            assert found == [], option
            counted += others
    assert counted > 20
