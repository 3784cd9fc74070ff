"""The law of auditions: a candidate who errs in known ways is marked exactly so, whatever the seed.

Everything improper that comes in is caught or stands in the result; the journal verifies, and says of
every step whether the candidate did it or the house in their place.
"""

from datetime import UTC, datetime
from random import Random

import msgspec
import pytest

from tablewright.games import at_tables
from tablewright.school.auditions.audition import Audition
from tablewright.school.auditions.results import judged
from tablewright.school.auditions.terms import AREAS, MANNER, MONEY, ORDER, Terms
from tablewright.school.questions import Amount
from tablewright.school.steps import WAIT_SAYS
from tablewright.school.syllabus import syllabus
from tablewright.table.journal import decoded
from tablewright.table.verify import verify
from tests.school.candidate import Candidate, Expected, Input

BEGUN = datetime(2026, 11, 17, 12, tzinfo=UTC)
TABLES = [
    (procedure.game.id, device.id)
    for procedure in at_tables().procedures
    for device in procedure.devices
]
SEEDS = [1, pytest.param(40, marks=pytest.mark.proof)]
THEIRS, NOT_THEIRS = "dealer", "dealer (house)"


def begun(game: str, device: str, seed: str, **terms: int) -> Audition:
    chosen = Terms(**{"minutes": 4, "players": 3, "goes_wrong": 90} | terms)  # type: ignore[arg-type]
    return Audition(syllabus(game), device, chosen, seed, BEGUN)


def erring(audition: Audition, seed: str, often: float = 0.12) -> Candidate:
    """A candidate who errs now and then, in every area, and at times acts while players do."""
    chance = Random(f"errs {seed}")
    return Candidate(
        audition,
        lambda area: chance.random() < often,
        pause=chance.choice((2.0, 5.0, 9.0)),
        seed=seed,
    )


def folded(audition: Audition, inputs: list[Input], chance: Random | None = None) -> Audition:
    """The same inputs once more; time may pass in other pieces in between."""
    for at, turn, given in inputs:
        while chance and chance.random() < 0.5:
            audition.pass_time(audition.seconds + chance.random() * (at - audition.seconds))
        audition.answer(at, turn, given)
    audition.pass_time(10_000)
    return audition


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize(("game", "device"), TABLES)
def test_a_candidate_who_errs_in_known_ways_is_marked_exactly_so(
    game: str, device: str, seeds: int
) -> None:
    injected, areas = 0, set[str]()
    for number in range(seeds):
        seed = f"{game} {device} {number}"
        audition = begun(game, device, seed)
        candidate = erring(audition, seed)
        candidate.deal()
        result = audition.result()
        assert list(map(Expected.of, result.marks)) == candidate.expected
        assert result.injected == sum(each.is_injected for each in result.marks)
        injected += result.injected
        areas |= {each.area for each in result.marks}
        verdict = judged(result, audition.terms)
        assert verdict.is_passed == (not verdict.lacks)

        found = verify(lambda lines=audition.journal: lines)  # type: ignore[misc]
        assert found.is_closed
        assert found.rounds == result.rounds
        assert found.payments == result.decisions
        by = {line.n: line.by for line in map(decoded, audition.journal)}
        for each in result.marks:
            assert 1 <= each.line <= result.journal_lines
            is_of_step = each.area in (MONEY, MANNER, ORDER) and each.right != WAIT_SAYS
            if is_of_step and each.mark < 1:
                assert by[each.line] == NOT_THEIRS, each
            elif is_of_step and by[each.line] != THEIRS:
                same = [one for one in result.marks if one.round == each.round and one.mark < 1]
                assert same, f"the house did {each} though nothing was wrong"
    assert injected
    assert areas == set(AREAS)


@pytest.mark.parametrize(("game", "device"), TABLES[::2])
def test_the_same_seed_and_inputs_are_the_same_audition_however_time_passes(
    game: str, device: str
) -> None:
    seed = f"again {game} {device}"
    audition = begun(game, device, seed, minutes=2)
    candidate = erring(audition, seed)
    candidate.deal()
    for chance in (None, Random(seed)):
        again = folded(begun(game, device, seed, minutes=2), candidate.inputs, chance)
        assert again.journal == audition.journal
        assert again.result().marks == audition.result().marks
        assert again.result().is_finished


@pytest.mark.parametrize(("game", "device"), TABLES[1::2])
def test_nothing_of_what_is_to_come_is_seen_before_it_comes(game: str, device: str) -> None:
    """The same seed with and without troubles looks the same, until the first is in sight."""
    seed = f"secret {game} {device}"
    troubled, quiet = begun(game, device, seed), begun(game, device, seed, goes_wrong=0)
    candidate, other = Candidate(troubled, pause=0), Candidate(quiet, pause=0)
    acts = 0
    while troubled.in_sight is None:
        assert msgspec.json.encode(troubled.shown()) == msgspec.json.encode(quiet.shown())
        for each in (candidate, other):
            if acts % 2:
                each.act()
            else:
                each.audition.pass_time(each.audition.seconds + 5)
        acts += 1
        assert acts < 1000, "nothing ever came"
    assert acts
    assert msgspec.json.encode(troubled.shown()) != msgspec.json.encode(quiet.shown())


@pytest.mark.parametrize(("game", "device"), TABLES)
def test_what_is_seen_holds_no_answer(game: str, device: str) -> None:
    """No card that lies face down, no seed, and nothing that was told of what is asked."""
    seed = "5ca1ab1e"
    audition = begun(game, device, seed, minutes=2)
    candidate = Candidate(audition)
    calls = 0
    while not audition.is_over:
        seen = audition.shown()
        sent = msgspec.json.encode(seen).decode()
        assert seed not in sent
        if not audition.t.book.is_draw:
            assert not any(f'"{card}"' in sent for card in audition.table.face_down())
        told = " ".join(seen.shown.told)
        keys = audition.asked().keys
        for part in seen.parts:
            if part.id == "call" and keys["call"].said != "Nothing is called":
                calls += 1
                assert keys["call"].said not in seen.shown.told
            assert not isinstance(part, Amount) or keys[part.id].missed not in told
        candidate.act()
    assert calls


@pytest.mark.parametrize(("game", "device"), TABLES)
def test_an_audition_that_is_left_is_closed_with_a_whole_journal(game: str, device: str) -> None:
    for turns in (0, 7, 16, 29):
        audition = begun(game, device, f"left {turns}")
        candidate = Candidate(audition)
        for _ in range(turns):
            candidate.act()
        audition.abandon(audition.seconds + 1)
        result = audition.result()
        assert audition.is_over
        assert not result.is_finished
        assert "the table was left before the end" in judged(result, audition.terms).lacks
        found = verify(lambda lines=audition.journal: lines)  # type: ignore[misc]
        assert found.is_closed
        assert result.injected == sum(each.is_injected for each in result.marks)
