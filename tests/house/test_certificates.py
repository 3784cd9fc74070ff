"""Certificates in a house: who signs them, who sees them, when they end, and how they are renewed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, text, update

from tablewright.house.books import schema as s
from tablewright.house.classroom.certificates import NoSuchCertificate
from tablewright.house.classroom.conversion_records import made_again
from tablewright.house.classroom.converting import NoSuchConversion
from tablewright.house.classroom.drilling import AnsweredBefore
from tablewright.house.house import House
from tablewright.house.people.person import Person, person_of
from tablewright.house.screens.certificate_pages import CertificateShown, ConversionNow
from tablewright.house.screens.dealer_pages import Policy
from tablewright.rules.errors import Forbidden, Refused
from tablewright.school.certificates import lacking
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Book, Setup
from tests.house.company import ON_SQLITE, opened
from tests.house.examined import examined
from tests.house.serving import ADMINISTRATOR, PASSWORD, employ

OTHER_RULES = {"duki4.three-vs-unqualified": "push"}
"""One line is paid otherwise, and nothing else."""


class Company:
    """A house with a dealer, an instructor of theirs, another one, and an administrator."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.tables: list[Setup] = []
        house.dealers._in_use = lambda: self.tables

    async def person(self, name: str) -> Person:
        account = await self.house.accounts.by_name(name)
        assert account, name
        return person_of(account)

    async def ready(self) -> "Company":
        await employ(self.house)
        await self.house.accounts.create("Ida", ["instructor"], PASSWORD, must_change=False)
        self.dan, self.ivo = await self.person("Dan"), await self.person("Ivo")
        self.ida, self.admin = await self.person("Ida"), await self.person(ADMINISTRATOR)
        made = await self.house.classes.make(self.ivo, "The new ones")
        await self.house.classes.add(self.ivo, made.id, ["Dan"])
        return self

    async def certified(self) -> CertificateShown:
        """Dan's certificate."""
        id = await examined(self.house, self.dan)
        one = await self.house.certifying.sign(self.ivo, id)
        return await self.house.certificates.show(self.dan, one.id)

    async def lacks(self, device: str = "shuffler", **readings: str) -> str:
        """What Dan needs to deal."""
        account = await self.house.accounts.by_name("Dan")
        assert account
        book = Book(rehearsal_setup("duki4", readings=readings))
        return await self.house.dealers.lacks(account, book, device)

    async def right(self, now: ConversionNow, *, is_right: bool = True) -> dict[str, Any]:
        """What is right in the stage that is asked, or nothing."""
        assert now.question
        row = await self.house.converting.records.find(now.id)
        assert row
        drill = next(q.drill for q in row.kept.questions if q.drill.id == now.question.id)
        made = made_again(row.kept.setup, drill.reference)
        keys = made.keys[now.question.number]
        right = {part: key.right for part, key in keys.items()} if is_right else {}
        found: dict[str, Any] = msgspec.to_builtins(right, str_keys=True)
        return found

    async def go_through(self, now: ConversionNow, *, wrong_first: int = 0) -> ConversionNow:
        """Answer a conversion to its end; some questions wrong."""
        asked = 0
        while now.question is not None:
            asked += now.question.number == 0
            given = await self.right(now, is_right=asked > wrong_first)
            question, number = now.question.id, now.question.number
            now = await self.house.converting.answer(self.dan, now.id, question, number, given, 1.0)
        return now


def in_company(address: str, test: Callable[[Company], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(address) as house:
            await test(await Company(house).ready())

    asyncio.run(run())


def test_an_examiner_signs_a_passed_audition_and_the_dealer_may_deal(ready_address: str) -> None:
    async def test(company: Company) -> None:
        house = company.house
        assert "an audition in Duki 4 Poker" in await company.lacks()
        id = await examined(house, company.dan)
        offer = await house.certifying.offer(company.ivo, id)
        assert (offer.why_not, offer.certificate, offer.holder) == ("", "", "Dan")
        one = await house.certifying.sign(company.ivo, id)
        row = await house.auditions.records.find(id)
        assert row
        assert row.outcome
        result = row.outcome.result
        assert (one.seed, one.salt, one.seal) == (row.kept.seed, row.kept.salt, row.kept.seal)
        assert (one.journal_hash, one.journal_lines) == (result.journal_hash, result.journal_lines)
        assert (one.examiner, one.score, one.device) == ("Ivo", offer.score, "shuffler")
        shown = await house.certificates.show(company.dan, one.id)
        assert (shown.holder, shown.standing) == ("Dan", "holds")
        assert shown.devices == ["automatic shuffler with two decks"]
        assert await company.lacks() == ""
        # The name of the holder is nowhere in the register.
        assert all("Dan" not in each.did + each.name for each in await house.register.all())
        with pytest.raises(Forbidden, match="is signed"):
            await house.certifying.sign(company.ivo, id)

    in_company(ready_address, test)


@ON_SQLITE
def test_who_cannot_sign_and_why(ready_address: str) -> None:
    async def test(company: Company) -> None:
        house = company.house
        failed = await examined(house, company.dan, errs=lambda area: area == "money")
        with pytest.raises(Forbidden, match="was not passed: money"):
            await house.certifying.sign(company.ivo, failed)
        passed = await examined(house, company.dan, errs=once("money"))
        for stranger in (company.ida, company.dan):
            with pytest.raises(NoSuchCertificate):
                await house.certifying.offer(stranger, passed)
        row = await house.auditions.records.find(passed)
        assert row
        assert row.outcome
        (fault, *_) = row.outcome.result.faults
        await house.auditions.overrule(company.ivo, passed, fault.n, "right", "It was right.")
        with pytest.raises(Forbidden, match="You have overruled a mark"):
            await house.certifying.sign(company.ivo, passed)
        own = await examined(house, company.ivo)
        with pytest.raises((Forbidden, NoSuchCertificate)):
            await house.certifying.sign(company.ivo, own)
        own = await examined(house, company.admin)
        with pytest.raises(Forbidden, match="cannot sign your own"):
            await house.certifying.sign(company.admin, own)
        one = await house.certifying.sign(company.admin, passed)
        with pytest.raises(NoSuchCertificate):
            await house.certificates.show(company.ida, one.id)

    in_company(ready_address, test)


def once(area: str) -> Callable[[str], bool]:
    """One mistake in an area, the first time that it is asked for."""
    left = [area]

    def errs(asked: str) -> bool:
        if asked in left:
            left.remove(asked)
            return True
        return False

    return errs


@ON_SQLITE
@pytest.mark.parametrize("what", ["input", "journal", "seed", "result"])
def test_an_audition_that_was_tampered_with_is_not_signed(ready_address: str, what: str) -> None:
    async def test(company: Company) -> None:
        id = await examined(company.house, company.dan)
        a = s.auditions.c
        async with company.house.database.writing() as connection:
            row = (await connection.execute(select(s.auditions).where(a.id == id))).one()
            change = update(s.auditions).where(a.id == id)
            match what:
                case "journal":
                    await connection.execute(change.values(journal=row.journal[:-1] + " "))
                case "seed":
                    other = row.kept.replace('"seed":"', '"seed":"0')
                    await connection.execute(change.values(kept=other))
                case "result":
                    other = row.result.replace('"rounds":', '"rounds":1', 1)
                    await connection.execute(change.values(result=other))
                case "input":
                    await connection.execute(text("DROP TRIGGER audition_inputs_update"))
                    await connection.execute(
                        text("UPDATE audition_inputs SET seconds = seconds + 0.5 WHERE n = 3")
                    )
        with pytest.raises(Refused, match="cannot be signed"):
            await company.house.certifying.sign(company.ivo, id)

    in_company(ready_address, test)


@ON_SQLITE
def test_a_certificate_ends_when_it_is_withdrawn_or_its_time_is_over(ready_address: str) -> None:
    async def test(company: Company) -> None:
        house = company.house
        one = await company.certified()
        with pytest.raises(Forbidden, match="cannot withdraw"):
            await house.certificates.withdraw(company.dan, one.id, "I do not want it.")
        await house.school.policy.set(Policy(valid_months=1, warn_days=365))
        shown = await house.certificates.show(company.dan, one.id)
        assert (shown.standing, shown.until is not None) == ("soon", True)
        await house.certificates.withdraw(company.ivo, one.id, "A complaint.")
        shown = await house.certificates.show(company.dan, one.id)
        assert (shown.standing, shown.says) == ("ended", "Withdrawn by Ivo: A complaint.")
        assert await company.lacks()
        assert await house.register.check() is None

    in_company(ready_address, test)


def test_a_changed_line_ends_it_there_and_a_conversion_of_that_line_renews_it(
    ready_address: str,
) -> None:
    async def test(company: Company) -> None:
        house = company.house
        one = await company.certified()
        assert one.choices
        assert {each.device for each in one.choices} == {"one-deck-shuffler", "hand"}
        company.tables = [rehearsal_setup("duki4", readings=OTHER_RULES)]
        assert "a conversion in 1 skill" in await company.lacks(**OTHER_RULES)
        shown = await house.certificates.show(company.dan, one.id)
        choice = next(each for each in shown.choices if each.device == "shuffler")
        assert choice.lacks == 1
        assert "three-vs-unqualified" in choice.why[0]
        begun = await house.converting.begin(company.dan, one.id, choice.ruleset, "shuffler")
        again = await house.converting.begin(company.dan, one.id, choice.ruleset, "shuffler")
        assert again.id == begun.id
        assert (begun.marks, begun.status, begun.of) == ([], "under-way", 1)
        with pytest.raises(Forbidden, match="not passed"):
            await house.converting.sign(company.ivo, begun.id)
        over = await company.go_through(begun)
        assert (over.status, over.score) == ("passed", 100)
        with pytest.raises(Forbidden, match="your own"):
            await house.converting.sign(company.dan, begun.id)
        with pytest.raises(NoSuchConversion):
            await house.converting.sign(company.ida, begun.id)
        (waiting,) = await house.converting.to_sign(company.ivo)
        assert waiting.id == begun.id
        signed = await house.converting.sign(company.ivo, begun.id)
        assert signed.status == "signed"
        assert await company.lacks(**OTHER_RULES) == ""
        assert await company.lacks() == "", "the rules of before are still known"
        held = (await house.certificates.of(company.dan.key))[0].held
        (conversion,) = held.conversions
        assert [*conversion.examined] == ["pay duki4.ante.three-card-dealer-unqualified-push"]
        kept = await house.school.records.answers(company.dan.key, 10_000, 100)
        assert {each.answered.question for each in kept} >= set(conversion.questions)
        there = rehearsal_setup("duki4", readings=OTHER_RULES)
        assert lacking(held.certificate, [], there, "shuffler") != []

    in_company(ready_address, test)


@ON_SQLITE
def test_what_was_wrong_comes_again_as_another_question_and_too_much_of_it_fails(
    ready_address: str,
) -> None:
    async def test(company: Company) -> None:
        house = company.house
        one = await company.certified()
        company.tables = [rehearsal_setup("duki4", readings={"duki4.bonus-on-fold": "in-action"})]
        shown = await house.certificates.show(company.dan, one.id)
        choice = next(each for each in shown.choices if each.device == "shuffler")
        assert choice.lacks > 3
        begun = await house.converting.begin(company.dan, one.id, choice.ruleset, "shuffler")
        over = await company.go_through(begun, wrong_first=1)
        row = await house.converting.records.find(begun.id)
        assert row
        assert row.kept.turn == 2
        by_turn = [each.drill.reference for each in row.kept.questions]
        assert len(set(by_turn)) == len(by_turn), "the same case never comes twice"
        assert (over.status, over.score) == ("passed", over.score)
        assert 100 > (over.score or 0) >= over.needed

    in_company(ready_address, test)


@ON_SQLITE
def test_marks_are_kept_back_and_an_answer_counts_once(ready_address: str) -> None:
    async def test(company: Company) -> None:
        house = company.house
        one = await company.certified()
        company.tables = [rehearsal_setup("duki4", readings={"duki4.bonus-on-fold": "in-action"})]
        shown = await house.certificates.show(company.dan, one.id)
        choice = next(each for each in shown.choices if each.device == "shuffler")
        now = await house.converting.begin(company.dan, one.id, choice.ruleset, "shuffler")
        first = now
        assert first.question
        given = await company.right(first)
        args = (first.question.id, first.question.number)
        now = await house.converting.answer(company.dan, now.id, *args, given, 1.0)
        assert (now.marks, now.score) == ([], None)
        assert now.asked > first.asked == 0, "one question may show more skills than one"
        sent = msgspec.json.encode(now)
        skill = (await house.converting.records.find(now.id)).kept.todo[-1]  # type: ignore[union-attr]
        assert skill.encode() not in sent, "what is asked for is not told"
        again = await house.converting.answer(company.dan, now.id, *args, given, 1.0)
        assert again == now
        with pytest.raises(AnsweredBefore):
            await house.converting.answer(company.dan, now.id, *args, {}, 1.0)
        with pytest.raises(NoSuchConversion):
            await house.converting.answer(company.ivo, now.id, *args, given, 1.0)
        assert (await house.converting.see(company.ivo, now.id)).question is None

    in_company(ready_address, test)
