"""The floor screen of the pit: the rows of its tables, and what opens below one."""

from playwright.sync_api import Locator, Page, expect

PRACTICE, MONEY = "Practice", "For money"


def show(page: Page, kind: str) -> None:
    """Have tables for money shown, or those for practice; the only kind there is is shown already."""
    listed = page.get_by_role("heading", name="Tables for money")
    expect(listed.or_(page.get_by_role("heading", name="Practice tables"))).to_be_visible()
    button = page.get_by_role("group", name="Money or practice").get_by_role("button", name=kind)
    if button.count():
        button.click()


def row(page: Page, name: str, kind: str = PRACTICE) -> Locator:
    """The row of a table, by its name."""
    show(page, kind)
    return page.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True)).first


def details(page: Page, name: str, kind: str = PRACTICE) -> Locator:
    """What else is known of a table, opened below its row."""
    row(page, name, kind).get_by_role("button", name=f"More about {name}", exact=True).click()
    return page.get_by_role("group", name=f"Details of {name}", exact=True)
