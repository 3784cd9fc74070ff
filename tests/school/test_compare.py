"""Compare it: which hand is higher, by what, whether the dealer qualifies: as an oracle has it."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from tablewright.games import REGISTRY
from tablewright.school.drills.compare import COMPARE
from tablewright.school.questions import Choose, Question
from tablewright.school.syllabus import syllabus
from tests.by_hand import hands as by_hand
from tests.games.oddly_named import ID as ODDLY_NAMED
from tests.school.asked import GAMES, drawn, refuse_unreached, refuse_wrong_form

QUESTIONS = 500


def hands_of(question: Question) -> tuple[str, str]:
    one, other = question.stages[0].shown.hands
    return " ".join(one.cards), " ".join(other.cards)


def view_of(question: Question) -> str:
    is_three = "three" in " ".join(question.stages[0].shown.facts)
    return "Best three cards" if is_three else "Five cards"


@pytest.mark.parametrize("id", GAMES)
def test_every_skill_is_reached_by_its_own_question(id: str) -> None:
    refuse_unreached(COMPARE, syllabus(id))


def test_each_games_own_order_is_asked_step_by_step() -> None:
    duki = {skill.id for skill in COMPARE.skills(syllabus("duki4"))}
    for case in (
        "3-card-duki/straight-over-one-pair",
        "4-card-duki/straight-over-three-of-a-kind",
        "4-card-duki/one-pair-by-kicker",
        "4-card-duki/copy",
        "duki/4-card-duki-over-3-card-duki",
        "duki/3-card-duki-over-no-duki",
    ):
        assert f"compare duki4.ranking.{case}" in duki
    assert "compare duki4.play.dealer-unqualified/dealer-does-not-qualify" in duki
    pick = {skill.id for skill in COMPARE.skills(syllabus("pick2"))}
    assert "compare pick2.ranking.3-card-poker/straight-over-flush" in pick
    assert "compare pick2.ranking.5-card-poker/flush-over-straight" in pick
    assert "compare pick2.ranking.5-card-poker/two-pair-by-kicker" in pick
    assert "compare pick2.play.unqualified-push/dealer-qualifies" in pick
    classes = by_hand.POKERPOT_LOWEST_FIRST
    assert {skill.case for skill in COMPARE.skills(syllabus("king-high"))} == {
        f"{high}-over-{low}" for low, high in pairwise(classes)
    }


def test_hands_that_one_deck_cannot_hold_twice_are_no_skill() -> None:
    ids = {skill.id for skill in COMPARE.skills(syllabus("pick2"))}
    assert "compare pick2.ranking.5-card-poker/three-of-a-kind-by-kicker" not in ids
    assert "compare pick2.ranking.5-card-poker/royal-flush-by-rank" not in ids


@pytest.mark.parametrize("id", GAMES)
def test_hands_compare_as_by_hand(id: str) -> None:
    taught, seen = syllabus(id), Counter[str]()
    for question in drawn(COMPARE, taught, QUESTIONS, "by hand"):
        refuse_wrong_form(taught, question)
        player, dealer = hands_of(question)
        (keys,) = question.keys
        view = view_of(question) if id == "pick2" else ""
        assert keys["higher"].right == by_hand.compared(id, view, player, dealer)
        seen[keys["higher"].right] += 1
        if "qualifies" in keys:
            does = keys["qualifies"].right == "dealer-qualifies"
            assert does == by_hand.qualifies(id, dealer)
            seen[keys["qualifies"].right] += 1
        elif id != "king-high":
            by, right = by_hand.decided_by(id, view, player, dealer), keys["by"].right
            assert ("ranking" if "-over-" in right else right) == by, (player, dealer)
            seen[by] += 1
    assert seen["player"] > 50
    assert seen["dealer"] > 50
    if id != "king-high":
        assert min(seen[each] for each in ("copy", "kind", "rank", "kicker", "nothing")) > 5
        assert min(seen[each] for each in ("dealer-qualifies", "dealer-does-not-qualify")) > 3


@pytest.mark.parametrize("id", GAMES)
def test_choices_stand_in_one_order_and_no_side_is_favoured(id: str) -> None:
    orders: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    sides = Counter[str]()
    for question in drawn(COMPARE, syllabus(id), QUESTIONS, "order"):
        for part in question.stages[0].parts:
            assert isinstance(part, Choose)
            view = view_of(question) if part.id == "by" else ""
            ids = tuple(option.id for option in part.options)
            orders.setdefault((part.id, view), set()).add(ids)
        sides[question.keys[0]["higher"].right] += 1
    assert all(len(each) == 1 for each in orders.values())
    assert abs(sides["player"] - sides["dealer"]) < QUESTIONS / 6


def test_the_fourth_card_decides_under_its_reading_only() -> None:
    plain = {skill.id for skill in COMPARE.skills(syllabus("duki4"))}
    fourth = syllabus("duki4", {"duki4.fourth-card": "yes"})
    more = {skill.id for skill in COMPARE.skills(fourth)} - plain
    assert "compare duki4.ranking.3-card-duki/one-pair-by-outside" in more
    refuse_unreached(COMPARE, fourth, seeds=1)


def test_the_rule_on_qualifying_follows_its_reading() -> None:
    taught = syllabus("pick2", {"pick2.unqualified": "both-paid"})
    ids = {skill.id for skill in COMPARE.skills(taught) if skill.group == "Qualifying"}
    assert ids
    assert not {id for id in ids if "unqualified-push" in id}


def test_a_twin_is_one_card_away_and_is_answered_otherwise() -> None:
    taught = syllabus("pick2")
    for skill in COMPARE.skills(taught):
        first, twin = COMPARE.ask(taught, skill, Random(2)), COMPARE.twin(taught, skill, Random(2))
        if twin is None:
            continue
        before, after = (" ".join(hands_of(each)).split() for each in (first, twin))
        assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
        rights = [{k: key.right for k, key in each.keys[0].items()} for each in (first, twin)]
        assert rights[0] != rights[1]


def test_a_game_under_names_that_nobody_guesses_is_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(REGISTRY, ODDLY_NAMED, "tests.games.oddly_named")
    taught = syllabus(ODDLY_NAMED)
    refuse_unreached(COMPARE, taught, seeds=1)
    cases = {skill.case for skill in COMPARE.skills(taught)}
    assert {"straight-over-flush", "dealer-qualifies", "copy", "one-pair-by-kicker"} <= cases
    for question in drawn(COMPARE, taught, 60, "odd"):
        refuse_wrong_form(taught, question)
