"""Seven people at one table: everybody sees the same round, and nobody another's cards."""

import re

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.chromium import NARROW, WIDE
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import (
    bet,
    choice,
    choose_chip,
    deal,
    dollars,
    hand,
    history_of,
    rail,
    result,
    sit,
    tool,
)
from tests.browser.visiting import Visits

NAMES = "ace king queen jack ten nine eight seven six five four three two"
RANKS = dict(zip(NAMES.split(), "AKQJT98765432", strict=True))


class Ear:
    """Everything that the house sends to one page."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))


def test_seven_people_play_one_round(house: OpenHouse, visits: Visits) -> None:
    table = house.open_table("duki4", gone_seconds=1)
    players = [visits.come(WIDE if number % 2 else NARROW) for number in range(1, 8)]
    ears = [Ear(page) for page in players]
    for page in players:
        sit(page, table)
        choose_chip(page, "$5")
        bet(page, "Ante", "$5")
    for page in players:
        deal(page)
    hands = [hand(page) for page in players]
    assert len({card for held in hands for card in held}) == 28
    keeps_cards_apart(players, ears, hands)

    gone, reloaded, folds = players[2], players[3], players[4]
    visits.cut(gone)
    reloaded.reload()
    assert hand(reloaded) == hands[3]
    choice(folds, "Fold").click()
    for page in players:
        if page not in (gone, folds):
            choice(page, "Play").click()

    stayed = [page for page in players if page is not gone]
    for page in stayed:
        expect(result(page, "Ante")).to_be_visible()
    turned = {dealers_hand(page) for page in stayed}
    assert len(turned) == 1
    for page in stayed:
        result_is_right(page, table)
    expect(players[0].get_by_role("region", name=re.compile("^Seat 3: "))).to_contain_text("−$5")
    for page in stayed:
        document = page.content()
        assert not any(card in document for card in hands[2]), "a folded hand is never shown"

    gone.context.set_offline(False)
    expect(gone.get_by_text("Connection lost")).to_be_hidden()
    result_is_right(gone, table)
    leaves(players[6], players[0])


def keeps_cards_apart(players: list[Page], ears: list[Ear], hands: list[list[str]]) -> None:
    """Before any hand is turned, no page holds a card of another, in sight or out of it."""
    for page, ear, own in zip(players, ears, hands, strict=True):
        heard = "".join(ear.heard)
        document = page.content()
        for card in {card for held in hands if held is not own for card in held}:
            assert card not in document
            assert f'"{code(card)}"' not in heard
        assert all(f'"{code(card)}"' in heard for card in own)


def code(card: str) -> str:
    """A card as the house writes it.

    >>> code("queen of clubs")
    'Qc'
    """
    rank, suit = card.split(" of ")
    return RANKS[rank] + suit[0]


def dealers_hand(page: Page) -> str:
    dealer = page.get_by_role("img", name=re.compile("^Dealer: .* of "))
    expect(dealer).to_be_visible()
    return dealer.get_attribute("aria-label") or ""


def result_is_right(page: Page, table: Table) -> None:
    """The rail holds what the house's books say."""
    expect(rail(page)).to_contain_text("practice money")
    net = history_of(page, table)["net"]
    expect(rail(page)).to_contain_text(f"Your chips {dollars(20_000 + net)}")


def leaves(page: Page, other: Page) -> None:
    """A person goes, and the others see their seat free."""
    tool(page, "Leave")
    page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()
    expect(other.get_by_role("region", name="Seat 7: free")).to_be_visible()
