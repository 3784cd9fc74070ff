"""King High, section 10, paying and taking: every clause about how a winning wager is paid."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.games import game
from tablewright.games.king_high_paying import manner
from tablewright.rules.procedure import Manner, Payment, UsesHand, Where

GAME = game("king-high")
KINDS = {wager.id: wager.kind for wager in GAME.wagers}
ROUND_WAGERS = ["high-run", "low-run", "pokerpot"]
ACTION_WAGERS = [id for id in KINDS if id not in ROUND_WAGERS]
MANUAL = "King High, Dealers Manual & Pit Procedures"
SECTION = "10. Procedure for paying and taking wagers"

FIVE_DOLLARS, TWENTY_FIVE, HUNDRED = 500, 2_500, 10_000


def paid(
    wager: str,
    net: Fraction | int,
    stake: dict[int, int] | None = None,
    *,
    chips: dict[int, int] | None = None,
    place: int = 3,
    needs_approval: bool = False,
    is_paid_in_total: bool = False,
) -> Manner:
    return manner(
        Payment(
            place,
            wager,
            KINDS[wager],
            Fraction(net),
            stake or {FIVE_DOLLARS: 10},
            needs_approval=needs_approval,
            is_paid_in_total=is_paid_in_total,
            paid=chips,
        )
    )


# Hands ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "hand"),
    [
        ("high", UsesHand.RIGHT),
        ("low", UsesHand.LEFT),
        ("diamond", UsesHand.RIGHT),
        ("heart", UsesHand.RIGHT),
        ("club", UsesHand.LEFT),
        ("spade", UsesHand.LEFT),
        ("seven", UsesHand.EITHER),
        ("high-run", UsesHand.EITHER),
        ("low-run", UsesHand.EITHER),
        ("pokerpot", UsesHand.EITHER),
    ],
)
def test_a_wager_is_paid_with_the_hand_of_its_side_of_the_box(wager: str, hand: UsesHand) -> None:
    for place in range(2, 9):
        assert paid(wager, 1, place=place).hand is hand


@pytest.mark.parametrize("wager", KINDS)
def test_box_1_is_paid_with_the_right_hand_only(wager: str) -> None:
    assert paid(wager, 1, place=1).hand is UsesHand.RIGHT


# Wagers on one card --------------------------------------------------------------------------------


def test_one_to_one_is_sized_in_once_on_the_wager() -> None:
    done = paid("high", 1)
    assert done.where is Where.ON_THE_WAGER
    assert done.how == "Size in once."


@pytest.mark.parametrize("wager", ["high", "low"])
def test_three_to_two_is_sized_in_and_capped(wager: str) -> None:
    done = paid(wager, Fraction(3, 2))
    assert done.where is Where.ON_THE_WAGER
    assert done.how == "Size in once and cap."


def test_three_to_one_is_sized_in_three_times() -> None:
    done = paid("heart", 3, {FIVE_DOLLARS: 6})
    assert done.where is Where.ON_THE_WAGER
    assert done.how == "Size in three times."


@pytest.mark.parametrize("chips", [1, 2, 3, 4, 5])
def test_five_chips_or_fewer_of_one_denomination_may_be_capped(chips: int) -> None:
    done = paid("spade", 3, {FIVE_DOLLARS: chips})
    assert done.where is Where.ON_THE_WAGER
    assert done.how == "Size in twice and cap, or size in three times."


def test_few_chips_of_two_denominations_are_not_capped() -> None:
    assert paid("spade", 3, {FIVE_DOLLARS: 2, HUNDRED: 1}).how == "Size in three times."


def test_a_denomination_without_a_chip_does_not_count() -> None:
    stake = {FIVE_DOLLARS: 0, TWENTY_FIVE: 0, HUNDRED: 2}
    assert paid("spade", 3, stake).how == "Size in twice and cap, or size in three times."


@pytest.mark.parametrize("net", [Fraction(1), Fraction(3, 2), Fraction(3)])
def test_three_or_more_denominations_are_not_paid_directly(net: Fraction) -> None:
    done = paid("club", net, {FIVE_DOLLARS: 1, TWENTY_FIVE: 1, HUNDRED: 1})
    assert done.where is Where.BESIDE
    assert done.how == "Make up the winnings in the work area, then set them beside the wager."


def test_two_denominations_are_paid_directly() -> None:
    assert paid("club", 3, {FIVE_DOLLARS: 1, HUNDRED: 1}).where is Where.ON_THE_WAGER


def test_a_wager_paid_in_total_is_not_paid_directly() -> None:
    done = paid("low", 1, is_paid_in_total=True)
    assert done.where is Where.BESIDE
    assert done.how.startswith("Make up stake and winnings together in the work area")


def test_a_payment_that_needs_approval_is_not_paid_directly() -> None:
    done = paid("low", 1, needs_approval=True)
    assert done.where is Where.BESIDE
    assert done.how.startswith("Have an inspector or above approve it.")


def test_the_seven_at_eleven_to_one_is_made_up_and_set_beside() -> None:
    done = paid("seven", 11)
    assert done.where is Where.BESIDE
    assert done.how == "Make up the winnings in the work area, then set them beside the wager."


# Chips that can be sized in, and chips that cannot


@pytest.mark.parametrize(
    ("stake", "net", "chips", "how"),
    [
        ({500: 4}, 1, {500: 4}, "Size in once."),
        ({500: 4}, 1, {2000: 1}, "Pay on the wager in other chips."),
        ({500: 10}, Fraction(3, 2), {500: 10, 2500: 1}, "Size in once and cap."),
        ({500: 10}, Fraction(3, 2), {2500: 3}, "Pay on the wager in other chips."),
        ({500: 2, 2500: 1}, 3, {500: 6, 2500: 3}, "Size in three times."),
        ({500: 5}, 3, {500: 15}, "Size in twice and cap, or size in three times."),
        ({500: 5}, 3, {2500: 3}, "Pay on the wager in other chips."),
        # Half a fifty-cent chip there is none of: what is paid at 3-2 is once the wager.
        ({50: 1}, Fraction(3, 2), {50: 1}, "Size in once."),
    ],
)
def test_only_chips_of_the_wagers_own_denominations_are_sized_in(
    stake: dict[int, int], net: Fraction | int, chips: dict[int, int], how: str
) -> None:
    done = paid("heart", net, stake, chips=chips)
    assert (done.where, done.how) == (Where.ON_THE_WAGER, how)


# Wagers on the round -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager", "net"), [("high-run", 3), ("low-run", 3), ("pokerpot", 1), ("pokerpot", 2)]
)
def test_a_round_wager_of_three_to_one_or_less_is_paid_on_the_wager_and_passed(
    wager: str, net: int
) -> None:
    done = paid(wager, net)
    assert done.where is Where.ON_THEN_PASSED
    assert done.how.endswith("then pass the wager and its winnings to the player.")


@pytest.mark.parametrize(
    ("wager", "net"), [("high-run", 10), ("low-run", 20), ("pokerpot", 5), ("pokerpot", 2500)]
)
def test_a_round_wager_above_three_to_one_is_made_up_and_passed_with_the_wager(
    wager: str, net: int
) -> None:
    done = paid(wager, net)
    assert done.where is Where.PASSED
    assert done.how.endswith("in the work area, then pass them to the player with the wager.")


def test_a_round_wager_paid_in_total_leaves_nothing_on_the_wager() -> None:
    done = paid("pokerpot", 1, is_paid_in_total=True)
    assert done.where is Where.PASSED
    assert done.how.startswith("Make up stake and winnings together")


# Every payment -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("net", "how"),
    [
        (Fraction(2), "Size in twice."),
        (Fraction(5, 2), "Size in twice and cap."),
        (Fraction(6, 5), "Size in once and cap."),
        (Fraction(1, 2), "Cap."),
    ],
)
def test_changed_odds_are_paid_in_the_same_way(net: Fraction, how: str) -> None:
    assert paid("heart", net).how == how


STAKES = st.dictionaries(
    st.sampled_from([100, FIVE_DOLLARS, TWENTY_FIVE, HUNDRED]), st.integers(1, 20), min_size=1
)
NETS = st.fractions(min_value=Fraction(1, 10), max_value=2500, max_denominator=10)


@given(
    st.sampled_from(sorted(KINDS)), NETS, STAKES, st.integers(1, 8), st.booleans(), st.booleans()
)
def test_every_payment_has_a_manner_that_cites_its_clause(
    wager: str, net: Fraction, stake: dict[int, int], place: int, approval: bool, in_total: bool
) -> None:
    done = paid(wager, net, stake, place=place, needs_approval=approval, is_paid_in_total=in_total)
    assert done.source.document == MANUAL
    assert done.source.section == SECTION
    is_on_round = wager in ROUND_WAGERS
    assert done.source.clause.startswith("round of play" if is_on_round else "action round")
    assert ("greater than 3-1" in done.source.clause) == (net > 3)
    assert (done.where in (Where.PASSED, Where.ON_THEN_PASSED)) == is_on_round
    if net > 3:
        assert done.where in (Where.BESIDE, Where.PASSED)
    assert ("work area" in done.how) == (done.where in (Where.BESIDE, Where.PASSED))
    assert ("approve" in done.how) == approval
    assert done.how.endswith(".")


@pytest.mark.parametrize("wager", ACTION_WAGERS)
def test_every_odds_of_an_action_wager_has_its_place(wager: str) -> None:
    for odds in GAME.ruleset().wagers[wager].pay_keys().values():
        expected = Where.BESIDE if wager == "seven" else Where.ON_THE_WAGER
        assert paid(wager, odds.fraction).where is expected


def test_the_section_is_the_one_that_the_game_cites_for_paying() -> None:
    sources = {provision.rule: provision.source for provision in GAME.provisions}
    source = sources["king-high.paying.chips"]
    assert (source.document, source.section) == (MANUAL, SECTION)
