"""Say it: every call, announcement and limit is asked, and what is right is what the manuals print."""

import re
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from tablewright.rules.cards import DECK, RANKS, SUITS, written
from tablewright.rules.draw import Draw
from tablewright.school.announced import NOTHING, Said, announced, kinds_of
from tablewright.school.drills.say import SAY
from tablewright.school.marking import mark_question
from tablewright.school.questions import Question, Say
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus, syllabus
from tests.by_hand import calls

GAMES = ("duki4", "king-high", "pick2")
SEEDS = 6
READINGS: list[dict[str, str]] = [
    {},
    {"king-high.pokerpot-pair": "jacks"},
    {"king-high.ace-straights": "low-only"},
]


def skills(of: Syllabus, part: str) -> list[Skill]:
    return [each for each in SAY.skills(of) if part in each.id]


def asked(
    of: Syllabus, chosen: list[Skill], seeds: int = SEEDS
) -> Iterator[tuple[Skill, Question]]:
    for skill in chosen:
        for seed in range(seeds):
            yield skill, SAY.ask(of, skill, Random(f"{skill.id} {seed}"))


def right_words(question: Question) -> str:
    """What is right, in words."""
    (keys,) = question.keys
    (key,) = keys.values()
    return key.said or str(key.right)


def part_of(question: Question) -> Any:
    return question.stages[0].parts[0]


def answered(question: Question, given: Any) -> bool:
    return mark_question(question, [{part_of(question).id: given}]).is_right


# Calls ---------------------------------------------------------------------------------------------


def test_every_one_of_the_52_cards_has_the_call_of_the_manual_and_each_call_is_a_skill() -> None:
    of = syllabus("king-high")
    assert of.procedure.call is not None
    assert {card.text: of.procedure.call(card) for card in DECK} == calls.CALLS
    cases = {each.case for each in skills(of, ".phase.draw/")}
    assert cases == {call.lower().replace(" ", "-") for call in calls.CALLS.values()}
    assert len(cases) == 20


def test_the_call_that_is_right_is_the_one_of_the_card_that_lies_there() -> None:
    of = syllabus("king-high")
    seen = set()
    for skill, question in asked(of, skills(of, ".phase.draw/"), 20):
        (card,) = question.stages[0].shown.drawn
        assert right_words(question) == calls.call(card), skill.id
        seen.add(card)
    assert len(seen) == 52, "no card is left out"


def test_a_call_is_typed_or_chosen_and_marked_as_it_sounds() -> None:
    of = syllabus("king-high")
    (skill,) = skills(of, "/king-high-heart")
    kinds = set()
    for seed in range(20):
        question = SAY.ask(of, skill, Random(seed))
        part = part_of(question)
        assert isinstance(part, Say)
        kinds.add(bool(part.options))
        if not part.options:
            assert answered(question, "king, HIGH heart!")
            assert answered(question, "King high hearts")
            assert not answered(question, "High Heart"), "High on a king pays 3-2"
            assert not answered(question, "King High Spade")
            half = mark_question(question, [{part.id: "heart high king"}])
            assert half.mark == pytest.approx(0.5), "the suit is called last"
    assert kinds == {True, False}


def test_a_seven_is_called_with_or_without_its_of() -> None:
    of = syllabus("king-high")
    (skill,) = skills(of, "/seven-of-clubs")
    typed = next(q for _, q in asked(of, [skill], 20) if not part_of(q).options)
    assert answered(typed, "Seven of clubs")
    assert answered(typed, "seven clubs")
    assert not answered(typed, "Low club")


# Announcements -------------------------------------------------------------------------------------


@pytest.mark.parametrize("readings", READINGS, ids=str)
def test_every_kind_of_announcement_that_any_cards_lead_to_is_a_skill(
    readings: dict[str, str],
) -> None:
    of = syllabus("king-high", readings)
    assert isinstance(of.deal, Draw)
    found = set()
    suits = list(SUITS)
    for size in (2, 3) if readings else (2, 3, 4):
        for ranks in combinations_with_replacement(RANKS, size):
            for is_suited in (True, False):
                cards = [
                    next(
                        c
                        for c in DECK
                        if c.rank is rank and c.suit is suits[0 if is_suited else n % 2]
                    )
                    for n, rank in enumerate(ranks)
                ]
                for each in announced(of, cards):
                    (wager,) = each.about
                    found.add(Said(wager, each.kind))
    taught = {each for each in kinds_of(of) if each.kind != NOTHING}
    assert found <= taught
    if not readings:
        assert {each.kind for each in taught - found} <= {
            f"made-{hand}" for hand in calls.POKERPOT_ODDS
        }, "only hands of five cards are left over"


@pytest.mark.parametrize("run", ["high-run", "low-run"])
def test_what_is_announced_of_a_run_is_what_the_manual_pays(run: str) -> None:
    of = syllabus("king-high")
    chosen = skills(of, f"king-high.{run}/")
    assert len(chosen) == 4
    for skill, question in asked(of, chosen, 20):
        cards = " ".join(question.stages[0].shown.drawn)
        expected = calls.run_announced(cards, run)
        odds = re.findall(r"\d+-1", right_words(question))
        assert odds == [each for each in expected or () if each], (skill.id, cards)


def test_no_wrong_announcement_is_true_of_the_cards_that_lie_there() -> None:
    """It names other odds than the hand's, a hand not made yet, or a card that does not help."""
    of = syllabus("king-high")
    hands = {name.replace("-", " "): name for name in calls.POKERPOT_ODDS}
    looked_at = 0
    for skill, question in asked(of, skills(of, "king-high.pokerpot/"), 8):
        cards, right = " ".join(question.stages[0].shown.drawn), right_words(question)
        if skill.case == NOTHING:
            continue
        for option in part_of(question).options:
            words, _, odds = option.says.lower().rpartition(", ")
            named = [name for name in hands if name in words]
            if option.says in (right, "Nothing") or not named:
                continue
            hand = hands[named[-1]]
            if odds != calls.POKERPOT_ODDS[hand]:
                continue
            looked_at += 1
            if "qualif" in words and "qualifying" not in words:
                assert calls.pokerpot_made(cards, {}) != hand, (cards, option.says)
            elif ranks := re.findall(RANK_NAMED, words):
                helps = [
                    any(
                        calls.pokerpot_made(f"{cards} {letter(rank)}{suit}", {}) == hand
                        for suit in "cdhs"
                    )
                    for rank in ranks
                ]
                assert not all(helps), (cards, option.says)
    assert looked_at > 50


RANK_NAMED = r"(?:\ba|\ban|\banother|\bthe) (" + "|".join(rank.word for rank in RANKS) + r")\b"


def letter(word: str) -> str:
    return next(rank.letter for rank in RANKS if rank.word == word)


@pytest.mark.parametrize("readings", READINGS, ids=str)
def test_what_is_announced_of_the_pokerpot_can_come_and_pays_what_is_printed(
    readings: dict[str, str],
) -> None:
    of = syllabus("king-high", readings)
    for skill, question in asked(of, skills(of, "king-high.pokerpot/"), 3):
        drawn = question.stages[0].shown.drawn
        cards, words = " ".join(drawn), right_words(question)
        if skill.case == NOTHING:
            may = [
                hand
                for hand in calls.POKERPOT_ODDS
                if len(drawn) >= calls.POKERPOT_FROM_CARD
                and calls.pokerpot_reached(cards, 1, hand, readings)
            ]
            assert not may or len(drawn) == 5, cards
            continue
        how, _, hand = skill.case.partition("-")
        more = {"made": 0, "needed": 1, "possible": 2}[how]
        assert len(drawn) >= calls.POKERPOT_FROM_CARD
        assert words.endswith(calls.POKERPOT_ODDS[hand]), words
        assert calls.pokerpot_reached(cards, more, hand, readings), (cards, words)


def test_of_the_choices_only_one_may_be_announced() -> None:
    of = syllabus("king-high")
    chosen = [*skills(of, "pokerpot/"), *skills(of, "-run/")]
    for skill, question in asked(of, chosen, 4):
        part = part_of(question)
        drawn = [next(c for c in DECK if c.text == text) for text in question.stages[0].shown.drawn]
        wager = skill.rule.rpartition(".")[2]
        may = {each.says for each in announced(of, drawn) if wager in each.about} or {"Nothing"}
        assert not part.options or len([o for o in part.options if o.says in may]) == 1


def test_an_opinion_on_the_next_card_is_a_fault_where_the_manual_says_so() -> None:
    of = syllabus("king-high")
    chosen = skills(of, "no-opinion")
    assert {each.case for each in chosen} == {"asked", "heard"}
    for skill, question in asked(of, chosen, 12):
        words = right_words(question)
        is_opinion = bool(re.search(r"will be|feeling|is due|expect", words))
        assert is_opinion is (skill.case == "heard"), words
    assert not skills(syllabus("duki4"), "opinion")


# Bets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_before_the_cards_come(game: str) -> None:
    of = syllabus(game)
    for _, question in asked(of, skills(of, "/no-more-bets")):
        words = right_words(question).lower()
        assert words.endswith("no more bets")
        for each in calls.BEFORE_NO_MORE_BETS[game]:
            assert each in words
        assert ("back" in words) is bool(calls.BEFORE_NO_MORE_BETS[game])


def test_the_call_without_hands_back_is_right_in_part_only() -> None:
    of = syllabus("king-high")
    (skill,) = skills(of, "hands-back")
    typed = next(q for _, q in asked(of, [skill], 20) if not part_of(q).options)
    assert mark_question(typed, [{"call": "No more bets!"}]).mark == pytest.approx(0.5)
    assert answered(typed, "hands and chips back please, no more bets")


@pytest.mark.parametrize("game", GAMES)
def test_a_wager_outside_the_limits_is_spoken_of_as_its_manual_has_it(game: str) -> None:
    of = syllabus(game)
    chosen = [each for each in SAY.skills(of) if each.case in ("under", "over", "under-again")]
    assert len(chosen) == (3 if game == "king-high" else 2)
    for skill, question in asked(of, chosen, 10):
        shown, words = question.stages[0].shown, right_words(question)
        low, high = (calls_cents(each) for each in re.findall(r"\$([\d.]+)", shown.facts[-1])[-2:])
        amounts = [
            calls_cents(each)
            for line in (*shown.told, *shown.facts[:-1])
            for each in re.findall(r"(?:bets|puts) \$([\d.]+)", line)
        ]
        becomes = calls.limit_said(game, amounts[-1], low, high)
        if skill.case == "under-again":
            assert "is returned either way" in words
        elif becomes == "refused":
            assert "outside its limits" in words
        else:
            said = {
                "as it lies": "paid or taken as it lies",
                "up to the maximum": f"${high // 100} plays",
            }
            assert said[becomes] in words
        assert not any("tells" in line for line in shown.told), "the answer is not told before"


def calls_cents(text: str) -> int:
    return round(float(text) * 100)


def test_of_a_limit_only_what_is_done_about_it_is_in_question() -> None:
    """The limits lie open, so no option names another one: all keep to the limit and end otherwise."""
    of = syllabus("king-high")
    chosen = [each for each in SAY.skills(of) if each.case in ("under", "over", "under-again")]
    for _, question in asked(of, chosen, 10):
        says = [option.says for option in part_of(question).options]
        assert len({each.partition(". ")[0] for each in says}) == 1, says
        (key,) = question.keys[0].values()
        assert "minimum of" in key.missed or "maximum of" in key.missed


# The dealer's own hand, and new players ------------------------------------------------------------


@pytest.mark.parametrize("game", ["duki4", "pick2"])
def test_the_dealer_says_whether_the_hand_qualifies(game: str) -> None:
    of = syllabus(game)
    chosen = skills(of, ".phase.reveal/")
    both = set()
    for _, question in asked(of, chosen, 8):
        (hand,) = question.stages[0].shown.hands
        does = calls.dealer_qualifies(game, " ".join(hand.cards))
        assert ("does not qualify" not in right_words(question)) is does, hand.cards
        both.add(does)
    assert both == {True, False}


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_the_explanation_is_asked_and_no_wrong_one_is_taken(game: str) -> None:
    of = syllabus(game)
    sentences = of.procedure.explanation_under(of.ruleset.rulings)
    chosen = skills(of, ".welcome/sentence-")
    assert len(chosen) == len(sentences) >= 3
    for _, question in asked(of, chosen):
        part = part_of(question)
        taken = [option.says for option in part.options if answered(question, option.id)]
        assert taken == [right_words(question)]
        assert len(part.options) >= 3


def test_another_lowest_pair_is_explained_under_another_reading() -> None:
    for option, word in (("tens", "pair of tens"), ("jacks", "pair of jacks")):
        of = syllabus("king-high", {"king-high.pokerpot-pair": option})
        (skill,) = skills(of, "sentence-1")
        assert word in right_words(SAY.ask(of, skill, Random(1)))


@pytest.mark.parametrize("game", GAMES)
def test_only_the_player_who_is_new_is_welcomed(game: str) -> None:
    of = syllabus(game)
    for _, question in asked(of, skills(of, ".welcome/who"), 12):
        shown = question.stages[0].shown
        known = shown.facts[0].split()[0]
        sat = [line.split()[0] for line in shown.told if " takes " in line]
        (new,) = [name for name in sat if name != known]
        assert right_words(question).startswith(f"{new},")


# Every drill ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_where_words_are_chosen_there_are_always_three_at_least(game: str) -> None:
    of = syllabus(game)
    for skill, question in asked(of, list(SAY.skills(of)), 12):
        options = [each.says for each in part_of(question).options]
        assert not options or len(set(options)) == len(options) >= 3, skill.id


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_makes_the_same_question_and_marks_what_is_right(game: str) -> None:
    of = syllabus(game)
    for skill in SAY.skills(of):
        first, again = (SAY.ask(of, skill, Random(7)) for _ in range(2))
        assert first.plain() == again.plain()
        given = [{id: key.right for id, key in keys.items()} for keys in first.keys]
        assert mark_question(first, given).by_skill() == {skill.id: 1}


def test_a_twin_looks_alike_and_is_another_case() -> None:
    of = syllabus("king-high")
    for skill in skills(of, ".phase.draw/"):
        first = SAY.ask(of, skill, Random(3))
        twin = SAY.twin(of, skill, Random(3))
        assert twin is not None
        assert right_words(twin) != right_words(first)
        assert right_words(twin) == calls.call(twin.stages[0].shown.drawn[0])


def test_the_examples_of_skills_are_what_the_procedure_says() -> None:
    of = syllabus("king-high")
    for said, examples in kinds_of(of).items():
        for cards, says in examples:
            heard = [e.says for e in announced(of, cards) if said.wager in e.about]
            assert says in heard or (said.kind == NOTHING and not heard), written(cards)
