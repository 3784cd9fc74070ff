"""The workbench in a browser: figures follow what is typed, and a link opens the same elsewhere."""

from fractions import Fraction

from playwright.sync_api import expect

from tablewright.games import game
from tablewright.odds.analysis import Analysis
from tablewright.odds.printing import percent
from tablewright.odds.store import KeptCounts
from tablewright.rules.wagers import Odds
from tests.browser.visiting import Visits


def edge_of_bonus(straight: int) -> str:
    """What `odds` says that the house holds of the Duki Bonus."""
    ruleset = game("duki4").ruleset(pay={"bonus.straight": Odds(straight)})
    edge: Fraction = Analysis(ruleset, made_before=KeptCounts()).report().wagers["bonus"].house_edge
    return percent(edge)


def test_the_edge_follows_what_is_typed_and_a_link_opens_the_same(visits: Visits) -> None:
    page = visits.come(path="#/workbench")
    page.get_by_role("radio", name="Duki 4 Poker").check(force=True)
    field = page.get_by_role("textbox", name="Duki Bonus, Straight: odds")
    field.fill("7")
    figures = page.get_by_role("region", name="Figures", exact=True)
    expect(figures.get_by_role("status").filter(has_text=edge_of_bonus(7))).to_be_visible()
    page.get_by_role("tab", name="Link and files").click()
    link = page.get_by_role("textbox", name="Link").input_value()
    assert "bonus.straight_7" in link
    other = visits.come(path=link.partition("/#")[2] and f"#{link.partition('#')[2]}")
    expect(other.get_by_role("tab", name="Link and files")).to_have_attribute(
        "aria-selected", "true"
    )
    expect(other.get_by_role("textbox", name="Duki Bonus, Straight: odds")).to_have_value("7")
    expect(other.get_by_text("Manual: 5")).to_be_visible()
