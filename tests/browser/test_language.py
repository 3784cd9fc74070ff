"""The language of the page: the browser's own at first, then what the person chooses."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits

EN_MEXICO: dict[str, Any] = {"locale": "es-MX"}


def choose(page: Page, button: str, field: str, language: str) -> None:
    page.get_by_role("button", name=button).click()
    page.get_by_role("combobox", name=field).select_option(language)


def test_a_browser_in_mexico_gets_spanish_and_english_when_it_is_chosen(visits: Visits) -> None:
    page = visits.come(**EN_MEXICO)
    expect(page.get_by_role("heading", name="Toma asiento")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("link", name="Entrar")).to_be_visible()
    choose(page, "Idioma y apariencia", "Idioma", "English")
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()
    choose(page, "Language and appearance", "Language", "Español")
    expect(page.get_by_role("heading", name="Toma asiento")).to_be_visible()


def test_cards_are_spoken_in_the_language_of_the_page(house: OpenHouse, visits: Visits) -> None:
    table, page = house.open_table("duki4"), visits.come(**EN_MEXICO)
    page.get_by_role("button", name=re.compile(f"^Sentarse en .*, mesa {table.name}$")).click()
    spot = page.locator("[data-spot='ante']")
    expect(spot).to_be_visible()
    page.get_by_role("radio").nth(2).click()
    spot.click()
    page.keyboard.press("Enter")
    suits = re.compile(r" de (picas|corazones|diamantes|tréboles)")
    expect(page.get_by_role("img", name=suits).first).to_be_visible()
