"""Rule on it: every irregularity with every ruling on every device, and what each wager gets."""

import json
import re
from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.school import going_wrong
from tablewright.school.drills.rule import RULE_ON_IT
from tablewright.school.going_wrong import moments
from tablewright.school.marking import mark_question
from tablewright.school.questions import Choose, Question, Stage
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus, syllabus
from tablewright.table.views import View
from tests.by_hand import duki4, king_high, pick2, rulings
from tests.table.thinning import one_in

GAMES = ("duki4", "king-high", "pick2")
SEEDS = 4
READINGS: list[tuple[str, dict[str, str]]] = [
    *((game, {}) for game in GAMES),
    ("king-high", {"king-high.early-exposure": "use"}),
    ("king-high", {"king-high.void-run": "paid-three"}),
    ("duki4", {"duki4.irregularities-by-hand": "as-machine"}),
    ("duki4", {"duki4.void-after-fold": "stays-lost"}),
    ("pick2", {"pick2.irregularities-by-hand": "as-machine"}),
]
UNDER = pytest.mark.parametrize(("game", "readings"), READINGS, ids=str)
EFFECTS = {
    "void": "the round is void",
    "play on": "the round goes on",
    "reshuffled": "the cards are shuffled, and the round goes on",
    "card returned": "the card goes back and is not used",
    "card burnt": "the card is burnt",
    "card used": "the card is used as if it had not been seen",
    "put right": "it is put right and recorded",
}
WHO = {
    rulings.ANYONE: "The dealer, the inspector, the pit boss or surveillance",
    rulings.SUPERVISOR: "The inspector or the pit boss",
}
THEN = {
    rulings.SHUFFLE: "shuffled before they are dealt again",
    rulings.DEVICE: "out of use until",
    rulings.INSPECT: "inspected or changed",
}


def expected_skills(game: str, readings: dict[str, str]) -> set[str]:
    found = set()
    for (id, device), each in rulings.irregularities(game, readings).items():
        rule = f"{game}.irregularity.{id}"
        found |= {f"rule {rule}@{device}"}
        found |= {f"rule {rule}.{ruling}@{device}" for ruling in each.rulings}
    return found


def irregular(skill: Skill, game: str, readings: dict[str, str]) -> rulings.Irregular:
    id = skill.rule.removeprefix(f"{game}.irregularity.").split(".")[0]
    return rulings.irregularities(game, readings)[id, skill.device]


def asked(of: Syllabus, seeds: int = SEEDS) -> Iterator[tuple[Skill, Question]]:
    for skill in RULE_ON_IT.skills(of):
        for seed in range(seeds):
            yield skill, RULE_ON_IT.ask(of, skill, Random(f"{skill.id} {seed}"))


def find(of: Syllabus, id: str) -> Skill:
    return next(each for each in RULE_ON_IT.skills(of) if each.id == id)


def chosen(question: Question, stage: int, part: str) -> str:
    """The words of what is right."""
    asked = next(each for each in question.stages[stage].parts if each.id == part)
    assert isinstance(asked, Choose)
    right = question.keys[stage][part].right
    return next(option.says for option in asked.options if option.id == right)


# What it is, who rules, and what becomes of the round ----------------------------------------------


@UNDER
def test_every_irregularity_with_every_ruling_on_every_device_is_a_skill(
    game: str, readings: dict[str, str]
) -> None:
    of = syllabus(game, readings)
    assert {each.id for each in RULE_ON_IT.skills(of)} == expected_skills(game, readings)


@UNDER
def test_name_declarer_and_effect_are_those_written_down_by_hand(
    game: str, readings: dict[str, str]
) -> None:
    of = syllabus(game, readings)
    titles = {each.id: each.title for each in of.procedure.irregularities}
    for skill, question in asked(of, 2):
        by_hand = irregular(skill, game, readings)
        id = ".".join(skill.rule.split(".")[:3])
        assert chosen(question, 0, "name") == titles[id]
        assert chosen(question, 0, "who") == WHO[by_hand.by]
        effects = {EFFECTS[each.effect] for each in by_hand.rulings.values()}
        said = chosen(question, 1, "effect")
        if len(effects) > 1:
            assert said.startswith("A supervisor rules:")
            assert all(each in said for each in effects)
            assert chosen(question, 1, "rules") == WHO[rulings.SUPERVISOR]
        else:
            assert said.lower() == f"{effects.pop()}."


@UNDER
def test_what_follows_for_the_cards_is_what_was_written_down_by_hand(
    game: str, readings: dict[str, str]
) -> None:
    of = syllabus(game, readings)
    for skill, question in asked(of, 2):
        by_hand = irregular(skill, game, readings)
        name = skill.rule.split(".", 3)[3] if skill.rule.count(".") > 2 else ""
        if not name:
            continue
        said = chosen(question, len(question.stages) - 1, "cards")
        for then, words in THEN.items():
            assert (words in said) is (then in by_hand.rulings[name].then), (skill.id, said)


# What each wager gets ------------------------------------------------------------------------------


def by_hand_returned(
    game: str, view: View, place: int, readings: dict[str, str]
) -> dict[str, tuple[int, int]]:
    """What lies at a place and what comes back of it in a void round, as the manual has it."""
    seen = view.places[place]
    stakes = {
        wager: sum(value * count for value, count in chips.items())
        for wager, chips in seen.wagers.items()
    }
    if not stakes:
        return {}
    if game != "king-high":
        settle: Any = duki4.settle if game == "duki4" else pick2.settle
        decision = seen.decision or None
        laid = {wager: cents for wager, cents in stakes.items() if wager != "play"}
        seat: dict[str, Any] = {"seat": place, "wagers": laid, "cards": ""}
        if decision:
            seat["decision"] = decision
        back = settle({"void": True, "dealer": "", "seats": [seat]}, readings)
        return {wager: (stakes[wager], back[place, wager]) for wager in stakes}
    assert not isinstance(view.cards, msgspec.UnsetType)
    drawn = [*view.cards.holding_boxes, view.cards.action_box]
    cards = " ".join(filter(None, drawn))
    on_round = {w: c for w, c in stakes.items() if w in ("pokerpot", "high-run", "low-run")}
    box = {"box": place, "wagers": on_round}
    back = king_high.settle({"cards": cards, "void": True, "boxes": [box]}, readings)
    # A card that has not been settled decides nothing: wagers on it go back.
    return {w: (cents, back.get((place, w), cents)) for w, cents in stakes.items()}


def fate(stake: int, returned: int) -> str:
    if returned > stake:
        return f"It is paid at {(returned - stake) // stake}-1."
    return "It goes back to the player." if returned else "It is taken."


def place_of(stage: Stage) -> int:
    found = re.search(r"Look at (?:box|seat) (\d+)", stage.asks)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("seeds", [2, pytest.param(60, marks=pytest.mark.proof)])
@UNDER
def test_each_wager_gets_what_the_manual_gives_it(
    game: str, readings: dict[str, str], seeds: int
) -> None:
    of = syllabus(game, readings)
    seen = set()
    for skill, question in asked(of, seeds):
        last = len(question.stages) - 1
        stage = question.stages[last]
        view, place = stage.shown.view, place_of(stage)
        wagers = [part.id.removeprefix("wager-") for part in stage.parts if part.id != "cards"]
        if view is None:
            assert skill.rule.startswith("king-high.irregularity.exposed-before-call")
            assert not wagers
            continue
        is_void = stage.shown.told[-1] == "Ruling: the round is void."
        returned = by_hand_returned(game, view, place, readings)
        for wager in wagers:
            said = chosen(question, last, f"wager-{wager}")
            if wager not in returned:  # It was settled before: by default that stands.
                assert said == "It was settled before, and that stands.", skill.id
            elif is_void:
                assert said == fate(*returned[wager]), (skill.id, wager)
            else:
                assert said == "It stays in play as it lies.", (skill.id, wager)
            seen.add(said.split(" at ")[0])
    assert "It goes back to the player." in seen
    by_hand = rulings.irregularities(game, readings).values()
    goes_on = any(ruled.effect != "void" for each in by_hand for ruled in each.rulings.values())
    assert ("It stays in play as it lies." in seen) is goes_on
    if game == "king-high":
        assert "It is paid" in seen
    if readings.get("duki4.void-after-fold") == "stays-lost":
        assert "It is taken." in seen


def test_a_run_with_fewer_than_two_cards_is_paid_under_another_reading_only() -> None:
    """The same tables, declared void under two readings."""
    found = {}
    for option in ("returned", "paid-three"):
        of = syllabus("king-high", {"king-high.void-run": option})
        skill = find(of, "rule king-high.irregularity.not-delivered.void@six-deck-shuffler")
        said = set()
        for seed in range(40):
            question = RULE_ON_IT.ask(of, skill, Random(f"early {seed}"))
            view = question.stages[2].shown.view
            assert view is not None
            assert not isinstance(view.cards, msgspec.UnsetType)
            if len(view.cards.holding_boxes) == 0:
                runs = [p.id for p in question.stages[2].parts if p.id.endswith("-run")]
                said |= {chosen(question, 2, run) for run in runs}
        found[option] = said
    assert found == {
        "returned": {"It goes back to the player."},
        "paid-three": {"It is paid at 3-1."},
    }


# Every drill ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_table_could_really_declare_it_at_that_moment(game: str) -> None:
    of = syllabus(game)
    for device in of.devices:
        known = moments(of, device.id)
        by_hand = {id for id, with_ in rulings.irregularities(game, {}) if with_ == device.id}
        # With two burns before each card, the next card before the call is always a burn card.
        assert by_hand - {id.split(".")[2] for id in known} <= {"exposed-before-call"}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_named_before_it_is_asked(game: str) -> None:
    of = syllabus(game)
    titles = [each.title for each in of.procedure.irregularities]
    for _, question in asked(of, 2):
        first, second = question.stages[:2]
        for title in titles:
            assert title not in " ".join([first.asks, *first.shown.told])
        said = " ".join([second.asks, *second.shown.told])
        assert "void" not in said
        assert "Ruling" not in said
        for stage in question.stages:
            sent = json.loads(msgspec.json.encode(stage))
            assert not {"key", "keys", "right", "skill", "rule", "says"} & sent.keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_makes_the_same_question_and_marks_what_is_right(game: str) -> None:
    of = syllabus(game)
    for skill in RULE_ON_IT.skills(of):
        first, again = (RULE_ON_IT.ask(of, skill, Random(5)) for _ in range(2))
        assert msgspec.json.encode(first.plain()) == msgspec.json.encode(again.plain())
        given = [{id: key.right for id, key in keys.items()} for keys in first.keys]
        marked = mark_question(first, given)
        assert marked.is_right
        assert skill.id in marked.by_skill()


@one_in(3)
def test_a_twin_is_something_else_that_goes_wrong_with_the_same_device(step: int) -> None:
    of = syllabus("king-high")
    for skill in list(RULE_ON_IT.skills(of))[::step]:
        twin = RULE_ON_IT.twin(of, skill, Random(2))
        assert twin is not None
        assert twin.skill.endswith(f"@{skill.device}")
        assert twin.rule.split(".")[2] != skill.rule.split(".")[2]


def test_by_hand_a_supervisor_chooses_unless_another_reading_takes_the_clauses_as_with_a_machine() -> (
    None
):
    for option, alone in (("supervisor-rules", False), ("as-machine", True)):
        of = syllabus("duki4", {"duki4.irregularities-by-hand": option})
        skill = find(of, "rule duki4.irregularity.a-face-up.void.hand@hand")
        said = chosen(RULE_ON_IT.ask(of, skill, Random(1)), 1, "effect")
        assert (said == "The round is void.") is alone


@pytest.mark.parametrize("id", GAMES)
def test_every_moment_comes_though_nobody_happens_to_bet_on_the_next_card(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players bet at random; a wager that is to be settled must be laid all the same."""
    monkeypatch.setattr(going_wrong, "bet_on_card", lambda table, extras=0.0: None)
    taught = syllabus(id)
    for device in taught.devices:
        known = going_wrong.moments(taught, device.id)
        for moment in set(chain.from_iterable(known.values())):
            at = going_wrong.table_at(taught, device.id, moment, Random("nobody bets"))
            assert going_wrong.moment_of(at.table, moment.left_out) == moment
