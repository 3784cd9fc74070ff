"""What cannot have happened at a table is refused in one line: what, why, and what was expected."""

import copy
import io
import json
from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

from tablewright.games import game
from tablewright.rules.cards import cards
from tablewright.rules.errors import Refused
from tablewright.settling import settler
from tablewright.settling.checks import within_decks
from tablewright.settling.lines import (
    LONGEST_LINE_BYTES,
    bounded_lines,
    read_line,
    settle_lines,
)

DUKI4: dict[str, Any] = {
    "dealer": "9h 9c 6s Jd",
    "seats": [
        {
            "seat": 1,
            "cards": "7s 8h 9d Tc",
            "wagers": {"ante": 500, "bonus": 100},
            "decision": "play",
        }
    ],
}
PICK2: dict[str, Any] = {
    "dealer": "9h 9c 6s Jd 3d",
    "seats": [
        {
            "seat": 1,
            "cards": "Ah Kh Qh 2c 3c",
            "wagers": {"ante": 500, "bonus-3-5": 500, "bonus-5": 100},
            "decision": "three",
            "three": "Ah Kh Qh",
        }
    ],
}
KING_HIGH: dict[str, Any] = {
    "cards": "Kh 7d 2c 9s Ah",
    "boxes": [
        {
            "box": 1,
            "wagers": {"pokerpot": 100, "high-run": 100, "low-run": 100},
            "actions": [{"high": 100, "heart": 100, "seven": 50}, {}, {}, {}, {}],
        }
    ],
}
ROUNDS = {"duki4": DUKI4, "pick2": PICK2, "king-high": KING_HIGH}
SETTLERS = {id: settler(game(id).ruleset()) for id in ROUNDS}
MISSING = object()


def changed(id: str, path: str, to: Any) -> dict[str, Any]:
    """The good round of a game with one entry changed, or taken out."""
    round_ = copy.deepcopy(ROUNDS[id])
    *way, last = path.split(".")
    at: Any = round_
    for key in way:
        at = at[int(key)] if isinstance(at, list) else at[key]
    if to is MISSING:
        del at[last]
    else:
        at[last] = to
    return round_


CASES: list[tuple[str, str, Any, str]] = [
    ("duki4", "dealer", "9h 9c 6s Jx", "the dealer's hand: 'Jx' is not a card: expected a rank"),
    ("duki4", "dealer", "9h 9c 6s", "the dealer's hand has 3 cards: expected 4"),
    ("duki4", "dealer", MISSING, "the dealer's hand is missing: expected cards such as"),
    ("duki4", "dealer", 7, "the dealer's hand is 7: expected cards such as"),
    ("duki4", "seats.0.cards", "9h 8h 9d Tc", "9h is dealt 2 times, in the dealer's hand and in seat"),
    ("duki4", "seats.0.cards", "7s", "seat 1: cards has 1 card: expected 4"),
    ("duki4", "seats.0.cards", None, "seat 1: cards is null: expected cards such as"),
    ("duki4", "seats.0.seat", 8, "the seat is 8: expected a whole number from 1 to 7"),
    ("duki4", "seats.0.seat", True, "the seat is true: expected a whole number"),
    ("duki4", "seats.0.seat", MISSING, "the seat is missing: expected a whole number"),
    ("duki4", "seats.0.wagers.ante", 0, "the stake of ante is 0 cents: expected from 1 to"),
    ("duki4", "seats.0.wagers.ante", -5, "the stake of ante is -5 cents: expected from 1"),
    ("duki4", "seats.0.wagers.ante", 2.5, "the stake of ante is 2.5: expected whole cents"),
    ("duki4", "seats.0.wagers.ante", 5.0, "the stake of ante is 5.0: expected whole cents"),
    ("duki4", "seats.0.wagers.ante", "5", "the stake of ante is '5': expected whole cents"),
    ("duki4", "seats.0.wagers.ante", None, "the stake of ante is null: expected whole cents"),
    ("duki4", "seats.0.wagers.ante", True, "the stake of ante is true: expected whole cents"),
    ("duki4", "seats.0.wagers.ante", 10**12 + 1, "expected from 1 to 1000000000000"),
    ("duki4", "seats.0.wagers.play", 500, "the stake of play follows from the ante and the decision"),
    ("duki4", "seats.0.wagers.tip", 500, "wagers has the unknown key 'tip': expected ante or bonus"),
    ("duki4", "seats.0.wagers", {}, "wagers is empty: expected a stake on ante or bonus"),
    ("duki4", "seats.0.wagers", MISSING, "wagers is missing: expected an object"),
    ("duki4", "seats.0.decision", MISSING, "the decision is missing: expected play or fold"),
    ("duki4", "seats.0.decision", "raise", "the decision is 'raise': expected play or fold"),
    ("duki4", "seats.0.decision", [], "the decision is a list: expected play or fold"),
    ("duki4", "seats.0.wagers", {"bonus": 5}, "there is a decision without the ante wager"),
    ("duki4", "seats.0.three", "7s 8h 9d", "entry 1 of seats has the unknown key 'three'"),
    ("duki4", "seats", [], "seats is empty: expected at least one seat"),
    ("duki4", "seats", {}, "seats is an object: expected a list"),
    ("duki4", "seats", [5], "entry 1 of seats is 5: expected an object"),
    ("duki4", "void", 1, "void is 1: expected true or false"),
    ("duki4", "boxes", [], "the round has the unknown key 'boxes': expected dealer, seats or void"),
    ("pick2", "seats.0.wagers.bonus-3-5", 400, "bonus-3-5 is 400 and ante is 500 cents: expected"),
    ("pick2", "seats.0.wagers.bonus-3-5", MISSING, "ante is wagered without bonus-3-5: expected"),
    ("pick2", "seats.0.wagers", {"bonus-5": 100}, "bonus-5 is wagered without ante: expected"),
    ("pick2", "seats.0.three", "Ah Kh 5c", "three names Ah Kh 5c: expected 3 different cards"),
    ("pick2", "seats.0.three", "Ah Ah Kh", "three names Ah Ah Kh: expected 3 different cards"),
    ("pick2", "seats.0.three", "Ah Kh", "three has 2 cards: expected 3"),
    ("pick2", "seats.0.decision", "five", "three names cards: expected that only with"),
    ("pick2", "seats.0.decision", "play", "the decision is 'play': expected fold, three or five"),
    ("king-high", "cards", "Kh 7d 2c 9s", "cards has 4 cards: expected 5"),
    ("king-high", "cards", MISSING, "cards is missing: expected cards such as"),
    ("king-high", "void", True, "cards has 5 cards in a void round: expected fewer than 5"),
    ("king-high", "boxes.0.box", 8, "the box is 8: expected a whole number from 1 to 7"),
    ("king-high", "boxes.0.actions", [{}], "actions has 1 for 5 cards: expected one object for each"),
    ("king-high", "boxes.0.actions.0.eight", 5, "actions for card 1 has the unknown key 'eight'"),
    ("king-high", "boxes.0.wagers", {"high-run": 5}, "high is wagered without pokerpot: expected"),
    ("king-high", "boxes.0.wagers.ante", 5, "wagers has the unknown key 'ante': expected pokerpot,"),
    ("king-high", "boxes", [{"box": 1}], "wagers is empty: expected a stake on pokerpot"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "path", "given", "why"), CASES)
def test_refused(id: str, path: str, given: Any, why: str) -> None:
    with pytest.raises(Refused) as refused:
        SETTLERS[id].settle(changed(id, path, given))
    message = str(refused.value)
    assert why in message
    assert "expected" in message
    assert "\n" not in message


@pytest.mark.parametrize("id", ROUNDS)
def test_the_good_rounds_are_settled(id: str) -> None:
    assert SETTLERS[id].settle(ROUNDS[id])["ruleset"] == game(id).ruleset().fingerprint


def test_a_card_is_dealt_no_more_often_than_the_decks_hold_it() -> None:
    kings = cards("Kh " * 6)
    within_decks({"the cards": kings}, decks=6)
    with pytest.raises(
        Refused, match="Kh is dealt 7 times, in the cards: expected it 6 times at most"
    ):
        within_decks({"the cards": (*kings, kings[0])}, decks=6)
    assert SETTLERS["king-high"].settle({**KING_HIGH, "cards": "Kh " * 5})["hand"] == "five kings"


@pytest.mark.parametrize(
    ("id", "dealer", "held"),
    [("duki4", "Ah Ac Ad 2d", "Ah Ac Ad 3d"), ("pick2", "Ah Ac Ad As 2d", "Ah Ac Ad As 3d")],
)
def test_a_hand_dealt_twice_is_refused_before_it_is_judged(id: str, dealer: str, held: str) -> None:
    round_ = {**changed(id, "seats.0.cards", held), "dealer": dealer}
    round_["seats"][0].pop("three", None)
    with pytest.raises(Refused, match="Ah is dealt 2 times, in the dealer's hand and in seat 1"):
        SETTLERS[id].settle(round_)


@pytest.mark.parametrize("name", ["high", "low", "heart", "club", "diamond", "spade", "seven"])
def test_no_action_wager_stands_without_a_pokerpot_wager(name: str) -> None:
    box = {"box": 1, "actions": [{name: 100}, {}, {}, {}, {}]}
    with pytest.raises(Refused, match=f"{name} is wagered without pokerpot: expected a pokerpot"):
        SETTLERS["king-high"].settle({**KING_HIGH, "boxes": [box]})


@pytest.mark.parametrize("places", [("seats", "duki4"), ("boxes", "king-high")])
def test_a_place_is_taken_once_in_a_round(places: tuple[str, str]) -> None:
    plural, id = places
    twice = {**ROUNDS[id], plural: ROUNDS[id][plural] * 2}
    with pytest.raises(Refused, match="1 is there twice: expected each"):
        SETTLERS[id].settle(twice)


LINES: list[tuple[bytes, str]] = [
    (b"{", "the line is not JSON"),
    (b"[]", "the round is a list: expected an object"),
    (b"null", "the round is null: expected an object"),
    (b'"x"', "the round is 'x': expected an object"),
    (b"\xff\xfe", "the line is not text in UTF-8"),
    (b'{"dealer":NaN}', "NaN is not a number in JSON"),
    (b'{"seats":[{"wagers":{"ante":1,"ante":2}}]}', "the key 'ante' appears twice in one object"),
    (b"[" * 100_000, "the line is nested too deeply"),
    (b"1" * 5_000, "a number with too many digits"),
    (b'{"\\ud800":1}', "the unknown key"),
    (b" " * LONGEST_LINE_BYTES + b"{}", "the line is too long: expected at most 1000000"),
]


@pytest.mark.parametrize(("line", "why"), LINES, ids=[why for _, why in LINES])
def test_a_line_that_is_no_round_is_answered_and_the_next_is_settled(line: bytes, why: str) -> None:
    good = json.dumps(DUKI4).encode()
    settled = list(settle_lines(SETTLERS["duki4"], [good, line, b"\n", good]))
    assert [each.line for each in settled] == [1, 2, 4]
    results = [each.result for each in settled]
    assert results[0] == results[2]
    assert why in results[1]["error"]
    assert results[1]["line"] == 2
    json.dumps(results[1]).encode("utf-8")


def test_a_line_too_long_for_memory_is_answered_from_its_beginning() -> None:
    good = json.dumps(DUKI4).encode() + b"\n"
    stream = io.BytesIO(good + b"x" * (3 * LONGEST_LINE_BYTES) + b"\n" + good)
    lines = list(bounded_lines(stream))
    assert [len(line) for line in lines] == [len(good), LONGEST_LINE_BYTES + 2, len(good)]


def test_a_key_that_appears_twice_among_many_is_found_at_once() -> None:
    many = ",".join(f'"{number:x}":1' for number in range(60_000))
    with pytest.raises(Refused, match="the key 'z' appears twice"):
        read_line(f'{{{many},"z":1,"z":1}}'.encode())


def test_a_byte_order_mark_and_a_carriage_return_are_passed_over() -> None:
    assert read_line(b"\xef\xbb\xbf{}\r\n") == {}


def test_a_folded_seat_tells_only_what_was_looked_at() -> None:
    folded = SETTLERS["duki4"].settle(changed("duki4", "seats.0.decision", "fold"))
    assert folded["seats"][0]["facts"] == {"void": False, "folded": True}
    void = SETTLERS["duki4"].settle(changed("duki4", "void", True))
    assert void["seats"][0]["facts"] == {"void": True, "folded": False}


def test_a_void_round_may_lack_its_cards() -> None:
    without = {"void": True, "seats": [{"seat": 1, "wagers": {"ante": 5}, "decision": "fold"}]}
    assert SETTLERS["duki4"].settle(without)["seats"][0]["net"] == 0
    boxes = {"void": True, "boxes": [{"box": 1, "wagers": {"pokerpot": 5}}]}
    assert SETTLERS["king-high"].settle(boxes)["boxes"][0]["net"] == 0
    named = changed("pick2", "void", True)
    del named["dealer"], named["seats"][0]["cards"]
    assert SETTLERS["pick2"].settle(named)["seats"][0]["net"] == 0


def test_a_line_is_read_as_json() -> None:
    assert read_line(b' {"a": [1, 2.5, "\xe2\x99\xa5"]}\n') == {"a": [1, 2.5, "♥"]}


WORD = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
"""Any that can be written: said by its kind, as hypothesis tries every character for a codec's sake."""

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORD,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORD, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def damaged(draw: Callable[[Any], Any]) -> tuple[str, Any]:
    """A good round with one entry, anywhere in it, replaced by anything."""
    id = draw(st.sampled_from(sorted(ROUNDS)))
    round_ = copy.deepcopy(ROUNDS[id])
    at: Any = round_
    while True:
        keys = list(range(len(at))) if isinstance(at, list) else list(at)
        if not keys:
            return id, round_
        key = draw(st.sampled_from(keys))
        if not isinstance(at[key], dict | list) or draw(st.booleans()):
            at[key] = draw(ANYTHING)
            return id, round_
        at = at[key]


@hypothesis.given(damaged())
def test_whatever_is_damaged_the_answer_is_a_result_or_one_line(case: tuple[str, Any]) -> None:
    id, round_ = case
    try:
        result = SETTLERS[id].settle(round_)
    except Refused as refused:
        message = str(refused)
        assert message.isprintable()
        assert "expected" in message
    else:
        for player in result.get("seats") or result["boxes"]:
            assert player["net"] == player["returned"] - player["staked"]
