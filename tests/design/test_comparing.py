"""Two versions side by side: what differs is named, and every difference adds up."""

import pickle
from fractions import Fraction

import msgspec
import pytest

from tablewright.design.comparing import Compared, compare
from tablewright.design.versions import version_of, version_of_choices
from tablewright.rules.errors import Refused
from tests.design.priced import PRICES


def test_another_pay_table_differs_in_its_line_and_in_nothing_else() -> None:
    first, second = version_of("duki4"), version_of("duki4", None, {"bonus.straight": "6"})
    found = compare(PRICES, first, second)
    assert not found.is_same
    assert not found.readings
    assert [(each.key, each.first, each.second) for each in found.pay] == [
        ("bonus.straight", "5-1", "6-1")
    ]
    assert all(each.difference and each.difference.fraction == 0 for each in found.contest)
    assert [each.id for each in found.wagers if each.is_changed] == ["bonus"]
    (bonus,) = (each for each in found.wagers if each.id == "bonus")
    (line,) = (each for each in bonus.lines if each.is_changed)
    assert line.first is not None
    assert line.second is not None
    assert (line.first.pays, line.second.pays) == ("5-1", "6-1")
    assert line.first.count == line.second.count == 13_152
    (edge,) = (each for each in bonus.figures if each.id == "house_edge")
    assert edge.difference is not None
    assert edge.difference.fraction == -Fraction(13_152, 270_725)
    assert found.decisions is not None
    assert found.decisions.hands == 0


@pytest.mark.parametrize(
    ("id", "one", "other"),
    [
        ("duki4", [[], []], [["ace=high-only"], ["ante.4-card-one-pair=4"]]),
        ("pick2", [["unqualified=push"], []], [["unqualified=ante-paid"], ["bonus-5.flush=7"]]),
        ("king-high", [[], ["seven.wins=12"]], [["pokerpot-pair=jacks"], []]),
    ],
)
def test_every_figure_stands_beside_the_other_and_the_difference_adds_up(
    id: str, one: list[list[str]], other: list[list[str]]
) -> None:
    first, second = version_of_choices(id, *one), version_of_choices(id, *other)
    found = compare(PRICES, first, second)
    reports = [PRICES.price(each).report for each in (first, second)]
    assert len(found.readings) == 1
    for each in found.wagers:
        for figure in each.figures:
            if figure.id == "house_edge":
                edges = [report.wagers[each.id].house_edge for report in reports]
                assert figure.first is not None
                assert figure.second is not None
                assert figure.difference is not None
                assert [figure.first.fraction, figure.second.fraction] == edges
                assert figure.difference.fraction == edges[1] - edges[0]
        sums = [
            sum((side.contribution.fraction for side in sides if side), Fraction(0))
            for sides in (
                [line.first for line in each.lines],
                [line.second for line in each.lines],
            )
        ]
        assert sums == [report.wagers[each.id].expectation for report in reports]
    assert msgspec.json.decode(msgspec.json.encode(found), type=Compared) == found
    assert pickle.loads(pickle.dumps(found)) == found


def test_the_decisions_of_two_versions_are_compared_with_each_other() -> None:
    """Not with those at the printed odds: there both may differ alike."""
    generous = version_of("duki4", None, {"ante.no-duki-dealer-unqualified": "3"})
    found = compare(PRICES, generous, generous)
    assert found.is_same
    assert found.decisions is not None
    assert found.decisions.hands == 0
    assert PRICES.price(generous).decisions is not None
    to_printed = compare(PRICES, generous, version_of("duki4")).decisions
    back = PRICES.price(generous).decisions
    assert to_printed is not None
    assert back is not None
    assert to_printed.hands == back.hands > 0
    assert {(each.was, each.now) for each in to_printed.changes} == {
        (each.now, each.was) for each in back.changes
    }


def test_two_games_are_not_compared() -> None:
    with pytest.raises(Refused, match=r"^duki4 is compared with pick2: expected two versions"):
        compare(PRICES, version_of("duki4"), version_of("pick2"))
