"""Solve for a target: what is found is what pricing every combination of a small grid finds."""

import pickle
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

import msgspec
import pytest

from tablewright.design import searching
from tablewright.design.linear import LinearGame, is_linear
from tablewright.design.searching import in_boxes, one_by_one, put_together
from tablewright.design.target import CHANGE, Solutions, solve
from tablewright.design.varying import parse_bounds, parse_vary
from tablewright.design.versions import pay_keys, version_of, version_of_choices
from tablewright.odds.solving import Solved
from tablewright.rules.errors import Refused
from tablewright.rules.wagers import Odds, parse_pay
from tests.design.priced import PRICES
from tests.odds.analysed import analysed


def priced_one_by_one(
    id: str, readings: tuple[str, ...], pay: tuple[str, ...], vary: list[str], of: str
) -> dict[tuple[str, ...], Fraction]:
    """The edge at every combination, each by `odds` itself."""
    entries = [parse_vary(each) for each in vary]
    found = {}
    for odds in product(*(each.odds for each in entries)):
        changed = [f"{e.key}={o}" for e, o in zip(entries, odds, strict=True)]
        kept = [each for each in pay if each.partition("=")[0] not in {e.key for e in entries}]
        figured = analysed.__wrapped__(id, *readings, pay=(*kept, *changed)).figured
        if of == "game":
            assert figured.contest is not None
            found[odds] = figured.contest.house_edge
        else:
            found[odds] = figured.wagers[of].house_edge
    return found


SIDE_WAGERS = [
    ("duki4", (), (), "bonus.straight=4..7 bonus.three-of-a-kind=20,25,30", None, "2..9"),
    ("duki4", ("duki4.bonus-odds=for-one",), (), "bonus.straight=5..8", "bonus", "15..22"),
    ("pick2", (), ("bonus-5.flush=9",), "bonus-5.flush=5..8 bonus-5.straight=4..6", None, "4..5"),
    ("king-high", (), (), "high.king=1,3-2,2 high.eight-to-queen=1,6-5", None, "-5..6"),
    pytest.param(
        *("king-high", (), (), "pokerpot.flush=6..9 pokerpot.straight=4..6", None, "1..6"),
        marks=pytest.mark.proof,
    ),
]
"""Each entry adds its own amount to the edge."""
BOTH_TABLES = "bonus-3-5.five.three-of-a-kind=1..3 bonus-3-5.three.three-of-a-kind=1..3"
DECIDED_TOGETHER = [
    ("duki4", (), (), "ante.4-card-straight=8..12 ante.4-card-one-pair=1..3", None, "0..4"),
    pytest.param(
        *("pick2", (), (), "ante.three-higher=1,6-5 bonus-3-5.five.flush=9..11", "game", "-2..4"),
        marks=pytest.mark.proof,
    ),
    ("pick2", ("pick2.bonus-tables=higher",), (), BOTH_TABLES, None, "2..5"),
]
"""Odds can change decisions; higher ones only lower the edge of the game."""
TWO_OF_ANTE = "ante.4-card-one-pair=1..3 ante.no-duki-dealer-unqualified=0..2"
ONE_OF_THOSE = [("duki4", (), (), TWO_OF_ANTE, "play", "-9..9")]
"""The edge of one wager may move either way when decisions change."""


@pytest.mark.parametrize(
    ("id", "readings", "pay", "varied", "of", "edge"),
    [*SIDE_WAGERS, *DECIDED_TOGETHER, *ONE_OF_THOSE],
)
def test_what_is_found_is_what_brute_force_finds(
    id: str, readings: tuple[str, ...], pay: tuple[str, ...], varied: str, of: str, edge: str
) -> None:
    low, high, vary = *parse_bounds(edge), varied.split()
    version = version_of_choices(id, readings, pay)
    entries = [parse_vary(each) for each in vary]
    found = solve(PRICES, version, entries, low, high, of=of, most=1_000)
    every = priced_one_by_one(id, readings, pay, vary, found.of)
    within = {odds: edge for odds, edge in every.items() if low <= edge <= high}
    assert 0 < len(within) < len(every)
    assert found.combinations == len(every)
    assert found.lowest.fraction == min(every.values())
    assert found.highest.fraction == max(every.values())
    assert found.found == len(within) == len(found.solutions)
    assert {tuple(each.pay.values()): each.edge.fraction for each in found.solutions} == within
    offs = [abs(each.edge.fraction - (low + high) / 2) for each in found.solutions]
    assert offs == sorted(offs) == [each.off.fraction for each in found.solutions]
    by_change = solve(PRICES, version, entries, low, high, of=of, most=5, ranked_by=CHANGE)
    ranked = sorted(
        found.solutions, key=lambda each: (each.changed, each.change.fraction, each.off.fraction)
    )
    keys = [(each.changed, each.change.exact, each.off.exact) for each in by_change.solutions]
    assert keys == [(each.changed, each.change.exact, each.off.exact) for each in ranked[:5]]
    for each in found.solutions[:3]:
        wanted = parse_pay(f"{key}={odds}" for key, odds in each.pay.items())
        assert wanted.items() <= pay_keys(each.version.ruleset()).items()


def test_a_target_of_the_whole_grid_s_middle_is_hit_first() -> None:
    version = version_of("duki4")
    entries = [parse_vary("bonus.straight=1..30"), parse_vary("bonus.three-of-a-kind=1..60")]
    found = solve(
        PRICES, version, entries, Fraction(0), Fraction(1, 10), aim=Fraction(3, 100), most=3
    )
    best = PRICES.price(found.solutions[0].version).report.wagers["bonus"].house_edge
    assert found.solutions[0].edge.fraction == best
    assert found.solutions[0].off.fraction == abs(best - Fraction(3, 100))
    assert len(found.solutions) == 3 < found.found < found.combinations == 1800
    assert found.priced < 100
    assert msgspec.json.decode(msgspec.json.encode(found), type=Solutions) == found
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_changed_version_is_the_one_that_changes_are_counted_from() -> None:
    version = version_of("duki4", None, {"bonus.straight": "6", "bonus.three-of-a-kind": "25"})
    found = solve(PRICES, version, [parse_vary("bonus.straight=5..6")], Fraction(-1), Fraction(1))
    changed = {each.pay["bonus.straight"]: each.changed for each in found.solutions}
    assert changed == {"5-1": 1, "6-1": 0}
    for each in found.solutions:
        assert each.version.pay["bonus.three-of-a-kind"] == "25-1"


@pytest.mark.parametrize(
    ("id", "readings", "varied"),
    [
        ("duki4", (), "ante.4-card-one-pair=0,1,3-2,7 ante.no-duki-dealer-unqualified=0..5"),
        (
            "duki4",
            ("duki4.fourth-card=yes",),
            "play.beats-three-card=0,6-5,2 ante.4-card-straight=1..9",
        ),
        ("pick2", (), "ante.three-higher=0,1,2 play.five-higher=0,6-5,3 bonus-3-5.five.flush=3..9"),
        ("three-card-poker", (), "ante.higher=0,1,3-2 play.higher=0..2"),
    ],
)
def test_sums_give_the_edge_that_solving_anew_gives(
    id: str, readings: tuple[str, ...], varied: str
) -> None:
    solved = analysed(id, *readings).solution
    odds = {each.key: each.parsed for each in map(parse_vary, varied.split())}
    assert is_linear(solved, list(odds))
    game = LinearGame(solved, odds)
    rng = Random(9)
    for _ in range(6):
        point = [rng.randrange(len(each)) for each in odds.values()]
        pay = {key: some[n] for (key, some), n in zip(odds.items(), point, strict=True)}
        anew = Solved(solved.ruleset.at(pay), solved.counted)
        assert game.edge(point) == -anew.worth(anew.best)


def test_sums_are_exact_at_any_size() -> None:
    solved = analysed("duki4").solution
    huge = [Odds(1), Odds(10**19), Odds(10**19, 3)]
    game = LinearGame(solved, {"ante.4-card-one-pair": huge})
    for n, odds in enumerate(huge):
        anew = Solved(solved.ruleset.at({"ante.4-card-one-pair": odds}), solved.counted)
        assert game.edge([n]) == -anew.worth(anew.best)


def test_where_a_player_chooses_cards_or_the_higher_table_pays_sums_do_not_hold() -> None:
    keys = ["bonus-3-5.five.flush"]
    assert is_linear(analysed("pick2").solution, keys)
    assert not is_linear(analysed("pick2", "pick2.three-cards=cards-played").solution, keys)
    higher = analysed("pick2", "pick2.bonus-tables=higher").solution
    assert not is_linear(higher, keys)
    assert is_linear(higher, ["ante.three-higher"])


# The three searches, on edges made up ---------------------------------------------------------------


def made_up(point: Sequence[int]) -> Fraction:
    return Fraction(7) - sum(Fraction((3 * n + 2) * p, n + 1) for n, p in enumerate(point))


@pytest.mark.parametrize("bounds", [(-40, -1), (0, 3), (7, 7), (8, 9), (-99, 99)])
def test_all_searches_find_the_same(bounds: tuple[int, int]) -> None:
    sizes, low, high = [4, 5, 3], Fraction(bounds[0]), Fraction(bounds[1])
    every = {p for p in product(*map(range, sizes)) if low <= made_up(p) <= high}
    for search in (put_together, in_boxes, one_by_one):
        found = search(made_up, sizes, low, high)
        assert {tuple(map(int, p)) for p in found.points} == every
        assert all(found.edge(n) == made_up(tuple(p)) for n, p in enumerate(found.points))
        assert found.combinations == 60
        assert found.highest == made_up([0, 0, 0])
        assert found.lowest == made_up([3, 4, 2])


def test_numbers_of_any_size_are_added_exactly() -> None:
    def edge(point: Sequence[int]) -> Fraction:
        return Fraction(10**30 - sum(point) * 10**29, 3**50)

    low, high = edge((3, 3)), edge((2, 2))
    found = put_together(edge, [5, 5], low, high)
    assert {sum(map(int, p)) for p in found.points} == {4, 5, 6}
    assert found.edge(0) in {edge((2, 2)), edge((2, 3)), edge((3, 3))}


def test_boxes_outside_the_bounds_are_not_priced() -> None:
    priced = []

    def edge(point: Sequence[int]) -> Fraction:
        priced.append(tuple(point))
        return Fraction(100 - sum(point))

    found = in_boxes(edge, [50, 50], Fraction(99), Fraction(100))
    assert len(found.points) == 3
    assert len(priced) == len(set(priced)) == found.priced < 60


def test_what_is_too_large_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        Refused, match=r"^160,000 combinations must each be priced: expected at most"
    ):
        one_by_one(made_up, [400, 400], Fraction(0), Fraction(1))
    with pytest.raises(Refused, match=r"^more than 4,000 combinations must be priced one by one"):
        in_boxes(made_up, [400, 400], Fraction(-9999), Fraction(9999))
    with pytest.raises(Refused, match=r"^more than 2,000,000 combinations may lie within"):
        put_together(made_up, [200, 200, 200], Fraction(-9999), Fraction(9999))
    monkeypatch.setattr(searching, "MOST_KEPT", 10)
    put_together(made_up, [200, 200, 200], Fraction(7), Fraction(7))


@pytest.mark.parametrize(
    ("vary", "of", "said"),
    [
        ([], None, "nothing varies: expected an entry, as in bonus.straight=4..7"),
        (["bonus.flush=1..2"], None, "nothing is paid as 'bonus.flush': expected bonus."),
        (["bonus.straight=1..2"] * 2, None, "bonus.straight varies twice: expected each entry once"),
        (["bonus.straight=1..2", "ante.4-card-straight=9..10"], None,
         "the entries are of bonus and game: expected to be told whose edge is meant, game, ante,"),
        (["bonus.straight=1..2"], "game", "bonus.straight does not move the edge of game: expected"),
        (["ante.4-card-straight=1..2"], "bonus", "ante.4-card-straight does not move the edge of"),
        (["bonus.straight=1..2"], "faro", "there is no edge of 'faro' here: expected game, ante, play"),
    ],
)  # fmt: skip
def test_what_cannot_be_searched_is_refused(vary: list[str], of: str | None, said: str) -> None:
    entries = [parse_vary(each) for each in vary]
    with pytest.raises(Refused) as refused:
        solve(PRICES, version_of("duki4"), entries, Fraction(0), Fraction(1), of=of)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bonus.straight", "'bonus.straight' varies nothing: expected WAGER.KEY=LOW..HIGH"),
        ("bonus.straight=7..4", "bonus.straight is to vary from 7 to 4: expected the lower odds"),
        ("bonus.straight=1..400", "bonus.straight is to take 400 odds: expected at most 200"),
        ("bonus.straight=1.5..3", "bonus.straight is to vary as '1.5..3': expected whole odds"),
        ("bonus.straight=x", "'x' is not odds: expected whole numbers such as 10 or 3-2"),
    ],
)
def test_what_does_not_vary_is_refused(text: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_vary(text)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("text", ["", "3", "3..", "a..b", "3..2", "1e3..2e3", "2..3..4"])
def test_what_is_no_pair_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"^the edge is '.*': expected"):
        parse_bounds(text)
    assert parse_bounds("-1 % .. 3.25 %") == (Fraction(-1, 100), Fraction(13, 400))
