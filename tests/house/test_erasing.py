"""Records that go: on request, signed by two, or when they are too old; and what stays all the same."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.exc import DBAPIError

from tablewright.house.books import schema as s
from tablewright.house.books.entries import as_text
from tablewright.house.classroom.retention import Retention
from tablewright.house.house import House
from tablewright.house.people.person import Person, person_of
from tablewright.house.screens.dealer_pages import Policy
from tablewright.house.screens.school_pages import Choices
from tablewright.rules.errors import Refused
from tablewright.school.certificates import Conversion
from tablewright.school.signed import (
    AnswerOverruled,
    AuditionVoided,
    ChecklistSigned,
    Converted,
    Erased,
)
from tablewright.table.rehearsal import rehearsal_setup
from tests.house.company import opened
from tests.house.pupils import START, Pupil
from tests.house.schooling import sums_are_taught
from tests.house.serving import PASSWORD, employ

Scene = Callable[[House], Awaitable[None]]


@pytest.fixture(autouse=True)
def _sums() -> Iterator[None]:
    with sums_are_taught():
        yield


def in_house(address: str, scene: Scene) -> None:
    async def run() -> None:
        async with opened(address) as house:
            await employ(house)
            await scene(house)

    asyncio.run(run())


async def known(house: House, name: str) -> Person:
    account = await house.accounts.by_name(name)
    assert account
    return person_of(account)


async def count(house: House, table: Any, person: str) -> int:
    async with house.database.reading() as connection:
        asked = select(func.count()).select_from(table).where(table.c.person == person)
        return int(await connection.scalar(asked) or 0)


async def has_learnt(house: House, name: str) -> Pupil:
    """A person who has answered questions, read a lesson, is in a class and took two auditions."""
    person = await known(house, name)
    pupil = Pupil(house, person)
    await pupil.school.choose(person, Choices(minutes=15, games=["duki4"]))
    for _ in range(3):
        await pupil.go_through(await pupil.ask())
    await pupil.school.mark_read(person, "duki4", "one")
    ivo = await known(house, "Ivo")
    taught = await house.classes.make(ivo, f"With {name}")
    await house.classes.add(ivo, taught.id, [name])
    for id in (f"signed-{person.account}", f"unsigned-{person.account}"):
        await audition(house, id, person.key, START)
        await conversion(house, id, person.key)
    return pupil


async def audition(house: House, id: str, person: str, begun: datetime) -> None:
    row = {"id": id, "person": person, "game": "duki4", "device": "shoe", "begun": as_text(begun)}
    row |= {"status": "over", "kept": "{}", "journal": "{}\n"}
    async with house.database.writing() as connection:
        await connection.execute(insert(s.auditions).values(row))
        given = {"audition": id, "n": 1, "seconds": 1.0, "kept": "{}"}
        await connection.execute(insert(s.audition_inputs).values(given))


async def conversion(house: House, id: str, person: str) -> None:
    row = {"id": id, "person": person, "certificate": "c-1", "begun": as_text(START), "kept": "{}"}
    async with house.database.writing() as connection:
        await connection.execute(insert(s.conversions).values(row))


async def answers_of(pupil: Pupil) -> list[int]:
    return [row.n for row in await pupil.rows(s.answers)]


async def rests(pupil: Pupil) -> list[int]:
    """The answers that signatures rest on: the first, and those to the last question."""
    rows = await pupil.rows(s.answers)
    return [row.n for row in rows if row is rows[0] or row.question == rows[-1].question]


async def sign(house: House, pupil: Pupil) -> None:
    """An instructor signs for one audition, one answer and an item of the checklist."""
    ivo, key = await known(house, "Ivo"), pupil.person.key
    first = (await answers_of(pupil))[0]
    converted = Conversion(
        id=f"signed-{pupil.person.account}",
        game="duki4",
        ruleset="0" * 64,
        setup=rehearsal_setup("duki4"),
        device="hand",
        at=START,
        examiner=ivo.name,
        score=100,
        questions=[(await pupil.rows(s.answers))[-1].question],
        examined={},
    )
    for act in (
        Converted(certificate="c-1", conversion=converted),
        AuditionVoided(audition=f"signed-{pupil.person.account}", reason="the shoe jammed"),
        AnswerOverruled(answer=first, mark=Fraction(1), reason="spoken clearly"),
        ChecklistSigned(game="duki4", item="spreads the deck", is_passed=True),
    ):
        await house.register.add(key, ivo, act)


# Erased on request ---------------------------------------------------------------------------------


def test_what_is_erased_goes_and_what_others_signed_stays_and_still_checks(
    ready_address: str,
) -> None:
    async def scene(house: House) -> None:
        dan, pia = await has_learnt(house, "Dan"), await has_learnt(house, "Pia")
        await sign(house, dan)
        await sign(house, pia)
        before, number = await house.register.all(), dan.person.account
        rested = await rests(dan)
        assert len(rested) < len(await answers_of(dan))
        ada, ivo, key = await known(house, "Ada"), await known(house, "Ivo"), dan.person.key
        await house.accounts.change("Dan", is_disabled=True)
        asked = await house.erasing.ask(ada, dan.person.account, "left the house")
        assert [each.entry.n for each in await house.erasing.waiting()] == [asked.n]
        done = await house.erasing.confirm(ivo, asked.n)

        for table in (s.learning, s.lessons_read, s.drills, s.learners, s.class_members):
            assert await count(house, table, key) == 0, table.name
            assert await count(house, table, pia.person.key) > 0, table.name
        assert await answers_of(dan) == rested, "signatures rest on them"
        assert [row.id for row in await dan.rows(s.conversions)] == [f"signed-{number}"]
        assert len(await answers_of(pia)) > 1
        assert [row.id for row in await dan.rows(s.auditions)] == [f"signed-{dan.person.account}"]
        assert len(await pia.rows(s.auditions)) == 2

        entries = await house.register.all()
        assert entries[: len(before)] == before, "nothing that was signed has changed"
        assert await house.register.check() is None
        assert isinstance(done.act, Erased)
        assert done.act.rows["auditions"] == 1
        assert await house.erasing.waiting() == []

        everything = await whole(house)
        assert "Dan" not in everything, "no row of the house leads to the name"
        assert "Pia" in everything

    in_house(ready_address, scene)


async def whole(house: House) -> str:
    """Every row of the accounts, sessions and the school."""
    told = []
    async with house.database.reading() as connection:
        for name in ("accounts", "sessions", "tokens", "auditions", "answers", "school_register"):
            told += [str(tuple(row)) for row in await connection.execute(select(getattr(s, name)))]
    return "\n".join(told)


def test_one_person_never_erases_alone_and_nobody_who_works_here_is_erased(
    ready_address: str,
) -> None:
    async def scene(house: House) -> None:
        dan, ada, ivo = [await known(house, each) for each in ("Dan", "Ada", "Ivo")]
        erasing = house.erasing
        with pytest.raises(Refused, match="close the account first"):
            await erasing.ask(ada, dan.account, "asked for it")
        await house.accounts.change("Dan", is_disabled=True)
        with pytest.raises(Refused, match="ask an administrator"):
            await erasing.ask(ivo, dan.account, "asked for it")
        with pytest.raises(Refused, match="Say why"):
            await erasing.ask(ada, dan.account, " ")
        asked = await erasing.ask(ada, dan.account, "asked for it")
        with pytest.raises(Refused, match="asked for already"):
            await erasing.ask(ada, dan.account, "asked for it again")
        with pytest.raises(Refused, match="another person confirms"):
            await erasing.confirm(ada, asked.n)
        with pytest.raises(Refused, match="an instructor or another administrator"):
            await erasing.confirm(await known(house, "Pit"), asked.n)
        await erasing.decline(ivo, asked.n, "their licence runs on")
        with pytest.raises(Refused, match="No request"):
            await erasing.confirm(ivo, asked.n)
        assert (await house.accounts.by_id(dan.account) or dan).name == "Dan"
        again = await erasing.ask(ada, dan.account, "their licence has run out")
        await erasing.confirm(ivo, again.n)
        with pytest.raises(Refused, match="erased already"):
            await erasing.ask(ada, dan.account, "once more")

    in_house(ready_address, scene)


def test_an_erased_account_is_nobodys_and_its_name_is_never_anothers(ready_address: str) -> None:
    async def scene(house: House) -> None:
        dan, ada, ivo = [await known(house, each) for each in ("Dan", "Ada", "Ivo")]
        await house.accounts.change("Dan", is_disabled=True)
        asked = await house.erasing.ask(ada, dan.account, "asked for it")
        await house.erasing.confirm(ivo, asked.n)
        account = await house.accounts.by_id(dan.account)
        assert account is not None
        assert (account.name, account.roles) == (f"Erased account {dan.account}", frozenset())
        for way in (
            house.accounts.change(account.name, is_disabled=False),
            house.accounts.reset_password(account.name),
        ):
            with pytest.raises(Refused, match="was erased"):
                await way
        assert await house.accounts.sign_in(account.name, "") is None
        assert await house.accounts.sign_in("Dan", PASSWORD) is None
        for name in ("Dan", "dàn", "Erased account 99"):
            with pytest.raises(Refused, match="choose another name"):
                await house.accounts.create(name, ["dealer"])

    in_house(ready_address, scene)


# Too old -------------------------------------------------------------------------------------------


def test_what_is_older_than_the_house_keeps_it_goes_unless_a_signature_rests_on_it(
    ready_address: str,
) -> None:
    async def scene(house: House) -> None:
        dan, pia = await has_learnt(house, "Dan"), await has_learnt(house, "Pia")
        await sign(house, dan)
        kept, at = await rests(dan), START + timedelta(days=700)
        pia.at = at
        await pia.go_through(await pia.ask())
        late = await answers_of(pia)
        retention = Retention(
            house.database, house.school.policy, house.register, lambda: at + timedelta(days=40)
        )
        assert await retention.clear() == {}, "as long as the house is open, if it has not decided"
        await house.school.policy.set(Policy(keep_years=2))
        gone = await retention.clear()
        assert await answers_of(dan) == kept, "signatures rest on them"
        assert [row.id for row in await dan.rows(s.auditions)] == [f"signed-{dan.person.account}"]
        assert late[-1] in await answers_of(pia)
        assert len(await answers_of(pia)) < len(late)
        assert gone["auditions"] == 3
        assert await count(house, s.learning, dan.person.key) == 0
        assert await house.register.check() is None
        assert await retention.clear() == {}

    in_house(ready_address, scene)


def test_what_is_young_enough_cannot_be_deleted_even_by_hand(ready_address: str) -> None:
    async def scene(house: House) -> None:
        dan = await has_learnt(house, "Dan")
        at = START + timedelta(days=366)
        await house.school.policy.set(Policy(keep_years=2))
        retention = Retention(house.database, house.school.policy, house.register, lambda: at)
        await retention.clear()
        with pytest.raises(DBAPIError):
            async with house.database.writing() as connection:
                await connection.execute(s.answers.delete())
        assert await answers_of(dan)

    in_house(ready_address, scene)


def test_it_is_looked_at_once_a_day(ready_address: str) -> None:
    async def scene(house: House) -> None:
        dan = await has_learnt(house, "Dan")
        now = [START + timedelta(days=366)]
        await house.school.policy.set(Policy(keep_years=2))
        retention = Retention(house.database, house.school.policy, house.register, lambda: now[0])
        await retention.look()
        await house.school.policy.set(Policy(keep_years=1))
        now[0] += timedelta(minutes=5)
        await retention.look()
        assert await answers_of(dan), "it was looked at today"
        now[0] += timedelta(days=1)
        await retention.look()
        assert not await answers_of(dan)

    in_house(ready_address, scene)
