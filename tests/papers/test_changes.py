"""A change names what is different and nothing else, checked against sets that are made apart."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tablewright.games import at_tables, game
from tablewright.odds.report import ContestReport, WagerReport
from tablewright.odds.solving import Solved, Strategy
from tablewright.papers.change_request import change_request
from tablewright.papers.changes import compared
from tablewright.papers.changes.sentences import changed_rules, worded
from tablewright.papers.changes.strategy import changed_strategy
from tablewright.papers.documents import Notice
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.strategy import lists
from tablewright.rules.errors import Refused
from tablewright.rules.register import Rule, register
from tablewright.rules.wagers import Odds
from tests.papers.changed import (
    DAY,
    PAYMENT,
    READING,
    SETTING,
    WASHINGTON,
    Case,
    analyses,
    before,
    change_of,
    every_case,
    one,
    posted,
    sides,
)
from tests.registry import GAMES

# What is different ---------------------------------------------------------------------------------


def registers(of: Case) -> Iterator[dict[str, Rule]]:
    """Both sides' rules, gathered without an edition."""
    (run_by,) = (each for each in at_tables().procedures if each.game.id == of.game)
    pay = {key: Odds.parse(text) for key, text in of.pay.items()}
    for ruleset in (game(of.game).ruleset(), game(of.game).ruleset(of.readings, pay)):
        yield dict(register(ruleset, run_by, of.jurisdiction))


@every_case
def test_the_rules_named_are_those_in_which_the_registers_differ(of: Case) -> None:
    was, now = registers(of)
    found = {each.rule: each for each in change_of(of).rules}
    assert {id for id, each in found.items() if each.kind == "added"} == set(now) - set(was)
    assert {id for id, each in found.items() if each.kind == "removed"} == set(was) - set(now)
    both = set(was) & set(now)
    reworded = {id for id in both if was[id].sentence != now[id].sentence}
    assert {id for id, each in found.items() if each.kind == "reworded"} == reworded
    assert not {id for id, each in found.items() if each.kind == "cited"}
    for id, each in found.items():
        assert each.before == (was[id].sentence if id in was else "")
        assert each.after == (now[id].sentence if id in now else "")
        assert each.source == str((now.get(id) or was[id]).source)


@every_case
def test_the_words_of_a_rule_make_both_sentences_again(of: Case) -> None:
    for each in change_of(of).rules:
        old = " ".join(piece.text for piece in each.words if piece.kind != "new")
        new = " ".join(piece.text for piece in each.words if piece.kind != "gone")
        assert (old, new) == (each.before, each.after)


@pytest.mark.parametrize(
    ("was", "now", "marked"),
    [
        ("High at 1-1, 3-2; Low at 3-2.", "High at 1-1, 2-1; Low at 3-2.", ["3-2;", "2-1;"]),
        ("It pushes.", "It pushes.", []),
        ("The Ante is lost.", "Void hands stay.", ["The Ante is lost.", "Void hands stay."]),
        ("", "It is new.", ["It is new."]),
        ("one two three", "one three", ["two"]),
    ],
)
def test_no_more_words_are_marked_than_differ(was: str, now: str, marked: list[str]) -> None:
    assert [each.text for each in worded(was, now) if each.kind != "same"] == marked


@every_case
def test_readings_payments_and_settings_are_those_that_were_chosen(of: Case) -> None:
    found, manual = change_of(of), game(of.game)
    assert {each.reading: each.after for each in found.readings} == of.readings
    for each in found.readings:
        assert each.before == manual.reading(each.reading).default
        assert each.means_after == manual.reading(each.reading).option(each.after).means
    was, now = (posted(each) for each in sides(of))
    moved = {key for key in was | now if was.get(key) != now.get(key)}
    assert {each.key for each in found.pays} == moved
    assert set(of.pay) <= moved
    for pay in found.pays:
        assert (pay.before, pay.after) == (was.get(pay.key, ""), now.get(pay.key, ""))
    assert [(each.setting, each.before, each.after) for each in found.settings] == SETTINGS.get(
        str(of), []
    )
    assert not found.is_none


SETTINGS = {
    "duki4-setting": [("Limits of the Ante", "$5 to $100", "$10 to $200")],
    "king-high-setting": [("Most that is paid on the Pokerpot", "none", "$5,000")],
    "pick2-setting": [("Players may tip the dealer", "yes", "no")],
}


@pytest.mark.parametrize("game", GAMES)
def test_a_ruleset_does_not_differ_from_itself(game: str) -> None:
    here = before(game, WASHINGTON if game == "duki4" else "general")
    found = compared(here, Edition(game, day=DAY, jurisdiction=here.jurisdiction.id))
    assert found.is_none
    said = (found.readings, found.pays, found.settings, found.rules, found.figures, found.strategy)
    follows = (found.examined.skills, found.documents, found.steps)
    assert not any((*said, *follows))
    assert {each.outcome for each in found.approvals} <= {"stands", "everything"}
    (notice,) = change_request(here, found).front
    assert isinstance(notice, Notice)
    assert "Nothing changes" in notice.title


def test_a_device_that_a_reading_lets_in_brings_its_rules_into_force() -> None:
    old = before("duki4", WASHINGTON)
    new = Edition(
        "duki4",
        day=DAY,
        readings={"duki4.washington-hand-deal": "allowed"},
        jurisdiction=WASHINGTON,
    )
    found = changed_rules(old, new)
    assert old.rules.keys() == new.rules.keys(), "the register has them on both sides"
    assert {each.kind for each in found} == {"added"}
    assert "duki4.device.hand" in {each.rule for each in found}


def test_a_rule_that_is_cited_elsewhere_is_told() -> None:
    found = changed_rules(before("duki4", "general"), before("duki4", WASHINGTON))
    cited = [each for each in found if each.kind == "cited"]
    assert cited
    assert all(each.source_before != each.source_after for each in cited)
    assert all(each.before == each.after for each in cited)


def test_two_games_are_not_compared() -> None:
    with pytest.raises(Refused, match="expected two editions of one game"):
        compared(before("duki4", "general"), before("pick2", "general"))


# Figures -------------------------------------------------------------------------------------------

FIGURES = {
    "house edge": "house_edge",
    "element of risk": "element_of_risk",
    "hit frequency": "hit_frequency",
    "average wager": "average_wager",
    "variance": "variance",
    "standard deviation": "standard_deviation",
}


@every_case
def test_every_figure_that_moved_is_named_and_no_other(of: Case) -> None:
    was, now = (each.report() for each in analyses(of))
    expected: dict[tuple[str, str], tuple[Any, Any]] = {}
    pairs: dict[str, tuple[WagerReport | ContestReport, WagerReport | ContestReport]] = {
        kind: (was.wagers[kind], now.wagers[kind]) for kind in now.wagers
    }
    if was.contest and now.contest:
        pairs["contest"] = was.contest, now.contest
        for old, new in zip(
            was.contest.decisions.items(), now.contest.decisions.items(), strict=True
        ):
            if old[1] != new[1]:
                name = sides(of)[0].book.contest.decision[old[0]].name
                expected["contest", f"hands best decided so: {name}"] = old[1], new[1]
        if was.contest.ties != now.contest.ties:
            expected["contest", "hands with two best decisions"] = (
                was.contest.ties,
                now.contest.ties,
            )
    for kind, (one_side, other) in pairs.items():
        for name, attribute in FIGURES.items():
            both = getattr(one_side, attribute), getattr(other, attribute)
            if both[0] != both[1]:
                expected[kind, name] = both
    found = {
        (each.of, each.figure): (each.before, each.after) for each in change_of(of).figures.figures
    }
    beside = {key: found.pop(key) for key in list(found) if "beside" in key[1]}
    assert found == expected
    for (kind, _), values in beside.items():
        alone = [side.wagers[kind] for side in (was, now)]
        assert values == tuple(
            None if each.expectation_with_contest == each.expectation
            else -each.expectation_with_contest  # type: ignore[operator]
            for each in alone
        )  # fmt: skip
    assert bool(change_of(of).figures) == (of.kind != SETTING)


@every_case
def test_every_line_that_moved_is_named_and_no_other(of: Case) -> None:
    was, now = (each.report() for each in analyses(of))
    expected = {}
    for kind in now.wagers:
        old = {(each.rule, each.made): each for each in was.wagers[kind].lines}
        new = {(each.rule, each.made): each for each in now.wagers[kind].lines}
        for key in old | new:
            both = [
                (each.pays, each.probability, each.contribution) if each else None
                for each in (old.get(key), new.get(key))
            ]
            if both[0] != both[1]:
                expected[kind, (new.get(key) or old[key]).in_words, key[0]] = both
    found = {
        (each.of, each.says, each.rule): [
            side and (side.pays, side.probability, side.contribution)
            for side in (each.before, each.after)
        ]
        for each in change_of(of).figures.lines
    }
    assert found == expected


@every_case
def test_results_covariances_and_claims_are_those_of_both_reports(of: Case) -> None:
    was, now = (each.report() for each in analyses(of))
    found = change_of(of).figures
    for result in found.results:
        for side, part in ((was, result.before), (now, result.after)):
            assert side.contest is not None
            spread = {Fraction(net): n for net, n in side.contest.distribution.items()}
            assert part == Fraction(spread.get(result.net, 0), side.contest.total)
    moved = {
        frozenset((one, other))
        for one, others in now.covariance.items()
        for other, shared in others.items()
        if one != other and shared != was.covariance[one][other]
    }
    assert len(found.covariances) == len(moved)
    assert [each.text for each in found.claims] == [
        new.text
        for old, new in zip(was.claims, now.claims, strict=True)
        if old.computed != new.computed
    ]
    assert list(found.warnings_new) == [each for each in now.warnings if each not in was.warnings]


# Strategy ------------------------------------------------------------------------------------------


def worth(solved: Solved, decided: list[str]) -> Fraction:
    """What it is worth to decide each class of hands so, added up hand by hand."""
    total = 0
    for hand, (decision, weight) in enumerate(
        zip(decided, solved.counted.hands.weights.tolist(), strict=True)
    ):
        total += int(solved.valued[decision].values[hand]) * weight
    return Fraction(total, solved.scale * solved.counted.hands.total)


def decisions(solved: Solved, strategy: Strategy) -> list[str]:
    return [solved.decisions[n] for n in strategy.tolist()]


@pytest.mark.parametrize("of", [one("pick2", READING), one("duki4", PAYMENT)], ids=str)
def test_what_the_old_strategy_costs_under_the_new_rules_is_exact(of: Case) -> None:
    found = change_of(of).strategy
    assert found is not None
    old, new = (each.solution for each in analyses(of))
    was, now = decisions(old, old.best), decisions(new, new.best)
    weights = new.counted.hands.weights.tolist()
    changed = sum(n for one, other, n in zip(was, now, weights, strict=True) if one != other)
    assert (found.hands_redecided, found.hands) == (changed, sum(weights))
    assert found.share == Fraction(changed, sum(weights))
    best = next(each for each in found.played_on if each.name == "the best decisions")
    assert best.cost == worth(new, now) - worth(new, was)
    assert best.edge_before == -worth(old, was)
    assert best.edge_after == -worth(new, was)
    assert [each.name for each in found.played_on[1:]] == [
        each.name for each in reversed(found.before)
    ]
    assert all(each.cost >= 0 for each in found.played_on)
    assert found.is_same is (of.kind == PAYMENT)


def test_a_list_is_played_on_as_it_was_learnt() -> None:
    """Folding everything but pairs is wrong when a Play wager pays three times as much."""
    old, new = (
        before("duki4", WASHINGTON),
        Edition("duki4", day=DAY, pay={"play.beats-three-card": "3-1"}),
    )
    found = changed_strategy(old, new)
    assert found is not None
    solved = new.analysis.solution
    (learnt,) = found.before
    (played,) = (each for each in found.played_on if each.name == learnt.name)
    (listed,) = lists(old)
    decided = decisions(old.analysis.solution, listed.strategy)
    assert played.edge_after == -worth(solved, decided)
    assert played.cost == worth(solved, decisions(solved, solved.best)) - worth(solved, decided) > 0
    assert found.before[0].lines != found.after[0].lines
    assert not found.is_same


def test_a_game_without_decisions_has_no_strategy_to_change() -> None:
    assert change_of(one("king-high", READING)).strategy is None
