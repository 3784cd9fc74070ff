"""Cards and chips move for those who like it, and for nobody else."""

from playwright.sync_api import Page, expect

from tests.browser.house import OpenHouse
from tests.browser.playing import bet, choice, choose_chip, deal, result, sit, tool
from tests.browser.visiting import Visits

COUNTS = """
window.mostMoving = 0
const look = () => {
  const moving = document.getAnimations().filter((each) => each.playState === 'running')
  window.mostMoving = Math.max(window.mostMoving, moving.length)
  requestAnimationFrame(look)
}
look()
"""


def test_nothing_moves_for_whoever_asks_for_stillness(house: OpenHouse, visits: Visits) -> None:
    assert most_moving(house, visits.come(reduced_motion="reduce")) == 0


def test_cards_move_for_everybody_else(house: OpenHouse, visits: Visits) -> None:
    assert most_moving(house, visits.come(reduced_motion="no-preference")) > 0


def most_moving(house: OpenHouse, page: Page) -> int:
    """How much moved at once, at the worst, from the lobby to the end of a round."""
    page.context.add_init_script(COUNTS)
    table = house.open_table("duki4")
    page.reload()
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    deal(page)
    choice(page, "Play").click()
    expect(result(page, "Ante")).to_be_visible()
    tool(page, "Pays & rules")
    expect(page.get_by_role("dialog")).to_be_visible()
    return int(page.evaluate("window.mostMoving"))
