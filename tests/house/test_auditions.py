"""Auditions in the house: sealed, written before they are answered, taken up again after a crash."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import DBAPIError

from tablewright.house.books.database import Database
from tablewright.house.classroom import auditioning
from tablewright.house.classroom.audition_live import examined_setup, fold, outcome_of
from tablewright.house.classroom.audition_records import (
    AuditionRecords,
    AuditionRow,
    Input,
    Kept,
    TimedInput,
)
from tablewright.house.people.person import person_of
from tablewright.school.auditions.terms import StepPace
from tablewright.table.seal import sealed
from tablewright.table.verify import verify
from tests.house.auditioned import PAUSE, SHORT, HandClock, Knowing
from tests.house.clients import Json, Visit, Visitor, play, why
from tests.house.serving import Serving, served

GAME, DEVICE = "duki4", "shuffler"
MOST_ACTS = 300
NEVER_EARLY = {
    "seed",
    "salt",
    "mark",
    "marks",
    "right",
    "rule",
    "skill",
    "source",
    "keys",
    "next_at",
}
"""Names of fields that tell something before its moment."""


@pytest.fixture
def clock(serving: Serving) -> Iterator[HandClock]:
    """The clock of auditions, which stands still until a test moves it."""
    auditions = serving.house.auditions
    before, auditions.clock = auditions.clock, HandClock()
    yield auditions.clock
    for id in list(auditions._going._live):
        serving.run(auditions._going.leave(id))
    auditions.clock = before


def set_terms(serving: Serving, **changed: Any) -> None:
    terms = msgspec.structs.replace(SHORT, **changed)
    serving.run(serving.house.auditions.set_terms(GAME, terms))


async def begun(visitor: Visitor, **more: Json) -> Json:
    answer = await visitor.post("/school/auditions", {"game": GAME, "device": DEVICE} | more)
    assert answer.status_code == 201, answer.text
    visitor.heard.append(answer.json())
    return answer.json()


async def give(visitor: Visitor, id: str, turn: int, given: Json) -> Json:
    answer = await visitor.post(f"/school/auditions/{id}/answer", {"turn": turn, "given": given})
    assert answer.status_code == 200, answer.text
    visitor.heard.append(answer.json())
    return answer.json()


async def deal(
    visitor: Visitor, knows: Knowing, clock: HandClock, *, rounds: int = 1, is_right: bool = True
) -> None:
    """Deal so many rounds, and then to the end."""
    for _ in range(MOST_ACTS):
        clock.now += PAUSE
        given = await asyncio.to_thread(lambda: knows.next(is_right=is_right, rounds=rounds))
        if given is not None:
            await give(visitor, knows.id, knows.audition.turn, given)
        visitor.heard.append(seen := await visitor.ask(f"/school/auditions/{knows.id}"))
        if seen["status"] != "under-way":
            return
    raise AssertionError("the audition never ends")


def names(sent: Json) -> set[str]:
    """Every name of a field in what was sent."""
    if isinstance(sent, dict):
        return set(sent).union(*(names(each) for each in sent.values()))
    return set().union(*(names(each) for each in sent)) if isinstance(sent, list) else set()


# From the beginning to the end ---------------------------------------------------------------------


def test_one_who_deals_rightly_passes_and_nothing_was_told_before_its_moment(
    serving: Serving, clock: HandClock
) -> None:
    set_terms(serving, goes_wrong=100)

    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        now = await begun(dan)
        knows = await asyncio.to_thread(Knowing, serving, now["id"], clock)
        await deal(dan, knows, clock, rounds=2)
        *during, last = dan.heard
        kept = (await asyncio.to_thread(lambda: knows.row)).kept
        assert sealed(kept.seed, kept.salt) == now["seal"]
        for message in during:
            assert not names(message) & NEVER_EARLY
            said = json.dumps(message)
            assert kept.seed not in said
            assert kept.salt not in said
        assert last["status"] == "over"
        result = await dan.ask(f"/school/auditions/{now['id']}/result")
        assert (result["is_passed"], result["score"], result["lacks"]) == (True, 100, [])
        assert result["caught"] == len([m for m in result["marks"] if m["area"] == "guarding"])
        assert (result["seed"], result["salt"]) == (kept.seed, kept.salt)
        journal = (await dan.get(f"/school/auditions/{now['id']}/journal")).content
        lines = journal.splitlines(keepends=True)
        assert verify(lambda: lines).is_closed
        assert len(lines) == result["journal_lines"]
        assert result["journal_hash"].encode() in lines[-1]

    play(serving, scene)


def test_one_who_errs_in_everything_fails_and_each_fault_cites_a_line(
    serving: Serving, clock: HandClock
) -> None:
    set_terms(serving)

    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        now = await begun(dan)
        knows = await asyncio.to_thread(Knowing, serving, now["id"], clock)
        await deal(dan, knows, clock, is_right=False)
        result = await dan.ask(f"/school/auditions/{now['id']}/result")
        assert not result["is_passed"]
        assert result["score"] == 0
        assert result["lacks"]
        lines = await dan.ask(f"/school/auditions/{now['id']}/lines")
        numbers = {each["n"] for each in lines}
        assert result["marks"]
        assert all(each["mark"] == 0 and each["line"] in numbers for each in result["marks"])

    play(serving, scene)


def test_the_same_sent_again_counts_once_and_what_is_stale_or_malformed_changes_nothing(
    serving: Serving, clock: HandClock
) -> None:
    set_terms(serving)

    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        now = await begun(dan)
        path, table = f"/school/auditions/{now['id']}", now["now"]
        wrong = await dan.post(f"{path}/answer", {"turn": table["turn"], "given": {"next": "fly"}})
        assert wrong.status_code == 400
        assert (await dan.ask(path))["now"]["turn"] == table["turn"]
        given = {"next": table["parts"][0]["options"][0]["id"]}
        after = await give(dan, now["id"], table["turn"], given)
        assert after["now"]["turn"] == table["turn"] + 1
        again = await give(dan, now["id"], table["turn"], given)
        assert again["now"] == after["now"]
        other = {"next": table["parts"][0]["options"][1]["id"]}
        stale = await dan.post(f"{path}/answer", {"turn": table["turn"], "given": other})
        assert stale.status_code == 409
        assert why(stale) == "The table has moved on: look again before you act."
        inputs = await asyncio.to_thread(
            serving.run, serving.house.auditions.records.inputs(now["id"])
        )
        assert len(inputs) == 1
        unchanged = await dan.ask(path, after=after["seen"])
        assert unchanged["now"] is None

    play(serving, scene)


def test_time_goes_on_while_a_candidate_is_away_and_the_house_ends_what_they_left(
    serving: Serving, clock: HandClock
) -> None:
    set_terms(serving)

    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        now = await begun(dan)
        auditions, path = serving.house.auditions, f"/school/auditions/{now['id']}"
        clock.now += 30
        assert (await dan.ask(path))["seconds"] == 30
        given = {"next": now["now"]["parts"][0]["options"][0]["id"]}
        await give(dan, now["id"], now["now"]["turn"], given)
        clock.now += 60 + auditioning.GRACE_SECONDS - 40
        await asyncio.to_thread(serving.run, auditions.look_after())
        assert (await dan.ask(path))["status"] == "under-way"
        clock.now += 60
        await asyncio.to_thread(serving.run, auditions.look_after())
        assert (await dan.ask(path))["status"] == "over"
        result = await dan.ask(f"{path}/result")
        assert not result["is_finished"]
        assert "the table was left before the end" in result["lacks"]
        late = await dan.post(f"{path}/answer", {"turn": 9, "given": given})
        assert late.status_code == 409

    play(serving, scene)


# Who may what --------------------------------------------------------------------------------------


def test_a_guest_takes_none_and_nobody_takes_two_at_once(
    serving: Serving, clock: HandClock
) -> None:
    set_terms(serving)

    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        assert not (await guest.ask(f"/school/games/{GAME}/audition"))["can_begin"]
        refused = await guest.post("/school/auditions", {"game": GAME, "device": DEVICE})
        assert refused.status_code == 400
        dan = await visitor().sign_in("Dan")
        unknown = await dan.post("/school/auditions", {"game": GAME, "device": "a hat"})
        assert unknown.status_code == 400
        now = await begun(dan)
        second = await dan.post("/school/auditions", {"game": GAME, "device": DEVICE})
        assert "under way" in why(second)
        offer = await dan.ask(f"/school/games/{GAME}/audition")
        assert offer["under_way"] == now["id"]
        left = await dan.post(f"/school/auditions/{now['id']}/leave")
        assert left.json()["status"] == "over"
        assert (await dan.ask("/school/auditions"))[0]["status"] == "over"

    play(serving, scene)


def test_an_instructor_of_theirs_watches_marks_and_overrules_and_both_marks_are_kept(
    serving: Serving, clock: HandClock
) -> None:
    set_terms(serving)

    async def scene(visitor: Visit) -> None:
        dan, ivo = await visitor().sign_in("Dan"), await visitor().sign_in("Ivo")
        sue, ada = await visitor().sign_in("Sue"), await visitor().sign_in("Ada")
        now = await begun(dan)
        path = f"/school/auditions/{now['id']}"
        for stranger, status in ((ivo, 404), (sue, 403), (dan, 403)):
            assert (await stranger.get(f"{path}/watch")).status_code == status
        for stranger in (ivo, sue):
            assert (await stranger.get(path)).status_code == 404
            assert (await stranger.get(f"{path}/result")).status_code == 404
        await _teach(serving)
        assert [each["id"] for each in await ivo.ask("/school/auditions/watchable")] == [now["id"]]
        knows = await asyncio.to_thread(Knowing, serving, now["id"], clock)
        clock.now += PAUSE
        given = await asyncio.to_thread(lambda: knows.next(is_right=False))
        await give(dan, now["id"], knows.audition.turn, given)
        watched = await ivo.ask(f"{path}/watch")
        assert [each["mark"] for each in watched["marks"]] == [0]
        assert not names(watched) & {"seed", "salt"}
        remark = {"area": "manner", "mark": "half", "words": "Hid the chips", "line": 5}
        assert (await ivo.post(f"{path}/remarks", remark)).status_code == 201
        early = await ivo.post(f"{path}/marks/1", {"mark": "right", "reason": "It was right"})
        assert early.status_code == 409
        await dan.post(f"{path}/leave")
        for body in ({"mark": "right", "reason": " "}, {"mark": "right", "reason": "x" * 500}):
            assert (await ivo.post(f"{path}/marks/1", body)).status_code == 400
        own = await dan.post(f"{path}/marks/1", {"mark": "right", "reason": "I was right"})
        assert own.status_code == 403
        body = {"mark": "right", "reason": "The card was bent"}
        result = (await ivo.post(f"{path}/marks/1", body)).json()
        assert result == await ada.ask(f"{path}/result") | {"can_overrule": True}
        mark = result["marks"][0]
        assert mark["mark"] == 0
        assert [(each["mark"], each["by"]) for each in mark["overruled"]] == [(1, "Ivo")]
        assert result["score"] > result["machine_score"]
        seen = await dan.ask(f"{path}/result")
        assert seen["remarks"][0] | {"at": ""} == remark | {"by": "Ivo", "at": ""}
        assert not seen["can_overrule"]
        assert (await ivo.post(f"{path}/void", {"reason": "Was helped"})).status_code == 201
        assert (await dan.ask(f"{path}/result"))["status"] == "void"
        assert await asyncio.to_thread(serving.run, serving.house.register.check()) is None

    play(serving, scene)


async def _teach(serving: Serving) -> None:
    """Ivo has a class, and Dan is in it."""
    classes, house = serving.house.classes, serving.house

    async def teach() -> None:
        ivo = await house.accounts.by_name("Ivo")
        assert ivo is not None
        made = await classes.make(person_of(ivo), "Monday")
        await classes.add(person_of(ivo), made.id, ["Dan"])

    await asyncio.to_thread(serving.run, teach())


def test_the_house_sets_terms_which_hold_from_the_next_audition_on(
    serving: Serving, clock: HandClock
) -> None:
    set_terms(serving)

    async def scene(visitor: Visit) -> None:
        dan, ivo = await visitor().sign_in("Dan"), await visitor().sign_in("Ivo")
        path = f"/school/games/{GAME}/audition-terms"
        assert (await dan.get(path)).status_code == 403
        now = await begun(dan)
        wanted = (await ivo.ask(path))["terms"] | {"minutes": 7}
        assert (await ivo.http.put(path, json=wanted)).json()["terms"]["minutes"] == 7
        for wrong in ({"players": 99}, {"minutes": 0}, {"marks": {"beauty": 5}}, {"minutes": "a"}):
            refused = await ivo.http.put(path, json=wanted | wrong)
            assert refused.status_code in (400, 422)
            why(refused)
        assert (await dan.ask(f"/school/auditions/{now['id']}"))["minutes"] == 1
        assert (await dan.ask(f"/school/games/{GAME}/audition"))["terms"]["minutes"] == 7

    play(serving, scene)


# The house closes meanwhile ------------------------------------------------------------------------


def test_after_a_crash_it_goes_on_where_it_was_and_the_interruption_is_in_the_result(
    sqlite_template: Path, tmp_path: Path
) -> None:
    """The second house opens a copy of the database as it lay when the first was still open."""
    path, copy = tmp_path / "house.db", tmp_path / "copy.db"
    shutil.copy(sqlite_template, path)
    clock = HandClock()
    slow = {"bet": StepPace(mean=6.0, spread=0.0), "decide": StepPace(mean=6.0, spread=0.0)}
    with served(f"sqlite:///{path}", keeps_standing=False) as serving:
        serving.house.auditions.clock = clock
        set_terms(serving, paces=slow)
        before = asyncio.run(_half_way(serving, clock))
        _copy_database(path, copy)
    clock.now += 5000
    with served(f"sqlite:///{copy}", keeps_standing=False, is_new=False) as serving:
        serving.house.auditions.clock = clock
        for live in serving.house.auditions._going._live.values():
            live.base = clock.now - live.row.kept.reached
        asyncio.run(_goes_on(serving, before))


def _copy_database(path: Path, copy: Path) -> None:
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    for each in path.parent.glob(f"{path.name}*"):
        if each.suffix not in (".db", ".db-wal", ".db-shm"):
            shutil.copy(each, each.with_name(each.name.replace(path.name, copy.name)))


async def _half_way(serving: Serving, clock: HandClock) -> Json:
    async with Visitor(serving.address) as dan:
        await dan.sign_in("Dan")
        now = await begun(dan)
        clock.now += 20
        table = (await dan.ask(f"/school/auditions/{now['id']}"))["now"]
        given = {"next": table["parts"][0]["options"][0]["id"]}
        await give(dan, now["id"], table["turn"], given)
        clock.now += 3
        return await dan.ask(f"/school/auditions/{now['id']}")


async def _goes_on(serving: Serving, before: Json) -> None:
    async with Visitor(serving.address) as dan:
        await dan.sign_in("Dan")
        path = f"/school/auditions/{before['id']}"
        now = await dan.ask(path)
        assert 20 <= now["seconds"] <= before["seconds"], "what was shown is not taken back"
        assert now["interruptions"] == 1
        assert now["now"] | {"seconds": 0} == before["now"] | {"seconds": 0}
        await dan.post(f"{path}/leave")
        result = await dan.ask(f"{path}/result")
        assert len(result["interruptions"]) == 1
        assert result["interruptions"][0]["seconds"] >= 0
        assert result["seconds"] < 30


@pytest.mark.parametrize("changed", ["version", "ruleset"])
def test_another_version_or_other_rules_make_it_void_in_plain_words(
    serving: Serving, clock: HandClock, changed: str
) -> None:
    set_terms(serving)

    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        now = await begun(dan)
        live = serving.house.auditions._going._live[now["id"]]
        kept = msgspec.structs.replace(live.row.kept, **{changed: "0.0.1"})
        live.row, live.folded = msgspec.structs.replace(live.row, kept=kept), None
        path = f"/school/auditions/{now['id']}"
        refused = await dan.get(path)
        assert refused.status_code == 409
        assert "does not count: begin another" in why(refused)
        after = await dan.ask(path)
        assert (after["status"], after["says"]) == ("void", why(refused))
        assert not (await dan.ask(f"{path}/result"))["is_passed"]
        assert (await begun(dan))["id"] != now["id"]

    play(serving, scene)


def test_what_was_dropped_from_memory_is_folded_again_and_is_the_same(
    serving: Serving, clock: HandClock
) -> None:
    set_terms(serving)

    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        now = await begun(dan)
        knows = await asyncio.to_thread(Knowing, serving, now["id"], clock)
        for _ in range(6):
            clock.now += PAUSE
            given = await asyncio.to_thread(knows.next)
            if given is not None:
                await give(dan, now["id"], knows.audition.turn, given)
        before = await dan.ask(f"/school/auditions/{now['id']}")
        live = serving.house.auditions._going._live[now["id"]]
        live.touched -= auditioning.IDLE_SECONDS + 1
        await asyncio.to_thread(serving.run, serving.house.auditions.look_after())
        assert live.folded is None
        assert await dan.ask(f"/school/auditions/{now['id']}") == before

    play(serving, scene)


def test_what_was_not_written_did_not_happen(serving: Serving, clock: HandClock) -> None:
    set_terms(serving)

    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        now = await begun(dan)
        records, path = serving.house.auditions.records, f"/school/auditions/{now['id']}"
        real = records.add

        async def away(*_: object) -> None:
            raise OSError("the disk is full")

        records.add = away  # type: ignore[method-assign, assignment]
        given = {"next": now["now"]["parts"][0]["options"][0]["id"]}
        body = {"turn": now["now"]["turn"], "given": given}
        failed = await dan.post(f"{path}/answer", body)
        records.add = real  # type: ignore[method-assign]
        assert failed.status_code == 503
        serving.complaints.said.clear()
        assert (await dan.ask(path))["now"]["turn"] == now["now"]["turn"]
        assert (await dan.post(f"{path}/answer", body)).json()["now"]["turn"] == body["turn"] + 1

    play(serving, scene)


def test_every_row_is_read_as_it_was_written_on_either_kind_of_database(ready_address: str) -> None:
    at = datetime(2026, 11, 17, 20, tzinfo=UTC)
    kept = Kept(
        setup=examined_setup(GAME, {}, {}),
        ruleset="f" * 64,
        version="1",
        terms=SHORT,
        seed="a",
        salt="b",
        seal="c",
        reached_at=at,
    )
    row = AuditionRow(
        id="x", person="a:1", game=GAME, device=DEVICE, begun=at, status="under-way", kept=kept
    )
    audition = fold(row, []).audition
    audition.abandon(5.0)
    outcome, journal = outcome_of(audition, SHORT)
    timed = TimedInput(1.25, Input(3, {"pay": {"500": 2}, "say": "“No”"}))
    over = msgspec.structs.replace(
        row, status="over", outcome=outcome, kept=msgspec.structs.replace(kept, ended=at)
    )

    async def go() -> None:
        database = await Database.open(ready_address)
        try:
            records = AuditionRecords(database)
            await records.begin(row)
            await records.add(row, 1, timed)
            assert await records.under_way(["a:1"]) == [row]
            assert await records.inputs("x") == [timed]
            with pytest.raises(DBAPIError):
                await records.add(row, 1, timed)
            await records.end(over, journal)
            assert await records.find("x") == over
            assert await records.under_way() == []
            assert await records.journal("x") == journal
        finally:
            await database.close()

    asyncio.run(go())
