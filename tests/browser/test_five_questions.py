"""A newcomer's five questions, asked of the page at every phase of a round, without opening anything.

    what do I hold, what does this pay, what can I do now, what happened, why

The parts of the page say which of them they answer (`data-answers`). What they answer is read as a
screen reader reads it, and held against what the house itself says of the same moment. The dealer's
steps are taken here one by one, so that no phase is missed.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablewright.house.tables.room import Room
from tablewright.table.actors import THE_DEALER
from tablewright.table.acts import NoMoreBets
from tablewright.table.automation import due_step
from tests.browser.chromium import PATIENCE_MS, Size
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import choice, choose_chip, deal, rail, sit, spot
from tests.browser.visiting import Visits

STILL = 10_000.0
"""So slow that the house takes no step of its own while a test runs."""


class Answers:
    """What the page answers, and what the house says of the same moment."""

    def __init__(self, page: Page, table: Table, acting: str = "player") -> None:
        """The page has not come to the table yet: what it is told there is heard from the first."""
        self.page, self.table, self.acting = page, table, acting
        self.game = self._ask("")["game"]
        self._told: dict[int, list[Any]] = {}
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        sent = json.loads(frame)
        for message in sent if isinstance(sent, list) else [sent]:
            told = message.get("told", [])
            for n in {each["n"] for each in told}:
                self._told[n] = [each for each in told if each["n"] == n]

    def told(self, round: int) -> list[Any]:
        """What this person was told of a round, in its order."""
        every = [each for n in sorted(self._told) for each in self._told[n]]
        return [each for each in every if each["round"] == round]

    def _ask(self, path: str, **params: str | float | bool) -> Any:
        answer = self.page.request.get(f"/api/tables/{self.table.id}{path}", params=params)
        assert answer.ok, answer.text()
        return answer.json()

    def house(self) -> Any:
        """The table as the house shows it now."""
        return self._ask("/view", **{"as": self.acting})

    def to(self, question: str) -> str:
        """The accessible text of every part that answers a question, without any space."""
        parts = self.page.locator(f'[data-answers~="{question}"]').all()
        lines = [line for each in parts for line in each.aria_snapshot().splitlines()]
        return squeezed(" ".join(found for line in lines for found in said(line)))

    def missing(self, question: str, expected: list[str]) -> list[str]:
        """What an answer lacks of what is expected of it."""
        assert any(expected), f"nothing is expected of {question}"
        answer = self.to(question)
        return [f"{question}: {each}" for each in expected if squeezed(each) not in answer]

    def contain(self, question: str, *expected: str) -> None:
        """Wait until an answer contains all that is expected of it."""
        self.until(lambda: self.missing(question, [*expected]))

    def until(self, missing: Callable[[], list[str]]) -> None:
        """Wait until nothing is missing any more."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while lacks := missing():
            read = {each.partition(":")[0]: self.to(each.partition(":")[0]) for each in lacks}
            assert time.monotonic() < end, f"{lacks} is not in {read}"
            self.page.wait_for_timeout(50)


SNAPSHOT = re.compile(
    r"^\s*- '?(?:/\w+|\w+)(?: (\"(?:[^\"\\]|\\.)*\"))?(?: \[[^\]]*\])*(?::\s*(.*?))?'?$"
)
"""A line of what is read aloud: a role, a name, a text."""


def said(line: str) -> Iterator[str]:
    """What a line of what is read aloud says, without roles."""
    found = SNAPSHOT.match(line)
    for text in found.groups() if found else [line]:
        if text:
            yield json.loads(text) if text.startswith('"') else text


def squeezed(text: str) -> str:
    """Without any space: where a word is explained, what is read aloud is taken apart."""
    return "".join(text.split())


def expected(answers: Answers) -> dict[str, list[str]]:
    """What each question has to be answered with now, by what the house says."""
    seen, game = answers.house(), answers.game
    view, place = seen["view"], seen["place"]
    drawn = view.get("cards")
    holds = drawn["holds"] if drawn else view["own"]["holds"]
    own = view["places"][str(place)]["wagers"]
    marks = drawn["pays"] if drawn else view["own"]["pays"]
    lying = [each for each in marks if own.get(each["wager"]) or not drawn]
    told = answers.told(view["round"])
    calls = [each["says"] for each in told if each["kind"] == "call"]
    if phase_of(seen) == "wagers":
        calls = [each for each in calls if each != "No more bets"]
    since = max([n for n, each in enumerate(told) if each["event"] == "draw"], default=-1) + 1
    payments = [
        each["payment"] for each in told[since:] if "payment" in each and each["place"] == place
    ]
    return {
        "hold": [each["says"] for each in holds[:1]] or [nothing_held(game)],
        "pays": [odds for each in game["wagers"] for odds in odds_of(each)]
        + [f"{each['odds']} {each['when']}".strip() for each in lying if each["when"]],
        "now": can_do(seen, game),
        "happened": calls[-1:] or [WELCOME if is_new(told, place) else "Bets are open"],
        "why": [each["why"]["sentence"] for each in payments] or ["Nothing has been settled yet."],
    }


WELCOME = "Welcome to the table"


def is_new(told: list[Any], place: int) -> bool:
    """Whether a player has just been welcomed."""
    return any(each["event"] == "welcome" and each["place"] == place for each in told)


def phase_of(seen: Any) -> str:
    return str(seen["view"]["phase"])


def nothing_held(game: Any) -> str:
    return "No card drawn yet" if game["is_draw"] else "No cards yet"


def odds_of(wager: Any) -> set[str]:
    """The least and the most that a wager pays, as its spot has them."""
    rows = [each["odds"] for each in wager["pays"]]
    worth = sorted(rows, key=lambda each: eval(each.replace(" for ", "/").replace("-", "/")))
    return {worth[0], worth[-1]}


def can_do(seen: Any, game: Any) -> list[str]:
    """What may be done now, or what is waited for."""
    phase, legal = seen["view"]["phase"], seen["legal"]
    choices = [id for each in legal.get("decide", []) for id in each["choices"]]
    if choices:
        return [each["name"] for each in game["decisions"] if each["id"] in choices]
    if phase == "wagers":
        return ["$5 chip"]
    return [each["waiting"] for each in game["phases"] if each["id"] == phase]


def all_are_answered(answers: Answers) -> None:
    """Every question is answered as the house would answer it."""

    def missing() -> list[str]:
        found = expected(answers)
        return [lacks for each, texts in found.items() for lacks in answers.missing(each, texts)]

    answers.until(missing)


def step(house: OpenHouse, table: Table) -> bool:
    """The house takes one step at a table; whether there was one to take."""
    taken: list[bool] = []

    def go(room: Room) -> None:
        due = due_step(room.table, Random(1))
        if due is None and room.table.state.phase == "wagers":
            due = NoMoreBets(), THE_DEALER.house
        if due is not None:
            room.desk.do(*due)
            taken.append(True)

    house.serving.run(house.live(table.id).run_errand(go))
    return bool(taken)


def seated(visit: Callable[..., Page], house: OpenHouse, game: str, size: Size) -> Iterator[Any]:
    table = house.open_table(game, pace=STILL)
    page = visit(size)
    answers = Answers(page, table)
    sit(page, table)
    yield from (page, table, answers)


@pytest.mark.parametrize("game", ["duki4", "pick2"])
def test_at_every_phase_of_a_contest(
    visit: Callable[..., Page], house: OpenHouse, size: Size, game: str
) -> None:
    page, table, answers = seated(visit, house, game, size)
    all_are_answered(answers)
    choose_chip(page, "$5")
    for wager in ("Ante", "Duki Bonus" if game == "duki4" else "5 Card Bonus Only"):
        spot(page, wager).click()
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante: \$5;"))
    all_are_answered(answers)
    deal(page)
    phases = walk(house, table, answers, page)
    assert set(phases) >= {"decide", "reveal", "settle", "clear"}
    # Between two rounds the last one stays in sight, until a chip lies down again.
    for question in ("hold", "happened", "why"):
        answers.contain(question, *phases["clear"][question])
    answers.contain("now", "$5 chip")
    spot(page, "Ante").click()
    all_are_answered(answers)


def walk(
    house: OpenHouse, table: Table, answers: Answers, page: Page
) -> dict[str, dict[str, list[str]]]:
    """Step by step through a round, the questions asked after each; the answers of each phase."""
    live, phases = house.live(table.id), dict[str, dict[str, list[str]]]()
    start = live.table.state.round
    while live.table.state.round == start:
        phase = live.table.state.phase
        all_are_answered(answers)
        phases[phase] = expected(answers)
        if phase == "decide":
            last = "Play" if table.game.startswith("Duki") else "Play five"
            choice(page, last).click()
            expect(choice(page, last)).to_have_count(0)
        else:
            assert step(house, table), phase
    return phases


def test_at_each_card_of_king_high(
    visit: Callable[..., Page], house: OpenHouse, size: Size
) -> None:
    page, table, answers = seated(visit, house, "king-high", size)
    all_are_answered(answers)
    choose_chip(page, "$5")
    for wager in ("Pokerpot", "High Run", "Low Run", "High", "Heart"):
        spot(page, wager).click()
    live = house.live(table.id)
    for card in range(1, 6):
        deal(page)
        while len(live.table.state.drawn) < card or live.table.state.phase == "settle":
            assert step(house, table)
            all_are_answered(answers)
        if card < 5:
            expect(rail(page)).to_contain_text("Next card")
            all_are_answered(answers)
    assert len(live.table.state.drawn) == 5


def test_for_somebody_who_looks_on(
    visits: Visits, visit: Callable[..., Page], house: OpenHouse, size: Size
) -> None:
    player, table, _ = seated(visit, house, "duki4", size)
    onlooker = visits.come(size)
    answers = Answers(onlooker, table, "watch")
    onlooker.goto(f"/#/watch/{table.id}")
    waits = {each["id"]: each["waiting"] for each in answers.game["phases"]}
    live = house.live(table.id)
    answers.contain("now", waits[live.table.state.phase])
    choose_chip(player, "$5")
    spot(player, "Ante").click()
    expect(spot(player, "Ante")).to_have_accessible_name(re.compile(r"^Ante: \$5;"))
    deal(player)
    while not live.table.stakes(1):
        player.wait_for_timeout(20)
    start, said = live.table.state.round, set[str]()
    while live.table.state.round == start:
        phase = live.table.state.phase
        answers.contain("now", waits[phase])
        told = answers.told(start)
        for call in [each["says"] for each in told if each["kind"] == "call"][-1:]:
            answers.contain("happened", call)
        for payment in [each["payment"] for each in told if each.get("payment")][-2:]:
            answers.contain("why", payment["why"]["sentence"])
            said.add(payment["wager"])
        if phase == "decide":
            choice(player, "Play").click()
            expect(choice(player, "Play")).to_have_count(0)
        else:
            assert step(house, table), phase
    assert said == {"ante", "play"}
