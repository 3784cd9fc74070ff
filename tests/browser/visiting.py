"""People who come to the house in a browser: each in a window with cookies of their own."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests.browser.chromium import PATIENCE_MS, WIDE, Size
from tests.browser.house import OpenHouse
from tests.browser.watching import Watch
from tests.house.serving import PASSWORD
from tests.registry import GAMES

KEEPS_SOCKETS = """
window.openSockets = []
window.WebSocket = class extends window.WebSocket {
  constructor(...given) {
    super(...given)
    window.openSockets.push(this)
  }
}
"""
"""A browser that is offline keeps the sockets it has: those are found again here, to be cut."""

HAS_SEEN = f"""
if (location.protocol !== "about:") {{
  localStorage.setItem("tablewright.toured", JSON.stringify({json.dumps(GAMES)}))
}}
"""
"""A person who knows the games: how each plays is shown to newcomers only."""


class Visits:
    """Everybody who is here, and what went wrong on their pages."""

    def __init__(self, browser: Browser, house: OpenHouse) -> None:
        self._browser, self._house = browser, house
        self._contexts: list[BrowserContext] = []
        self._watches: dict[Page, Watch] = {}

    def come(self, size: Size = WIDE, path: str = "", **options: Any) -> Page:
        """A person without an account who knows the games, in the lobby or where the path says."""
        context = self._arrive(size, options)
        context.add_init_script(HAS_SEEN)
        return self._enter(context, path)

    def come_first(self, size: Size = WIDE, path: str = "", **options: Any) -> Page:
        """A person who has never seen any of the games."""
        return self._enter(self._arrive(size, options), path)

    def come_as(self, name: str, size: Size = WIDE, path: str = "", **options: Any) -> Page:
        """A person who has an account and signed in before."""
        context = self._arrive(size, options)
        context.add_init_script(HAS_SEEN)
        signed_in = context.request.post("/api/sign-in", data={"name": name, "password": PASSWORD})
        assert signed_in.ok, signed_in.text()
        page = self._enter(context, path)
        expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
        return page

    def _arrive(self, size: Size, options: dict[str, Any]) -> BrowserContext:
        """A window that shows nothing yet."""
        context = self._browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            base_url=self._house.address,
            # A worker in each of hundreds of windows, and what moves in them, would only take time.
            **({"service_workers": "block", "reduced_motion": "reduce"} | options),
        )
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        context.add_init_script(KEEPS_SOCKETS)
        return context

    def _enter(self, context: BrowserContext, path: str) -> Page:
        page = context.new_page()
        self._watches[page] = Watch(page)
        page.goto(f"/{path}")
        return page

    def cut(self, page: Page) -> None:
        """A person's connection is lost, and they cannot get another."""
        self.let_be_cut(page)
        page.context.set_offline(True)
        page.evaluate("() => window.openSockets.forEach((each) => each.close())")
        expect(page.get_by_text("Connection lost")).to_be_visible()

    def let_be_cut(self, page: Page) -> None:
        """What this page asks may get no answer, as its connection is cut on purpose."""
        self._watches[page].may_be_cut = True

    def let_be_refused(self, page: Page) -> None:
        """The house refuses what this page asks, and says why in it."""
        self._watches[page].may_be_refused = True

    def keep(self, folder: Path) -> str:
        """Keep how every window looks and reads; where that is, and what went wrong in it."""
        said = []
        for number, (page, watch) in enumerate(self._watches.items(), 1):
            kept = folder / f"{number}.png"
            with suppress(Error):
                page.screenshot(path=kept)
                kept.with_suffix(".txt").write_text(page.locator("body").aria_snapshot())
            said += [f"{page.url}: {kept}", *watch.faults]
        return "\n".join(said)

    def end(self) -> list[str]:
        """Everybody goes; whatever went wrong."""
        for context in self._contexts:
            context.close()
        return [fault for watch in self._watches.values() for fault in watch.faults]


def welcomed(browser: Browser, house: OpenHouse) -> Iterator[Visits]:
    """Everybody who comes in a test. Nothing may go wrong on anybody's page."""
    visits = Visits(browser, house)
    yield visits
    faults = visits.end()
    house.close_tables()
    assert not faults, faults


def sign_in(page: Page, name: str, password: str) -> None:
    """Sign in at the door."""
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()


def choose_password(page: Page, old: str, new: str) -> None:
    """Change a password that another person has given out."""
    expect(page.get_by_role("heading", name="Choose your own password")).to_be_visible()
    page.get_by_label("Current password").fill(old)
    page.get_by_label("New password", exact=True).fill(new)
    page.get_by_label("Repeat the new password").fill(new)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("heading", name="Choose your own password")).to_be_hidden()


def tab_to(page: Page, name: str | re.Pattern[str], role: Any = "button") -> None:
    """Go to something with the Tab key alone."""
    wanted = page.get_by_role(role, name=name).first
    expect(wanted).to_be_visible()
    for _ in range(80):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name}")
