"""Deal it: a whole round from memory; every phase and call is reached on every device."""

from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.school.drills.deal import DEAL, Dealing
from tablewright.school.marking import mark_question
from tablewright.school.questions import Choose, Question, Say
from tablewright.school.skills import Skill
from tablewright.school.syllabus import syllabus
from tablewright.table.allowed import pairs
from tablewright.table.seal import sealed
from tests.by_hand import duki4, king_high
from tests.by_hand.running import Step, collapsed, courses

GAMES = ("duki4", "pick2", "king-high")
BY_HAND = courses()


def skills_of(game: str) -> list[Skill]:
    return list(DEAL.skills(syllabus(game)))


def dealt(game: str, device: str, seed: object) -> Question:
    phase = "draw" if game == "king-high" else "deal"
    skill = syllabus(game).find(f"deal {game}.phase.{phase}@{device}")
    return DEAL.ask(syllabus(game), skill, Random(f"{seed}"))


def steps(question: Question) -> list[str]:
    return [keys["next"].right for keys in question.keys if "next" in keys]


# Skills --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_on_every_device_and_every_call_is_a_skill_that_is_reached(game: str) -> None:
    syllabus_, skills = syllabus(game), {skill.id: skill for skill in skills_of(game)}
    for device in syllabus_.devices:
        for phase in syllabus_.procedure.phases:
            assert f"deal {game}.phase.{phase.id}@{device.id}" in skills
    called = {id for id in skills if id.endswith("/call")}
    in_game = ("wagers", "draw") if game == "king-high" else ("wagers", "reveal")
    assert called == {f"deal {game}.phase.{phase}/call" for phase in in_game}
    for skill in skills.values():
        question = DEAL.ask(syllabus_, skill, Random("reached"))
        assert skill.id in {key.skill for keys in question.keys for key in keys.values()}


# The order -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "device"), [each[:2] for each in BY_HAND if each[2] == "round"])
def test_a_round_of_hands_is_dealt_in_the_manuals_order(game: str, device: str) -> None:
    went = [each.split()[0] for each in steps(dealt(game, device, 1))]
    first = went.index("no-more-bets")
    assert set(went[:first]) <= {"cut"}
    assert went.count("wait") == 1
    assert went.index("wait") == went.index("reveal") - 1
    round_ = collapsed([Step("dealer", each) for each in went[first:] if each != "wait"])
    assert round_ == BY_HAND[game, device, "round"]


@pytest.mark.parametrize("device", ["six-deck-shuffler", "shoe"])
def test_five_cards_are_drawn_in_the_manuals_order_and_players_have_time_to_bet(
    device: str,
) -> None:
    for seed in range(4):
        went = [each.split()[0] for each in steps(dealt("king-high", device, seed))]
        assert went.count("draw") == 5
        assert went.count("wait") == 4
        assert went.count("burn") == (5 if device == "shoe" else 0)
        for n, each in enumerate(went):
            if each == "draw":
                assert went[n - 1] == ("burn" if device == "shoe" else "no-more-bets")
            if each == "settle":
                assert went[n - 1] in ("look-over", "settle")
        end = [each.does for each in BY_HAND["king-high", device, "end of a round"]]
        assert went[-len(end) :] == end


# Calls ---------------------------------------------------------------------------------------------


def test_the_call_of_a_card_is_what_the_manual_calls_it() -> None:
    """King High, 11. Calling the game: high or low, then the suit."""
    compared = 0
    for seed in range(6):
        question = dealt("king-high", "shoe", seed)
        for stage, keys in zip(question.stages, question.keys, strict=True):
            view = stage.shown.view
            assert view is not None
            if "call" not in keys or "bets" in keys["call"].said:
                continue
            assert view.cards
            lie = [*view.cards.holding_boxes, view.cards.action_box]
            card = king_high.read_card([each for each in lie if each][-1])
            said, zone = keys["call"].said.lower(), king_high.zone_of(card)
            assert card.suit in said
            word = {"king": "high", "ace": "low"}.get(zone, zone)
            assert word in said, (zone, said)
            compared += 1
    assert compared == 30


def test_the_dealers_hand_is_called_for_what_it_is() -> None:
    for seed in range(6):
        question = dealt("duki4", "hand", seed)
        for stage, keys in zip(question.stages, question.keys, strict=True):
            view = stage.shown.view
            assert view is not None
            if "call" in keys and "bets" not in keys["call"].said:
                assert view.dealer
                hand = duki4.judge_hand(duki4.read_cards(" ".join(view.dealer.cards)), {})
                does = "qualifies" if hand.name.startswith(("3", "4")) else "does not qualify"
                assert keys["call"].said.endswith(does)


def test_a_call_may_be_chosen_or_typed() -> None:
    question = dealt("king-high", "shoe", 2)
    n = next(n for n, keys in enumerate(question.keys) if "call" in keys)
    given = [{id: key.right for id, key in keys.items()} for keys in question.keys]
    given[n]["call"] = question.keys[n]["call"].said.upper()
    assert mark_question(question, given).is_right
    given[n]["call"] = "Place your bets"
    assert not mark_question(question, given).is_right


# Questions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_deals_the_same_round_and_right_answers_are_marked_right(game: str) -> None:
    for device in syllabus(game).devices:
        question = dealt(game, device.id, 7)
        assert question == dealt(game, device.id, 7)
        given = [{id: key.right for id, key in keys.items()} for keys in question.keys]
        assert mark_question(question, given).is_right


def test_a_wrong_act_is_named_with_what_the_table_says_to_it() -> None:
    question = dealt("king-high", "shoe", 1)
    n = next(n for n, keys in enumerate(question.keys) if keys["next"].right == "burn")
    assert question.keys[n]["next"].refusals['"draw"'] == (
        "No card can be drawn yet. Still missing: two cards to be burnt."
    )


def test_every_act_of_the_dealer_may_be_named_at_every_moment() -> None:
    question = dealt("duki4", "hand", 1)
    offered: list[set[str]] = []
    for stage in question.stages:
        for part in stage.parts:
            if isinstance(part, Choose) and part.id == "next":
                offered.append({each.id for each in part.options})
    assert len({frozenset(each) for each in offered}) == 1
    assert {"shuffle", "cut", "no-more-bets", "deal", "reveal", "clear", "wait"} <= offered[0]


def encoded(value: Any) -> str:
    return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True)).decode()


@pytest.mark.parametrize("game", ["duki4", "pick2"])
def test_no_stage_shows_a_card_before_it_is_turned(game: str) -> None:
    """A hand is seen from the stage on in which it is settled, the dealer's once it is turned."""
    for device in syllabus(game).devices:
        question = dealt(game, device.id, 3)
        turned: dict[str, int] = {}
        for n, stage in enumerate(question.stages):
            view = stage.shown.view
            assert view is not None
            hands = [seen.hand.cards for seen in view.places.values() if seen.hand]
            for each in [*hands, view.dealer.cards if view.dealer else []]:
                for card in each:
                    turned.setdefault(card, n)
        assert turned
        for card, first in turned.items():
            for stage in question.stages[:first]:
                assert f'"{card}"' not in encoded(stage)


@pytest.mark.parametrize("game", GAMES)
def test_two_packs_that_differ_are_asked_alike_until_their_first_card_is_turned(game: str) -> None:
    syllabus_ = syllabus(game)
    for device in syllabus_.devices:
        skill = skills_of(game)[0]
        one, other = (Dealing(syllabus_, skill, device.id, Random("alike")) for _ in range(2))
        t = other.t
        pack, rng = t.state.packs.pack, Random("another order")
        order, salt = t.vault[pack]
        changed = "".join(rng.sample(pairs(order), len(order) // 2))
        t.vault[pack] = changed, salt
        t.state.packs.seals = {**t.state.packs.seals, pack: sealed(changed, salt)}
        first, second = one.question(), other.question()
        turns = next(
            n for n, keys in enumerate(first.keys) if keys["next"].right in ("reveal", "draw")
        )
        assert first.stages[: turns + 1] == second.stages[: turns + 1]
        assert first.keys[: turns + 1] == second.keys[: turns + 1]
        assert first.stages[turns + 1] != second.stages[turns + 1]


def test_the_view_keeps_to_itself_what_the_dealer_must_know() -> None:
    for game, device in (("king-high", "shoe"), ("pick2", "hand")):
        for stage in dealt(game, device, 5).stages:
            view = stage.shown.view
            assert view is not None
            assert not view.cards or view.cards.announcements == []
            assert not view.dealer or view.dealer.set is msgspec.UNSET
            assert not view.dealer or view.dealer.pushed_up is msgspec.UNSET


def test_no_telling_says_the_call_before_it_is_asked() -> None:
    for game, device in (("king-high", "shoe"), ("duki4", "shuffler")):
        question = dealt(game, device, 9)
        for stage, keys in zip(question.stages, question.keys, strict=True):
            if any(isinstance(part, Say) for part in stage.parts):
                last = stage.shown.told[-1] if stage.shown.told else ""
                assert last != keys["call"].said


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_cut_only_where_they_were_seen_to_be_shuffled(game: str) -> None:
    taught = syllabus(game)
    for skill in list(DEAL.skills(taught))[::3]:
        question = DEAL.ask(taught, skill, Random(2))
        if question.keys[0]["next"].right == "cut":
            told = question.stages[0].shown.told
            assert "The cards have just been shuffled." in told, told


@pytest.mark.parametrize("game", GAMES)
def test_every_call_is_chosen_among_three_at_least(game: str) -> None:
    taught, calls = syllabus(game), 0
    for seed in range(6):
        question = DEAL.ask(taught, skills_of(game)[seed % 3], Random(seed))
        for stage in question.stages:
            for part in stage.parts:
                if isinstance(part, Say):
                    assert len({option.says for option in part.options}) >= 3
                    calls += 1
    assert calls
