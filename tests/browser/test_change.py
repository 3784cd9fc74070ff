"""A change of a pay line, a reading and a house setting, from what it does to the table that opens."""

import hashlib
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tablewright.games import game as game_named
from tablewright.games import procedure
from tablewright.house.house import House
from tablewright.house.people.approvals import Attested
from tablewright.rules.on_record import Claim, Evidence, Letter, Limited
from tablewright.school.certificates import Certificate
from tablewright.table.status import IN_PLAY
from tests.browser.chromium import NARROW
from tests.browser.house import OpenHouse
from tests.browser.on_floor import MONEY, details
from tests.browser.visiting import Visits
from tests.browser.working import dialog
from tests.house.certified import certify, convert, known, ruled
from tests.house.serving import PASSWORD

NEVADA = "Nevada"
TEXT = "We approve the game with the changes that you have asked for.\nFor the Board"
DATED = date(2026, 1, 2)


class Changed(NamedTuple):
    """What is changed of a game, and who deals it."""

    game: str
    reading: str
    option: str
    pay: str
    odds: str
    dealer: str

    @property
    def name(self) -> str:
        return game_named(self.game).name

    @property
    def rules(self) -> dict[str, dict[str, str]]:
        return {"readings": {self.reading: self.option}, "pay": {self.pay: self.odds}}

    @property
    def device(self) -> str:
        return procedure(game_named(self.game)).devices[0].id


DUKI4 = Changed("duki4", "duki4.bonus-on-fold", "in-action", "bonus.straight", "4-1", "Cleo")
KING_HIGH = Changed("king-high", "king-high.pokerpot-pair", "jacks", "high.king", "3-1", "Cato")
PICK2 = Changed("pick2", "pick2.unqualified", "push", "bonus-5.flush", "4-1", "Cora")


@pytest.mark.parametrize(
    "change",
    [
        DUKI4,
        pytest.param(KING_HIGH, marks=pytest.mark.proof),
        pytest.param(PICK2, marks=pytest.mark.proof),
    ],
    ids=lambda change: change.game,
)
def test_a_change_is_taken_through_until_the_table_opens(
    change: Changed, house: OpenHouse, visits: Visits, tmp_path: Path
) -> None:
    certificate = house.serving.run(before_it(house.serving.house, change))
    boss = visits.come_as("Pit", path="#/pit/approvals")
    looks_what_it_does(boss, change, tmp_path)

    boss.goto("/#/pit")
    form = asks_for_the_table(boss, change)
    visits.let_be_refused(boss)
    form.get_by_role("button", name="Set up").click()
    refused = form.get_by_role("alert")
    expect(refused).to_contain_text(f"of {change.name} is not approved in Nevada")
    expect(refused).to_contain_text("enter the letter that approves it in the pit under Approvals")
    form.get_by_role("button", name="Cancel").click()

    reference, until = f"NGCB 2026-{change.game}", datetime.now(UTC).date() + timedelta(days=90)
    enters_the_letter(boss, change, reference, until, tmp_path)
    number = confirms_it(visits.come_as("Ina", NARROW, "#/pit/approvals"), reference, tmp_path)

    takes_the_letters_along(boss, reference, tmp_path)
    boss.goto("/#/pit")
    form = asks_for_the_table(boss, change)
    form.get_by_role("button", name="Set up").click()
    expect(refused).to_contain_text(f"'{change.dealer}' cannot deal at {table_name(change)}")
    expect(refused).to_contain_text("a conversion in")
    new = ruled(change.game, **change.rules)
    house.serving.run(convert(house.serving.house, certificate, new, change.device))
    form.get_by_role("button", name="Set up").click()
    expect(form).to_be_hidden()
    expect(boss.get_by_role("tablist", name=f"Table {table_name(change)}")).to_be_visible()
    named = f"{reference} of {DATED}, record {number}"
    expect(boss.get_by_text(f"Approval: {named}").first).to_be_visible()
    id = boss.url.rpartition("/")[2]
    house.go_on(id, IN_PLAY)
    table = house.live(id).table
    assert table.state.status == IN_PLAY
    assert not table.book.setup.takes_tips
    boss.goto("/#/pit")
    expect(details(boss, table_name(change), MONEY)).to_contain_text(f"Approval: {named}")
    prints_the_change_request(boss, change, id)


def prints_the_change_request(boss: Page, change: Changed, table: str) -> None:
    """The table's rules beside the manual's: what changes, on the page and as a paper."""
    boss.goto(f"/#/pit/{table}")
    boss.get_by_role("link", name="Papers").click()
    request = boss.get_by_role("region", name="Change request")
    request.get_by_label("Compare with").select_option("manual")
    request.get_by_role("button", name="Compare").click()
    expect(request.get_by_text(change.odds).first).to_be_visible()
    expect(request).to_contain_text("to be examined again")
    with boss.expect_download() as got:
        request.get_by_role("link", name="Download PDF: Change request").click()
    assert got.value.suggested_filename == f"{change.game}-change-request.pdf"


def table_name(change: Changed) -> str:
    return f"N-{change.game}"


# Before the change ---------------------------------------------------------------------------------


async def before_it(house: House, change: Changed) -> Certificate:
    """Nevada has approved the manual's own rules, and a dealer is certified by them."""
    await house.accounts.create(change.dealer, ["dealer"], PASSWORD, must_change=False)
    await house.refresh_roster()
    letter = Letter(game=change.game, dated=DATED)
    await recorded(house, letter, Evidence(f"NGCB 1 on {change.game}", sha256="a" * 64))
    await recorded(house, Limited(50_000), Evidence("Regulation of the Board"))
    return await certify(house, change.dealer, change.device, game=change.game)


async def recorded(house: House, claim: Claim, evidence: Evidence) -> None:
    entry = await house.approvals.attest(
        await known(house, "Pit"), Attested("nevada", claim, evidence)
    )
    await house.approvals.confirm(await known(house, "Ina"), entry.number)


# In the pit ----------------------------------------------------------------------------------------


def looks_what_it_does(boss: Page, change: Changed, folder: Path) -> None:
    """A pit boss sees which approvals lapse and who is to be examined again."""
    boss.get_by_role("button", name="Consider a change").click()
    asked = dialog(boss, "A change of rules")
    chooses_rules(boss, asked, change)
    asked.get_by_role("button", name="Show what it does").click()
    does = asked.get_by_role("region", name="What it does")
    expect(does).to_contain_text(f"Lapses: Nevada, NGCB 1 on {change.game} of {DATED}")
    expect(does).to_contain_text("to be examined again in")
    expect(does).to_contain_text(re.compile(rf"{change.dealer}, .*: a conversion in \d+ skills?"))
    boss.screenshot(path=folder / "change-1440.png")
    asked.get_by_role("button", name="Close").click()


def chooses_rules(boss: Page, form: Locator, change: Changed) -> None:
    """The game, the reading and the payment, where rules are chosen."""
    form.get_by_role("combobox", name="Game").select_option(label=change.name)
    if not form.get_by_label(change.reading).is_visible():
        form.get_by_text("Readings of the manual").click()
    form.get_by_label(change.reading).select_option(change.option)
    field = form.get_by_label(pay_says(boss, change), exact=True)
    if not field.is_visible():
        form.get_by_text("Payments", exact=True).click()
    field.fill(change.odds)


def pay_says(boss: Page, change: Changed) -> str:
    """What the page calls the payment."""
    pays = boss.request.get(f"/api/games/{change.game}/choices").json()["pays"]
    return str(next(each["says"] for each in pays if each["key"] == change.pay))


def asks_for_the_table(boss: Page, change: Changed) -> Locator:
    """The form for a table for money by the new rules, without tips, for certified dealers only."""
    boss.get_by_role("button", name="Open a table").click()
    form = dialog(boss, "Open a table")
    form.get_by_role("combobox", name="Game").select_option(label=change.name)
    form.get_by_label("Name on the table").fill(table_name(change))
    form.get_by_label("Real: staff count").check()
    form.get_by_role("combobox", name="Dealer").select_option(label=change.dealer)
    form.get_by_role("combobox", name="Inspector").select_option(label="Ina")
    form.get_by_role("combobox", name="Jurisdiction").select_option(label=NEVADA)
    form.get_by_label("Only certified dealers").check()
    reading = game_named(change.game).reading(change.reading)
    if not (reading.is_undecided and reading.moves_money):
        form.get_by_text("Other readings").click()
    options = form.get_by_role("group", name=reading.question).get_by_role("radio")
    options.nth([each.id for each in reading.options].index(change.option)).check()
    form.get_by_text("House settings", exact=True).click()
    form.get_by_label("Players may tip the dealer").uncheck()
    form.get_by_text("Payments", exact=True).click()
    form.get_by_label(pay_says(boss, change), exact=True).fill(change.odds)
    expect(form.get_by_role("button", name="Set up")).to_be_enabled()
    return form


def enters_the_letter(
    boss: Page, change: Changed, reference: str, until: date, folder: Path
) -> None:
    """A pit boss enters the letter that approves the new rules; it waits."""
    boss.get_by_role("link", name="Approvals").click()
    boss.get_by_role("button", name="Enter a letter").click()
    form = dialog(boss, "Enter a letter")
    form.get_by_role("combobox", name="Jurisdiction").select_option(label=NEVADA)
    form.get_by_label("Reference").fill(reference)
    form.get_by_label("Date of the letter").fill(DATED.isoformat())
    chooses_rules(boss, form.get_by_role("group", name="What it approves"), change)
    expect(form).to_contain_text("Still needed: the letter’s text or its SHA-256.")
    form.get_by_label("Or paste its text").fill(TEXT)
    form.get_by_label("Last gaming day").fill(until.isoformat())
    boss.screenshot(path=folder / "letter-1440.png")
    form.get_by_role("button", name="Enter it").click()
    expect(form).to_be_hidden()
    expect(letter_of(boss, reference)).to_contain_text("Waits for a second person")


def takes_the_letters_along(boss: Page, reference: str, folder: Path) -> None:
    """The letters go to a file; brought back, they are here already."""
    with boss.expect_download() as taken:
        boss.get_by_role("link", name="Export letters").click()
    file = folder / taken.value.suggested_filename
    taken.value.save_as(file)
    assert f'reference = "{reference}"' in file.read_text("utf-8")
    boss.get_by_label("Import letters").set_input_files(file)
    expect(boss.get_by_role("status")).to_contain_text("0 letters wait for a second person")
    expect(boss.get_by_role("status")).to_contain_text("here already or expired")


def letter_of(page: Page, reference: str) -> Locator:
    """A letter among what is approved in Nevada."""
    approved = page.get_by_role("list", name="Approved in Nevada")
    return approved.get_by_role("listitem").filter(has_text=reference)


def confirms_it(inspector: Page, reference: str, folder: Path) -> str:
    """An inspector holds their own copy against it, and confirms it; the number of the record."""
    button = letter_of(inspector, reference).get_by_role("button", name="Confirm record ")
    number = button.inner_text().split()[-1]
    button.click()
    shown = dialog(inspector, re.compile(rf"^Record {number}: Letter {reference} on "))
    expect(shown).to_contain_text(hashlib.sha256(TEXT.encode()).hexdigest())
    copy = shown.get_by_label("Or paste your copy of its text")
    for text, says in (("We do not approve it.", "Not the same text"), (TEXT, "The same text.")):
        copy.fill(text)
        copy.blur()
        expect(shown.get_by_role("status")).to_contain_text(says)
    inspector.screenshot(path=folder / "confirm-390.png")
    shown.get_by_role("button", name="Confirm", exact=True).click()
    expect(shown).to_be_hidden()
    letter = letter_of(inspector, reference)
    expect(letter).to_contain_text(f"{reference} of {DATED}, record {number}")
    expect(letter).to_contain_text("In force")
    inspector.screenshot(path=folder / "approved-390.png", full_page=True)
    width = inspector.evaluate("() => document.documentElement.scrollWidth")
    assert width <= NARROW["width"], "nothing stands out at the side"
    return number
