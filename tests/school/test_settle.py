"""Settle the table: right is what the machine, the settler and the by-hand oracles all say."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.rules.cards import RANKS, cards
from tablewright.rules.phases import PhaseId
from tablewright.rules.register import instruction_id
from tablewright.school.drills.settle import SETTLE
from tablewright.school.felts import felt_for
from tablewright.school.marking import mark_question
from tablewright.school.questions import Question
from tablewright.school.skills import Skill
from tablewright.school.syllabus import syllabus
from tablewright.table.machine import Table
from tests.by_hand import duki4, king_high, pick2
from tests.table.thinning import one_in

EVERY_TURN = True  # What a game pays is asked for by its own rules.

GAMES = ("duki4", "pick2", "king-high")
BY_HAND: dict[str, Any] = {
    "duki4": duki4.settle,
    "pick2": pick2.settle,
    "king-high": king_high.settle,
}
QUESTIONS, QUESTIONS_IN_THE_PROOF = 60, 2_400


def skills_of(game: str) -> list[Skill]:
    return list(SETTLE.skills(syllabus(game)))


def drawn(
    game: str, count: int, seed: object, skills: list[Skill] | None = None
) -> Iterator[Question]:
    skills = skills or skills_of(game)
    for n in range(count):
        yield SETTLE.ask(syllabus(game), skills[n % len(skills)], Random(f"{seed} {n}"))


def right_answers(question: Question) -> list[dict[str, Any]]:
    return [{id: key.right for id, key in keys.items()} for keys in question.keys]


# Against the oracles -------------------------------------------------------------------------------


def returned_by_hand(game: str, round_: dict[str, Any]) -> dict[tuple[int, int, str], int]:
    """What each wager comes to by hand: place, card (0 for the round or the hand), wager."""
    return {
        (key[0], key[1] if len(key) == 3 else 0, key[-1]): cents
        for key, cents in BY_HAND[game](round_, {}).items()
    }


def returned_as_printed(game: str, question: Question) -> dict[tuple[int, int, str], int]:
    assert question.result is not None
    place, places = ("box", "boxes") if game == "king-high" else ("seat", "seats")
    found = {}
    for each in question.result[places]:
        for wager, of in each["wagers"].items():
            found[each[place], 0, wager] = of["returned"]
        for number, on_card in enumerate(each.get("actions", []), start=1):
            for wager, of in on_card.items():
                found[each[place], number, wager] = of["returned"]
    return found


def stakes(game: str, round_: dict[str, Any], place: int, card: int, wager: str) -> int | None:
    """What lay on a wager; nothing, where it follows from a decision and the round does not say it."""
    kind = "boxes" if game == "king-high" else "seats"
    of = next(
        each for each in round_[kind] if each[kind[:3] if kind == "boxes" else "seat"] == place
    )
    wagers = of["actions"][card - 1] if card else of["wagers"]
    lies = wagers.get(wager)
    return int(lies) if lies is not None else None


def agree(game: str, count: int, seed: object = 0, skills: list[Skill] | None = None) -> None:
    compared = 0
    for question in drawn(game, count, seed, skills):
        assert question.round is not None
        by_hand = returned_by_hand(game, question.round)
        assert returned_as_printed(game, question) == by_hand
        card = asked_at(question)
        for stage, keys in zip(question.stages, question.keys, strict=True):
            if not stage.asks.startswith("Settle "):
                continue
            place = int(stage.asks.rstrip(".").split()[-1])
            for id, key in keys.items():
                wager, _, what = id.rpartition("-")
                if what not in ("does", "pays"):
                    continue
                on = card if (place, card, wager) in by_hand else 0
                back = by_hand[place, on, wager]
                stake = stakes(game, question.round, place, on, wager)
                if stake is None:  # Play follows from the Ante, once or twice.
                    stake = laid(stage.shown.view, place, wager)
                expected = max(0, back - stake)
                if what == "does":
                    assert (key.right == "loses") == (back == 0), (id, question.round)
                    assert (key.right == "wins") == (expected > 0)
                else:
                    assert key.right == expected, (id, question.round)
                compared += 1
    assert compared > count


def asked_at(question: Question) -> int:
    """The number of the card that is settled, where cards come one at a time; else 0."""
    view = question.stages[0].shown.view
    assert view is not None
    cards = view.cards
    if not cards:
        return 0
    assert question.round is not None
    never_came = bool(question.round.get("void"))
    return len(cards.holding_boxes) + bool(cards.action_box) + never_came


def test_a_void_round_pays_runs_to_the_next_level_and_gives_the_card_wagers_back() -> None:
    """King High, 12. Irregularities: live runs are paid as if the next card came."""
    of = syllabus("king-high")
    skill = of.skills["settle king-high.phase.settle/void"]
    paid = 0
    for seed in range(12):
        question = SETTLE.ask(of, skill, Random(seed))
        assert question.round is not None
        assert question.round["void"]
        assert any("the round is void" in line for line in question.stages[0].shown.told)
        for keys in question.keys:
            for id, key in keys.items():
                if id in ("high-does", "low-does", "seven-does", "spade-does"):
                    assert key.right == "pushes"
                paid += id.endswith("-run-does") and key.right == "wins"
    assert paid
    agree("king-high", 30, "void", [skill])


def laid(view: Any, place: int, wager: str) -> int:
    return sum(value * count for value, count in view.places[place].wagers[wager].items())


@pytest.mark.parametrize("game", GAMES)
def test_every_payment_asked_for_is_what_the_manual_pays_by_hand(game: str) -> None:
    agree(game, QUESTIONS)


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_a_great_many_payments_are_what_the_manual_pays_by_hand(game: str, proof_seed: int) -> None:
    agree(game, QUESTIONS_IN_THE_PROOF, proof_seed)


# The order -----------------------------------------------------------------------------------------


def test_boxes_are_settled_from_the_dealers_right_card_wagers_then_runs_then_the_pokerpot() -> None:
    """King High, 9. Dealing the cards."""
    runs, pots = 0, 0
    for question in drawn("king-high", 40, "order"):
        steps = []
        for stage, keys in zip(question.stages, question.keys, strict=True):
            if stage.asks.startswith("Settle "):
                assert stage.asks == f"Settle box {stage.shown.place}."
                wagers = {id.rpartition("-")[0] for id in keys if id.endswith("-does")}
                part = 2 if "pokerpot" in wagers else 1 if wagers & {"high-run", "low-run"} else 0
                steps.append((part, int(stage.asks.rstrip(".").split()[-1])))
        assert steps == sorted(steps)
        runs += any(part == 1 for part, _ in steps)
        pots += any(part == 2 for part, _ in steps)
    assert runs
    assert pots


def test_at_a_box_what_lost_is_taken_before_anything_is_paid() -> None:
    """King High, 9. Dealing the cards; 10. Procedure for paying and taking wagers."""
    both = 0
    for question in drawn("king-high", 40, "losing first"):
        for keys in question.keys:
            if "first" not in keys:
                continue
            outcome = {id[:-5]: key.right for id, key in keys.items() if id.endswith("-does")}
            if "loses" in outcome.values():
                firsts = [keys["first"].right, *keys["first"].also]
                assert all(outcome[wager] == "loses" for wager in firsts)
                both += len(set(outcome.values())) > 1
                if outcome.get("seven") == "loses" and len(outcome) > 1:
                    losing = [wager for wager, came in outcome.items() if came == "loses"]
                    assert "seven" not in firsts or losing == ["seven"]
    assert both > 5


def test_the_hand_is_the_one_on_the_wagers_side_and_the_right_one_at_box_1() -> None:
    """King High, 10. Procedure for paying and taking wagers."""
    side = {
        "high": "right",
        "heart": "right",
        "diamond": "right",
        "low": "left",
        "club": "left",
        "spade": "left",
    }
    paid = 0
    for question in drawn("king-high", 60, "hands"):
        for stage, keys in zip(question.stages, question.keys, strict=True):
            box = int(stage.asks.rstrip(".").split()[-1]) if "Settle " in stage.asks else 0
            for id, key in keys.items():
                wager, _, what = id.rpartition("-")
                if what != "hand":
                    continue
                came = keys[f"{wager}-does"].right
                if came == "wins":
                    assert key.right == ("right" if box == 1 else side.get(wager, "either"))
                    paid += 1
                elif came == "loses":
                    assert key.right == ("right" if box == 1 else "either")
                else:
                    assert key.right == "none"
    assert paid > 10


def test_the_layout_is_looked_over_before_the_first_payment_where_the_manual_asks_for_it() -> None:
    """King High, Game protection; the other manuals do not ask for it."""
    for question in drawn("king-high", 12, "look"):
        assert question.round is not None
        if not question.round.get("void"):  # No card came that would show what wins.
            assert question.keys[0]["next"].right == "look-over"
    for game in ("duki4", "pick2"):
        for question in drawn(game, 6, "look"):
            assert question.keys[0]["next"].right.startswith(("show ", "settle "))


def test_a_hand_is_turned_before_it_is_settled_and_a_folded_one_never() -> None:
    turned = 0
    for question in drawn("duki4", 20, "turning"):
        for stage, keys in zip(question.stages, question.keys, strict=True):
            view = stage.shown.view
            assert view is not None
            right = keys["next"].right
            if right.startswith("show "):
                place = right.split()[1]
                assert view.places[int(place)].decision == "play"
                said = keys["next"].refusals[f'"settle {place}"']
                assert "Turn it first." in said
                turned += 1
            elif right.startswith("settle "):
                assert view.places[int(right.split()[1])].decision != "play"
    assert turned


# Skills --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_pass_of_settlement_and_instruction_on_it_is_a_skill_that_is_reached(
    game: str,
) -> None:
    syllabus_ = syllabus(game)
    skills = {skill.id: skill for skill in skills_of(game)}
    for stage in syllabus_.book.stages:
        assert f"settle {game}.stage.{stage.id}" in skills
    for each in syllabus_.procedure.instructions_under(syllabus_.ruleset.rulings):
        if "settle" in each.steps:
            assert f"settle {instruction_id(syllabus_.procedure, each)}" in skills
    for skill in skills.values():
        question = SETTLE.ask(syllabus_, skill, Random("reached"))
        assert skill.id in {key.skill for keys in question.keys for key in keys.values()}


@pytest.mark.parametrize("game", GAMES)
def test_right_answers_are_marked_right_and_a_stake_paid_with_the_winnings_in_part(
    game: str,
) -> None:
    in_part = 0
    for question in drawn(game, 8, "marks"):
        given = right_answers(question)
        assert mark_question(question, given).is_right
        for n, keys in enumerate(question.keys):
            for id, key in keys.items():
                if id.endswith("-pays") and key.right:
                    (with_stake,) = key.in_part
                    wrong = [dict(each) for each in given]
                    wrong[n][id] = int(with_stake)
                    marked = mark_question(question, wrong)
                    assert [part.mark for part in marked.parts if part.mark != 1] == [
                        pytest.approx(0.5)
                    ]
                    in_part += 1
    assert in_part


def test_a_large_payment_calls_for_a_supervisor_and_a_small_one_does_not() -> None:
    syllabus_ = syllabus("king-high")
    skill = syllabus_.find("settle house.approval")
    found = {
        key.right
        for seed in range(12)
        for keys in SETTLE.ask(syllabus_, skill, Random(seed)).keys
        for id, key in keys.items()
        if id == "approval"
    }
    assert found == {"yes", "no"}


# Nothing leaks -------------------------------------------------------------------------------------


@one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_asks_the_same(game: str, step: int) -> None:
    for skill in list(skills_of(game))[::step]:
        first = SETTLE.ask(syllabus(game), skill, Random(11))
        assert first == SETTLE.ask(syllabus(game), skill, Random(11))


@pytest.mark.parametrize("game", ["duki4", "pick2"])
def test_no_stage_shows_a_hand_that_is_not_turned(game: str) -> None:
    """A folded hand is never shown; one that plays is, from its own stage on."""
    hidden = 0
    for question in drawn(game, 10, "leaks"):
        assert question.round is not None
        turned: set[int] = set()
        for stage, keys in zip(question.stages, question.keys, strict=True):
            if "reads" in keys:
                turned.add(int(stage.asks.rstrip(".").split()[-1]))
            text = msgspec.json.encode(msgspec.to_builtins(stage, str_keys=True)).decode()
            for seat in question.round["seats"]:
                if seat["seat"] not in turned:
                    hidden += 1
                    assert not [card for card in seat["cards"].split() if f'"{card}"' in text]
    assert hidden


@pytest.mark.parametrize("game", GAMES)
def test_no_telling_says_what_is_asked(game: str) -> None:
    """What is told in a stage ends before the place that is asked about."""
    for question in drawn(game, 8, "told"):
        for stage, keys in zip(question.stages, question.keys, strict=True):
            if not stage.asks.startswith("Settle "):
                continue
            view = stage.shown.view
            assert view is not None
            player = view.places[int(stage.asks.rstrip(".").split()[-1])].player
            wagers = [id[:-5] for id in keys if id.endswith("-does")]
            names = [syllabus(game).book.wagers[wager].name for wager in wagers]
            last = stage.shown.told[-1] if stage.shown.told else ""
            assert not any(last.startswith(f"{player}'s {name} $") for name in names)
            assert not last.startswith(f"{player} shows")


@pytest.mark.parametrize("game", ["duki4", "pick2"])
def test_two_felts_that_differ_in_hidden_hands_are_asked_alike_until_they_are_turned(
    game: str,
) -> None:
    """The same seed, the pack's order beyond the dealer's hand changed: the first stage is the same."""
    from tablewright.school.drills.settle import Settling

    syllabus_ = syllabus(game)
    skill = syllabus_.find("settle house.hand-turned")
    for seed in range(4):
        felts = [felt_for(syllabus_, skill, Random(f"alike {seed}")) for _ in range(2)]
        swap_hidden(felts[1].table.table)
        felts[1].notes.note_hands()
        one, other = (Settling(felt, skill).question() for felt in felts)
        assert one.round != other.round
        first = next(n for n, keys in enumerate(one.keys) if "reads" in keys)
        assert one.stages[:first] == other.stages[:first]
        assert one.keys[:first] == other.keys[:first]


def swap_hidden(t: Table) -> None:
    """Give every hand that lies face down other cards, from the rest of the pack."""
    from tablewright.table.seal import sealed

    pack = t.state.packs.pack
    order, salt = t.vault[pack]
    cards = [order[n : n + 2] for n in range(0, len(order), 2)]
    shift = t.state.packs.cut if t.state.packs.cut and not t.device.has_cut_card_within else 0
    rest = [(n + shift) % len(cards) for n in range(t.state.packs.next, len(cards))]
    slots = [
        (slot + shift) % len(cards)
        for seat in t.state.seats.values()
        if not seat.cards
        for slot in seat.slots
    ]
    for slot, spare in zip(slots, rest, strict=False):
        cards[slot], cards[spare] = cards[spare], cards[slot]
    changed = "".join(cards)
    t.vault[pack] = changed, salt
    t.state.packs.seals = {**t.state.packs.seals, pack: sealed(changed, salt)}


def test_a_round_that_is_drawn_on_ends_whole_so_that_settle_reads_it() -> None:
    for question in drawn("king-high", 10, "whole"):
        assert question.round is not None
        count = len(question.round["cards"].split())
        assert count < 5 if question.round.get("void") else count == 5
        assert question.stages[0].shown.view is not None
        assert question.stages[0].shown.view.phase == PhaseId.SETTLE


@pytest.mark.parametrize("game", ["duki4", "pick2"])
def test_a_hand_is_read_among_hands_of_the_ranks_that_lie_there(game: str) -> None:
    taught, read = syllabus(game), 0
    skill = taught.skills[f"settle {game}.phase.settle/hands-read"]
    for seed in range(8):
        question = SETTLE.ask(taught, skill, Random(seed))
        for stage, keys in zip(question.stages, question.keys, strict=True):
            for part in stage.parts:
                if part.id != "reads":
                    continue
                lie = {card.rank for card in cards(keys["reads"].missed.rstrip("."))}
                for option in getattr(part, "options", []):
                    words = {*option.says.lower().replace("-", " ").replace(",", "").split()}
                    named = {
                        rank
                        for rank in RANKS
                        if rank.plural in words or f"{rank.word} high" in option.says.lower()
                    }
                    assert named <= lie, (lie, option.says)
                read += 1
    assert read > 10
