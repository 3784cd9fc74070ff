"""Corners that ordinary figures do not reach: ties, huge odds, forced faults, zero edges."""

from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

from tablewright.games import game
from tablewright.odds import draws
from tablewright.odds.analysis import Analysis
from tablewright.odds.contests import Counted
from tablewright.odds.counts import Arrays
from tablewright.odds.draws import DrawnCounts, draw_of
from tablewright.odds.figures import figured_contest
from tablewright.odds.forensics import Forensics, edges
from tablewright.odds.hands import Pack
from tablewright.odds.hold import bands
from tablewright.odds.report import Count
from tablewright.odds.simulation import ContestDealer, DrawDealer, simulate
from tablewright.odds.solving import Solved, Valued, contest_of
from tablewright.odds.store import code
from tablewright.odds.strategy import taught
from tablewright.rules.cards import Rank, cards
from tablewright.rules.errors import BadDefinition
from tablewright.rules.this_code import code_of
from tablewright.rules.wagers import parse_pay
from tests.games.three_card_poker import GAME as THREE_CARD_POKER
from tests.odds.analysed import COUNTS, analysed, lists


def small_contest() -> Solved:
    ruleset = THREE_CARD_POKER.ruleset()
    return Solved(ruleset, Counted(contest_of(ruleset), Pack((Rank.TWO, Rank.JACK, Rank.QUEEN))))


# Ties ----------------------------------------------------------------------------------------------


def test_of_equal_decisions_the_one_that_stakes_less_is_best() -> None:
    solved = small_contest()
    rows = np.arange(len(solved.counted.hands))
    even = np.full(len(rows), 7, dtype=np.int64)
    better = even.copy()
    better[3] += 1
    solved.valued = {"play": Valued(better, rows), "fold": Valued(even, rows)}
    assert [solved.decisions[n] for n in solved.best[:5]] == [
        "fold",
        "fold",
        "fold",
        "play",
        "fold",
    ]
    weights = solved.counted.hands.weights
    assert solved.ties == int(weights.sum() - weights[3])


# Numbers beyond 64 bits ----------------------------------------------------------------------------


@pytest.mark.parametrize("odds", [pytest.param(10**12, marks=pytest.mark.proof), 10**18])
def test_large_odds_are_exact_whichever_numbers_are_used(odds: int) -> None:
    pay = (f"bonus-3-5.five.royal-flush={odds}",)
    solved = analysed("pick2", pay=pay).solution
    royal = Fraction(4, 2_598_960) * (odds - 500)
    assert solved.worth(solved.best) == Fraction(-31647418729, 996661525860) + royal
    assert taught(solved)[-1].cost == Fraction(3940274309, 996661525860)


def test_a_player_who_takes_back_is_priced_alike_with_any_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pay = parse_pay(["pokerpot.royal-flush=100000000"])
    ruleset = game("king-high").ruleset({"withdraw": "all"}, pay)
    counts = DrawnCounts(draw_of(ruleset), tuple(ruleset.wagers))
    found = counts.informed(ruleset.wagers["pokerpot"])
    monkeypatch.setattr(draws, "SAFE", 0)
    assert counts.informed(ruleset.wagers["pokerpot"]) == found


# Lists for odd pay tables --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pay",
    [
        "ante.three-higher=3",
        "play.five-higher=0",
        pytest.param("ante.unqualified-higher=50", marks=pytest.mark.proof),
        pytest.param("play.three-higher=1234", marks=pytest.mark.proof),
        pytest.param("ante.five-higher=1234", marks=pytest.mark.proof),
    ],
)
def test_a_list_is_found_for_any_pay_table(pay: str) -> None:
    solved = analysed("pick2", pay=(pay,)).solution
    lists = taught(solved)
    best = solved.worth(solved.best)
    always = max(solved.worth(solved.always(each)) for each in solved.decisions)
    assert lists[0].expectation >= always
    assert [each.cost for each in lists] == sorted((each.cost for each in lists), reverse=True)
    assert all(0 <= each.cost <= best - always for each in lists)
    assert len({each.name for each in lists}) == len(lists)


def test_where_every_hand_should_be_played_the_list_says_so() -> None:
    pay = ("ante.no-duki-dealer-unqualified=5",)
    solved = analysed("duki4", pay=pay).solution
    (listed,) = taught(solved)
    assert (listed.rules, listed.otherwise) == ((), "play")
    assert listed.expectation == solved.worth(solved.always("play"))
    assert listed.cost < Fraction(1, 1000)


def test_the_dearest_mistakes_come_first_however_few_are_asked_for() -> None:
    listed = lists("pick2")[0]
    many = list(listed.exceptions.dearest(50))
    assert list(listed.exceptions.dearest(3)) == many[:3]
    assert many[0].cost > many[-1].cost


# Faults that must not pass -------------------------------------------------------------------------


def test_a_count_that_does_not_add_up_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted._count

    def one_too_many(self: Counted, *given: object) -> object:
        counts = counted(self, *given)  # type: ignore[arg-type]
        counts[0, 0, 0] += 1
        return counts

    monkeypatch.setattr(Counted, "_count", one_too_many)
    with pytest.raises(BadDefinition, match="does not add up"):
        small_contest()


def test_a_lower_hand_that_is_worth_more_is_an_error() -> None:
    solved = analysed("pick2").solution
    met = solved.counted.met["three"]
    base = int(met.bases[0])
    lower, copy, higher = (int(base + cell) for cell in met.cells[:3])
    with pytest.raises(BadDefinition, match="lower hand can be worth more"):
        solved._refuse_better_when_lower(met, {lower: 5, copy: 0, higher: 9})
    solved._refuse_better_when_lower(met, {lower: -5, copy: 0, higher: 9})


def test_packs_do_not_share_their_counts() -> None:
    kept: dict[str, Arrays] = {}
    contest = contest_of(THREE_CARD_POKER.ruleset())
    packs = [Pack((Rank.TWO, Rank.JACK, Rank.QUEEN)), Pack((Rank.TWO, Rank.THREE, Rank.FOUR))]
    apart = [Counted(contest, pack).met["play"].counts for pack in packs]
    shared = [Counted(contest, pack, kept).met["play"].counts for pack in packs]
    again = [Counted(contest, pack, kept).met["play"].counts for pack in packs]
    assert (apart[0] != apart[1]).any()
    for n in range(2):
        assert (apart[n] == shared[n]).all()
        assert (apart[n] == again[n]).all()


def test_any_changed_file_of_rules_games_or_odds_is_other_code(tmp_path: Path) -> None:
    seen = set()
    for part in ("rules", "games", "odds"):
        (tmp_path / part).mkdir()
        (tmp_path / part / "file.py").write_text("one")
    seen.add(code(tmp_path))
    for part in ("rules", "games", "odds"):
        code_of.cache_clear()
        (tmp_path / part / "file.py").write_text("two")
        seen.add(code(tmp_path))
    code_of.cache_clear()
    assert len(seen) == 4


# Side wagers ---------------------------------------------------------------------------------------


def test_a_wager_that_may_stand_alone_is_counted_without_decisions() -> None:
    """If every hand is folded, the Bonus beside the Ante is lost, and alone it is not."""
    solved = analysed("duki4").solution
    folded = figured_contest(solved, solved.always("fold"))
    assert folded.wagers["bonus"].expectation == Fraction(-1718, 54145)
    assert folded.with_contest["bonus"] == -1
    usual = analysed("duki4")
    assert usual.figured.with_contest["bonus"] == Fraction(-1718, 54145)
    bonus = usual.report().wagers["bonus"]
    assert (bonus.average_wager, bonus.not_made) == (Fraction(1), Count(0))
    play = usual.report().wagers["play"]
    assert play.not_made == 194_580 * 89_884


# A player who may wait or take back ----------------------------------------------------------------


def test_what_freedoms_are_worth_in_king_high() -> None:
    late = analysed("king-high", "round-wagers-close=after-first-action-round")
    for run in ("high-run", "low-run"):
        informed = late.figured.informed[run]
        assert informed.made == Fraction(6, 13)
        assert informed.per_wager == informed.expectation * Fraction(13, 6)
        assert edges(late.figured)[run] == -informed.per_wager
    both = analysed(
        "king-high", "withdraw=all", "round-wagers-close=after-first-action-round"
    ).figured.informed["pokerpot"]
    held = analysed("king-high", "withdraw=all").figured.informed["pokerpot"]
    assert both == held
    assert held.made == 1


def test_a_wager_never_worth_making_late_is_judged_as_made_early() -> None:
    nothing = parse_pay(
        [f"{key}=0" for key in game("king-high").ruleset().wagers["pokerpot"].pay_keys()]
    )
    readings = {"round-wagers-close": "after-first-action-round"}
    analysis = Analysis(game("king-high").ruleset(readings, nothing))
    early = analysis.figured.wagers["pokerpot"].house_edge
    assert edges(analysis.figured)["pokerpot"] == early > Fraction(1, 2)


def test_a_wager_that_may_be_taken_back_is_worth_no_less_than_nothing() -> None:
    poor = cards("2c 7d")
    worths = {}
    for option in ("action-wagers", "all"):
        ruleset = game("king-high").ruleset({"withdraw": option})
        counts = DrawnCounts(draw_of(ruleset), tuple(ruleset.wagers))
        worths[option] = counts.live(ruleset.wagers["pokerpot"], poor)
        broken = counts.live(ruleset.wagers["high-run"], poor)
        assert broken == -1
    assert worths["action-wagers"] < 0 < worths["all"] + Fraction(1, 10**9)


def test_a_freedom_that_adds_nothing_is_not_warned_of_again() -> None:
    analysis = Analysis(
        game("king-high").ruleset(
            {"round-wagers-close": "after-first-action-round"},
            parse_pay(["pokerpot.two-pairs=50"]),
        )
    )
    about_pokerpot = [each for each in analysis.warnings if each.startswith("Pokerpot")]
    assert all("takes it back" not in each for each in about_pokerpot)
    assert len(about_pokerpot) == len(set(about_pokerpot))


def test_a_zero_edge_is_no_player_s_edge() -> None:
    fair = analysed("king-high", pay=("seven.wins=12",))
    assert fair.figured.wagers["seven"].expectation == 0
    assert fair.warnings == ()
    assert analysed("king-high", pay=("seven.wins=13",)).warnings


# Forensics on another base -------------------------------------------------------------------------


def test_options_are_tried_on_top_of_what_was_chosen() -> None:
    forensics = Forensics(game("duki4").ruleset({"ace": "high-only"}), COUNTS)
    reading = game("duki4").reading("bonus-odds")
    tried = forensics.tried(reading, "to-one")
    assert tried.edges["bonus"] == Fraction(2146, 38675)
    assert tried.edges["contest"] == Fraction(19755713, 585307450)


# Hold ----------------------------------------------------------------------------------------------


def test_the_bell_curve_has_the_right_middle_and_width() -> None:
    results = {Fraction(-1): 10**9, Fraction(0): 1, Fraction(10**9): 2}
    (band,) = bands(results, rounds=(400,))
    mean, second = Fraction(10**9, 10**9 + 3), Fraction(10**9 + 2 * 10**18, 10**9 + 3)
    bell = NormalDist(-float(mean), float(second - mean**2) ** 0.5 / 20)
    assert band.is_bell_curve
    assert band.bounds[95] == pytest.approx((bell.inv_cdf(0.025), bell.inv_cdf(0.975)))


def test_a_rare_large_win_does_not_fall_off_the_edge() -> None:
    (band,) = bands({Fraction(-1): 98, Fraction(4000): 2}, rounds=(2,), levels=(95,))
    assert band.bounds[95] == (-3999 / 2, 1)


# Dealing -------------------------------------------------------------------------------------------


def test_words_that_would_favour_some_hands_are_thrown_away() -> None:
    solved = analysed("duki4").solution
    dealer = ContestDealer(solved, solved.best)
    tally = dealer.shoe.blank()
    count, low = solved.counted.hands.total, 2**32 - 1
    biased = 2**32 % count
    fair = [n for n in range(1, 10_000) if (n * count) & low >= biased]
    unfair = next(n for n in range(1, 10**6) if (n * count) & low < biased)

    def dealt(player: int, dealer_word: int) -> int:
        words = np.array([player << 32 | dealer_word], dtype=np.uint64)
        return dealer.shoe.deal(words, 1, tally)

    apart = next(other for other in range(2**31, 2**32, 999_983) if dealt(fair[0], other) == 1)
    assert dealt(unfair, apart) == 0


def test_cards_of_one_round_narrow_the_error_as_they_are_not_put_back() -> None:
    analysis = analysed("king-high")
    assert analysis.drawn is not None
    dealer = DrawDealer(analysis.drawn, analysis.ruleset.wagers)
    run = simulate(dealer, 1_000, seed=1)
    (high,) = [each for each in dealer.measured(run.tally) if each.of == "high"]
    one = Fraction(185, 169)
    of_five = 5 * one - 5 * 4 * one / 311
    assert high.error_squared == of_five / 25 / 1_000


def test_a_record_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.odds.records.WORD", 20)
    solved = small_contest()
    with pytest.raises(BadDefinition, match="bits of 20"):
        ContestDealer(solved, solved.best)
