"""Working at a table on the page: as dealer, inspector or pit boss."""

import re
import time
from collections.abc import Callable, Mapping

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.chromium import PATIENCE_MS
from tests.browser.playing import dollars

Counted = Callable[[], Mapping[int, int]]
"""Counts what lies in the rack."""

MOST_STEPS = 150
"""More than any round takes."""
IDLE_MS = 400
"""After which nothing is held to wait for a person; one who is asked too soon is asked again."""
SAME_MS = 1500
"""After which the next step is held to be the same again."""
ENDS = re.compile(r"(Space|Enter)$")


def next_step(page: Page) -> Locator:
    """What is to be done next, if it is this person's turn."""
    return page.get_by_role("region", name=re.compile("^(Next|Waiting for you)$"))


def panel(page: Page) -> Locator:
    """Where the next step is shown, or who is waited for."""
    return page.get_by_role("region", name=re.compile("^(Next|Waiting|Waiting for you)$"))


def next_button(page: Page) -> Locator:
    return next_step(page).get_by_role("button", name=ENDS)


def in_round(page: Page, number: int) -> Locator:
    """The bar of a table while it plays this round."""
    return page.get_by_text(re.compile(rf"^Round {number} ·"))


def deal_round(page: Page, number: int, key: Callable[[str], None] | None = None) -> list[str]:
    """Deal a round to its end with the next step's key; what was to be done in it.

    `key` keys the cards in, where a step wants some.
    """
    return deal_until(page, in_round(page, number + 1), key)


def deal_until(page: Page, seen: Locator, key: Callable[[str], None] | None = None) -> list[str]:
    """Do the dealer's steps until something is seen, on anyone's page; what was to be done."""
    done: list[str] = []
    for _ in range(MOST_STEPS):
        if seen.is_visible():
            return done
        take_step(page, done, key)
    raise AssertionError(f"there is no end to it: {done[-5:]}")


def take_step(page: Page, done: list[str], key: Callable[[str], None] | None = None) -> None:
    """Do the next step, and see another come."""
    try:
        said = next_button(page).inner_text(timeout=1000)
        before = panel(page).inner_text(timeout=1000)
    except TooLate:
        return  # It has just been done with.
    if key and "Enter" in said:
        key(said)
    else:
        page.keyboard.press("Space")
    done.append(said)
    try:
        expect(panel(page)).not_to_have_text(before, timeout=SAME_MS, use_inner_text=True)
    except AssertionError:
        return  # The next step is the same again.


def order(page: Page, name: str) -> None:
    """Do something from the list of all that may be done."""
    page.get_by_role("button", name=re.compile(rf"^{name}( …)?( Space)?$")).first.click()


def dialog(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("dialog", name=name)


def do_what_is_due(page: Page, rack: Counted | None = None) -> list[str]:
    """Do everything that waits for this person just now; what it was.

    Forms are filled in as things are: all confirmed, and what lies in the rack is counted.
    """
    done: list[str] = []
    for _ in range(MOST_STEPS):
        waiting = next_step(page).get_by_role("button", name=re.compile("[a-z]"))
        try:
            waiting.first.wait_for(timeout=IDLE_MS)
            before = panel(page).inner_text(timeout=IDLE_MS)
            said = waiting.first.inner_text(timeout=IDLE_MS)
        except TooLate:
            return done
        is_counted = counts_chips(next_step(page))
        if is_counted:
            assert rack is not None
            count(next_step(page), rack())
        waiting.first.click()
        if is_counted:
            expect(counting(next_step(page))).to_be_hidden()
        if "…" in said:
            fill_in(page, rack)
        done.append(before)
        try:
            expect(panel(page)).not_to_have_text(before, timeout=SAME_MS, use_inner_text=True)
        except AssertionError:
            return done
    return done


def everybody_does_the_rest(seen: Locator, rack: Counted, *staff: Page) -> list[str]:
    """Each in turn does what waits for them, until something is seen; what was done."""
    done: list[str] = []
    last = time.monotonic()
    while time.monotonic() - last < PATIENCE_MS / 1000:
        for page in staff:
            if due := do_what_is_due(page, rack):
                done += due
                last = time.monotonic()
            if seen.is_visible():
                return done
    raise AssertionError(f"nobody can go on: {done}")


def fill_in(page: Page, rack: Counted | None = None) -> None:
    """Confirm all that a form asks for, count what it asks for, and hand it in."""
    form = page.get_by_role("dialog")
    expect(form).to_be_visible()
    if (known := form.get_by_role("button", name="Confirm all")).is_visible():
        known.click()
    if counts_chips(form):
        assert rack is not None
        count(form, rack())
    form.get_by_role("button").last.click()
    expect(form).to_be_hidden()


def counting(form: Locator) -> Locator:
    """Where the chips in the rack are counted into a form."""
    return form.get_by_role("group", name="Counted in the rack")


def counts_chips(form: Locator) -> bool:
    return counting(form).is_visible()


def count(form: Locator, chips: Mapping[int, int]) -> None:
    """Count chips by denomination into a form that says nothing of them."""
    fields = form.get_by_role("spinbutton")
    for field in fields.all():
        expect(field).to_have_value("")
    for cents, chips_counted in chips.items():
        form.get_by_role("spinbutton", name=dollars(cents), exact=True).fill(str(chips_counted))
