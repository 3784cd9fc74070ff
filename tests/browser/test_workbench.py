"""The workbench in a browser: figures follow what is typed, and a link opens the same elsewhere."""

import re
from fractions import Fraction
from functools import cache

import pytest
from playwright.sync_api import expect

from tablewright.games import game
from tablewright.odds.analysis import Analysis
from tablewright.odds.printing import percent
from tablewright.odds.store import KeptCounts
from tablewright.rules.wagers import Odds
from tests.browser.chromium import NARROW, WIDE, Size
from tests.browser.test_access import AXE, findings
from tests.browser.visiting import Visits

TOOLS = {
    "compare": "What changed from A to B",
    "solve": "Solve for a target",
    "bank": "Win by rounds",
    "strategy": "A rule to learn",
    "hand": "Any hand",
    "files": "Files of version A",
}
"""The tools of the workbench, each with a heading of its own."""


def edge_of_bonus(straight: int) -> str:
    """What `odds` says that the house holds of the Duki Bonus."""
    return percent(Fraction(exact_edge_of_bonus(straight)))


@cache
def exact_edge_of_bonus(straight: int) -> str:
    """The same as a fraction."""
    ruleset = game("duki4").ruleset(pay={"bonus.straight": Odds(straight)})
    edge: Fraction = Analysis(ruleset, made_before=KeptCounts()).report().wagers["bonus"].house_edge
    return str(edge)


def test_the_edge_follows_what_is_typed_and_a_link_opens_the_same(visits: Visits) -> None:
    page = visits.come(path="#/workbench")
    page.get_by_role("radio", name="Duki 4 Poker").check(force=True)
    field = page.get_by_role("textbox", name="Duki Bonus, Straight: odds")
    field.fill("7")
    figures = page.get_by_role("region", name="Figures", exact=True)
    expect(figures.get_by_role("status").filter(has_text=edge_of_bonus(7))).to_be_visible()
    page.get_by_role("checkbox", name="Exact fractions").press("Space")
    expect(figures.get_by_text(exact_edge_of_bonus(7)).first).to_be_visible()
    page.get_by_role("tab", name="Link and files").click()
    link = page.get_by_role("textbox", name="Link").input_value()
    assert "bonus.straight_7" in link
    other = visits.come(path=f"#{link.partition('#')[2]}")
    expect(other.get_by_role("tab", name="Link and files")).to_have_attribute(
        "aria-selected", "true"
    )
    expect(other.get_by_role("textbox", name="Duki Bonus, Straight: odds")).to_have_value("7")
    expect(other.get_by_text("Manual: 5")).to_be_visible()
    expect(other.get_by_role("checkbox", name="Exact fractions")).to_be_checked()


@pytest.mark.proof
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_every_tool_works_and_shuts_nobody_out(visits: Visits, size: Size) -> None:
    """Two versions, each tool in turn: it answers, and axe finds nothing."""
    for tool, heading in TOOLS.items():
        link = f"#/workbench/duki4?b=duki4~bonus.straight_6&show={tool}&cards=9h+9c+6s+Jd"
        page = visits.come(size, path=link)
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()
        if tool == "hand":
            expect(page.get_by_role("cell", name="503503/194580")).to_be_visible()
        expect(page.locator("progress")).to_have_count(0)
        assert not findings(page, AXE.read_text("utf-8")), tool
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"], tool
        page.context.close()


@pytest.mark.proof
def test_a_target_is_solved_and_used_and_a_cell_is_reached_by_keys(visits: Visits) -> None:
    page = visits.come(path="#/workbench/duki4?show=solve&of=bonus&low=2&high=4")
    page.get_by_role("checkbox", name=re.compile("^Straight")).check()
    page.get_by_role("textbox", name="Straight: odds to try").fill("4..6")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_text("1 of 3 pay tables is within the bounds")).to_be_visible()
    page.get_by_role("button", name="Use").first.click()
    page.get_by_role("tab", name="Strategy").click()
    grid = page.get_by_role("grid")
    grid.get_by_role("gridcell").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(
        page.get_by_role("status").filter(has_text="4-Card Duki: Straight, K: Play")
    ).to_be_visible()
