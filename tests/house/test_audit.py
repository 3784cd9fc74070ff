"""The audit of administration: what is in it, that no change goes unseen, and that it stays small."""

import asyncio
import json
import re
import shutil
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from tablewright.house.books import auditing
from tablewright.house.books import schema as s
from tablewright.house.books.audit import Asked, Audit
from tablewright.house.books.audit_entries import WHAT, AuditEntry, Doer, Last, Noted, next_entry
from tablewright.house.books.auditing import doing, note
from tablewright.house.books.database import Database
from tablewright.house.books.entries import LedgerEntry
from tablewright.house.books.ledger import Ledger
from tablewright.house.house import House
from tablewright.house.people import failures
from tablewright.house.people.failures import Failures
from tablewright.house.people.person import Person, person_of
from tablewright.house.server.app import create
from tests.cli.running import run as run_command
from tests.house.clients import Visit, play, why
from tests.house.company import opened, unguarded
from tests.house.serving import ADMINISTRATOR, PASSWORD, Serving, employ, served
from tests.house.signed import change, signing_house

PIN, OTHER_PASSWORD = "730415", "nine yellow boats"


async def told(audit: Audit, **asked: Any) -> list[tuple[str, str, str]]:
    """Who did what to what, the oldest first, but for what the house did itself."""
    page = await audit.page(Asked(**asked), limit=200)
    return [(each.who, each.what, each.subject) for each in page.entries[::-1]]


async def accounts(house: House) -> dict[str, str]:
    return {each.name: f"a:{each.id}" for each in await house.accounts.all()}


def test_what_people_do_is_in_the_audit_with_who_they_are_and_nothing_secret(
    serving_both: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        house = serving_both.house
        before = (serving_both.run(house.audit.page(limit=1))).last
        ada = await visitor().sign_in(ADMINISTRATOR)
        made = await ada.post(
            "/accounts", {"name": "Zoe", "roles": ["dealer"], "password": PASSWORD}
        )
        assert made.is_success
        assert (await ada.http.patch("/accounts/Zoe", json={"roles": ["inspector"]})).is_success
        assert (await ada.http.patch("/accounts/Zoe", json={"reset_password": True})).is_success
        assert (await ada.http.patch("/accounts/Zoe", json={"is_disabled": True})).is_success
        wrong = {"name": "Dan", "password": "a wrong password"}
        assert (await visitor().post("/sign-in", wrong)).status_code == 401
        unknown = {"name": "my secret password", "password": "x"}
        assert (await visitor().post("/sign-in", unknown)).status_code == 401
        dan = await visitor().sign_in("Dan")
        assert (await dan.post("/pin", {"password": "wrong", "pin": PIN})).status_code == 400
        assert (await dan.post("/pin", {"password": PASSWORD, "pin": PIN})).is_success
        token = (await dan.post("/tokens", {"label": "bot", "scope": "act"})).json()
        assert (await dan.http.delete(f"/tokens/{token['id']}")).is_success
        assert (await visitor(token["token"]).get("/tokens")).status_code == 401
        days = {"zone": "Europe/Vienna", "shifts": [{"name": "Day", "begins": "06:00"}]}
        answer = await ada.http.put("/pit/gaming-day", json=days)
        assert answer.is_success, answer.text
        assert (await ada.get("/pit/ratings.csv")).is_success
        changed = {"old": PASSWORD, "new": OTHER_PASSWORD}
        assert (await dan.post("/password", changed)).is_success
        assert (await dan.post("/sign-out")).is_success
        refused = await dan.get("/audit")
        assert refused.status_code == 401
        page = await ada.ask("/audit", limit=100)
        new = [each for each in page["entries"][::-1] if each["n"] > before]
        key = serving_both.run(accounts(house))
        boss, zoe, d = key[ADMINISTRATOR], key["Zoe"], key["Dan"]
        did = [(each["who"], each["what"], each["subject_name"]) for each in new]
        assert did == [
            (boss, "sign-in", ""),
            (boss, "account-made", "Zoe"),
            (boss, "duties-changed", "Zoe"),
            (boss, "password-reset", "Zoe"),
            (boss, "account-closed", "Zoe"),
            ("", "sign-in-failed", "Dan"),
            ("", "sign-in-failed", ""),
            (d, "sign-in", ""),
            (d, "password-failed", "Dan"),
            (d, "pin-set", "Dan"),
            (d, "token-made", ""),
            (d, "token-ended", ""),
            ("", "token-failed", ""),
            (boss, "setting-changed", ""),
            (boss, "exported", ""),
            (d, "password-changed", "Dan"),
            (d, "sign-in", ""),
            (d, "sign-out", ""),
        ]
        assert {each["address"] for each in new} == {"127.0.0.1"}
        duties = next(each for each in new if each["what"] == "duties-changed")
        assert duties["said"] == {"before": ["dealer"], "now": ["inspector"]}
        setting = next(each for each in new if each["what"] == "setting-changed")
        assert setting["subject"] == "gaming-day"
        assert "Vienna" in setting["said"]["now"]
        one = await ada.ask("/audit", who="Zoe", what="duties-changed")
        assert [each["n"] for each in one["entries"]] == [duties["n"]]
        assert zoe == duties["subject"]
        rows = serving_both.run(_rows(house))
        for secret in (PASSWORD, OTHER_PASSWORD, PIN, token["token"], unknown["name"]):
            assert secret not in rows
        # For the tests after this one.
        back = await visitor().sign_in("Dan", OTHER_PASSWORD)
        assert (await back.post("/password", {"old": OTHER_PASSWORD, "new": PASSWORD})).is_success

    play(serving_both, scene)


async def _rows(house: House) -> str:
    async with house.database.reading() as connection:
        return "\n".join(map(str, await connection.execute(select(s.audit))))


def test_who_tries_to_change_what_is_not_theirs_is_told_of_once_and_by_no_name(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        ada, dan = await visitor().sign_in(ADMINISTRATOR), await visitor().sign_in("Dan")
        guest = visitor()
        await guest.come_as_guest("Ann")
        before = (await ada.ask("/audit", limit=1))["last"]
        for _ in range(3):
            answer = await dan.http.patch("/accounts/Pia", json={"reset_password": True})
            assert answer.status_code == 403
        assert (await guest.post("/accounts", {"name": "Zed", "roles": []})).status_code == 403
        assert (await dan.get("/accounts")).status_code == 403  # Nothing would have changed.
        page = await ada.ask("/audit", what="not-allowed")
        new = [each for each in page["entries"][::-1] if each["n"] > before]
        key = serving.run(accounts(serving.house))["Dan"]
        assert [(each["who"], each["subject"], each["said"]["tries"]) for each in new[:2]] == [
            (key, "Change an account", 1),
            (key, "Change an account", 2),
        ]
        assert new[2]["who"].startswith("g:")
        assert new[2]["subject"] == "A new account"
        assert {each["outcome"] for each in new} == {"refused"}
        assert len(new) == 3

    play(serving, scene)


def test_only_administrators_and_surveillance_read_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        for name, status in ((ADMINISTRATOR, 200), ("Sue", 200), ("Pit", 403), ("Pia", 403)):
            who = await visitor().sign_in(name)
            for path in ("/audit", "/audit.csv", "/audit.jsonl"):
                assert (await who.get(path)).status_code == status, (name, path)
        ada = await visitor().sign_in(ADMINISTRATOR)
        assert "no account" in why(await ada.get("/audit", who="Nobody at all"))
        assert (await ada.get("/audit", what="nothing")).status_code == 400
        first = await ada.ask("/audit", limit=2)
        more = await ada.ask("/audit", limit=2, before=first["entries"][-1]["n"])
        numbers = [each["n"] for each in (*first["entries"], *more["entries"])]
        assert numbers == list(range(numbers[0], numbers[0] - 4, -1))

    play(serving, scene)


def test_who_took_a_place_is_known_by_account_and_by_line(ready_address: str) -> None:
    async def scene(visitor: Visit) -> None:
        house = serving.house
        pia, bo = await visitor().sign_in("Pia"), visitor()
        await bo.post("/guest", {"name": "Pia B"})
        (table, *_) = house.floor.tables
        for who, place in ((pia, 1), (bo, 3)):
            answer = await who.command(table, {"event": "sit", "place": place}, "player")
            assert answer.is_success, answer.text
        assert (
            await pia.command(table, {"event": "buy-in", "place": 1, "cash": 10_000}, "player")
        ).is_success
        moved = await pia.command(table, {"event": "change-seat", "place": 5}, "player")
        assert moved.is_success, moved.text
        key = (serving.run(accounts(house)))["Pia"]
        found = serving.run(house.audit.page(Asked(what=("sat",), subject=table))).entries[::-1]
        assert [each.who for each in found if each.who[0] == "a"] == [key, key]
        assert re.fullmatch(r"g:[0-9a-f]{24}", found[1].who)
        lines = serving.run(house.ledger.lines(table))
        for each, place in zip(found, (1, 3, 5), strict=True):
            said = json.loads(each.said)
            line = json.loads(lines[said["line"] - 1])
            assert (line["did"]["event"], line["did"]["place"]) == ("sit", place)
            assert (said["place"], said["hash"]) == (place, line["hash"])

    with served(ready_address) as serving:
        play(serving, scene)


def test_who_opened_a_table_and_who_had_it_close_is_told(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        made = await pit.post("/tables", {"table": "X9", "game": "duki4", "is_practice": True})
        assert made.is_success, made.text
        id = made.json()["id"]
        closed = await pit.post(f"/tables/{id}/close")
        assert closed.is_success, closed.text
        key = serving.run(accounts(serving.house))
        assert serving.run(told(serving.house.audit, subject=id)) == [
            (key["Pit"], "table-opened", id),
            (key["Pit"], "table-closing", id),
            ("house", "table-closing", id),
            ("house", "table-closed", id),
        ]

    play(serving, scene)


async def _run(database: Database, sql: str) -> None:
    async with database.writing() as connection:
        await connection.execute(text(sql))


async def _known(house: House, name: str) -> Person:
    account = await house.accounts.by_name(name)
    assert account is not None
    return person_of(account)


def test_the_database_refuses_every_change_but_the_next_entry(ready_address: str) -> None:
    async def run() -> None:
        database = await Database.open(ready_address)
        audit = Audit(database)
        try:
            with doing(Doer("a:1", "192.0.2.7", "s:1")):
                for number in range(3):
                    await audit.note("exported", f"/file/{number}")
            stray = "9, '', '', '', '', '', '', '', '', '', '', '', '{prev}', ''"
            fields = ", ".join(s.audit.c.keys())
            for sql in (
                "UPDATE audit SET subject = '/other' WHERE n = 2",
                "UPDATE audit SET address = '', salt = '' WHERE n = 2",
                "DELETE FROM audit WHERE n = 3",
                f"INSERT INTO audit ({fields}) VALUES ({stray.format(prev='0' * 64)})",
                *(["INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE n = 2"]
                  if database.is_sqlite else ["TRUNCATE audit"]),
            ):  # fmt: skip
                with pytest.raises(DBAPIError, match="audit"):
                    await _run(database, sql)
            assert await audit.wrong() is None
            assert [each[2] for each in await told(audit)] == ["/file/0", "/file/1", "/file/2"]
        finally:
            await database.close()

    asyncio.run(run())


def test_what_is_undone_leaves_no_entry_and_what_is_written_has_one(ready_address: str) -> None:
    async def run() -> None:
        database = await Database.open(ready_address)
        try:

            async def be_undone() -> None:
                async with database.writing() as connection:
                    note(connection, "exported", "/never")
                    raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await be_undone()
            await Audit(database).note("exported", "/ever")
            assert await told(Audit(database)) == [("house", "exported", "/ever")]
        finally:
            await database.close()

    asyncio.run(run())


def test_several_servers_write_one_chain(ready_address: str) -> None:
    async def run() -> None:
        both = [Audit(await Database.open(ready_address)) for _ in range(2)]
        try:
            await asyncio.gather(
                *(audit.note("exported", f"/{n}") for n in range(20) for audit in both)
            )
            assert await both[0].wrong() is None
            assert (await both[1].page(limit=1)).last == 40
        finally:
            for audit in both:
                await audit.database.close()

    asyncio.run(run())


def test_a_clock_that_went_back_is_marked() -> None:
    first = Noted(Doer(), "exported", "/a", {})
    today, tomorrow = (f"2026-11-{day}T06:00:00.000000+00:00" for day in (18, 19))
    later = next_entry(Last(), first, tomorrow, tomorrow, "aa")
    second = next_entry(Last(later.n, later.at, later.hash), first, today, today, "bb")
    assert (later.clock, second.at, second.clock) == ("", tomorrow, today)
    # The house keeps its own time while it doubts the clock.
    assert next_entry(Last(), first, today, tomorrow, "cc").clock == tomorrow


# Written anew --------------------------------------------------------------------------------------


def _forged(entries: list[AuditEntry], first: int) -> list[str]:
    """Statements that write an audit anew from an entry on, with hashes that all fit."""
    made, last = [f"DELETE FROM audit WHERE n >= {first}"], entries[first - 2]
    for each in entries[first - 1 :]:
        noted = Noted(Doer("house"), each.what, each.subject, {})
        before = Last(last.n, last.at, last.hash)
        last = next_entry(before, noted, each.at, each.at, each.salt)
        values = ", ".join(
            str(value) if isinstance(value, int) else f"'{value}'"
            for value in (getattr(last, field) for field in AuditEntry.__struct_fields__)
        )
        fields = ", ".join(AuditEntry.__struct_fields__)
        made.append(f"INSERT INTO audit ({fields}) VALUES ({values})")
    return made


def test_an_audit_that_is_written_anew_is_found(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def begin() -> list[AuditEntry]:
        async with signing_house(ready_address, keys) as house:
            await employ(house)
            entries = [each async for some in house.audit.every() for each in some]
            await house.heads.sign_audit()
            return entries

    async def go_on() -> list[str]:
        async with signing_house(ready_address, keys) as house:
            return house.signing.notes

    entries = asyncio.run(begin())
    file = tmp_path / "audit.jsonl"
    ring = ("--key", str(keys / "ring.json"))
    run = run_command
    saved = run("audit", "--save", str(file), "--database", ready_address)
    assert saved.status == 0, saved.err
    assert run("verify", str(file), *ring).status == 0
    held = run("audit", "--verify", "--database", ready_address, *ring, "--json")
    assert held.status == 0, held.err
    assert json.loads(held.out)["signed"] == len(entries)
    shown = run("audit", "--database", ready_address, "--who", "Zora", "--json")
    assert (shown.status, shown.err.count("\n")) == (2, 1)
    mine = run("audit", "--database", ready_address, "--who", ADMINISTRATOR, "--json")
    assert [each["what"] for each in json.loads(mine.out)["shown"]] == ["account-made"]

    at = len(entries) - 3
    asyncio.run(change(ready_address, *_forged(entries, at)))
    for command in (
        ("audit", "--verify", "--database", ready_address),
        ("audit", "--verify", "--database", ready_address, *ring),
    ):
        ran = run(*command)
        assert ran.status == 2
        assert "the audit was written anew" in ran.err
    assert any("the audit was changed" in each for each in asyncio.run(go_on()))
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], lines[2].replace(b'"house"', b'"a:7"'), *lines[3:]]))
    ran = run("verify", str(file), *ring)
    assert (ran.status, "entry 3: its hash does not fit" in ran.err) == (2, True)
    file.write_bytes(b"".join(lines[:-1]))
    assert "is missing, and the house has signed it" in run("verify", str(file)).err


def test_its_files_are_signed_and_verify(ready_address: str, keys: Path, tmp_path: Path) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in(ADMINISTRATOR)
        last = (await ada.ask("/audit"))["last"]
        for name in ("audit.jsonl", "audit.csv"):
            for each in (name, f"{name}.signed.json"):
                answer = await ada.get(f"/{each}", entries=last)
                assert answer.is_success, answer.text
                (tmp_path / each).write_bytes(answer.content)
        (tmp_path / "ring.json").write_bytes((await ada.get("/keys")).content)

    with served(ready_address, keys=keys) as serving:
        play(serving, scene)
    for name in ("audit.jsonl", "audit.csv"):
        ran = run_command("verify", str(tmp_path / name), "--key", str(tmp_path / "ring.json"))
        assert ran.status == 0, ran.err
    changed = (tmp_path / "audit.csv").read_bytes().replace(b"account-made", b"account-born", 1)
    (tmp_path / "audit.csv").write_bytes(changed)
    assert run_command("verify", str(tmp_path / "audit.csv")).status == 2


# Bounded, and forgetting -----------------------------------------------------------------------------


def test_a_flood_of_wrong_passwords_is_counted_and_does_not_fill_the_disk(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failures, "MOST_SERIES", 5)

    async def run() -> None:
        database = await Database.open(ready_address)
        now = 0.0
        tried = Failures(database, lambda: now)
        audit = Audit(database)
        try:
            for _ in range(1000):
                await tried.failed("sign-in-failed", "192.0.2.7", "a:1")
            for number in range(100):
                await tried.failed("sign-in-failed", f"198.51.100.{number}")
            now = 3700.0
            await tried.look()
            entries = (await audit.page(limit=200)).entries[::-1]
            assert len(entries) < 30
            assert sum(_most(entries).values()) == 1100
            assert _most(entries)["a:1"] == 1000
            await tried.failed("sign-in-failed", "192.0.2.7", "a:1")
            assert (await audit.page(limit=1)).entries[0].said == '{"tries":1}'
        finally:
            await database.close()

    def _most(entries: list[AuditEntry]) -> dict[str, int]:
        found: dict[str, int] = {}
        for each in entries:
            found[each.subject or each.address] = json.loads(each.said)["tries"]
        return found

    asyncio.run(run())


def test_an_erased_person_leaves_no_name_and_no_address_and_the_chain_holds(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            await employ(house)
            dan = await house.accounts.by_name("Dan")
            assert dan is not None
            await house.sessions.begin(dan, "Firefox", "192.0.2.77")
            await house.accounts.change("Dan", is_disabled=True)
            key = f"a:{dan.id}"
            sql = f"UPDATE audit SET salt = '', address = '' WHERE who = '{key}'"
            with pytest.raises(DBAPIError, match="audit"):
                await _run(house.database, sql)
            ada, ivo = await _known(house, ADMINISTRATOR), await _known(house, "Ivo")
            asked = await house.erasing.ask(ada, dan.id, "they asked for it")
            await house.erasing.confirm(ivo, asked.n)
            found = await _rows(house)
            assert "192.0.2.77" not in found
            assert await house.audit.wrong() is None
            assert (await house.audit.names([key]))[key] == f"Erased account {dan.id}"
            assert [what for _, what, _ in await told(house.audit, who=key)] == [
                "account-made", "sign-in", "account-closed", "erasure", "account-erased",
            ]  # fmt: skip

    asyncio.run(run())


# What is told of it ----------------------------------------------------------------------------------

AUDITED = {
    "POST /api/sign-in", "POST /api/sign-out", "POST /api/password", "POST /api/pin",
    "DELETE /api/sessions/{id}", "POST /api/accounts", "PATCH /api/accounts/{name}",
    "POST /api/tokens", "DELETE /api/tokens/{id}", "POST /api/tables", "POST /api/archive",
    "POST /api/tables/{id}/close",
    "PUT /api/signing", "PUT /api/pit/gaming-day", "PUT /api/pit/alerts/thresholds",
    "POST /api/pit/handover", "POST /api/pit/handover/{id}/take", "POST /api/pit/handover/{id}/end",
    "PUT /api/papers/letterhead", "PUT /api/papers/supplied", "PUT /api/papers/logo",
    "PUT /api/pit/policy", "PUT /api/school/pace", "PUT /api/workbench/settings",
    "PUT /api/school/games/{id}/audition-terms", "POST /api/approvals",
    "POST /api/approvals/letters", "POST /api/approvals/{number}/confirm",
    "POST /api/approvals/{number}/withdraw", "POST /api/school/personnel/{number}/erasure",
    "POST /api/school/erasures/{entry}/confirm", "POST /api/school/erasures/{entry}/decline",
}  # fmt: skip
"""Addresses that change how the house is run: each leads to an entry."""
ELSEWHERE = {
    "play, which the journals tell": r"/api/tables/\{id\}/commands",
    "guests, who have no account": r"/api/guest",
    "a player's own limits, which nobody else is shown": r"/api/limits.*",
    "learning, and marks in the register of the school": r"/api/school/.*",
    "alerts, of which the register of alerts tells": r"/api/pit/alerts/\{id\}/.*",
    "nothing that is kept": r"/api/(papers/manifests|workbench/.*)",
}
"""Addresses that change something else, and where that is told."""


def test_every_address_that_changes_something_is_audited_or_told_of_elsewhere() -> None:
    described = create(cast(House, None)).openapi()["paths"]
    every = {
        f"{method.upper()} {path}"
        for path, methods in described.items()
        for method in methods
        if method not in ("get", "head")
    }
    others = {
        each
        for each in every - AUDITED
        if not any(re.fullmatch(said, each.split(" ")[1]) for said in ELSEWHERE.values())
    }
    assert not others, "say here whether the audit tells of it"
    assert not AUDITED - every


def test_nothing_is_said_twice_and_everything_in_words() -> None:
    assert len(set(WHAT.values())) == len(WHAT)


def test_whatever_the_last_entry_is_like_the_next_one_is_written_and_it_is_found(
    tmp_path: Path, sqlite_template: Path
) -> None:
    for number, (column, value) in enumerate(
        [("hash", "x'ff00'"), ("at", "'9999'"), ("at", "CAST(x'c3280a' AS TEXT)"), ("hash", "''"),
         ("hash", "CAST(x'c3280a' AS TEXT)"), ("who", "x'ff'")]
    ):  # fmt: skip
        path = tmp_path / f"{number}.db"
        shutil.copy(sqlite_template, path)
        asyncio.run(_write_after(path, f"UPDATE audit SET {column} = {value} WHERE n = 2"))


async def _write_after(path: Path, sql: str) -> None:
    database = await Database.open(f"sqlite:///{path}")
    audit = Audit(database)
    try:
        await audit.note("exported", "/1")
        await audit.note("exported", "/2")
        with unguarded(path) as db:
            db.execute(sql)
        ledger = Ledger(database)
        await ledger.start()
        await audit.note("exported", "/3")
        wanted = [auditing.noted(Doer(), "exported", "/4")]
        await ledger.append(LedgerEntry("", audit=wanted))
        await ledger.stop()
        page = await audit.page(limit=1)
        assert (page.last, page.entries[0].subject) == (4, "/4"), sql
        wrong = await audit.wrong()
        assert wrong is not None, sql
        assert wrong.n > 1, sql
    finally:
        await database.close()
