"""King High, section 11: each call, what may be announced after which card, and never a guess."""

import re
from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.games import game
from tablewright.games.king_high_calls import announcements, call
from tablewright.rules.cards import DECK, RANKS, SUITS, Card, cards, written
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Ruleset
from tablewright.rules.wagers import Odds
from tests.by_hand import king_high as by_hand

GAME = game("king-high")
PRINTED = GAME.ruleset()
JACKS = {"king-high.pokerpot-pair": "jacks"}
LOW_ONLY = {"king-high.ace-straights": "low-only"}
READINGS: list[dict[str, str]] = [{}, JACKS, LOW_ONLY]
RULESETS = [GAME.ruleset(readings) for readings in READINGS]


def said(text: str, ruleset: Ruleset = PRINTED) -> list[str]:
    return heard_of(ruleset, cards(text))


def heard_of(ruleset: Ruleset, drawn: Sequence[Card]) -> list[str]:
    """What is announced after some cards; each is about the run it names, or about the Pokerpot."""
    made = announcements(ruleset, drawn)
    names = {id: each.wager.name for id, each in ruleset.wagers.items() if id.endswith("-run")}
    for about, says, _ in made:
        assert about == ({id for id, name in names.items() if name in says} or {"pokerpot"})
    return [each.says for each in made]


# Calls ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("4c", "Low Club"),
        ("2d", "Low Diamond"),
        ("9d", "High Diamond"),
        ("6s", "Low Spade"),
        ("Qh", "High Heart"),
        ("3h", "Low Heart"),
        ("8s", "High Spade"),
        ("Tc", "High Club"),
        ("Kc", "King High Club"),
        ("Kh", "King High Heart"),
        ("As", "Ace Low Spade"),
        ("Ad", "Ace Low Diamond"),
        ("7c", "Seven of Clubs"),
        ("7h", "Seven of Hearts"),
    ],
)
def test_the_printed_calls(text: str, called: str) -> None:
    assert call(cards(text)[0]) == called


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_call_says_what_the_action_wagers_are_settled_by(card: Card) -> None:
    draw = PRINTED.deal
    assert isinstance(draw, Draw)
    facts = draw.card_space.possible[draw.card_facts(card)]
    suit = facts.suit.value.title()
    assert (
        call(card)
        == {
            "high": f"High {suit}",
            "king": f"King High {suit}",
            "low": f"Low {suit}",
            "ace": f"Ace Low {suit}",
            "seven": f"Seven of {suit}s",
        }[facts.zone.value]
    )


def test_no_two_kinds_of_card_share_a_call() -> None:
    assert len({call(card) for card in DECK}) == 5 * len(SUITS)


# Runs ----------------------------------------------------------------------------------------------


def test_two_high_cards_and_one_more_for_three_to_one() -> None:
    assert said("Kh 9d") == ["One more high card guarantees 3-1 on the High Run"]


def test_three_high_cards_are_sure_of_three_to_one_and_one_more_guarantees_ten() -> None:
    assert said("9h 8d Jc")[0] == "The High Run is sure of 3-1; one more high card guarantees 10-1"


def test_four_high_cards_are_sure_of_ten_to_one_and_one_more_guarantees_twenty() -> None:
    assert (
        said("9h 8d Jc 8s")[0] == "The High Run is sure of 10-1; one more high card guarantees 20-1"
    )


def test_low_runs_are_announced_alike_and_the_ace_is_low() -> None:
    assert said("Ah 2d") == ["One more low card guarantees 3-1 on the Low Run"]
    assert said("Ah 2d 6c")[0] == "The Low Run is sure of 3-1; one more low card guarantees 10-1"
    assert (
        said("Ah 2d 6c 6d")[0] == "The Low Run is sure of 10-1; one more low card guarantees 20-1"
    )


@pytest.mark.parametrize("text", ["7h 8d", "8d 7h", "2c 8d", "8d 9c Td 2s", "8h 9h Th Jh 8h"])
def test_nothing_is_said_of_a_run_that_is_broken_or_complete(text: str) -> None:
    assert not [each for each in said(text) if "Run" in each]


def test_a_run_paid_less_for_more_cards_is_sure_of_no_more_than_the_least() -> None:
    odd = GAME.ruleset(pay={"high-run.four": Odds(2), "high-run.five": Odds(1)})
    assert said("9h 8d Jc", odd)[0] == "The High Run is sure of 1-1"


# The Pokerpot --------------------------------------------------------------------------------------


def test_another_five_for_three_of_a_kind_or_a_king_or_ten_for_two_pairs() -> None:
    assert said("5h 5c Kd Tc") == [
        "Another five for three of a kind, 3-1",
        "A king or a ten for two pairs, 2-1",
    ]


def test_a_possible_flush_after_three_cards() -> None:
    assert said("3h 9h 4h") == ["Possible flush, 10-1"]


def test_another_heart_for_a_flush_after_four_cards() -> None:
    assert said("3h 9h 4h 2h") == ["Another heart for a flush, 10-1"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3c 9d 4h", []),
        ("3c 9d Jh", ["Another jack for a qualifying pair, 1-1"]),
        ("3c 9d Jh Kd", ["A king or a jack for a qualifying pair, 1-1"]),
        (
            "3c 3d Jh",
            [
                "Another three for three of a kind, 3-1",
                "Another jack for two pairs, 2-1",
                "Possible full house, 15-1",
            ],
        ),
        (
            "Kc Kd 3h",
            [
                "A pair of kings qualifies, 1-1",
                "Another king for three of a kind, 3-1",
                "Another three for two pairs, 2-1",
            ],
        ),
        ("3c 3d Jh Js", ["Two pairs qualify, 2-1", "A jack or a three for a full house, 15-1"]),
        (
            "3c 3d 9h 3h",
            [
                "Three of a kind qualifies, 3-1",
                "Another three for four of a kind, 50-1",
                "Another nine for a full house, 15-1",
            ],
        ),
        (
            "7c 7d 7h",
            [
                "Three of a kind qualifies, 3-1",
                "Another seven for four of a kind, 50-1",
                "Possible five of a kind, 500-1",
            ],
        ),
        (
            "7c 7d 7h 7c",
            ["Four of a kind qualifies, 50-1", "Another seven for five of a kind, 500-1"],
        ),
        ("2c 5d 4h", ["Possible straight, 5-1"]),
        ("7c 8d 5h 6c", ["A nine or a four for a straight, 5-1"]),
        ("7c 8d 5h 9c", ["A six for a straight, 5-1"]),
        (
            "7c Kc Qc Ac",
            [
                "Another club for a flush, 10-1",
                "An ace, a king or a queen of another suit for a qualifying pair, 1-1",
            ],
        ),
        (
            "7c 8c 5c 6c",
            [
                "The nine or the four of clubs for a straight flush, 1000-1",
                "Any other club for a flush, 10-1",
                "A nine or a four of another suit for a straight, 5-1",
            ],
        ),
        (
            "Ac Kc Qc Jc",
            [
                "The ten of clubs for a royal flush, 2500-1",
                "Any other club for a flush, 10-1",
                "A ten of another suit for a straight, 5-1",
            ],
        ),
        (
            "7c Kc Ac",
            ["An ace or a king for a qualifying pair, 1-1", "Possible flush, 10-1"],
        ),
        (
            "Ts Ac Qc",
            ["An ace, a queen or a ten for a qualifying pair, 1-1", "Possible straight, 5-1"],
        ),
        (
            "Ac Qc Tc",
            [
                "An ace, a queen or a ten for a qualifying pair, 1-1",
                "Possible royal flush, 2500-1",
                "Possible flush, 10-1",
            ],
        ),
        ("7c Kc Qd Ah Kd", ["A pair of kings qualifies, 1-1"]),
        ("7c 3c 3d Kh Kd", ["Two pairs qualify, 2-1"]),
        ("7c 3c Kc Ac Ac", ["A flush qualifies, 10-1"]),
        ("7c 3c Kc Ad 2d", []),
    ],
)
def test_what_is_said_of_the_pokerpot(text: str, expected: list[str]) -> None:
    assert [each for each in said(text) if "Run" not in each] == expected


def test_the_order_of_the_cards_changes_nothing_about_the_pokerpot() -> None:
    for hand in permutations(cards("5h 7c Kd Th")):
        assert heard_of(PRINTED, hand)[-1] == "A king or a ten for a qualifying pair, 1-1"


# Properties ----------------------------------------------------------------------------------------

PLAIN_DRAWS = st.lists(st.sampled_from(DECK), max_size=5)
GOOD_DRAWS = st.lists(st.sampled_from(DECK), min_size=1, max_size=4).flatmap(
    lambda few: st.lists(st.sampled_from(few), max_size=5)
)
SUITED_DRAWS = st.sampled_from(SUITS).flatmap(
    lambda suit: st.lists(st.sampled_from([c for c in DECK if c.suit is suit]), max_size=5)
)
DRAWS = st.one_of(PLAIN_DRAWS, GOOD_DRAWS, SUITED_DRAWS)

MADE = re.compile(
    r"(?P<hand>A pair of \w+|Two pairs|\w+ of a kind|A [a-z ]+) (qualify|qualifies), (?P<odds>\S+)"
)
NEAR = re.compile(
    r"(?P<need>An? .+|Another .+|Any other .+|The .+) for (?P<hand>.+), (?P<odds>\S+)"
)
FAR = re.compile(r"Possible (?P<hand>.+), (?P<odds>\S+)")
SURE = re.compile(r"The (High|Low) Run is sure of (?P<now>[\d-]+)(; .* guarantees (?P<then>.+))?")
FIRST = re.compile(r"One more (high|low) card guarantees (?P<then>\S+) on the (High|Low) Run")

BY_RISING_PAY = (
    "qualifying-pair",
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "five-of-a-kind",
    "straight-flush",
    "royal-flush",
)
OF_ALL_FIVE_CARDS = {
    "straight",
    "flush",
    "full-house",
    "five-of-a-kind",
    "straight-flush",
    "royal-flush",
}


def hand_by_hand(drawn: Sequence[Card], readings: dict[str, str]) -> str:
    return by_hand.pokerpot_hand(by_hand.read_cards(written(drawn)), readings)


def odds_by_hand(wager: str, drawn: Sequence[Card], readings: dict[str, str]) -> str:
    """What a wager of 100 wins by hand, to one; a round that is not complete is taken as void."""
    round_: dict[str, Any] = {
        "cards": written(drawn),
        "boxes": [{"box": 1, "wagers": {wager: 100}}],
    }
    if len(drawn) < 5:
        round_["void"] = True
    return f"{by_hand.settle(round_, readings)[1, wager] // 100 - 1}-1"


def id_of(spoken: str) -> str:
    return re.sub("^a ", "", spoken).replace(" ", "-")


def cards_named(need: str, drawn: Sequence[Card], named_before: set[Card]) -> set[Card]:
    """The cards that a dealer's words name, read as a player would."""
    words = re.findall(r"\w+", need.lower())
    ranks = [rank for rank in RANKS if rank.word in words]
    of_suit = [suit for suit in SUITS if f"{suit.value}s" in words]
    if "suit" in words:
        of_suit = [suit for suit in SUITS if suit is not drawn[-1].suit]
    if ranks:
        return {c for c in DECK if c.rank in ranks and c.suit in (of_suit or SUITS)}
    named = {c for c in DECK if c.suit.value in words}
    return named - named_before if "any" in words else named


def about_pokerpot(readings: dict[str, str], drawn: Sequence[Card]) -> list[str]:
    ruleset = RULESETS[READINGS.index(readings)]
    return [each for each in heard_of(ruleset, drawn) if "Run" not in each]


@given(DRAWS, st.sampled_from(RULESETS))
def test_nothing_is_said_before_its_card(drawn: list[Card], ruleset: Ruleset) -> None:
    for count in range(len(drawn) + 1):
        heard = heard_of(ruleset, drawn[:count])
        about_runs = [each for each in heard if SURE.fullmatch(each) or FIRST.fullmatch(each)]
        if count < 2 or count == 5:
            assert not about_runs
        if count < 3:
            assert len(heard) == len(about_runs)
        assert len(about_runs) <= 1
        assert len(heard) - len(about_runs) <= 3


@given(DRAWS, st.sampled_from(RULESETS))
def test_no_words_foretell_a_card(drawn: list[Card], ruleset: Ruleset) -> None:
    for each in heard_of(ruleset, drawn):
        words = set(re.findall("[a-z]+", each.lower()))
        assert not words & {
            *("likely", "unlikely", "due", "should", "chance", "chances", "probable", "probably"),
            *("expect", "expected", "will", "next", "hot", "cold", "luck", "lucky", "soon", "now"),
        }
        assert "%" not in each


@given(DRAWS, st.sampled_from(READINGS))
def test_what_is_made_is_said_exactly_when_it_qualifies(
    drawn: list[Card], readings: dict[str, str]
) -> None:
    if len(drawn) < 3:
        return
    made = [match for each in about_pokerpot(readings, drawn) if (match := MADE.fullmatch(each))]
    if hand_by_hand(drawn, readings) == "nothing":
        assert not made
    else:
        (only,) = made
        assert only["odds"] == odds_by_hand("pokerpot", drawn, readings)


@given(DRAWS, st.sampled_from(READINGS))
def test_every_card_named_makes_its_hand_at_its_odds_and_no_other_card_does(
    drawn: list[Card], readings: dict[str, str]
) -> None:
    if len(drawn) not in (3, 4):
        return
    by_result: dict[str, set[Card]] = {}
    for each in DECK:
        by_result.setdefault(hand_by_hand([*drawn, each], readings), set()).add(each)
    made = hand_by_hand(drawn, readings)
    better = BY_RISING_PAY[BY_RISING_PAY.index(made) + 1 :] if made != "nothing" else BY_RISING_PAY
    expected = [hand for hand in reversed(better) if hand in by_result][: 3 - (made != "nothing")]

    near = [match for each in about_pokerpot(readings, drawn) if (match := NEAR.fullmatch(each))]
    assert [id_of(match["hand"]) for match in near] == expected
    named_before: set[Card] = set()
    for match in near:
        named = cards_named(match["need"], drawn, named_before)
        assert named == by_result[id_of(match["hand"])]
        for each in named:
            assert odds_by_hand("pokerpot", [*drawn, each], readings) == match["odds"]
        named_before |= named


@settings(max_examples=40)
@given(DRAWS.filter(lambda drawn: len(drawn) >= 3), st.sampled_from(READINGS))
def test_a_possible_hand_takes_two_cards_and_every_card_drawn(
    drawn: list[Card], readings: dict[str, str]
) -> None:
    three = drawn[:3]
    one_more = {hand_by_hand([*three, each], readings) for each in DECK}
    example: dict[str, list[Card]] = {}
    for pair in combinations_with_replacement(DECK, 2):
        example.setdefault(hand_by_hand([*three, *pair], readings), [*three, *pair])
    heard = about_pokerpot(readings, three)
    far = [match for each in heard if (match := FAR.fullmatch(each))]
    expected = [
        hand
        for hand in reversed(BY_RISING_PAY)
        if hand in example and hand in OF_ALL_FIVE_CARDS and hand not in one_more
    ]
    assert [id_of(match["hand"]) for match in far] == expected[: 3 - (len(heard) - len(far))]
    assert heard[len(heard) - len(far) :] == [match[0] for match in far]
    for match in far:
        five = example[id_of(match["hand"])]
        assert odds_by_hand("pokerpot", five, readings) == match["odds"]


@given(DRAWS)
def test_a_run_is_paid_what_was_guaranteed(drawn: list[Card]) -> None:
    by_rank = [card for card in DECK if card.suit is SUITS[0]]
    for id, is_in in (("high-run", by_hand.is_high), ("low-run", by_hand.is_low)):
        is_alive = 2 <= len(drawn) < 5 and all(map(is_in, by_hand.read_cards(written(drawn))))
        name = PRINTED.wagers[id].wager.name
        heard = [each for each in heard_of(PRINTED, drawn) if name in each]
        assert len(heard) == is_alive
        for each in heard:
            match = SURE.fullmatch(each) or FIRST.fullmatch(each)
            assert match
            broken = next(c for c in by_rank if not is_in(by_hand.read_card(str(c))))
            if len(drawn) >= 3:
                assert run_odds(id, [*drawn, broken]) == match["now"]
            for one_more in by_rank:
                if is_in(by_hand.read_card(str(one_more))):
                    assert run_odds(id, [*drawn, one_more, broken]) == match["then"]


def run_odds(id: str, drawn: list[Card]) -> str:
    """What a run of these cards is paid by hand, the round then being completed by its last card."""
    return odds_by_hand(id, [*drawn, *drawn[-1:] * 5][:5], {})


@given(DRAWS)
def test_with_jacks_or_better_a_pair_of_tens_never_qualifies(drawn: list[Card]) -> None:
    for each in about_pokerpot(JACKS, drawn):
        assert not re.search(r"pair of tens|\bten\b.* for a qualifying pair", each)


def test_a_pair_of_tens_under_each_reading() -> None:
    jacks = GAME.ruleset(JACKS)
    assert said("Tc 2d Th")[0] == "A pair of tens qualifies, 1-1"
    assert said("Tc 2d Th", jacks) == [
        "Another ten for three of a kind, 3-1",
        "Another two for two pairs, 2-1",
        "Possible full house, 15-1",
    ]
    assert said("Tc 2d 3h") == ["Another ten for a qualifying pair, 1-1"]
    assert said("Tc 2d 3h", jacks) == []


def test_an_ace_that_is_low_only_makes_no_straight_above_the_king() -> None:
    low_only = GAME.ruleset(LOW_ONLY)
    assert said("Ac Kd Qh Jc")[0] == "A ten for a straight, 5-1"
    assert not [each for each in said("Ac Kd Qh Jc", low_only) if "straight" in each]
    assert said("Ac 2d 3h 5c", low_only)[-2] == "A four for a straight, 5-1"


# Changed odds --------------------------------------------------------------------------------------


def test_changed_odds_are_said() -> None:
    changed = GAME.ruleset(
        pay={
            "pokerpot.qualifying-pair": Odds(3, 2),
            "pokerpot.three-of-a-kind": Odds(4),
            "pokerpot.flush": Odds(12),
            "high-run.three": Odds(5, 2),
            "high-run.four": Odds(8),
            "low-run.five": Odds(33),
        }
    )
    assert said("Kc Kd", changed) == ["One more high card guarantees 5-2 on the High Run"]
    assert said("Kc Kd 8c", changed) == [
        "The High Run is sure of 5-2; one more high card guarantees 8-1",
        "A pair of kings qualifies, 3-2",
        "Another king for three of a kind, 4-1",
        "Another eight for two pairs, 2-1",
    ]
    assert said("3h 9h 4h 2h", changed) == ["Another heart for a flush, 12-1"]
    assert said("2c 3d 2h 3s", changed)[0].endswith("one more low card guarantees 33-1")


def test_a_hand_that_pays_no_more_than_what_is_made_is_not_announced() -> None:
    changed = GAME.ruleset(pay={"pokerpot.two-pairs": Odds(1)})
    assert not [each for each in said("Kc 7d Kh 2c", changed) if "two pairs" in each]


def test_two_cards_are_asked_for_neither_what_one_makes_nor_what_pays_no_more() -> None:
    made_and_near = ["Three of a kind qualifies, 3-1", "Another seven for four of a kind, 50-1"]
    five_for_little = GAME.ruleset(pay={"pokerpot.five-of-a-kind": Odds(1)})
    assert said("7c 7d 7h", five_for_little) == [*made_and_near, "Possible full house, 15-1"]
    both_for_little = GAME.ruleset(
        pay={"pokerpot.five-of-a-kind": Odds(1), "pokerpot.full-house": Odds(2)}
    )
    assert said("7c 7d 7h", both_for_little) == made_and_near


PAY = st.dictionaries(
    st.sampled_from([f"pokerpot.{hand}" for hand in BY_RISING_PAY]),
    st.builds(Odds, st.integers(1, 60), st.integers(1, 3)),
)


@settings(max_examples=12)
@given(PAY, st.lists(DRAWS.filter(lambda drawn: len(drawn) >= 4), min_size=5, max_size=5))
def test_at_any_odds_the_ruleset_pays_what_was_said(
    pay: dict[str, Odds], draws: list[list[Card]]
) -> None:
    ruleset = GAME.ruleset(pay=pay)
    draw, pokerpot = ruleset.deal, ruleset.wagers["pokerpot"]
    assert isinstance(draw, Draw)
    for four in [drawn[:4] for drawn in draws]:
        heard = [each for each in heard_of(ruleset, four) if "Run" not in each]
        near = [match for each in heard if (match := NEAR.fullmatch(each))]
        paid = [Odds.parse(match["odds"]).fraction for match in near]
        assert paid == sorted(paid, reverse=True)
        for match in near:
            named = cards_named(match["need"], four, set())
            nets = [pokerpot.outcomes[draw.round_facts([*four, each])].net for each in named]
            assert Odds.parse(match["odds"]).fraction in nets
            if not match["need"].startswith("Any other"):
                assert len(set(nets)) == 1


def test_a_game_that_draws_no_cards_for_everyone_is_refused() -> None:
    with pytest.raises(BadDefinition, match="draws no cards for everyone"):
        announcements(game("pick2").ruleset(), cards("Kc Kd"))
