"""A pit boss's day, lived through by hand: six tables are opened; three alerts, a fill, a big win, a
correction; a handover, a shift report; six tables are closed.

Everything is done on the pages, by two pit bosses, an inspector, six dealers and a player; only patrons
come of themselves. `-s` prints the clicks of each part of the day.
"""

import json
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tablewright.signing.files import read_signed, signature_name
from tablewright.signing.rings import trusted
from tests.browser.house import opened
from tests.browser.pit_day import FIRST, INSPECTOR, KEYED, SECOND, TABLES, PitDay
from tests.browser.playing import bet, choice, choose_chip, deal, own_place, rail, result
from tests.browser.test_clicks import own
from tests.browser.test_signing import waiting
from tests.browser.visiting import Visits
from tests.browser.working import (
    count,
    deal_until,
    dialog,
    do_what_is_due,
    everybody_does_the_rest,
    in_round,
    next_button,
    next_step,
    order,
)

pytestmark = pytest.mark.proof

BEFORE = 38 * len(TABLES)
"""How many clicks it took before to open and close so many tables, over all posts: 38 to 41 each."""
SHOWN = "K7"
"""The table whose screens are kept as pictures while it is opened and closed."""
DEALERS, ROYAL = "9h 9c 6s Jd 3d", "Ah Kh Qh Jh 10h"
SETTLES_MS = 4000
"""How long the floor takes to show what has happened."""


def test_a_pit_boss_lives_through_a_day(browser: Browser, tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        visits = Visits(browser, house)
        day = PitDay(house, visits)
        try:
            morning(day)
            called(day)
            big_win(day)
            fill(day)
            correction(day)
            handover(day)
            report(day, tmp_path)
            evening(day)
        except BaseException:
            print(visits.keep(tmp_path))
            raise
        finally:
            print(f"\n{day.told()}")
        assert not (faults := visits.end()), faults
    assert day.clicks("open", "close") <= BEFORE // 2, day.told()
    assert day.clicks("open", by=(FIRST,)) <= 3 * len(TABLES), day.told()


# Ways ----------------------------------------------------------------------------------------------


def to_pit(page: Page) -> None:
    ways = page.get_by_role("navigation", name="The house")
    ways.get_by_role("link", name="Pit", exact=True).click()
    expect(page.get_by_role("button", name="Open a table")).to_be_visible()


def to_table(page: Page, name: str) -> None:
    """From the floor to a table, by its name."""
    page.get_by_role("rowheader").get_by_role("link", name=name, exact=True).first.click()
    expect(page.get_by_text("You are the pit boss")).to_be_visible()


def alert(page: Page, says: str) -> Locator:
    listed = page.get_by_role("region", name="Alerts", exact=True)
    return listed.get_by_role("listitem").filter(has_text=says)


def take(page: Page, says: str) -> Locator:
    """Take an alert of the floor by name."""
    found = alert(page, says)
    found.get_by_role("button", name=re.compile("^Take: ")).click()
    expect(found.get_by_text("Taken by you")).to_be_visible()
    return found


# Parts of the day ----------------------------------------------------------------------------------


def morning(day: PitDay) -> None:
    """Six tables are opened for money, each as it was the day before; patrons come."""
    boss, inspector = day.come(FIRST, "#/pit"), day.come(INSPECTOR)
    day.phone(FIRST, "#/pit")
    for name, (_, dealer) in TABLES.items():
        day.come(dealer)
        with day.step(f"open {name}"):
            opens(day, name)
    to_pit(boss)
    expect(inspector.get_by_text("You are the inspector")).to_be_visible()
    boss.wait_for_timeout(SETTLES_MS)
    day.shot("04-open", FIRST, f"{FIRST}-phone")
    for name in TABLES:
        if name != KEYED:
            day.patrons_play(name)
    boss.wait_for_timeout(SETTLES_MS)
    day.shot("05-playing", FIRST, f"{FIRST}-phone", is_whole=True)


def opens(day: PitDay, name: str) -> None:
    """The pit boss sets up a table with what stands in the form; inspector and dealer open it."""
    boss, inspector = day.pages[FIRST], day.pages[INSPECTOR]
    dealer = TABLES[name][1]
    staff = day.pages[dealer]
    if day.ids:
        to_pit(boss)
        inspector.get_by_role("link", name="Lobby", exact=True).click()
    boss.get_by_role("button", name="Open a table").click()
    form = dialog(boss, "Open a table")
    as_before = form.get_by_role("status").filter(has_text=f"Filled in as {FIRST} opened {name}")
    expect(as_before).to_be_visible()
    expect(form.get_by_role("combobox", name="Dealer")).to_have_value(dealer)
    expect(form.get_by_role("button", name="Set up")).to_be_enabled()
    if name == SHOWN:
        day.shot("01-form", FIRST)
    form.get_by_role("button", name="Set up").click()
    expect(form).to_be_hidden()
    day.ids[name] = boss.url.rpartition("/")[2]
    expect(boss.get_by_text("You are the pit boss")).to_be_visible()
    if name == SHOWN:
        inspector.wait_for_timeout(SETTLES_MS)
        day.shot("02-set-up", FIRST, INSPECTOR, dealer, f"{FIRST}-phone")
    own(inspector, f"Your table {name}: unlock the rack")
    do_what_is_due(inspector, day.rack(name))
    own(staff, f"Your table {name}: count the float")
    if name == SHOWN:
        day.shot("03-count", dealer, INSPECTOR)
    everybody_does_the_rest(in_round(staff, 1), day.rack(name), staff, inspector)


def called(day: PitDay) -> None:
    """The first alert: a dealer calls, the pit boss comes to the table, and the alert clears."""
    boss, dealer = day.pages[FIRST], day.pages["Dan"]
    with day.step("alert: inspector called"):
        dealer.get_by_role("button", name=re.compile("^Call the inspector")).click()
        form = dealer.get_by_role("dialog")
        form.get_by_role("textbox").fill("A player disputes a payment")
        form.get_by_role("button").last.click()
        expect(alert(boss, "disputes a payment")).to_be_visible()
        day.shot("06-called", FIRST, f"{FIRST}-phone")
        found = take(boss, "disputes a payment")
        found.get_by_role("link", name=re.compile("^Go to the table")).click()
        boss.get_by_role("button", name="Seen to").click()
        to_pit(boss)
        expect(found).to_have_count(0)


def big_win(day: PitDay) -> None:
    """The second: a player has a royal flush, which is checked in the journal and dismissed."""
    boss, dealer, visitor = day.pages[FIRST], day.pages[TABLES[KEYED][1]], day.come("Pia")
    with day.step("a player buys in and bets"):
        visitor.get_by_role("button", name=re.compile(rf"^Sit down.* table {KEYED}$")).click()
        expect(own_place(visitor)).to_be_visible()
        order(dealer, "Buy-in")
        form = dialog(dealer, "Buy-in")
        form.get_by_role("button", name="$200").click()
        form.get_by_role("button", name="Buy-in").click()
        expect(rail(visitor)).to_contain_text("$200")
        choose_chip(visitor, "$5")
        bet(visitor, "Ante", "$5")
        bet(visitor, "5 Card Bonus Only", "$5")
        deal(visitor)
        deal_until(dealer, choice(visitor, "Play five"))
        choice(visitor, "Play five").click()
    for whose, cards in (("Turn your hand", DEALERS), ("Turn the hand of seat 1", ROYAL)):
        expect(next_step(dealer)).to_contain_text(whose)
        dealer.get_by_label("Type the cards").fill(cards)
        dealer.get_by_label("Type the cards").press("Enter")
    deal_until(dealer, result(visitor, "Ante"))
    day.shot("07-royal", "Pia", TABLES[KEYED][1])
    deal_until(dealer, in_round(dealer, 2))
    expect(alert(boss, "Pia won $5,060 net")).to_be_visible()
    day.shot("08-big-win", FIRST, f"{FIRST}-phone")
    with day.step("alert: big win"):
        found = take(boss, "Pia won")
        found.get_by_role("link", name=re.compile("^See the journal")).click()
        expect(boss.get_by_text("royal flush", exact=False).first).to_be_visible()
        day.shot("08-journal", FIRST)
        boss.get_by_role("button", name=re.compile("^Dismiss: ")).click()
        boss.get_by_label("What did you find?").fill("Cards and payment checked on camera")
        boss.get_by_role("button", name="Dismiss", exact=True).click()
        expect(boss.get_by_role("button", name=re.compile("^Dismiss: "))).to_have_count(0)
        to_pit(boss)
    expect(found).to_have_count(0)


def fill(day: PitDay) -> None:
    """The third: a rack is low, and filled from the cage; the dealer counts what came."""
    boss, dealer = day.pages[FIRST], day.pages["Dee"]
    day.empty_rack("K7")
    expect(alert(boss, "of the opening float")).to_be_visible()
    day.shot("09-rack-low", FIRST, f"{FIRST}-phone")
    with day.step("alert: rack low, and a fill"):
        found = take(boss, "of the opening float")
        found.get_by_role("link", name=re.compile("^Order a fill")).click()
        form = dialog(boss, "Fill")
        day.shot("09-fill", FIRST)
        form.get_by_role("button", name="Ask for the fill").click()
        expect(form).to_be_hidden()
        expect(waiting(boss)).to_contain_text("Waiting for Dee (dealer)")
        day.shot("09-asked", FIRST, "Dee")
        next_button(dealer).click()
        sign = dialog(dealer, re.compile("^Sign fill slip"))
        count(sign, day.on_slip("K7"))
        sign.get_by_role("button", name="Sign").click()
        expect(sign).to_be_hidden()
        to_pit(boss)
    expect(found).to_contain_text("No longer so")


def correction(day: PitDay) -> None:
    """A payment was short: it is put right by a slip that the dealer signs, too."""
    boss, dealer = day.pages[FIRST], day.pages[TABLES[KEYED][1]]
    with day.step("a correction"):
        to_table(boss, KEYED)
        order(boss, "Correct a payment")
        form = dialog(boss, "Correct a payment")
        form.get_by_label("Reason").fill("The Ante was paid $5 short")
        chips = form.get_by_role("group", name="From the rack to the player")
        chips.get_by_role("spinbutton", name="$5", exact=True).fill("1")
        day.shot("10-correction", FIRST)
        form.get_by_role("button", name="Ask for the correction").click()
        expect(form).to_be_hidden()
        waiting(dealer).get_by_role("button", name="Sign …", exact=True).click()
        day.shot("10-sign", TABLES[KEYED][1])
        dealer.get_by_role("dialog").get_by_role("button", name="Sign", exact=True).click()
        expect(waiting(boss)).to_be_hidden()
        to_pit(boss)
    expect(rail(day.pages["Pia"])).to_contain_text("$5,265")


def handover(day: PitDay) -> None:
    """The shift changes: the second pit boss sees what is open, and takes it over."""
    boss, dealer = day.pages[FIRST], day.pages["Dora"]
    dealer.keyboard.press("c")
    dealer.get_by_role("dialog").get_by_role("textbox").fill("A card is marked")
    dealer.keyboard.press("Enter")
    take(boss, "A card is marked")
    second = day.come(SECOND, "#/pit")
    with day.step("handover"):
        boss.get_by_role("link", name="Hand over").click()
        boss.get_by_label("Note").fill("D8: a card is marked, new decks are on their way.")
        expect(boss.get_by_role("table").get_by_role("link", name="D8")).to_be_visible()
        day.shot("11-offer", FIRST, is_whole=True)
        boss.get_by_role("button", name=f"Offer to {SECOND}").click()
        second.get_by_role("link", name="Look at the handover").click()
        expect(second.get_by_text("new decks are on their way")).to_be_visible()
        expect(second.get_by_role("row").filter(has_text="A card is marked")).to_be_visible()
        phone = day.phone(SECOND, "#/pit/handover")
        expect(phone.get_by_role("button", name="Take over")).to_be_visible()
        day.shot("11-offered", SECOND, f"{SECOND}-phone", is_whole=True)
        second.get_by_role("button", name="Take over").click()
        expect(second.get_by_role("button", name="Open a table")).to_be_visible()
    found = alert(second, "A card is marked")
    expect(found.get_by_text("Taken by you")).to_contain_text(f"before: {FIRST}")
    expect(boss.get_by_text("Nothing of yours is left to hand over")).to_be_visible()
    day.shot("11-taken", SECOND, FIRST)


def report(day: PitDay, folder: Path) -> None:
    """The shift report is read, printed, and taken away signed."""
    page = day.pages[SECOND]
    with day.step("shift report"):
        page.get_by_role("link", name="Shift report").click()
        noted = page.get_by_role("listitem")
        expect(noted.filter(has_text="The Ante was paid $5 short").first).to_be_visible()
        expect(noted.filter(has_text=f"{FIRST} to {SECOND}:")).to_contain_text(", ".join(TABLES))
        expect(noted.filter(has_text="Cards and payment checked on camera")).to_be_visible()
        with page.expect_popup() as printed:
            page.get_by_role("link", name="Print (PDF)").click()
        with page.expect_download() as waited:
            page.get_by_role("link", name="Signed (zip)").click()
    printed.value.close()
    day.shot("12-report", SECOND, is_whole=True)
    day.pages[f"{SECOND}-phone"].goto("/#/pit/report")
    expect(day.pages[f"{SECOND}-phone"].get_by_role("heading", name="On duty")).to_be_visible()
    day.shot("12-report", f"{SECOND}-phone", is_whole=True)
    kept = folder / "report.zip"
    waited.value.save_as(kept)
    with zipfile.ZipFile(kept) as files:
        found = {name: files.read(name) for name in files.namelist()}
    (told,) = [name for name in found if name.endswith(".json") and "signed" not in name]
    assert sorted(each["table"] for each in json.loads(found[told])["tables"]) == sorted(TABLES)
    for name in (told, told.replace(".json", ".pdf")):
        signed = read_signed(found[signature_name(name)])
        for each in signed.statements:
            trusted(signed.keys).check(each)
    if day.pictures:
        (day.pictures / "12-report.pdf").write_bytes(found[told.replace(".json", ".pdf")])


def evening(day: PitDay) -> None:
    """Everybody leaves, and all six tables are closed."""
    page = day.pages[SECOND]
    for name in TABLES:
        day.patrons_leave(name)
    for name in TABLES:
        with day.step(f"close {name}"):
            closes(day, name)
    to_pit(page)
    listed = page.get_by_role("region", name="Closed tables")
    for name in TABLES:
        expect(listed.get_by_role("link", name=name, exact=True).first).to_be_visible()
    page.wait_for_timeout(SETTLES_MS)
    day.shot("14-evening", SECOND, f"{FIRST}-phone", is_whole=True)


def closes(day: PitDay, name: str) -> None:
    page, inspector, dealer = day.pages[SECOND], day.pages[INSPECTOR], TABLES[name][1]
    staff = day.pages[dealer]
    to_pit(page)
    to_table(page, name)
    order(page, "Begin closing")
    dialog(page, "Begin closing").get_by_role("button", name="Begin closing").click()
    inspector.get_by_role("link", name="Lobby", exact=True).click()
    do_what_is_due(staff, day.rack(name))
    if name == SHOWN:
        day.shot("13-closing", SECOND, dealer, INSPECTOR)
    work = inspector.get_by_role("region", name="Your work").get_by_role("listitem")
    work.filter(has_text=f"Your table {name}").get_by_role("link").first.click()
    ended = staff.get_by_role("heading", name="This post has ended")
    everybody_does_the_rest(ended, day.rack(name), staff, inspector)
    if name == SHOWN:
        day.shot("13-closed", SECOND, dealer)
