"""Chips and cards move and sound for those who like it, and for nobody else; nothing waits for them."""

import re

from playwright.sync_api import Page, expect

from tests.browser.chromium import NARROW, Size
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import (
    DEALS,
    bet,
    choice,
    choose_chip,
    deal,
    history_of,
    own_place,
    rail,
    result,
    signed,
    sit,
    spot,
    tool,
)
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

NOTES_FLIGHTS = """
window.flown = []; window.marked = []
const boxOf = (name) => {
  const rack = ['[data-chips="rack"]', '[data-cards="dealer"]']
  const found = (name === 'float' ? rack : [`[data-chips~="${name}"]`])
    .flatMap((each) => [...document.querySelectorAll(each)])
  const box = found.find((each) => each.checkVisibility())
  const { left, right, top, bottom } = box?.getBoundingClientRect() ?? {}
  return box ? [left + scrollX, right + scrollX, top + scrollY, bottom + scrollY] : null
}
const note = (element) => {
  const [animation] = element.getAnimations()
  const keyframes = animation.effect.getKeyframes()
  const at = ({ transform }) =>
    transform.match(/translate\\(([-\\d.]+)px, ([-\\d.]+)px\\)/).slice(1, 3).map(Number)
  const moved = keyframes.flatMap((each) => Object.keys(each))
  const { from, to } = element.dataset
  window.flown.push({
    from, to, begins: at(keyframes[0]), ends: at(keyframes.at(-1)),
    left: boxOf(from), reached: boxOf(to),
    moves: [...new Set(moved)].sort(), passes: keyframes.map(at),
  })
}
new MutationObserver((changes) => {
  for (const added of changes.flatMap((each) => [...each.addedNodes])) {
    if (added.parentElement?.className === 'flights') note(added)
    if (added.className === 'flights') [...added.children].forEach(note)
  }
}).observe(document, { childList: true, subtree: true })
new MutationObserver((changes) => {
  const marked = changes.filter(({ target }) => 'touched' in target.dataset)
  window.marked.push(...marked.map(({ target }) => target.dataset.chips))
}).observe(document, { attributeFilter: ['data-touched'], subtree: true })
"""

NOTES_SOUNDS = """
window.nodes = 0; window.voices = new Set(); window.mostVoices = 0
let voice = {}
const asked = AudioParam.prototype.setTargetAtTime
AudioParam.prototype.setTargetAtTime = function (...given) {
  voice = { sources: 0 }  // Each sound begins with how loud it is.
  return asked.apply(this, given)
}
for (const name of ['createBufferSource', 'createOscillator', 'createGain', 'createStereoPanner']) {
  const made = BaseAudioContext.prototype[name]
  BaseAudioContext.prototype[name] = function () {
    window.nodes += 1
    const node = made.call(this)
    if (name === 'createBufferSource' || name === 'createOscillator') {
      const of = voice
      of.sources += 1
      window.voices.add(of)
      window.mostVoices = Math.max(window.mostVoices, window.voices.size)
      node.addEventListener('ended', () => --of.sources || window.voices.delete(of))
    }
    return node
  }
}
"""
NOT_MOVED = {"composite", "computedOffset", "easing", "offset"}
"""What a keyframe says beside what is moved."""
NEAR_PX = 30
"""Chips lie beside one another, and on a stack."""


def test_nothing_moves_for_whoever_asks_for_stillness(house: OpenHouse, visits: Visits) -> None:
    page = visits.come(reduced_motion="reduce")
    assert most_moving(house, page) == 0
    assert page.evaluate("window.flown") == []
    assert "spot:1:ante" in page.evaluate("window.marked"), "where chips have come to is marked"
    expect(page.locator("[data-touched]")).to_have_count(0)


def test_cards_move_for_everybody_else(house: OpenHouse, visits: Visits) -> None:
    assert most_moving(house, visits.come(reduced_motion="no-preference")) > 0


def test_chips_fly_from_where_they_lay_to_where_they_lie(
    house: OpenHouse, visits: Visits, size: Size
) -> None:
    page = visits.come(size, reduced_motion="no-preference")
    page.context.add_init_script(NOTES_FLIGHTS)
    table = house.open_table("duki4", pace=0.6)
    page.reload()
    sit(page, table)
    round_is_played(page)
    everything_has_landed(page)
    flown = page.evaluate("window.flown")
    chips = [each for each in flown if each["to"] != "discards" and each["to"]]
    routes = {(each["from"], each["to"]) for each in chips}
    assert ("rail:1", "spot:1:ante") in routes
    assert {target for source, target in routes if source == "spot:1:ante"} <= {"float", "rail:1"}
    assert any(source == "spot:1:ante" for source, _ in routes)
    for each in flown:
        assert set(each["moves"]) - NOT_MOVED == {"opacity", "transform"}
    for each in chips:
        assert is_in(each["begins"], each["left"]), each
        assert is_in(each["ends"], each["reached"]), each
    shows_what_the_round_came_to(page, table)


def test_what_is_over_does_not_fly_again_after_a_reload(house: OpenHouse, visits: Visits) -> None:
    page = visits.come(reduced_motion="no-preference")
    page.context.add_init_script(NOTES_FLIGHTS)
    sit(page, house.open_table("duki4"))
    round_is_played(page)
    page.reload()
    expect(own_place(page)).to_be_visible()
    choose_chip(page, "$5")
    assert page.evaluate("window.flown") == []


def test_winnings_come_out_of_the_rack_to_the_wager_and_then_home(
    house: OpenHouse, visits: Visits
) -> None:
    """In the manner that the house tells, by way of the spot of the wager that won."""
    page = visits.come(reduced_motion="no-preference")
    page.context.add_init_script(NOTES_FLIGHTS)
    table = house.open_table("king-high", pace=0.3)
    page.reload()
    sit(page, table)
    choose_chip(page, "$5")
    bet_anew(page, "Pokerpot")
    settled = re.compile("^(High|Low): .*, (won|lost|push)")  # A wager that has won stays up.
    spots = own_place(page).get_by_role("button", name=settled)
    spots = spots.or_(own_place(page).get_by_role("img", name=settled))
    won = own_place(page).get_by_role("button", name=re.compile("^(High|Low): Won"))
    for _ in range(5):  # One of both wins unless a seven comes.
        # Spots take chips again once a card is settled: when the next one can be asked for.
        expect(rail(page).get_by_role("button", name=DEALS)).to_be_enabled()
        for wager in ("High", "Low"):
            bet_anew(page, wager)
        deal(page)
        expect(spots).to_have_count(2)
        if won.count():
            break
    flown = page.evaluate("window.flown")
    paid_out = [each for each in flown if (each["from"], each["to"]) == ("float", "rail:1")][-1]
    assert len(paid_out["passes"]) > 5
    everything_has_landed(page)


def test_a_table_is_silent_until_it_is_asked_for_and_never_too_many_sounds_are_heard(
    house: OpenHouse, visits: Visits
) -> None:
    page = visits.come(reduced_motion="no-preference")
    page.context.add_init_script(NOTES_SOUNDS)
    table = house.open_table("duki4")
    page.reload()
    sit(page, table)
    page.keyboard.press("m")
    page.keyboard.press("m")
    expect(page.get_by_text("Sound: Off")).to_be_visible()
    heard = page.evaluate("window.nodes")
    round_is_played(page)
    assert page.evaluate("window.nodes") == heard
    page.keyboard.press("m")
    expect(page.get_by_text("Sound: Low")).to_be_visible()
    round_is_played(page)
    assert page.evaluate("window.nodes") > heard
    assert 0 < page.evaluate("window.mostVoices") <= 8


def test_sound_and_motion_are_chosen_and_kept_on_this_screen(
    house: OpenHouse, visits: Visits
) -> None:
    page = visits.come(NARROW, reduced_motion="no-preference")
    page.context.add_init_script(NOTES_FLIGHTS)
    sit(page, house.open_table("duki4"))
    tool(page, "Sound & motion")
    dialog = page.get_by_role("dialog", name="Sound and motion")
    dialog.get_by_role("radio", name="Full").check()
    dialog.get_by_role("checkbox", name="Chips and cards lie still").check()
    dialog.get_by_role("button", name="Play a sample").click()
    page.reload()
    expect(own_place(page)).to_be_visible()
    round_is_played(page)
    assert page.evaluate("window.flown") == []
    tool(page, "Sound & motion")
    expect(dialog.get_by_role("radio", name="Full")).to_be_checked()
    expect(dialog.get_by_role("checkbox", name="Speak the dealer’s calls")).not_to_be_checked()


def round_is_played(page: Page) -> None:
    """Five dollars on the Ante, played to the end."""
    choose_chip(page, "$5")
    bet_anew(page, "Ante")
    deal(page)
    choice(page, "Play").click()
    expect(result(page, "Ante")).to_be_visible()


def bet_anew(page: Page, wager: str) -> None:
    """A chip more on a wager, whatever lies there."""
    left = rail(page).locator("[data-chips] strong").first
    before = left.inner_text()
    spot(page, wager).click()
    expect(left).not_to_have_text(before)


def everything_has_landed(page: Page) -> None:
    """Nothing is left in the air, and nothing moves any more."""
    page.evaluate("Promise.allSettled(document.getAnimations().map((each) => each.finished))")
    expect(page.locator(".flights > *")).to_have_count(0)


def is_in(point: list[float], box: list[float]) -> bool:
    """Whether a point lies in a box or near its edge."""
    (x, y), (left, right, top, bottom) = point, box
    return left - NEAR_PX < x < right + NEAR_PX and top - NEAR_PX < y < bottom + NEAR_PX


def shows_what_the_round_came_to(page: Page, table: Table) -> None:
    """The house's own figure, and a win only where more came back than was staked."""
    (last,) = history_of(page, table)["rounds"]
    amount = signed(last["net"]) if last["net"] else "even"
    total = page.locator("[data-round-total]")
    expect(total).to_contain_text(f"Round {last['round']}: {amount}")
    expect(total).to_have_class(re.compile(r"\bwin\b" if last["net"] > 0 else r"^(?!.*\bwin\b)"))


def most_moving(house: OpenHouse, page: Page) -> int:
    """How much moved at once, at the worst, from the lobby to the end of a round."""
    page.context.add_init_script(COUNTS)
    page.context.add_init_script(NOTES_FLIGHTS)
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
