"""An evening of each game: seven people at seven screens, a dealer and an inspector at theirs.

Everything is done on the pages: the staff open the table and deal round after round; players
sit down, bet and decide. What their rails say at the end is what the books say, and the journal
of the evening verifies. Windows are kept as pictures where TABLEWRIGHT_PICTURES names a folder.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tablewright.table.chips import FLOAT
from tablewright.table.state import State
from tablewright.table.status import IN_PLAY
from tablewright.table.verify import verify
from tests.browser.chromium import NARROW, WIDE
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import dollars, history_of
from tests.browser.visiting import Visits
from tests.browser.working import do_what_is_due
from tests.registry import GAMES

pytestmark = pytest.mark.proof

ROUNDS = int(os.environ.get("TABLEWRIGHT_ROUNDS", "12"))
MOST_TURNS = 4000
BOUGHT_IN = 20_000
SOON_MS = 1500
TWO_LANGUAGES = ("en-US", "es-MX")


class Evening:
    """Nine people around one table."""

    def __init__(self, house: OpenHouse, visits: Visits, game: str) -> None:
        self.house, self.chance = house, Random(18)
        self.table = house.open_table(game, is_staffed=True, decide_seconds=600, bet_seconds=0)
        self.dealer = visits.come_as("Dan", path=f"#/deal/{self.table.id}")
        self.inspector = visits.come_as("Ina", path=f"#/deal/{self.table.id}")
        self.players = [
            visits.come(
                (WIDE, NARROW)[number % 2],
                locale=TWO_LANGUAGES[number // 2 % 2],
                color_scheme=("light", "dark")[number // 4],
                reduced_motion="no-preference",
            )
            for number in range(7)
        ]
        self.pictures = self._folder(game)

    @property
    def state(self) -> State:
        return self.house.live(self.table.id).table.state

    def _folder(self, game: str) -> Path | None:
        named = os.environ.get("TABLEWRIGHT_PICTURES")
        if not named:
            return None
        folder = Path(named) / game
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def picture(self, name: str) -> None:
        """Keep how it looks at every screen."""
        if self.pictures is None:
            return
        for who, page in self.screens():
            page.screenshot(path=self.pictures / f"{name}-{who}.png")

    def screens(self) -> Iterator[tuple[str, Page]]:
        yield "dealer", self.dealer
        yield "inspector", self.inspector
        for number, page in enumerate(self.players, 1):
            yield f"player-{number}", page

    def rack(self) -> dict[int, int]:
        return dict(self.state.bank.chips(FLOAT))

    # What people do --------------------------------------------------------------------------------

    def staff_do(self) -> None:
        """Each of the two does what waits for them."""
        for page in (self.dealer, self.inspector):
            do_what_is_due(page, self.rack)

    def sit_down(self) -> None:
        for page in self.players:
            page.goto(f"/#/table/{self.table.id}")
            page.locator("main .button.primary").first.click()
            expect(page.locator("[data-spot], [data-chips^='spot:']").first).to_be_visible()

    def play(self, page: Page) -> None:
        """A player looks up: decides if asked, bets if the felt takes chips."""
        choices = page.locator(".choice:not([disabled])")
        if choices.count():
            press(choices.nth(self.chance.randrange(choices.count())))
            return
        if not page.locator("[data-rests] .deal:not([disabled])").count():
            return
        spots = page.locator("button[data-spot]")
        for _ in range(self.chance.randint(1, 3)):
            if spots.count():
                press(spots.nth(self.chance.randrange(spots.count())))
        press(page.locator("[data-rests] .deal:not([disabled])"))


def press(what: Locator) -> None:
    """Press something that may be gone a moment later."""
    with suppress(TooLate):
        what.first.click(timeout=SOON_MS)


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_at_seven_screens_with_two_staff(
    house: OpenHouse, visits: Visits, game: str
) -> None:
    evening = Evening(house, visits, game)
    go_until(evening, [], lambda: evening.state.status == IN_PLAY)
    evening.picture("1-opened")
    evening.sit_down()
    evening.picture("2-seated")
    kept: set[str] = set()

    def plays_on() -> bool:
        state = evening.state
        if state.round == 2 and state.phase not in kept:
            kept.add(state.phase)
            evening.picture(f"3-round-{state.round}-{state.phase}")
        return state.round > ROUNDS

    go_until(evening, evening.players, plays_on)
    evening.picture("4-late")
    for page in evening.players:
        adds_up(page, evening.table)
    lines = house.serving.run(house.serving.house.ledger.lines(evening.table.id))
    assert verify(lambda: lines).rounds >= ROUNDS


def go_until(evening: Evening, players: Sequence[Page], is_so_far: Callable[[], bool]) -> None:
    """Everybody does what they may, in turn, until it is so far."""
    for _ in range(MOST_TURNS):
        if is_so_far():
            return
        for page in players:
            evening.play(page)
        evening.staff_do()
    raise AssertionError(f"there is no end to it: {evening.state.phase}")


def adds_up(page: Page, table: Table) -> None:
    """The rail holds what the books say."""
    net = history_of(page, table)["net"]
    expect(page.locator("[data-rests]")).to_contain_text(dollars(BOUGHT_IN + net))
