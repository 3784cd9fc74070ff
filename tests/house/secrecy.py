"""Which cards a person may have known, worked out by hand from a table's journal when all is over.

Nothing of the table's own views is asked. A card lies open from the line of the journal that names it
until its round is over; a hand is its player's. Whatever else was said to anybody is a leak.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from tests.house.listening import cards_named

CARD = re.compile(r"[2-9TJQKA][cdhs]")
CARDS = re.compile(r"[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])*")
OPENING = {"reveal": "cards", "shown": "cards", "draw": "card", "declare": "card", "show": "cards"}
"""The events by which cards come to lie open, and the field that names them."""


def named(said: Any) -> set[str]:
    """Every card that a message names, in the text notation or in words."""
    if isinstance(said, str):
        found = set(CARD.findall(said)) if CARDS.fullmatch(said) else set()
        return found | cards_named(said)
    inner = said.values() if isinstance(said, dict) else said if isinstance(said, list) else ()
    return set().union(*map(named, inner)) if inner else set()


class Truth:
    """A table's journal, and what it proves."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.opened: dict[int, list[tuple[int, set[str]]]] = defaultdict(list)
        """For each round, the lines that opened cards."""
        self.orders: list[list[str]] = []
        """Every order that was unsealed."""
        self.lines = 0
        for raw in lines:
            line = json.loads(raw)
            did, self.lines = line["did"], self.lines + 1
            field = OPENING.get(did["event"])
            if field and did.get(field):
                self.opened[line["round"]].append((line["n"], set(CARD.findall(did[field]))))
            if did["event"] == "unsealed":
                self.orders.append(CARD.findall(did["order"]))

    def lay_open(self, round: int, n: int) -> set[str]:
        """The cards of a round that lay open after a line."""
        return set().union(*(cards for at, cards in self.opened[round] if at <= n))


class Hands:
    """Who held what: learnt from what each player was shown of his own."""

    def __init__(self) -> None:
        self.held: dict[tuple[int, int], set[str]] = {}

    def learn(self, place: int, message: Any) -> None:
        own = message["view"].get("own", {}).get("cards", [])
        if own:
            key = (place, message["view"]["round"])
            assert self.held.setdefault(key, set(own)) == set(own), "a hand has changed"

    def of(self, place: int, round: int) -> set[str]:
        return self.held.get((place, round), set())


def leaks(truth: Truth, hands: Hands, name: str, message: Any) -> Iterator[str]:
    """What a message told that its reader, whose name this is, could not know."""
    if message.get("type") != "table":
        if found := named(message):
            yield f"an answer names {found}"
        return
    n, view = message["seq"], message["view"]
    round, place = view["round"], message["place"]
    if place and view["places"][str(place)]["player"] != name:
        yield f"{name} was given the view of place {place}"
    own = hands.of(place, round) if place else set()
    known = truth.lay_open(round, n) | own
    rest = {key: value for key, value in message.items() if key not in ("told", "session", "view")}
    rest["view"] = _without_hopes(view)
    session = message.get("session") or {}
    last = (session.get("coaching") or {}).get("last") or {"round": 0}
    if found := named(last) - hands.of(place, last["round"]):
        yield f"coached on round {last['round']}, place {place} was shown {found}"
    if not place and "own" in view:
        yield "a person without a place has a hand"
    if found := named(rest) - known:
        yield f"at line {n} of round {round}, place {place} as {message['as']} was shown {found}"
    for each in message["told"]:
        if each["n"] > n:
            yield f"told of line {each['n']} at line {n}"
        if found := named(each) - truth.lay_open(each["round"], each["n"]):
            yield f"told of {found}: {each}"


def _without_hopes(view: Any) -> Any:
    """A view without the cards that would be good to draw: which will come, nobody knows.

    That they are the same whatever lies in the shoe is a law of the table (`tests/laws/test_table.py`).
    """
    if "cards" not in view:
        return view
    marks = [{**mark, "when": ""} for mark in view["cards"]["pays"]]
    return {**view, "cards": {**view["cards"], "pays": marks}}


def leaks_of_history(truth: Truth, hands: Hands, place: int, history: Any) -> Iterator[str]:
    """What a person's rounds told that they could not know when they were over."""
    for each in history["rounds"]:
        known = truth.lay_open(each["round"], truth.lines) | hands.of(place, each["round"])
        if found := named(each) - known:
            yield f"the history of round {each['round']} names {found}"
