"""Read it: hands are named and picked as the manuals list them, by an oracle that knows no ranking."""

from random import Random

import pytest

from tablewright.games import REGISTRY
from tablewright.school.drills.read import READ
from tablewright.school.marking import mark_question
from tablewright.school.questions import Choose, PickCards, Question
from tablewright.school.syllabus import syllabus
from tests.by_hand import hands as by_hand
from tests.games.oddly_named import ID as ODDLY_NAMED
from tests.school.asked import GAMES, drawn, refuse_unreached, refuse_wrong_form

QUESTIONS = 400


def cards_of(question: Question) -> str:
    shown = question.stages[0].shown
    return " ".join(shown.drawn or shown.hands[0].cards)


@pytest.mark.parametrize("id", GAMES)
def test_every_skill_is_reached_by_its_own_question(id: str) -> None:
    refuse_unreached(READ, syllabus(id))


def test_every_kind_of_hand_of_duki_is_a_skill() -> None:
    ids = {skill.id for skill in READ.skills(syllabus("duki4"))}
    three = ("high-card", "one-pair", "straight", "three-of-a-kind")
    four = ("high-card", "one-pair", "two-pair", "three-of-a-kind", "straight", "four-of-a-kind")
    assert {f"read duki4.ranking.3-card-duki/{shape}" for shape in three} <= ids
    assert {f"read duki4.ranking.3-card-duki/pick-{shape}" for shape in three} <= ids
    assert {f"read duki4.ranking.4-card-duki/{shape}" for shape in four} <= ids
    assert {"read duki4.ranking.duki/no-duki", "read duki4.ranking.duki/dealer-three"} <= ids
    rows = ("pair-of-fours-or-better", "straight", "three-of-a-kind")
    assert {f"read duki4.bonus.paid/{row}" for row in rows} <= ids
    assert "read duki4.bonus.not-on-table/not-on-table" in ids


def test_every_class_of_the_pokerpot_is_a_skill() -> None:
    ids = {skill.id for skill in READ.skills(syllabus("king-high"))}
    classes = {f"read king-high.ranking.pokerpot/{n}" for n in by_hand.POKERPOT_LOWEST_FIRST}
    assert {id for id in ids if ".ranking." in id} == classes
    assert len({id for id in ids if ".pokerpot.paid/" in id}) == 10


def test_every_kind_of_hand_of_pick_2_is_a_skill_in_five_cards_and_in_the_best_three() -> None:
    ids = {skill.id for skill in READ.skills(syllabus("pick2"))}
    assert len({id for id in ids if "5-card-poker/" in id}) == 10
    assert len({id for id in ids if "3-card-poker/pick-" in id}) == 7
    assert "read pick2.bonus-5.paid/sixes-or-better" in ids
    assert "read pick2.bonus-3-5.paid/three.suited-ace-king-queen" in ids


@pytest.mark.parametrize("id", GAMES)
def test_hands_are_named_and_picked_as_by_hand(id: str) -> None:
    taught, compared = syllabus(id), 0
    for question in drawn(READ, taught, QUESTIONS, "by hand"):
        refuse_wrong_form(taught, question)
        (part,), (keys,) = question.stages[0].parts, question.keys
        key, cards = keys[part.id], cards_of(question)
        if isinstance(part, PickCards):
            found = [key.right, *key.also]
            assert sorted(found) == sorted(by_hand.best_picks(id, part.cards)), cards
        elif "on the " in part.asks:
            assert key.right == by_hand.on_table(id, part.asks, cards, {}), (cards, part.asks)
        elif "dealer" in part.asks:
            held = {"no-duki": "none", "3": "three", "4": "four"}
            name = by_hand.named(id, "", cards)
            assert key.right == held[name if name == "no-duki" else name[0]], cards
        else:
            view = part.asks.partition(":")[0]
            assert key.right == by_hand.named(id, view, cards), cards
        compared += 1
    assert compared == QUESTIONS


@pytest.mark.parametrize("id", GAMES)
def test_choices_stand_in_one_order_whatever_is_right(id: str) -> None:
    orders: dict[str, set[tuple[str, ...]]] = {}
    rights: dict[str, set[int]] = {}
    for question in drawn(READ, syllabus(id), QUESTIONS, "order"):
        (part,), (keys,) = question.stages[0].parts, question.keys
        if isinstance(part, Choose):
            ids = tuple(option.id for option in part.options)
            orders.setdefault(part.asks, set()).add(ids)
            rights.setdefault(part.asks, set()).add(ids.index(keys[part.id].right))
    assert all(len(each) == 1 for each in orders.values())
    assert all(len(rights[asks]) == len(ids) for asks, (ids,) in orders.items())


def test_any_of_several_equal_picks_is_right_and_another_is_not() -> None:
    taught, several = syllabus("pick2"), 0
    skill = taught.find("read pick2.ranking.3-card-poker/pick-one-pair")
    for question in drawn(READ, taught, 400, "several"):
        (part,), (keys,) = question.stages[0].parts, question.keys
        key = keys[part.id]
        if not isinstance(part, PickCards) or not key.also:
            continue
        several += 1
        for picked in key.also:
            assert mark_question(question, [{part.id: picked}]).is_right
        wrong = [[0, 1, 2], [0, 1, 3], [0, 1, 4], [2, 3, 4]]
        other = next(each for each in wrong if each not in [key.right, *key.also])
        assert not mark_question(question, [{part.id: other}]).is_right
    assert skill.rule == "pick2.ranking.3-card-poker"
    assert several > 2


@pytest.mark.parametrize("lowest", ["tens", "jacks"])
def test_the_lowest_paying_pair_follows_its_reading(lowest: str) -> None:
    readings = {"king-high.pokerpot-pair": lowest}
    taught, tens = syllabus("king-high", readings), 0
    for question in drawn(READ, taught, 900, "pairs"):
        (part,), (keys,) = question.stages[0].parts, question.keys
        if "payout scale" in part.asks:
            cards = cards_of(question)
            assert keys[part.id].right == by_hand.on_table("king-high", part.asks, cards, readings)
            tens += cards.count("T") == 2 and keys[part.id].missed == "Pair of tens."
    assert tens > 1


def test_a_twin_is_one_card_away_and_has_another_name() -> None:
    taught, found = syllabus("duki4"), 0
    for skill in READ.skills(taught):
        first, twin = READ.ask(taught, skill, Random(7)), READ.twin(taught, skill, Random(7))
        if twin is None:
            continue
        found += 1
        pair = zip(cards_of(first).split(), cards_of(twin).split(), strict=True)
        assert sum(one != other for one, other in pair) == 1
        assert next(iter(first.keys[0].values())).skill != next(iter(twin.keys[0].values())).skill
    assert found > 20


def test_a_game_under_names_that_nobody_guesses_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, ODDLY_NAMED, "tests.games.oddly_named")
    taught = syllabus(ODDLY_NAMED)
    refuse_unreached(READ, taught, seeds=1)
    assert len(list(READ.skills(taught))) == 6
    for question in drawn(READ, taught, 40, "odd"):
        refuse_wrong_form(taught, question)
