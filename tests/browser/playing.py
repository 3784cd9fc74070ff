"""Playing at a table on the page, with the eyes and hands of a player."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.house import Table

DEALS = re.compile(r"^(Deal|Draw the card|Next card|Done betting|Same again)\b")


def sit(page: Page, table: Table) -> None:
    """From the lobby to a seat, in one click."""
    page.get_by_role("button", name=seat_at(table)).click()
    expect(own_place(page)).to_be_visible()
    expect(rail(page)).to_contain_text("$200")


def seat_at(table: Table) -> re.Pattern[str]:
    """What the lobby's button to a seat at a table says."""
    return re.compile(rf"^Sit down.* {table.game}, table {table.name}$")


def own_place(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile(r"^Your (seat|box) \d"))


def rail(page: Page) -> Locator:
    return page.get_by_role("region", name="What you can do now")


def choose_chip(page: Page, dollars: str) -> None:
    chip = page.get_by_role("radio", name=f"{dollars} chip")
    chip.click()
    expect(chip).to_be_checked()


def spot(page: Page, wager: str) -> Locator:
    """A spot on which chips can be put now."""
    return own_place(page).get_by_role("button", name=re.compile(rf"^{wager}: (no chips|\$)"))


def lies(page: Page, wager: str) -> Locator:
    """A spot, whether or not chips can be put on it now."""
    named = re.compile(rf"^{wager}: (no chips|\$)")
    return spot(page, wager).or_(own_place(page).get_by_role("img", name=named))


def bet(page: Page, wager: str, shown: str) -> None:
    """Put the chosen chip on a spot, after which so much lies there."""
    spot(page, wager).click()
    expect(spot(page, wager)).to_have_accessible_name(re.compile(rf"^{wager}: {re.escape(shown)};"))


def deal(page: Page) -> None:
    """Say that all bets are made."""
    rail(page).get_by_role("button", name=DEALS).click()


def choice(page: Page, name: str) -> Locator:
    """A decision that may be made now."""
    return rail(page).get_by_role("button", name=re.compile(rf"^{name} "))


def hand(page: Page) -> list[str]:
    """The own cards, as they are read aloud."""
    held = own_place(page).get_by_role("img", name=re.compile(r"^Your hand: "))
    picked = own_place(page).get_by_role("group", name="Your hand")
    expect(held.or_(picked)).to_be_visible()
    if held.is_visible():
        name = held.get_attribute("aria-label") or ""
        return name.removeprefix("Your hand: ").split(", ")
    cards = picked.get_by_role("button").all()
    return [each.get_by_role("img").get_attribute("aria-label") or "" for each in cards]


def result(page: Page, wager: str) -> Locator:
    """How a wager ended, to be asked why."""
    named = re.compile(rf"^{wager}: (Won|Lost|Push).*Why\?$")
    return own_place(page).get_by_role("button", name=named)


def press_until(page: Page, key: str, seen: Locator) -> None:
    """Press a key until what it brings is seen: one that comes too soon is not heeded."""
    for _ in range(20):
        page.keyboard.press(key)
        try:
            seen.wait_for(timeout=2000)
        except TooLate:
            continue
        return
    expect(seen).to_be_visible()


def tool(page: Page, name: str) -> None:
    """Open something from the bar above the table, behind “More” where that is narrow."""
    shown = page.get_by_role("button", name=re.compile(rf"^{name}\b"))
    if not shown.first.is_visible():
        page.get_by_role("button", name="More").click()
        shown = page.get_by_role("dialog", name="More").get_by_role("button", name=name)
    shown.first.click()


def history_of(page: Page, table: Table) -> Any:
    """What the house says of a person's rounds."""
    answer = page.request.get(f"/api/tables/{table.id}/history")
    assert answer.ok
    return answer.json()


def dollars(cents: int) -> str:
    """An amount as the page writes it.

    >>> dollars(-1250), dollars(100000)
    ('−$12.50', '$1,000')
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}${whole:,}{f'.{rest:02}' if rest else ''}"


def signed(cents: int) -> str:
    """What changed, as the page writes it."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
