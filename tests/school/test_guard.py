"""Guard it: what is improper is seen in its own frame and nowhere else, by hand as by the machine."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.rules.protection import Remedy
from tablewright.school.drills.guard import GO_ON, GUARD_IT
from tablewright.school.improper import PAID_WRONGLY
from tablewright.school.marking import mark_question
from tablewright.school.questions import Choose, Question, Stage
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus, syllabus
from tablewright.table.views import View
from tests.by_hand import duki4, guarding, king_high, pick2

GAMES = ("duki4", "king-high", "pick2")
EACH_GAME = pytest.mark.parametrize("game", GAMES)
SEEDS = 8
OF_CHIPS = {
    "late": "A wager was laid after no more bets",
    "capped": "Chips were added to a wager after no more bets",
    "pinched": "Chips were taken off a wager after no more bets",
    "moved": "Chips were moved from one wager to another after no more bets",
    "wrong-box": "A wager was laid at another player's place",
    "under": "A wager is under the minimum",
    "over": "A wager is over the maximum",
    "cash": "Cash is bet, not chips",
}


def asked(of: Syllabus, part: str, seeds: int = SEEDS) -> Iterator[tuple[Skill, Question]]:
    for skill in GUARD_IT.skills(of):
        if part in skill.id:
            for seed in range(seeds):
                yield skill, GUARD_IT.ask(of, skill, Random(f"{skill.id} {seed}"))


def find(of: Syllabus, id: str) -> Skill:
    return next(each for each in GUARD_IT.skills(of) if each.id == id)


def frames(question: Question) -> list[Stage]:
    return [stage for stage in question.stages if stage.seconds]


def named(question: Question, stage: int) -> str:
    """What is right in a frame, in words; nothing, where one goes on."""
    (part,) = question.stages[stage].parts
    assert isinstance(part, Choose)
    right = question.keys[stage]["watch"].right
    if right == GO_ON:
        return ""
    return next(option.says for option in part.options if option.id == right)


def first_named(question: Question) -> tuple[int, str] | None:
    for number in range(len(frames(question))):
        if fault := named(question, number):
            return number, fault
    return None


# Chips, limits and cash ----------------------------------------------------------------------------


@EACH_GAME
def test_what_is_wrong_with_chips_is_seen_by_hand_in_the_same_frame(game: str) -> None:
    of = syllabus(game)
    seen = set()
    for part in ("protection", "wagers.", "chips/cash"):
        for skill, question in asked(of, part):
            watched = frames(question)
            told = [stage.shown.told for stage in watched]
            phases = [view.phase for stage in watched if (view := stage.shown.view)]
            by_hand = guarding.watch(game, told, phases, limits(watched[0]))
            expected = (by_hand.frame, OF_CHIPS[by_hand.fault]) if by_hand else None
            assert first_named(question) == expected, (skill.id, told)
            seen.add(by_hand.fault if by_hand else "nothing")
    assert seen == {*OF_CHIPS, "nothing"}


def limits(stage: Stage) -> dict[str, tuple[int, int]]:
    found = {}
    for line in stage.shown.facts:
        name, low, high = re.fullmatch(r"(.+): \$([\d,.]+) to \$([\d,.]+)", line).groups()  # type: ignore[union-attr]
        found[name] = guarding.cents(low), guarding.cents(high)
    return found


@EACH_GAME
def test_every_incident_is_ruled_as_it_was_written_down_by_hand(game: str) -> None:
    of = syllabus(game)
    remedies = {
        Remedy.RETURNED: ("the chips go back", "the added chips go back"),
        Remedy.RESTORED: ("the wager plays as it was", "the chips play where they lay"),
    }
    assert {each.seen.value for each in of.procedure.incidents} == guarding.INCIDENTS.keys()
    for incident in of.procedure.incidents:
        usual, otherwise = guarding.INCIDENTS[incident.seen.value]
        assert usual in remedies[incident.rulings[0].remedy]
        assert [each.remedy for each in incident.rulings[1:]] == [Remedy.STANDS] * bool(otherwise)
        skills = [each for each in GUARD_IT.skills(of) if each.rule.startswith(incident.id)]
        assert len(skills) == 2 + bool(otherwise), "to see it, and each ruling"
        for _, question in asked(of, f"guard {incident.id}", 4):
            if first_named(question) is None:
                continue
            keys = question.keys[-1]
            parts = {part.id: part for part in question.stages[-1].parts}
            assert set(keys) == {"usual", *(["otherwise"] if otherwise else [])}
            for id, ruling in zip(("usual", "otherwise"), incident.rulings, strict=False):
                part = parts[id]
                assert isinstance(part, Choose)
                said = {option.id: option.says for option in part.options}
                assert said[keys[id].right] == ruling.says
                assert keys[id].skill == f"guard {incident.rule(ruling)}"


def test_a_wager_outside_the_limits_stands_in_one_game_and_is_refused_in_the_others() -> None:
    for game, words in (
        ("king-high", "stands as wagered"),
        ("duki4", "refused"),
        ("pick2", "refused"),
    ):
        of = syllabus(game)
        for _, question in asked(of, "/over", 6):
            if first_named(question):
                part = question.stages[-1].parts[0]
                assert isinstance(part, Choose)
                right = question.keys[-1]["done"].right
                assert words in next(o.says for o in part.options if o.id == right)


def test_chips_that_lie_there_improperly_are_seen_on_the_felt() -> None:
    of = syllabus("duki4")
    skill = find(of, "guard duki4.protection.late")
    for seed in range(12):
        question = GUARD_IT.ask(of, skill, Random(seed))
        found = first_named(question)
        if found is None:
            continue
        number, _ = found
        line = question.stages[number].shown.told[-1]
        player = line.split()[0]
        laid = []
        for stage in (question.stages[number - 1], question.stages[number]):
            assert stage.shown.view is not None
            (place,) = [p for p in stage.shown.view.places.values() if p.player == player]
            laid.append(sum(v * n for chips in place.wagers.values() for v, n in chips.items()))
        assert laid[1] == laid[0] + guarding.cents(line.split("$")[1].split()[0])


# Payments by another dealer ------------------------------------------------------------------------


def returned_by_hand(game: str, view: View, place: int) -> dict[str, int]:
    """What comes back of each wager of a place, as its manual has it."""
    seen = view.places[place]
    stakes = {w: sum(v * n for v, n in chips.items()) for w, chips in seen.wagers.items()}
    if game == "king-high":
        assert not isinstance(view.cards, msgspec.UnsetType)
        cards = [*view.cards.holding_boxes, view.cards.action_box]
        card = king_high.read_card(cards[-1])
        found = {}
        for wager, stake in stakes.items():
            if wager in ("pokerpot", "high-run", "low-run"):
                drawn = king_high.read_cards(" ".join(cards))
                leading = (
                    king_high.leading_high(drawn)
                    if wager == "high-run"
                    else king_high.leading_low(drawn)
                )
                back = None
                if wager != "pokerpot":
                    back = king_high.run_returned(len(drawn), leading, stake, {}, void=False)
                if back is not None:
                    found[wager] = back
            else:
                zone = king_high.zone_of(card)
                found[wager] = king_high.card_wager_returned(wager, zone, card.suit, stake)
        return found
    assert not isinstance(seen.hand, msgspec.UnsetType)
    assert not isinstance(view.dealer, msgspec.UnsetType)
    seat: dict[str, Any] = {
        "seat": place,
        "wagers": {w: c for w, c in stakes.items() if w != "play"},
        "cards": " ".join(seen.hand.cards),
        "decision": seen.decision or None,
    }
    if not isinstance(seen.plays, msgspec.UnsetType):
        seat["three"] = " ".join(seen.plays)
    if not seen.hand.cards:
        seat["cards"] = "2c 3d 4h 5s" if game == "duki4" else "2c 3d 4h 5s 7c"  # Folded, unseen.
    settle: Any = duki4.settle if game == "duki4" else pick2.settle
    back = settle({"dealer": " ".join(view.dealer.cards), "seats": [seat]}, {})
    return {wager: back[place, wager] for wager in stakes}


@EACH_GAME
def test_a_wrong_payment_is_wrong_by_hand_and_every_other_is_right(game: str) -> None:
    of = syllabus(game)
    names = {wager.name: id for id, wager in of.book.wagers.items()}
    seen = set()
    for skill, question in asked(of, "house.correction", 6):
        at = first_named(question)
        for number, stage in enumerate(frames(question)):
            view, (line,) = stage.shown.view, stage.shown.told
            assert view is not None
            place = int(re.match(r"(?:Box|Seat) (\d+)", line)[1])  # type: ignore[index]
            wagers = view.places[place].wagers
            stakes = {
                name: sum(v * n for v, n in wagers[id].items())
                for name, id in names.items()
                if id in wagers
            }
            right = returned_by_hand(game, view, place)
            done = {each.wager: each.returned for each in guarding.payments(line, stakes)}
            by_name = {name: right[names[name]] for name in done}
            wrong = guarding.misplaced(done, by_name, stakes)
            is_here = at is not None and at[0] == number
            assert bool(wrong) is is_here, (skill.id, line, by_name)
            if wrong:
                assert wrong == skill.case
                assert at == (number, PAID_WRONGLY[wrong])  # type: ignore[index]
                name = re.search(
                    r"paid on (?:the )?(.+), beside", question.stages[-1].parts[0].asks
                )
                assert name
                won = max(0, by_name[name[1]] - stakes[name[1]])
                assert question.keys[-1]["paid"].right == won
                seen.add(wrong)
    assert seen == {"too-much", "too-little", "wrong-wager", "push-paid"}


# Cards ---------------------------------------------------------------------------------------------


def test_what_goes_wrong_with_cards_and_hands_is_named_where_it_can_be_seen() -> None:
    by_hand = {
        "duki4": {"a-face-up", "b-wrong-count", "c-dealer-exposed"},
        "pick2": {
            *("a-face-up", "b-wrong-count", "c-dealer-exposed"),
            *("touched-wager", "cards-out-of-view"),
        },
        "king-high": {
            *("face-up-in-shuffler", "exposed-burn", "exposed-after-call", "hand-near-wagers"),
            "missed-burn",
        },
    }
    for game, ids in by_hand.items():
        of = syllabus(game)
        skills = [each for each in GUARD_IT.skills(of) if ".irregularity." in each.rule]
        assert {each.rule.split(".")[2] for each in skills} == ids
        titles = {each.id: each.title for each in of.procedure.irregularities}
        seen = set()
        for skill, question in asked(of, ".irregularity.", 5):
            found = first_named(question)
            if found is not None:
                assert found[1] == titles[skill.rule]
                seen.add(skill.rule.split(".")[2])
        assert seen == ids


def test_a_card_that_came_without_its_burn_is_seen_by_counting() -> None:
    """By hand: two cards are burnt before each card from a manual shoe (9. Dealing the cards)."""
    of = syllabus("king-high")
    seen = set()
    for _, question in asked(of, ".missed-burn", 12):
        burnt, found = 0, None
        for number, stage in enumerate(frames(question)):
            for line in stage.shown.told:
                if burns := re.match(r"The dealer burns (\w+) card", line):
                    burnt = {"one": 1, "two": 2}[burns[1]]
                if line.startswith("Card "):
                    found = number if burnt < 2 and found is None else found
                    seen.add(burnt)
                    burnt = 0
        at = first_named(question)
        assert (at[0] if at else None) == found
    assert seen == {0, 1, 2}


# Every drill ---------------------------------------------------------------------------------------


@EACH_GAME
def test_no_frame_tells_what_comes_later_or_names_what_is_wrong(game: str) -> None:
    of = syllabus(game)
    for skill, question in asked(of, "guard", 2):
        watched = frames(question)
        (part,) = watched[0].parts
        assert isinstance(part, Choose)
        titles = [option.says for option in part.options]
        at = first_named(question)
        improper = question.keys[at[0]]["watch"].missed if at else ""
        lines = [line for stage in watched for line in stage.shown.told]
        if any("takes back" in line for line in lines):
            improper = ""  # The same wager may have been laid before, properly.
        for number, stage in enumerate(watched):
            said = " ".join([stage.asks, *stage.shown.told, *stage.shown.facts])
            assert not [title for title in titles if title in said], skill.id
            if at and improper and number < at[0]:
                assert improper not in stage.shown.told
            sent = json.loads(msgspec.json.encode(stage))
            assert not {"keys", "right", "skill", "rule"} & sent.keys()
            (same,) = stage.parts
            assert isinstance(same, Choose)
            assert same.options == part.options, "the choices give nothing away"


@EACH_GAME
def test_a_fault_may_be_named_one_frame_later_and_not_after_that(game: str) -> None:
    of = syllabus(game)
    for _, question in asked(of, "protection", 3):
        at = first_named(question)
        if at is None:
            assert all(keys["watch"].right == GO_ON for keys in question.keys)
            continue
        number, _ = at
        for n in range(len(frames(question))):
            key = question.keys[n]["watch"]
            assert (key.right == GO_ON) is (n not in (number, number + 1))
            assert (GO_ON in key.also) is (n == number + 1)


@EACH_GAME
def test_now_and_then_nothing_is_wrong_and_the_twin_is_the_other_way_round(game: str) -> None:
    of = syllabus(game)
    skill = find(of, f"guard {game}.protection.capped")
    clean = 0
    for seed in range(60):
        question = GUARD_IT.ask(of, skill, Random(seed))
        twin = GUARD_IT.twin(of, skill, Random(seed))
        assert twin is not None
        assert (first_named(question) is None) is not (first_named(twin) is None)
        clean += first_named(question) is None
    assert 2 <= clean <= 20


@EACH_GAME
def test_the_same_seed_makes_the_same_question_and_marks_what_is_right(game: str) -> None:
    of = syllabus(game)
    for skill in GUARD_IT.skills(of):
        first, again = (GUARD_IT.ask(of, skill, Random(3)) for _ in range(2))
        assert msgspec.json.encode(first.plain()) == msgspec.json.encode(again.plain())
        given = [{id: key.right for id, key in keys.items()} for keys in first.keys]
        assert mark_question(first, given).is_right
