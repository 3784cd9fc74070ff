"""Pay it: every line and row is asked, and what is right is what naive settlements pay."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.games import REGISTRY, every_game, game
from tablewright.school.drills.pay import PAY_DRILL
from tablewright.school.marking import mark_question, mark_stage
from tablewright.school.questions import Amount, Choose, GiveChips, Question
from tablewright.school.syllabus import Syllabus, syllabus, syllabus_of
from tablewright.settling import settler
from tablewright.table.chips import worth
from tests.by_hand import duki4, king_high, pick2
from tests.dealing import random_readings
from tests.games.oddly_named import ID as ODDLY_NAMED
from tests.school.asked import GAMES, drawn, refuse_unreached, refuse_wrong_form

EVERY_TURN = True  # What a game pays is asked for by its own rules.

SETTLE_BY_HAND: dict[str, Callable[..., dict[Any, int]]] = {
    "duki4": duki4.settle,
    "king-high": king_high.settle,
    "pick2": pick2.settle,
}
QUESTIONS, QUESTIONS_IN_THE_PROOF = 780, 31_000


# Skills --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_every_line_of_every_wager_is_a_skill(id: str) -> None:
    rules = {skill.rule for skill in PAY_DRILL.skills(syllabus(id))}
    lines = {line.rule for each in game(id).ruleset().wagers.values() for line in each.lines}
    assert lines <= rules


@pytest.mark.parametrize("id", GAMES)
def test_every_row_of_every_pay_table_is_a_skill(id: str) -> None:
    skills = {
        (skill.rule, row)
        for skill in PAY_DRILL.skills(syllabus(id))
        for row in skill.case.split("+")
    }
    for decided in game(id).ruleset().wagers.values():
        for line in decided.lines:
            paid = {row for rule, row in skills if rule == line.rule}
            for table in line.tables:
                rows = {f"{table.prefix}{made.value}" for made in table.rows}
                # A void round ends before five cards, and never with a hand that needs them.
                assert rows <= paid or "void" in line.rule or "dealer" in line.rule, line.rule


def test_hands_on_both_tables_of_the_3_5_bonus_are_skills_of_their_own() -> None:
    cases = {
        s.case for s in PAY_DRILL.skills(syllabus("pick2")) if s.rule == "pick2.bonus-3-5.paid"
    }
    assert "five.royal-flush+three.suited-ace-king-queen" in cases
    assert "five.flush+three.straight-flush" in cases
    assert "five.flush" in cases
    assert "three.suited-ace-king-queen" in cases


@pytest.mark.parametrize("id", GAMES)
def test_every_skill_is_reached_by_its_own_question(id: str) -> None:
    refuse_unreached(PAY_DRILL, syllabus(id))


# Right by the settler and by hand ------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_questions_are_settled_as_by_hand(id: str) -> None:
    assert pay_as_by_hand(id, QUESTIONS, "by hand") == QUESTIONS


@pytest.mark.proof
@pytest.mark.parametrize("id", GAMES)
def test_a_great_many_questions_are_settled_as_by_hand(id: str, proof_seed: int) -> None:
    assert pay_as_by_hand(id, QUESTIONS_IN_THE_PROOF, proof_seed) == QUESTIONS_IN_THE_PROOF


@pytest.mark.parametrize("times", [2, pytest.param(8, marks=pytest.mark.proof)])
@pytest.mark.parametrize("id", GAMES)
def test_questions_under_other_readings_are_settled_as_by_hand(id: str, times: int) -> None:
    rng = Random(f"readings {id}")
    for _ in range(times):
        assert pay_as_by_hand(id, 60, rng.random(), random_readings(game(id), rng)) == 60


def pay_as_by_hand(
    id: str, questions: int, seed: object, readings: dict[str, str] | None = None
) -> int:
    """So many questions of the drill held against the naive settlement; how many were."""
    readings = readings or {}
    taught, compared = syllabus(id, readings), 0
    settled = settler(taught.ruleset)
    for question in drawn(PAY_DRILL, taught, questions, seed):
        assert question.round is not None
        assert question.result == settled.settle(question.round)
        by_hand = SETTLE_BY_HAND[id](question.round, readings)
        refuse_wrong_form(taught, question)
        refuse_wrong_answers(id, question, by_hand, readings)
        compared += 1
    return compared


def refuse_wrong_answers(
    id: str, question: Question, by_hand: dict[Any, int], readings: dict[str, str]
) -> None:
    """What is right for each part, against what the naive settlement returns on its wager."""
    (stage,), (keys,) = question.stages, question.keys
    name = stage.asks.partition(": ")[2].removesuffix(".")
    by_name = {each.name: each for each in stage.shown.wagers}
    for part in stage.parts:
        if part.id in ("hand", "where", "how", "house"):
            continue
        shown = by_name[part.asks.partition(":")[0]]
        assert "." in part.id or shown.name == name
        back: int | None
        if stands_by_hand(id, question, shown.wager, shown.cents, readings):
            back = None
        elif shown.on_card:
            back = by_hand[shown.place, shown.on_card, shown.wager]
        else:
            back = by_hand[shown.place, shown.wager]
        key = keys[part.id]
        winnings = max(0, (back or 0) - shown.cents)
        if isinstance(part, Choose):
            ends = "take" if back == 0 else "push" if back == shown.cents else "pay"
            assert key.right == ("stands" if back is None else ends)
        elif isinstance(part, Amount):
            assert key.right == winnings
        else:
            assert isinstance(part, GiveChips)
            assert worth(key.right) == winnings
            assert all(worth(each) == winnings for each in key.also)


def stands_by_hand(
    id: str, question: Question, wager: str, stake: int, readings: dict[str, str]
) -> bool:
    """Whether a wager on the round still stands where the question is asked."""
    if id != "king-high" or wager not in ("high-run", "low-run", "pokerpot"):
        return False
    shown = question.stages[0].shown
    cards = king_high.read_cards(" ".join(shown.drawn))
    facts = {
        "void": bool(shown.told) and "void" in shown.told[0],
        "drawn": len(cards),
        "high": king_high.leading_high(cards),
        "low": king_high.leading_low(cards),
        "pot": king_high.pokerpot_hand(cards, readings),
    }
    return king_high.pay(facts, wager, stake, readings) is None


# Money and chips -----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_stakes_are_real_chips_within_the_limits(id: str) -> None:
    taught, amounts = syllabus(id), set[int]()
    limits, chips = taught.book.setup.limits, set(taught.setup.denominations)
    for question in drawn(PAY_DRILL, taught, 200, "stakes"):
        for wager in question.stages[0].shown.wagers:
            assert worth(wager.chips) == wager.cents
            assert set(wager.chips) <= chips
            kind = taught.ruleset.wagers[wager.wager].wager.kind
            if kind in limits:
                low, high = limits[kind]
                assert low <= wager.cents <= high
                amounts.add(wager.cents)
    assert len(amounts) > 25


def test_the_fewest_chips_and_chips_that_are_sized_in_are_right_and_others_in_part() -> None:
    taught, seen = syllabus("king-high"), Counter[str]()
    for question in drawn(PAY_DRILL, taught, 600, "chips"):
        (stage,), (keys,) = question.stages, question.keys
        part = next((each for each in stage.parts if isinstance(each, GiveChips)), None)
        if part is None or not keys[part.id].right:
            continue
        key = keys[part.id]
        fewest = key.also[0] if key.also else key.right
        cents = worth(fewest)
        assert fewest == naively_fewest(cents, sorted(part.rack, reverse=True), part.rack)
        given = {"what": "pay", part.id: {str(value): n for value, n in fewest.items()}}
        assert mark_stage(stage, keys, given).is_right
        small = min(part.rack)
        if cents // small <= part.rack[small] and fewest != {small: cents // small}:
            dear = {str(small): cents // small}
            if {small: cents // small} not in [key.right, *key.also]:
                marked = mark_stage(stage, keys, {**given, part.id: dear})
                assert float(marked.mark) == 0.75
                assert "fewest chips" in marked.parts[1].missed
                seen["in part"] += 1
        wrong = {str(value): n for value, n in (fewest | {small: 1 + fewest.get(small, 0)}).items()}
        assert float(mark_stage(stage, keys, {**given, part.id: wrong}).mark) == 0.5
        seen["sized in" if key.also else "fewest"] += 1
    assert min(seen[each] for each in ("in part", "sized in", "fewest")) > 3


def naively_fewest(cents: int, values: list[int], rack: dict[int, int]) -> dict[int, int]:
    """An amount in chips, the largest first, one at a time."""
    made: dict[int, int] = {}
    for value in values:
        while cents >= value and made.get(value, 0) < rack[value]:
            made[value] = made.get(value, 0) + 1
            cents -= value
    assert cents == 0
    return made


def test_a_posted_maximum_cuts_what_is_paid() -> None:
    taught, cut = syllabus("king-high"), 0
    skill = taught.find("pay king-high.pokerpot/maximum")
    for seed in range(60):
        question = PAY_DRILL.ask(taught, skill, Random(seed))
        (stage,), (keys,) = question.stages, question.keys
        text = next(part.asks for part in stage.parts if part.id == "house")
        most = 100 * int(text.partition("$")[2].partition(" ")[0].replace(",", ""))
        assert keys["house"].right == min(most, keys["amount"].right)
        assert keys["house"].skill == skill.id
        cut += keys["house"].right == most
    assert 10 < cut < 60


def test_a_house_that_posts_a_maximum_is_taught_with_it() -> None:
    plain = syllabus("king-high")
    posted = syllabus_of(msgspec.structs.replace(plain.setup, maximum_payouts={"pokerpot": 50_000}))
    skill = posted.find("pay king-high.pokerpot.paid/royal-flush")
    paid = {
        key.right
        for seed in range(8)
        for part, key in _keys(posted, skill.id, seed)
        if "amount" in part
    }
    assert max(paid) == 50_000
    assert "pay king-high.pokerpot/maximum" not in posted.skills


def _keys(taught: Syllabus, skill: str, seed: int) -> list[tuple[str, Any]]:
    question = PAY_DRILL.ask(taught, taught.find(skill), Random(seed))
    return list(question.keys[0].items())


def test_a_smaller_chip_than_the_smallest_is_not_paid() -> None:
    taught, rounded = syllabus("king-high"), 0
    skill = taught.find("pay king-high.high.king/smallest-chip")
    for seed in range(40):
        question = PAY_DRILL.ask(taught, skill, Random(seed))
        (stage,), (keys,) = question.stages, question.keys
        text = next(part.asks for part in stage.parts if part.id == "house")
        chip = round(100 * float(text.partition("$")[2].partition(" ")[0]))
        amount = keys["amount"].right
        assert keys["house"].right == amount - amount % chip
        rounded += amount % chip > 0
    assert rounded > 10


# Nothing tells the answer --------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_the_same_is_asked_whatever_becomes_of_a_wager(id: str) -> None:
    asked: dict[tuple[str, bool], set[tuple[str, ...]]] = {}
    ends: dict[str, list[str]] = {}
    for question in drawn(PAY_DRILL, syllabus(id), 600, "leak"):
        (stage,), (keys,) = question.stages, question.keys
        if "what" not in keys or "house" in keys:
            continue
        with_chips = any(isinstance(part, GiveChips) for part in stage.parts)
        shape = tuple(f"{part.id} {part.asks} {_options(part)}" for part in stage.parts)
        asked.setdefault((stage.asks, with_chips), set()).add(shape)
        ends.setdefault(stage.asks, []).append(keys["what"].right)
    assert all(len(each) == 1 for each in asked.values())
    often = [each for each in ends.values() if len(each) >= 12]
    assert len(often) >= 3
    assert all(len(set(each)) >= 2 for each in often)


def _options(part: object) -> str:
    return " ".join(option.id for option in part.options) if isinstance(part, Choose) else ""


def test_the_form_of_a_question_is_never_chosen_by_what_is_right() -> None:
    taught, forms = syllabus("duki4"), {}
    for rule in (
        "duki4.ante.folded",
        "duki4.ante.beats-three-card",
        "duki4.ante.copies-three-card",
    ):
        skill = taught.find(f"pay {rule}")
        asked = [PAY_DRILL.ask(taught, skill, Random(seed)).stages[0].parts for seed in range(30)]
        forms[rule] = [(type(parts[1]).__name__, "." in parts[0].id) for parts in asked]
    assert len({tuple(each) for each in forms.values()}) == 1


def test_a_folded_hand_lies_face_down() -> None:
    taught = syllabus("duki4")
    question = PAY_DRILL.ask(taught, taught.find("pay duki4.ante.folded"), Random(1))
    assert question.stages[0].shown.hands[0].cards == ["", "", "", ""]


# What was missed -----------------------------------------------------------------------------------


def missed(id: str, skill: str) -> str:
    taught = syllabus(id)
    question = PAY_DRILL.ask(taught, taught.find(f"pay {skill}"), Random(4))
    return next(key.missed for key in question.keys[0].values() if key.skill == f"pay {skill}")


def test_the_fact_that_decides_is_named() -> None:
    assert missed("duki4", "duki4.ante.folded") == "The player folds."
    assert missed("duki4", "duki4.play.void").startswith("The round is void.")
    assert "The dealer has no Duki" in missed("duki4", "duki4.play.dealer-unqualified")
    assert "four " in missed(
        "duki4", "duki4.ante.four-card-dealer-unqualified/4-card-four-of-a-kind"
    )
    assert "does not qualify" in missed("pick2", "pick2.play.unqualified-push")
    assert ": seven" in missed("king-high", "king-high.high.seven")
    assert "never came" in missed("king-high", "king-high.high.no-card")
    assert "high card" in missed("king-high", "king-high.high-run.broken")


def test_of_a_run_nothing_is_said_that_it_does_not_look_at() -> None:
    said = missed("king-high", "king-high.high-run.stands")
    assert "high card" in said
    assert "low card" not in said
    assert "The cards make" not in said


def test_a_payment_that_is_made_otherwise_than_its_odds_suggest_says_why() -> None:
    of = syllabus("king-high")
    (apart,) = [
        each
        for each in of.skills.values()
        if each.drill == "pay" and "manner.beside" in each.rule and "not-paid-directly" in each.case
    ]
    assert "High, Low, Suit" in apart.says
    for seed in range(10):
        question = PAY_DRILL.ask(of, apart, Random(seed))
        key, shown = question.keys[0]["where"], question.stages[0].shown
        (wager,) = [each for each in shown.wagers if shown.told[-1].startswith(f"{each.name} is")]
        assert len(wager.chips) > 2
        assert f"lies in {len(wager.chips)} denominations" in key.missed
        assert "Seven" not in key.says


def test_the_winnings_with_the_stake_are_right_in_part() -> None:
    of = syllabus("king-high")
    skill = of.skills["pay king-high.seven.wins"]
    seen = 0
    for seed in range(20):
        question = PAY_DRILL.ask(of, skill, Random(seed))
        for part in question.stages[0].parts:
            key = question.keys[0][part.id]
            if isinstance(part, Amount) and key.skill == skill.id:
                (both,) = key.in_part
                marked = mark_question(question, [{part.id: int(both)}])
                (mark,) = [each for each in marked.parts if each.id == part.id]
                assert mark.mark == Fraction(1, 2)
                assert "with the stake" in mark.missed
                seen += 1
    assert seen


# Readings ------------------------------------------------------------------------------------------


def test_readings_change_what_is_asked_and_what_is_right() -> None:
    for odds, rule, times in (("to-one", "paid", 5), ("for-one", "paid-for-one", 4)):
        taught = syllabus("duki4", {"duki4.bonus-odds": odds})
        straight = f"pay duki4.bonus.{rule}/straight"
        for seed in range(12):
            question = PAY_DRILL.ask(taught, taught.find(straight), Random(seed))
            for part, key in question.keys[0].items():
                if key.skill == straight and isinstance(key.right, int):
                    wager = next(w for w in question.stages[0].shown.wagers if w.wager == "bonus")
                    assert key.right == times * wager.cents, part
    push = {
        skill.id for skill in PAY_DRILL.skills(syllabus("pick2", {"pick2.unqualified": "push"}))
    }
    plain = {skill.id for skill in PAY_DRILL.skills(syllabus("pick2"))}
    assert "pay pick2.ante.unqualified-higher" in plain - push
    early = {"king-high.void-run": "paid-three"}
    paid = {skill.rule for skill in PAY_DRILL.skills(syllabus("king-high", early))}
    assert "king-high.high-run.void-early-paid" in paid
    assert "king-high.high-run.void-early" not in paid


# How payments are made -----------------------------------------------------------------------------

HANDS = {
    # Section 10: high, hearts and diamonds with the right hand, low, clubs and spades with the left.
    "high": "right",
    "heart": "right",
    "diamond": "right",
    "low": "left",
    "club": "left",
    "spade": "left",
}


def test_king_high_is_paid_with_the_hand_and_in_the_place_that_section_10_has() -> None:
    taught, seen = syllabus("king-high"), Counter[str]()
    skills = [s for s in PAY_DRILL.skills(taught) if ".manner." in s.rule]
    assert len(skills) == 8
    for skill in skills:
        for seed in range(15):
            question = PAY_DRILL.ask(taught, skill, Random(seed))
            (stage,), (keys,) = question.stages, question.keys
            told = stage.shown.told[-1]
            wager = next(w for w in stage.shown.wagers if told.startswith(f"{w.name} is paid"))
            hand = "right" if wager.place == 1 else HANDS.get(wager.wager, "either")
            assert keys["hand"].right == hand
            to_win, per = told.partition(" is paid ")[2].partition(":")[0].split("-")
            is_low = int(to_win) <= 3 * int(per)
            winnings = wager.cents * int(to_win) // int(per)
            if wager.on_card:
                on = is_low and len(wager.chips) < 3 and winnings < 50_000
                expected = "on-the-wager" if on else "beside"
            else:
                expected = "on-then-passed" if is_low else "passed"
            assert keys["where"].right == expected, told
            seen[expected] += 1
    assert len(seen) == 4


# Twins and other games -----------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_twin_is_settled_by_another_line_or_row(id: str) -> None:
    taught, found = syllabus(id), 0
    skills = [skill for skill in PAY_DRILL.skills(taught) if ".manner." not in skill.rule]
    for skill in skills:
        twin = PAY_DRILL.twin(taught, skill, Random(9))
        if twin:
            assert (
                skill.id not in {key.skill for key in twin.keys[0].values()}
                or len(twin.keys[0]) > 2
            )
            refuse_wrong_form(taught, twin)
            found += 1
    assert found > 0.75 * len(skills)


def test_a_game_under_names_that_nobody_guesses_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, ODDLY_NAMED, "tests.games.oddly_named")
    taught = syllabus(ODDLY_NAMED)
    refuse_unreached(PAY_DRILL, taught, seeds=2)
    settled = settler(taught.ruleset)
    for question in drawn(PAY_DRILL, taught, 120, "odd"):
        refuse_wrong_form(taught, question)
        assert question.round
        assert question.result == settled.settle(question.round)


def test_no_game_was_left_out() -> None:
    assert {of.id for of in every_game()} == {*GAMES}


@pytest.mark.parametrize("id", GAMES)
def test_a_right_answer_to_another_question_is_marked_wrong(id: str) -> None:
    """Marks are given for what is right, not for answering."""
    taught, wrong = syllabus(id), 0
    for question in drawn(PAY_DRILL, taught, 60, "wrong"):
        marked = mark_question(question, [{}])
        assert marked.mark == 0
        wrong += all(part.missed for part in marked.parts)
    assert wrong == 60
