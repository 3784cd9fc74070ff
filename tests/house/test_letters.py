"""Letters in a house: entered by one, confirmed by another; tables, papers, certificates name them."""

import hashlib
from datetime import date, timedelta
from typing import Any

import pytest

from tablewright.games import game
from tablewright.house.screens.approval_pages import Checklist, approvals_page, warnings_of
from tablewright.rules.errors import Refused
from tablewright.rules.jurisdictions import ApprovalCondition
from tablewright.rules.letter_files import letters_text, read_letters
from tablewright.rules.on_record import Answered, Evidence, Letter, Limited, Met
from tablewright.rules.wagers import Odds
from tablewright.table.verify import verify
from tests.house.certified import certify
from tests.house.clients import Visit, Visitor, play, why
from tests.house.serving import ADMINISTRATOR, Serving
from tests.house.staffing import CREW, open_up
from tests.house.test_approvals import Registered, with_register
from tests.table.driving import at_table

NEVADA, DAY = "nevada", date(2026, 3, 5)
HASH = hashlib.sha256(b"We approve it.").hexdigest()
EVIDENCE = Evidence("NGCB 2026-114", sha256=HASH)
RULES: dict[str, Any] = {"readings": {"duki4.ace": "high-only"}, "pay": {"bonus.straight": "6"}}
CAMERA = ApprovalCondition(title="a camera", says="The table stands in view of a camera.")
RULESET = game("duki4").ruleset(RULES["readings"], {"bonus.straight": Odds(6)})
ON_SQLITE = pytest.mark.parametrize("ready_address", ["sqlite"], indirect=True)


def letter(**more: Any) -> Letter:
    usual: dict[str, Any] = {"game": "duki4", "dated": DAY, **RULES}
    return Letter(**(usual | more))


def nevada(house: Registered, of: str = "Pit") -> Checklist:
    """What a person sees of Nevada."""
    page = approvals_page(house.register, house.people[of], house.at.date())
    return next(each for each in page.checklists if each.id == NEVADA)


# The register --------------------------------------------------------------------------------------


def test_a_letter_needs_two_people_and_outlasts_a_restart(ready_address: str) -> None:
    async def test(house: Registered) -> None:
        register = house.register
        entry = await house.attest(letter(), place=NEVADA, evidence=EVIDENCE)
        assert register.on_record(NEVADA) == ()
        with pytest.raises(Refused, match="another person confirms it"):
            await register.confirm(house.people["Pit"], entry.number)
        await register.confirm(house.people["Ina"], entry.number)
        (record,) = register.on_record(NEVADA)
        assert isinstance(record.claim, Letter)
        assert record.claim.ruleset == RULESET.fingerprint, "worked out from readings and payments"
        assert record.claim.pay == {"bonus.straight": "6-1"}
        assert (await house.read_again()).on_record(NEVADA) == (record,)
        (shown,) = nevada(house).approvals
        assert (shown.source, shown.status) == ("NGCB 2026-114 of 2026-03-05, record 1", "holds")
        assert shown.rules == ["duki4.ace as high-only", "bonus.straight pays 6-1"]
        with pytest.raises(Refused, match="You cannot withdraw this"):
            await register.withdraw(house.people["Ina"], entry.number, "wrong")
        await register.withdraw(house.people["Pit"], entry.number, "it was recalled")
        assert (register.on_record(NEVADA), nevada(house).approvals) == ((), [])
        found = register.withdrawn_letter(NEVADA, RULESET)
        assert found is not None
        assert found.reason == "it was recalled"
        assert register.withdrawn_letter(NEVADA, game("duki4").ruleset()) is None

    with_register(ready_address, test)


@ON_SQLITE
def test_a_later_letter_on_the_same_ruleset_takes_its_place_and_one_on_another_does_not(
    ready_address: str,
) -> None:
    async def test(house: Registered) -> None:
        for reference, rules in (("A", RULES), ("B", RULES), ("C", {"readings": {}, "pay": {}})):
            evidence = Evidence(reference, sha256=HASH)
            await house.record(letter(**rules), place=NEVADA, evidence=evidence)
        found = house.register.letters_on_record()
        assert [each.evidence.reference for each in found] == ["B", "C"]
        assert [each.source[0] for each in nevada(house).approvals] == ["C", "B"], "newest first"

    with_register(ready_address, test)


@ON_SQLITE
def test_what_was_attested_for_a_letter_goes_with_it(ready_address: str) -> None:
    """Else a table would carry an answer that no approval asks for, and could not be set up."""

    async def test(house: Registered) -> None:
        asks = letter(conditions=(CAMERA,), needs_answer=("duki4.ace",))
        entry = await house.record(asks, place=NEVADA, evidence=EVIDENCE)
        camera = Met("a camera", "NGCB 2026-114")
        for claim in (camera, Answered("duki4.ace", "high-and-low", "the Board", DAY)):
            await house.record(claim, place=NEVADA)
        assert len(house.register.on_record(NEVADA)) == 3
        statuses = {each.subject: each.status for each in nevada(house).items}
        assert statuses == {camera.subject: "holds", "limit": "missing"}
        assert [each.subject for each in nevada(house).answers] == ["answer duki4.ace=high-and-low"]
        await house.register.withdraw(house.people["Pit"], entry.number, "recalled")
        assert house.register.on_record(NEVADA) == ()

    with_register(ready_address, test)


@pytest.mark.parametrize(
    ("claim", "more", "said"),
    [
        (letter(game="whist"), {}, "there is no game 'whist'"),
        (letter(readings={"duki4.none": "yes"}), {}, "there is no reading"),
        (letter(readings={"duki4.ace": "sideways"}), {}, "is not an option"),
        (letter(pay={"bonus.nothing": "6"}), {}, "bonus.nothing"),
        (letter(pay={"bonus.straight": "much"}), {}, "is not odds"),
        (letter(leaves_open=("duki4.none",)), {}, "there is no reading"),
        (letter(leaves_open=("duki4.ace", "ace")), {}, "is named twice"),
        (letter(ruleset="0" * 64), {}, "The letter names ruleset 000000000000"),
        (letter(dated=DAY + timedelta(days=1)), {}, "enter a day that has come"),
        (letter(), {"until": DAY - timedelta(days=1)}, "that day is over"),
        (letter(), {"place": "general"}, "no letter is needed there"),
        (letter(), {"evidence": Evidence("NGCB 1")}, "The letter's SHA-256 is not valid"),
        (Met("a camera", "NGCB 2026-114"), {}, "enter it first"),
    ],
    ids=str,
)
@ON_SQLITE
def test_what_makes_no_sense_is_not_entered(
    ready_address: str, claim: Any, more: dict[str, Any], said: str
) -> None:
    async def test(house: Registered) -> None:
        usual: dict[str, Any] = {"place": NEVADA, "evidence": EVIDENCE}
        with pytest.raises(Refused, match=said):
            await house.attest(claim, **(usual | more))
        assert house.register.entries == {}

    with_register(ready_address, test)


@ON_SQLITE
def test_the_pit_is_warned_of_an_open_table_whose_letter_expired_or_was_withdrawn(
    ready_address: str,
) -> None:
    async def test(house: Registered) -> None:
        entry = await house.record(letter(), place=NEVADA, evidence=EVIDENCE, until=DAY)
        await house.record(Limited(50_000), place=NEVADA)
        money: dict[str, Any] = {"jurisdiction": NEVADA, "is_practice": False, **RULES}
        on_record = house.register.on_record(NEVADA)
        table = at_table("duki4", (), day=DAY, on_record=on_record, **money).table
        assert list(warnings_of(table, house.register, DAY)) == []
        (warning,) = warnings_of(table, house.register, DAY + timedelta(days=1))
        assert "Its approval (NGCB 2026-114 of 2026-03-05, record 1) has expired" in warning
        house.at += timedelta(days=1)
        assert [each.status for each in nevada(house).approvals] == ["expired"]
        await house.register.withdraw(house.people["Pit"], entry.number, "recalled")
        (warning,) = warnings_of(table, house.register, DAY)
        assert "record 1) is no longer on record. The table may finish its gaming day" in warning

    with_register(ready_address, test)


# As a file -----------------------------------------------------------------------------------------


@ON_SQLITE
def test_letters_of_a_file_are_entered_once_and_wait_for_a_second_person(
    ready_address: str,
) -> None:
    async def test(house: Registered) -> None:
        register, pit = house.register, house.people["Pit"]
        await house.record(letter(conditions=(CAMERA,)), place=NEVADA, evidence=EVIDENCE)
        until = DAY + timedelta(days=9)
        await house.record(letter(readings={}), place=NEVADA, evidence=EVIDENCE, until=until)
        text = letters_text(register.letters_on_record())
        for number in (1, 3):
            await register.withdraw(pit, number, "to be entered again")
        assert letters_text(register.letters_on_record()).count("[[letter]]") == 0
        letters = read_letters(text, "letters.toml")
        with pytest.raises(Refused, match="You cannot enter this"):
            await register.enter(house.people["Ina"], letters)
        made = await register.enter(pit, letters)
        assert [each.confirmed for each in made] == [None, None]
        assert await register.enter(pit, letters) == [], "they are here already"
        for each in made:
            await register.confirm(house.people["Ina"], each.number)
        again = read_letters(letters_text(register.letters_on_record()), "")
        said = [(each.claim, each.evidence, each.until) for each in letters]
        assert [(each.claim, each.evidence, each.until) for each in again] == said
        house.at += timedelta(days=10)
        for each in made:
            await register.withdraw(pit, each.number, "once more")
        (entered,) = await register.enter(pit, letters)
        assert entered.what.until is None, "what has expired is left out"

    with_register(ready_address, test)


@ON_SQLITE
def test_if_one_letter_of_a_file_makes_no_sense_none_is_entered(ready_address: str) -> None:
    async def test(house: Registered) -> None:
        await house.record(letter(), place=NEVADA, evidence=EVIDENCE)
        await house.record(letter(readings={}), place=NEVADA, evidence=EVIDENCE)
        text = letters_text(house.register.letters_on_record())
        for number in (1, 3):
            await house.register.withdraw(house.people["Pit"], number, "to be entered again")
        before = len(house.register.entries)
        first, second = text.split(RULESET.fingerprint)
        letters = read_letters(f"{first}{'0' * 64}{second}", "letters.toml")
        with pytest.raises(Refused, match="'NGCB 2026-114': The letter names ruleset 0000"):
            await house.register.enter(house.people["Pit"], letters)
        assert len(house.register.entries) == before

    with_register(ready_address, test)


# Over HTTP, and at tables --------------------------------------------------------------------------

MONEY = {"game": "duki4", "is_practice": False, "automatic": "none", "pace": 0, "dealer": "Dan"}
MONEY |= {"inspector": "Ina", "jurisdiction": NEVADA} | RULES


def new_letter(reference: str, **more: Any) -> dict[str, Any]:
    return {
        "jurisdiction": NEVADA,
        "claim": {"kind": "letter", "game": "duki4", "dated": "2026-01-02"} | RULES | more,
        "evidence": {"reference": reference, "sha256": HASH},
    }


async def confirmed(pit: Visitor, second: Visitor, body: dict[str, Any]) -> int:
    made = await pit.post("/approvals", body)
    assert made.status_code == 201, made.text
    number = int(made.json()["number"])
    assert (await second.post(f"/approvals/{number}/confirm", {})).is_success
    return number


def test_a_table_opens_under_a_letter_and_everything_names_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ada = await visitor().sign_in("Pit"), await visitor().sign_in(ADMINISTRATOR)
        refused = await pit.post("/tables", MONEY | {"table": "N1"})
        assert refused.json()["rule"] == "house.approved-rules"
        assert "no game that we know of is approved in Nevada" in why(refused)
        limit = {"kind": "limit", "maximum_cents": 50_000}
        source = {"reference": "Regulation 23"}
        await confirmed(pit, ada, {"jurisdiction": NEVADA, "claim": limit, "evidence": source})
        number = await confirmed(pit, ada, new_letter("NGCB 7"))
        named = f"NGCB 7 of 2026-01-02, record {number}"
        made = await pit.post("/tables", MONEY | {"table": "N1"})
        assert made.status_code == 201, made.text
        id = made.json()["id"]
        row = next(each for each in (await pit.ask("/pit"))["tables"] if each["id"] == id)
        assert row["approval"] == named
        assert (await pit.ask(f"/tables/{id}"))["approval"] == named
        await open_up(id, {post: await visitor().sign_in(name) for post, name in CREW.items()})
        journal = (await pit.get(f"/tables/{id}/journal.jsonl")).content.splitlines(keepends=True)
        verify(lambda: journal)
        assert named.encode() in b"".join(journal)
        choice = {"game": "duki4", "jurisdiction": NEVADA, "reading": "duki4.ace=high-only"}
        edition = await pit.ask("/papers/edition", **choice, pay="bonus.straight=6")
        assert edition["approval"] == named
        assert (await pit.ask("/papers/edition", table=id))["approval"] == named
        # A table that waits loses it with the letter, and a new one is refused with the reason.
        waiting = (await pit.post("/tables", MONEY | {"table": "N2"})).json()["id"]
        await pit.post(f"/approvals/{number}/withdraw", {"reason": "it was recalled"})
        assert (await pit.ask(f"/tables/{waiting}"))["approval"] == ""
        refused = await pit.post("/tables", MONEY | {"table": "N3"})
        assert "Letter NGCB 7 approved it until Pit withdrew it on" in why(refused)
        assert why(refused).endswith("it was recalled")

    play(serving, scene)


def test_a_certificate_names_what_approves_its_rules(serving: Serving) -> None:
    house = serving.house

    async def signed() -> str:
        return (await certify(house, "Dan", **RULES)).id

    id = serving.run(signed())

    async def scene(visitor: Visit) -> None:
        pit, ada = await visitor().sign_in("Pit"), await visitor().sign_in(ADMINISTRATOR)
        address = f"/school/certificates/{id}"
        assert (await pit.ask(address))["approvals"] == []
        number = await confirmed(pit, ada, new_letter("NGCB 8"))
        named = f"Nevada: NGCB 8 of 2026-01-02, record {number}"
        assert (await pit.ask(address))["approvals"] == [named]
        await pit.post(f"/approvals/{number}/withdraw", {"reason": "done"})

    play(serving, scene)


def test_a_change_says_what_lapses_and_who_is_to_be_examined_again(serving: Serving) -> None:
    async def certified() -> None:
        await certify(serving.house, "Dan", "hand")

    serving.run(certified())

    async def scene(visitor: Visit) -> None:
        pit, ada = await visitor().sign_in("Pit"), await visitor().sign_in(ADMINISTRATOR)
        number = await confirmed(pit, ada, new_letter("NGCB 9", readings={}, pay={}))
        asked = {"game": "duki4", "reading": "duki4.ace=high-only"}
        found = await pit.ask("/approvals/change", **asked)
        outcomes = {each["jurisdiction"]: each["outcome"] for each in found["approvals"]}
        assert outcomes == {
            "nevada": "lapses",
            "washington-card-rooms": "answer",
            "washington-tribal-casinos": "answer",
        }
        assert all(0 < each["again"] < each["needed"] for each in found["devices"])
        assert any(
            each.startswith("Dan, deal by hand: a conversion in") for each in found["dealers"]
        )
        same = await pit.ask("/approvals/change", game="duki4")
        assert {each["outcome"] for each in same["approvals"]} == {"stands"}
        assert [each["again"] for each in same["devices"]] == [0, 0, 0]
        paid = await pit.ask("/approvals/change", game="duki4", pay="bonus.straight=6")
        assert {each["outcome"] for each in paid["approvals"]} == {"lapses"}
        wrong = await pit.get("/approvals/change", game="duki4", pay="bonus.nothing=6")
        assert wrong.status_code == 400
        await pit.post(f"/approvals/{number}/withdraw", {"reason": "done"})

    play(serving, scene)


def test_letters_are_exported_and_imported_at_the_page(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ada = await visitor().sign_in("Pit"), await visitor().sign_in(ADMINISTRATOR)
        dan, ina = await visitor().sign_in("Dan"), await visitor().sign_in("Ina")
        number = await confirmed(pit, ada, new_letter("NGCB 10"))
        assert (await dan.get("/approvals/letters.toml")).status_code == 403
        file = await ina.get("/approvals/letters.toml")
        assert file.headers["content-type"].startswith("application/toml")
        assert 'reference = "NGCB 10"' in file.text
        entered = await pit.post("/approvals/letters", {"toml": file.text})
        assert entered.json() == {"numbers": [], "left_out": 1}
        await pit.post(f"/approvals/{number}/withdraw", {"reason": "to be entered again"})
        long = file.text + "# " + "x" * 20_000
        assert (await ina.post("/approvals/letters", {"toml": long})).status_code == 413
        assert (await ina.post("/approvals/letters", {"toml": file.text})).status_code == 400
        entered = await pit.post("/approvals/letters", {"toml": long})
        assert entered.status_code == 201, entered.text
        (again,) = entered.json()["numbers"]
        page = await ina.ask("/approvals")
        records = [each for place in page["checklists"] for each in place["records"]]
        waiting = next(each for each in records if each["number"] == again)
        assert (waiting["status"], waiting["may_confirm"]) == ("waiting", True)
        assert waiting["title"] == "Letter NGCB 10 on Duki 4 Poker"
        refused = await pit.post("/approvals/letters", {"toml": "[[letter]]"})
        assert "is no file of letters" in why(refused)

    play(serving, scene)
