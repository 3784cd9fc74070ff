"""The register of approvals: two people for every record, nothing edited, and tables that follow it."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, insert, text, update
from sqlalchemy.exc import DBAPIError

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database
from tablewright.house.people.accounts import Accounts
from tablewright.house.people.approvals import Approvals, Attested, Entry
from tablewright.house.people.person import Person, person_of
from tablewright.house.screens.approval_pages import approvals_page, warnings_of
from tablewright.rules.errors import Refused
from tablewright.rules.on_record import Answered, Claim, Evidence, Limited, Met
from tablewright.table.status import OPENING
from tablewright.table.verify import verify
from tests.house.clients import Visit, Visitor, play, why
from tests.house.company import open_table, opened
from tests.house.serving import ADMINISTRATOR, Serving, employ, quick_passwords
from tests.house.staffing import CREW, open_up
from tests.table.driving import at_table

CARD_ROOMS, TRIBAL = "washington-card-rooms", "washington-tribal-casinos"
CONTROLS = Met("internal-controls")
LETTER = Evidence("letter of 3 March")
DAY = date(2026, 3, 5)

Test = Callable[["Registered"], Awaitable[None]]


class Registered:
    """A register with people, and a day that a test turns on."""

    def __init__(self, database: Database, people: dict[str, Person]) -> None:
        self.database, self.people = database, people
        self.at = datetime(2026, 3, 5, 12, tzinfo=UTC)
        self.register = Approvals(database, lambda: self.at)

    async def attest(
        self, claim: Claim, by: str = "Pit", *, place: str = CARD_ROOMS, **more: Any
    ) -> Entry:
        what = Attested(place, claim, **({"evidence": LETTER} | more))
        return await self.register.attest(self.people[by], what)

    async def record(self, claim: Claim, **more: Any) -> Entry:
        """Attested by Pit, confirmed by Ina."""
        entry = await self.attest(claim, **more)
        return await self.register.confirm(self.people["Ina"], entry.number)

    async def read_again(self) -> Approvals:
        """The register as the database has it."""
        return await Approvals.open(self.database)

    def items(self, of: str = "Pit") -> dict[str, str]:
        """How everything on the checklist of the card rooms stands."""
        page = approvals_page(self.register, self.people[of], self.at.date())
        found = next(each for each in page.checklists if each.id == CARD_ROOMS)
        return {each.subject: each.status for each in (*found.items, *found.answers)}


def with_register(address: str, test: Test) -> None:
    async def run() -> None:
        database = await Database.open(address)
        try:
            accounts, people = Accounts(database, quick_passwords()), {}
            duties = {"Pit": "pit-boss", "Ina": "inspector", "Dan": "dealer", "Sue": "surveillance"}
            for name, duty in duties.items():
                made, _ = await accounts.create(name, [duty], "seven red chips")
                people[name] = Person(f"a:{made.id}", name, frozenset([duty]))
            await test(Registered(database, people))
        finally:
            await database.close()

    asyncio.run(run())


# Two people ----------------------------------------------------------------------------------------


def test_a_record_needs_two_people_and_outlasts_a_restart(ready_address: str) -> None:
    async def test(house: Registered) -> None:
        entry = await house.attest(CONTROLS, until=date(2026, 12, 31))
        register = house.register
        assert register.on_record(CARD_ROOMS) == ()
        assert house.items()["condition internal-controls"] == "waiting"
        with pytest.raises(Refused, match="another person confirms it"):
            await register.confirm(house.people["Pit"], entry.number)
        await register.confirm(house.people["Ina"], entry.number)
        (record,) = register.on_record(CARD_ROOMS)
        assert (record.attested_by, record.confirmed_by) == ("Pit", "Ina")
        assert (record.claim, record.until) == (CONTROLS, date(2026, 12, 31))
        assert register.on_record(TRIBAL) == ()
        again = await house.read_again()
        assert again.entries == register.entries
        assert again.on_record(CARD_ROOMS) == (record,)
        with pytest.raises(Refused, match="confirmed already"):
            await register.confirm(house.people["Ina"], entry.number)

    with_register(ready_address, test)


def test_only_the_duties_for_it_attest_confirm_and_withdraw(ready_address: str) -> None:
    async def test(house: Registered) -> None:
        for name in ("Ina", "Dan", "Sue"):
            with pytest.raises(Refused, match="You cannot attest this"):
                await house.attest(CONTROLS, name)
        entry = await house.attest(CONTROLS)
        for name in ("Dan", "Sue"):
            with pytest.raises(Refused, match="You cannot confirm this"):
                await house.register.confirm(house.people[name], entry.number)
        with pytest.raises(Refused, match="You cannot withdraw this"):
            await house.register.withdraw(house.people["Ina"], entry.number, "wrong")
        with pytest.raises(Refused, match="Say why you withdraw it"):
            await house.register.withdraw(house.people["Pit"], entry.number, " ")
        with pytest.raises(Refused, match="There is no record 99"):
            await house.register.confirm(house.people["Ina"], 99)

    with_register(ready_address, test)


def test_a_record_is_withdrawn_or_replaced_and_never_edited(ready_address: str) -> None:
    async def test(house: Registered) -> None:
        register = house.register
        first = await house.record(CONTROLS)
        second = await house.attest(CONTROLS, evidence=Evidence("letter of 5 May"))
        assert [each.number for each in register.on_record(CARD_ROOMS)] == [first.number]
        await register.confirm(house.people["Ina"], second.number)
        assert [each.number for each in register.on_record(CARD_ROOMS)] == [second.number]
        assert register.entries[first.number].replaced_by == second.number
        with pytest.raises(Refused, match="was replaced by"):
            await register.withdraw(house.people["Pit"], first.number, "no longer")
        await register.withdraw(house.people["Pit"], second.number, "the letter was recalled")
        assert register.on_record(CARD_ROOMS) == (), "what was replaced does not come back"
        with pytest.raises(Refused, match="was withdrawn: attest it anew"):
            await register.withdraw(house.people["Pit"], second.number, "again")
        assert (await house.read_again()).entries == register.entries
        a = s.approvals
        for change in (
            update(a).values(name="Sue"),
            delete(a).where(a.c.n == 1),
            insert(a).values(n=1, at="", account=1, name="Sue", step="{}"),
        ):
            with pytest.raises(DBAPIError):
                async with house.database.writing() as connection:
                    await connection.execute(change)
        assert (await house.read_again()).entries == register.entries

    with_register(ready_address, test)


def test_two_who_confirm_at_once_make_one_record(ready_address: str) -> None:
    async def test(house: Registered) -> None:
        entry = await house.attest(CONTROLS)
        tries = [house.register.confirm(house.people["Ina"], entry.number) for _ in range(5)]
        ended = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(each, Entry) for each in ended) == 1
        assert (await house.read_again()).entries == house.register.entries

    with_register(ready_address, test)


def test_a_register_that_cannot_be_read_whole_has_nothing_on_record(ready_address: str) -> None:
    """A withdrawal that is lost must not open a table."""

    async def test(house: Registered) -> None:
        await house.record(CONTROLS)
        for name, step in (("Pit", "{"), ("Pit", '{"step":"withdraw","number":7,"reason":"x"}')):
            row = {"n": 3, "at": house.at.isoformat(), "account": 1, "name": name, "step": step}
            async with house.database.writing() as connection:
                await connection.execute(insert(s.approvals).values(row))
            broken = await Approvals.open(house.database)
            assert broken.is_broken
            assert broken.on_record(CARD_ROOMS) == ()
            with pytest.raises(Refused, match="restore the database from a backup"):
                await broken.attest(house.people["Pit"], Attested(CARD_ROOMS, CONTROLS, LETTER))
            async with house.database.writing() as connection:
                await _without_triggers(connection, "DELETE FROM approvals WHERE n = 3")

    async def _without_triggers(connection: Any, sql: str) -> None:
        if house_is_sqlite(ready_address):
            await connection.execute(text("DROP TRIGGER approvals_delete"))
            await connection.execute(text(sql))
            back = "CREATE TRIGGER approvals_delete BEFORE DELETE ON approvals BEGIN SELECT 1; END"
            await connection.execute(text(back))
        else:
            await connection.execute(text("ALTER TABLE approvals DISABLE TRIGGER USER"))
            await connection.execute(text(sql))
            await connection.execute(text("ALTER TABLE approvals ENABLE TRIGGER USER"))

    with_register(ready_address, test)


def house_is_sqlite(address: str) -> bool:
    return address.startswith("sqlite")


# What is attested ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "more", "said"),
    [
        (Met("rules-provided"), {}, "does not ask you to attest"),
        (Met("interest-holders"), {}, "does not ask you to attest"),
        (Limited(50_000), {}, "are known"),
        (Limited(0), {"place": TRIBAL}, "is not an amount"),
        (CONTROLS, {"evidence": Evidence()}, "There is no evidence"),
        (CONTROLS, {"until": DAY - timedelta(days=1)}, "that day is over"),
        (CONTROLS, {"place": "general"}, "does not ask you to attest"),
        (CONTROLS, {"place": "atlantis"}, "there is no jurisdiction"),
        (Answered("duki4.ace", "high-and-low", "the Agent", DAY), {}, "is taken as high-and-low"),
        (Answered("duki4.ace", "sideways", "the Agent", DAY), {}, "is not an option"),
        (Answered("duki4.ace", "high-only", "", DAY), {}, "Who answered"),
        (
            Answered("duki4.ace", "high-only", "the Agent", DAY + timedelta(days=1)),
            {},
            "enter a day that has come",
        ),
        (Answered("duki4.positions", "6", "the Agent", DAY), {}, "No answer"),
    ],
    ids=str,
)
@pytest.mark.parametrize("ready_address", ["sqlite"], indirect=True)
def test_what_makes_no_sense_is_not_attested(
    ready_address: str, claim: Claim, more: dict[str, Any], said: str
) -> None:
    async def test(house: Registered) -> None:
        with pytest.raises(Refused, match=said):
            await house.attest(claim, **more)
        assert house.register.entries == {}

    with_register(ready_address, test)


@pytest.mark.parametrize("ready_address", ["sqlite"], indirect=True)
def test_the_checklist_says_what_holds_ends_soon_and_has_expired(ready_address: str) -> None:
    async def test(house: Registered) -> None:
        subject = "condition internal-controls"
        answer = Answered("duki4.bonus-odds", "for-one", "Special Agent", DAY)
        assert house.items()["condition rules-provided"] == "machine"
        assert house.items()[subject] == "missing"
        await house.record(CONTROLS, until=DAY + timedelta(days=40))
        await house.record(answer)
        assert house.items()[answer.subject] == "holds"
        for days, status in (
            (0, "holds"),
            (10, "holds"),
            (11, "soon"),
            (40, "soon"),
            (41, "expired"),
        ):
            house.at = datetime(2026, 3, 5, 23, 59, 59, tzinfo=UTC) + timedelta(days=days)
            assert house.items()[subject] == status, days
        renewed = await house.attest(CONTROLS)
        assert house.items()[subject] == "waiting"
        page = approvals_page(house.register, house.people["Ina"], house.at.date())
        shown = {each.number: each for part in page.checklists for each in part.records}
        assert shown[renewed.number].may_confirm
        assert not page.may_attest
        # One that waits beyond its own last day is not confirmed any more.
        late = await house.attest(CONTROLS, until=house.at.date())
        house.at += timedelta(days=1)
        with pytest.raises(Refused, match="that day is over"):
            await house.register.confirm(house.people["Ina"], late.number)

    with_register(ready_address, test)


def test_a_place_that_approves_no_game_has_a_checklist_only_once_something_is_recorded(
    ready_address: str,
) -> None:
    async def test(house: Registered) -> None:
        def listed() -> list[str]:
            page = approvals_page(house.register, house.people["Pit"], house.at.date())
            return [each.id for each in page.checklists]

        assert listed() == [CARD_ROOMS, TRIBAL]
        await house.attest(Limited(10_000), place="nevada")
        assert listed() == ["nevada", CARD_ROOMS, TRIBAL]

    with_register(ready_address, test)


@pytest.mark.parametrize("ready_address", ["sqlite"], indirect=True)
def test_the_pit_is_warned_of_an_open_table_the_day_after_a_record_ended(
    ready_address: str,
) -> None:
    async def test(house: Registered) -> None:
        await house.record(CONTROLS, until=DAY)
        on_record = house.register.on_record(CARD_ROOMS)
        money: dict[str, Any] = {
            "jurisdiction": CARD_ROOMS,
            "is_practice": False,
            "on_record": on_record,
        }
        table = at_table("duki4", (), day=DAY, **money)
        assert list(warnings_of(table.table, house.register, DAY)) == []
        (warning,) = warnings_of(table.table, house.register, DAY + timedelta(days=1))
        assert "Internal controls approved by the Commission has expired" in warning
        assert "may finish its gaming day" in warning
        practice = at_table("duki4", (), day=DAY, jurisdiction=CARD_ROOMS)
        assert list(warnings_of(practice.table, house.register, DAY)) == []

    with_register(ready_address, test)


def test_a_table_that_waits_hears_at_the_next_start_what_it_missed(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            await employ(house)
            people = {
                name: person_of(account)
                for name in ("Pit", "Ina")
                if (account := await house.accounts.by_name(name))
            }
            made = await house.approvals.attest(
                people["Pit"], Attested(CARD_ROOMS, CONTROLS, LETTER)
            )
            await house.approvals.confirm(people["Ina"], made.number)
            money: dict[str, Any] = {
                "jurisdiction": CARD_ROOMS,
                "is_practice": False,
                "automatic": (),
            }
            on_record = house.approvals.on_record(CARD_ROOMS)
            id = (await open_table(house, "duki4", **money, on_record=on_record)).id
            await house.approvals.withdraw(people["Pit"], made.number, "recalled")
        async with opened(ready_address) as house:
            state = house.floor.table(id).table.state
            assert (state.status, state.on_record) == (OPENING, ())

    asyncio.run(run())


# Over HTTP, and at tables --------------------------------------------------------------------------

MONEY = {"game": "duki4", "is_practice": False, "automatic": "none", "pace": 0, "dealer": "Dan"}
MONEY |= {"inspector": "Ina", "jurisdiction": CARD_ROOMS}
TRIBAL_CONDITIONS = (
    "tribal-approval", "state-concurrence", "compact-supplement", "makers-certified",
)  # fmt: skip
NEW = {
    "jurisdiction": CARD_ROOMS,
    "claim": {"kind": "condition", "condition": "internal-controls"},
    "evidence": {"reference": "letter of 3 March"},
}


async def recorded(pit: Visitor, second: Visitor, **more: Any) -> int:
    """Something on record by two people; its number."""
    made = await pit.post("/approvals", NEW | more)
    assert made.status_code == 201, made.text
    number = int(made.json()["number"])
    confirmed = await second.post(f"/approvals/{number}/confirm", {})
    assert confirmed.is_success, confirmed.text
    return number


async def withdrawn(pit: Visitor, number: int) -> None:
    answer = await pit.post(f"/approvals/{number}/withdraw", {"reason": "recalled"})
    assert answer.is_success, answer.text


def test_a_table_for_money_follows_the_register_until_it_opens(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ada = await visitor().sign_in("Pit"), await visitor().sign_in(ADMINISTRATOR)
        refused = await pit.post("/tables", MONEY | {"table": "W1"})
        assert refused.status_code == 400
        assert refused.json()["rule"] == "house.conditions"
        assert "Not on record: internal controls approved by the Commission." in why(refused)
        number = await recorded(pit, ada)
        made = await pit.post("/tables", MONEY | {"table": "W1"})
        assert made.status_code == 201, made.text
        id = made.json()["id"]
        state = serving_both.house.floor.table(id).table.state
        assert [each.number for each in state.on_record] == [number]
        await withdrawn(pit, number)
        assert (state.status, state.on_record) == (OPENING, ())
        again = await recorded(pit, ada)
        assert [each.number for each in state.on_record] == [again]
        await open_up(id, {post: await visitor().sign_in(name) for post, name in CREW.items()})
        # Open tables go on; the pit is warned.
        await withdrawn(pit, again)
        row = next(each for each in (await pit.ask("/pit"))["tables"] if each["id"] == id)
        assert any("is no longer on record" in each for each in row["alerts"]), row["alerts"]
        journal = (await pit.get(f"/tables/{id}/journal.jsonl")).content.splitlines(keepends=True)
        verify(lambda: journal)
        told = await pit.ask(f"/tables/{id}/journal", search="on record", limit=500)
        brought = [each for each in told["lines"] if each["event"] == "record-approvals"]
        assert [each["by"] for each in brought] == ["pit-boss (house)"] * 2

    play(serving_both, scene)


def test_a_practice_table_opens_with_a_note_in_the_pit(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        body = {"table": "T9", "game": "duki4", "pace": 0, "jurisdiction": TRIBAL}
        id = (await pit.post("/tables", body)).json()["id"]
        row = next(each for each in (await pit.ask("/pit"))["tables"] if each["id"] == id)
        assert row["status"] == "open"
        assert row["note"].startswith("approval by the tribal gaming agency; the state's")
        assert row["alerts"] == []

    play(serving, scene)


def test_a_limit_that_the_pit_has_entered_caps_a_tribal_table(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ada = await visitor().sign_in("Pit"), await visitor().sign_in(ADMINISTRATOR)
        for condition in TRIBAL_CONDITIONS:
            claim = {"kind": "condition", "condition": condition}
            await recorded(pit, ada, jurisdiction=TRIBAL, claim=claim)
        body = MONEY | {"table": "T1", "jurisdiction": TRIBAL, "limits": {"ante": [500, 50_000]}}
        refused = await pit.post("/tables", body)
        assert "Not on record: the limit on each wager, with its source." in why(refused)
        limit = {"kind": "limit", "maximum_cents": 25_000}
        await recorded(pit, ada, jurisdiction=TRIBAL, claim=limit)
        refused = await pit.post("/tables", body)
        assert "lets $500 be wagered: expected at most $250 in Washington" in why(refused)
        made = await pit.post("/tables", body | {"limits": {"ante": [500, 25_000]}})
        assert made.status_code == 201, made.text

    play(serving, scene)


def test_the_register_is_for_the_pit_at_the_page(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        assert (await visitor().get("/approvals")).status_code == 401
        dan, sue = await visitor().sign_in("Dan"), await visitor().sign_in("Sue")
        assert (await dan.get("/approvals")).status_code == 403
        assert (await dan.post("/approvals", NEW)).status_code == 403
        assert (await sue.get("/approvals")).status_code == 200
        assert "You cannot attest this" in why(await sue.post("/approvals", NEW))
        pit = await visitor().sign_in("Pit")
        token = await pit.post("/tokens", {"label": "program", "scope": "act"})
        program = visitor(token.json()["token"])
        assert (await program.get("/approvals")).status_code == 200
        refused = await program.post("/approvals", NEW)
        assert (refused.status_code, "sign in at the page" in why(refused)) == (403, True)
        for wrong in (
            {"jurisdiction": CARD_ROOMS},
            NEW | {"until": "soon"},
            NEW | {"claim": {"kind": "other"}},
            NEW | {"evidence": {"reference": 3}},
            NEW | {"number": 1},
        ):
            answer = await pit.post("/approvals", wrong)
            assert answer.status_code == 422
            assert why(answer)

    play(serving, scene)


def test_nobody_sends_records_to_a_table(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        body = MONEY | {"table": "G1", "jurisdiction": "general"}
        id = (await pit.post("/tables", body)).json()["id"]
        forged = {"event": "record-approvals", "records": []}
        answer = await pit.command(id, forged, "pit-boss")
        assert answer.status_code == 422

    play(serving, scene)
