"""Opening and closing a table: the float and its forms, equipment, sign, cards, the closing count."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from tablewright.rules.errors import Forbidden, Refused
from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.setup import Staff
from tests.registry import GAMES
from tests.table.driving import (
    CAMERAS,
    DAY,
    DEALER,
    INSPECTOR,
    PIT_BOSS,
    Driver,
    at_table,
)

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
SMALL_FLOAT = {2500: 4, 500: 20, 100: 50}
"""Two hundred and fifty dollars."""


def small(game: str = "duki4", **setup: Any) -> Driver:
    """A table before its opening, with a float that is easy to count."""
    return Driver(game, float_chips=dict(SMALL_FLOAT), **setup)


def short(table: Driver, nature: str = "one chip short") -> None:
    """A count that is one five-dollar chip short, written down by the inspector."""
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat({2500: 4, 500: 19, 100: 50}), DEALER)
    table.do(acts.ReportError(nature), INSPECTOR)


# The float -----------------------------------------------------------------------------------------


@EVERY_GAME
def test_the_opener_says_what_was_counted_and_who_signed(game: str) -> None:
    staff = Staff(dealer="Dora", inspector="Ines", pit_boss="Paul")
    table = small(game, staff=staff)
    table.open_float()
    form = table.last(acts.FormCompleted)
    assert form.form == "opener"
    assert form.signed == {"dealer": "Dora", "inspector": "Ines"}
    assert form.says["table"] == "7"
    assert form.says["date"] == str(DAY)
    assert form.says["float"] == "4 x $25, 20 x $5, 50 x $1"
    assert form.says["total"] == "$250"
    table.refused(acts.CountFloat(dict(SMALL_FLOAT)), DEALER)
    table.refused(acts.Sign("opener"), PIT_BOSS)


def test_a_pit_boss_may_sign_in_the_place_of_the_inspector() -> None:
    table = small()
    table.do(acts.UnlockRack(), PIT_BOSS)
    table.do(acts.CountFloat(dict(SMALL_FLOAT)), DEALER)
    table.sign("opener", PIT_BOSS)
    table.refused(acts.Sign("opener"), INSPECTOR)
    table.sign("opener", DEALER)
    assert sorted(table.last(acts.FormCompleted).signed) == ["dealer", "pit-boss"]


def test_nobody_else_signs_and_nobody_signs_for_another() -> None:
    table = small()
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat(dict(SMALL_FLOAT)), DEALER)
    table.refused(acts.Sign("opener"), player(1))
    table.refused(acts.Sign("opener"), CAMERAS)
    table.refused(acts.Sign("opener", "inspector"), DEALER)


def test_a_count_is_made_of_the_houses_chips_by_the_dealer() -> None:
    table = small()
    table.do(acts.UnlockRack(), INSPECTOR)
    table.refused(acts.CountFloat({700: 1}), DEALER)
    table.refused(acts.CountFloat({500: -1}), DEALER)
    table.refused(acts.CountFloat(dict(SMALL_FLOAT)), INSPECTOR)


def test_a_count_may_be_made_again_and_agree() -> None:
    table = small()
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat({500: 20, 100: 50}), DEALER)
    table.do(acts.CountFloat(dict(SMALL_FLOAT)), DEALER)
    table.refused(acts.ReportError("none"), INSPECTOR)
    table.sign("opener")


@pytest.mark.parametrize(
    ("counted", "difference"),
    [
        ({2500: 4, 500: 19, 100: 50}, "-$5"),
        ({2500: 4, 500: 20, 100: 53}, "$3"),
        ({2500: 3, 500: 25, 100: 50}, "$0"),
        ({}, "-$250"),
    ],
    ids=["short", "over", "other chips", "nothing there"],
)
def test_a_discrepancy_makes_an_error_notification_and_is_booked_as_counted(
    counted: dict[int, int], difference: str
) -> None:
    table = small()
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat(counted), DEALER)
    table.refused(acts.Sign("opener"), DEALER)
    table.do(acts.ReportError("not as booked"), INSPECTOR)
    table.sign("error-notification", INSPECTOR)
    assert table.float_chips() == SMALL_FLOAT
    table.sign("error-notification", DEALER)
    form = table.last(acts.FormCompleted)
    assert form.says["difference"] == difference
    assert form.says["expected"] == "4 x $25, 20 x $5, 50 x $1"
    assert table.float_chips() == counted
    assert table.state.bank.total() == 0


def test_a_table_opens_after_an_error_notification_without_an_opener() -> None:
    table = small()
    short(table)
    table.sign("error-notification")
    table.open_equipment()
    table.new_cards()
    table.do(acts.Open(), INSPECTOR)
    assert "opener" not in [form.form for form in table.events(acts.FormCompleted)]


@pytest.mark.parametrize("words", ["", "  ", "a\nb", "x" * 201])
def test_an_error_is_written_in_words_that_can_be_printed(words: str) -> None:
    table = small()
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat({500: 1}), DEALER)
    table.refused(acts.ReportError(words), INSPECTOR)


def test_a_signature_does_not_carry_over_to_another_count() -> None:
    table = small()
    short(table)
    table.sign("error-notification", INSPECTOR)
    try:
        table.do(acts.CountFloat({2500: 1}), DEALER)
        table.sign("error-notification", DEALER)
    except Forbidden:
        return
    assert table.events(acts.FormCompleted) == []


# Equipment and sign --------------------------------------------------------------------------------


def payouts(lines: Sequence[str], table: str) -> dict[str, str]:
    """What one pay table on the sign pays for each hand."""
    (line,) = [line for line in lines if line.startswith(f"{table}: ")]
    paid = [hand.rpartition(" ") for hand in line.removeprefix(f"{table}: ").split(", ")]
    return {hand: odds for hand, _, odds in paid}


def test_the_sign_of_duki_4_states_limits_and_payouts() -> None:
    table = Driver("duki4", limits={"ante": (1000, 5000), "bonus": (500, 2500)})
    table.refused(acts.DisplaySign(), INSPECTOR)
    table.open_float()
    table.open_equipment()
    lines = table.last(acts.SignDisplayed).lines
    assert "Ante: $10 to $50" in lines
    assert "Duki Bonus: $5 to $25" in lines
    ante = payouts(lines, "4-Card Duki Ante pay table")
    assert ante == {
        "four of a kind": "100-1",
        "straight": "10-1",
        "three of a kind": "5-1",
        "two pair": "3-1",
        "one pair": "2-1",
        "high card": "1-1",
    }
    bonus = payouts(lines, "3-Card Duki Bonus pay table")
    assert bonus == {
        "three of a kind": "30-1",
        "straight": "5-1",
        "pair of fours or better": "1-1",
    }
    assert table.table.book.ruleset.fingerprint[:12] in lines[0]
    table.refused(acts.DisplaySign(), DEALER)


def test_the_sign_of_pick_2_states_limits_and_all_three_pay_tables() -> None:
    table = Driver("pick2", limits={"bonus-5": (100, 2500)})
    table.open_equipment()
    lines = table.last(acts.SignDisplayed).lines
    assert "5 Card Bonus Only: $1 to $25" in lines
    assert "3-5 Bonus: $5 to $100" in lines
    assert payouts(lines, "3-5 Bonus, five-card pay table") == {
        "royal flush": "500-1",
        "straight flush": "100-1",
        "four of a kind": "25-1",
        "full house": "12-1",
        "flush": "10-1",
        "straight": "4-1",
        "three of a kind": "1-1",
    }
    assert payouts(lines, "3-5 Bonus, three-card pay table") == {
        "suited ace king queen": "10-1",
        "straight flush": "3-1",
        "three of a kind": "1-1",
    }
    assert payouts(lines, "5 Card Bonus Only pay table") == {
        "royal flush": "500-1",
        "straight flush": "100-1",
        "four of a kind": "40-1",
        "full house": "15-1",
        "flush": "8-1",
        "straight": "6-1",
        "three of a kind": "4-1",
        "two pair": "3-1",
        "sixes or better": "1-1",
    }


def test_the_sign_follows_a_changed_pay_table() -> None:
    table = Driver("duki4", pay={"bonus.straight": "6-1"})
    table.open_equipment()
    bonus = payouts(table.last(acts.SignDisplayed).lines, "3-Card Duki Bonus pay table")
    assert bonus["straight"] == "6-1"


@pytest.mark.parametrize(
    ("device", "items"),
    [
        ("shuffler", "layout pay-tables chip-rack discard-holder limit-sign shuffler"),
        ("hand", "layout pay-tables chip-rack discard-holder limit-sign cut-card"),
        ("one-deck-shuffler", "layout pay-tables chip-rack discard-holder limit-sign shuffler"),
    ],
)
def test_the_equipment_of_pick_2_is_checked_item_by_item(device: str, items: str) -> None:
    table = Driver("pick2", device=device)
    listed = tuple(items.split())
    for missing in listed:
        refusal = table.refused(
            acts.CheckEquipment(tuple(each for each in listed if each != missing)), DEALER
        )
        assert missing in str(refusal)
    table.refused(acts.CheckEquipment((*listed, "roulette-wheel")), DEALER)
    table.do(acts.CheckEquipment(listed), DEALER)


# Opening -------------------------------------------------------------------------------------------


@EVERY_GAME
def test_a_table_opens_only_when_nothing_is_missing(game: str) -> None:
    table = Driver(game)
    assert "float counted" in str(table.refused(acts.Open(), INSPECTOR))
    table.open_float()
    assert "equipment" in str(table.refused(acts.Open(), INSPECTOR))
    table.do(acts.CheckEquipment(table.offered("check-equipment", DEALER).choices), DEALER)
    assert "sign" in str(table.refused(acts.Open(), INSPECTOR))
    table.do(acts.DisplaySign(), DEALER)
    assert "cards" in str(table.refused(acts.Open(), INSPECTOR))
    table.new_cards()
    table.refused(acts.Open(), DEALER)
    table.do(acts.Open(), INSPECTOR)
    opened = table.last(acts.Opened)
    assert opened.ruleset == table.table.book.ruleset.fingerprint
    assert table.events(acts.SetUp)[0].setup.ruleset == opened.ruleset
    table.refused(acts.Open(), INSPECTOR)


def test_nobody_plays_before_the_table_is_open() -> None:
    table = Driver("duki4")
    for command, by in (
        (acts.Sit(1, "early"), player(1)),
        (acts.Wager(1, "ante", {500: 1}), player(1)),
        (acts.NoMoreBets(), DEALER),
        (acts.Fill({500: 1}), INSPECTOR),
        (acts.BeginClosing(), INSPECTOR),
    ):
        assert "opening" in str(table.refused(command, by))


@EVERY_GAME
def test_a_keyed_table_opens_with_cards_shuffled_as_any_other_though_none_knows_their_order(
    game: str,
) -> None:
    table = Driver(game, is_keyed=True)
    table.open_float()
    table.open_equipment()
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    if table.table.book.procedure.slip:
        table.sign("card-and-dice-slip-in")
    table.do(acts.Wash(), DEALER)
    assert "the cards shuffled" in str(table.refused(acts.Open(), INSPECTOR))
    known = table.table.to_shuffle(0)
    for order, salt in ((known, "salt"), (known, ""), ("", "salt")):
        table.refused(acts.Shuffle(0, order, salt), DEALER)
    table.shuffle_all()
    table.do(acts.Open(), INSPECTOR)
    assert {each.seal for each in table.events(acts.Shuffled)} == {""}
    assert table.table.vault == {}


def test_a_real_table_of_pick_2_opens_only_when_the_pit_has_chosen_its_undecided_reading() -> None:
    table = Driver("pick2", is_practice=False)
    table.open_float()
    table.open_equipment()
    table.new_cards()
    with pytest.raises(Refused, match=r"pick2\.unqualified is undecided. Set up a table"):
        table.do(acts.Open(), INSPECTOR)
    assert table.state.status == "opening"
    at_table("pick2", is_practice=True)
    chosen = at_table("pick2", is_practice=False, readings={"pick2.unqualified": "compare-ante"})
    assert chosen.state.status == "open"


def test_a_refusal_to_open_is_like_any_other() -> None:
    """It names a rule, and `legal` does not offer what would be refused."""
    table = Driver("pick2", is_practice=False)
    table.open_float()
    table.open_equipment()
    table.new_cards()
    assert not table.can("open", INSPECTOR)
    table.refused(acts.Open(), INSPECTOR)


@pytest.mark.parametrize("game", ["duki4", "king-high"])
def test_a_real_table_without_undecided_readings_opens(game: str) -> None:
    assert at_table(game, is_practice=False).state.status == "open"


# Cards ---------------------------------------------------------------------------------------------


@EVERY_GAME
def test_decks_are_examined_in_order_and_a_bad_one_sends_all_back(game: str) -> None:
    table = Driver(game)
    table.bring_decks()
    table.refused(acts.Examine(), DEALER)
    table.refused(acts.Examine("", "dealer"), INSPECTOR)
    table.do(acts.Examine(), PIT_BOSS)
    table.do(acts.Examine("the ten of clubs is marked"), DEALER)
    assert isinstance(table.lines[-1].event, acts.CardsRejected)
    table.refused(acts.Examine(), DEALER)
    table.refused(acts.Examine(), INSPECTOR)
    table.new_cards()
    assert len(table.events(acts.BringDecks)) == 2


@EVERY_GAME
def test_card_change_is_due_after_four_hours_or_the_houses_setting(game: str) -> None:
    for setting, minutes in ((0, 240), (45, 45)):
        table = at_table(game, card_change_minutes=setting)
        washed = [line.at for line in table.lines if isinstance(line.event, acts.Wash)][-1]
        table.wait(minutes=minutes, seconds=-1 - (table.now - washed).total_seconds() - 1)
        table.do(acts.Tip(1, {100: 1}), player(1))
        assert not table.seen(DEALER)["card_change_due"]
        table.do(acts.Tip(1, {100: 1}), player(1))
        assert table.seen(DEALER)["card_change_due"]


def test_new_cards_come_between_rounds_only() -> None:
    table = at_table("duki4")
    table.wager(1, "ante", 500)
    table.deal()
    table.refused(acts.RemoveCards(), DEALER)
    table.decide(1, "fold")
    table.finish()
    table.refused(acts.RemoveCards(), player(1))
    table.do(acts.RemoveCards(), DEALER)
    # A wager for the next round, which no more bets will begin, keeps nobody from it.
    table.wager(1, "ante", 500)
    table.new_cards()
    table.deal()


def test_removed_cards_are_unsealed() -> None:
    table = at_table("duki4")
    table.do(acts.RemoveCards(), INSPECTOR)
    assert [each.pack for each in table.events(acts.Unsealed)] == [0, 1]


def test_time_does_not_go_back() -> None:
    table = at_table("duki4")
    before = table.rail(1)
    with pytest.raises(Forbidden, match=": expected time to go on") as refusal:
        table.table.act(acts.Tip(1, {100: 1}), player(1), table.now - timedelta(seconds=1))
    assert refusal.value.rule == "house.time"
    assert table.rail(1) == before


# Staff ---------------------------------------------------------------------------------------------


def test_a_relieved_dealers_successor_signs_by_name() -> None:
    table = small(staff=Staff(dealer="Dora", inspector="Ines"))
    table.refused(acts.Relieve("dealer", "Dan"), DEALER)
    table.refused(acts.Relieve("inspector", "Ida"), INSPECTOR)
    table.do(acts.Relieve("dealer", "Dan"), INSPECTOR)
    table.do(acts.Relieve("inspector", "Ida"), PIT_BOSS)
    table.open_float()
    assert table.last(acts.FormCompleted).signed == {"dealer": "Dan", "inspector": "Ida"}


# Closing -------------------------------------------------------------------------------------------


@EVERY_GAME
def test_a_table_that_nobody_played_at_closes_even(game: str) -> None:
    table = Driver(game)
    table.open()
    closed = table.close()
    assert closed.result == 0
    assert closed.lines == len(table.lines)
    assert table.state.status == "closed"


def test_the_closing_count_says_what_the_table_won() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.wager(1, "bonus", 500)
    table.wager(2, "ante", 2500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "play")
    table.decide(2, "fold")
    table.finish()
    # Seat 1 wins 10 on the Ante, 5 on the Play and 5 on the Bonus; seat 2 loses 25.
    closed = table.close()
    assert closed.result == 2500 - 2000
    form = table.last(acts.FormCompleted)
    assert form.form == "closer"
    assert form.says["drop box"] == "$1,000"
    assert form.says["result"] == "$5"


def test_a_table_can_lose() -> None:
    table = at_table("duki4")
    table.wager(1, "bonus", 500)
    table.deal({1: "Kc Kd Kh 5c"})
    table.finish()
    assert table.close().result == -15_000


def test_fills_credits_and_tips_are_not_won_or_lost() -> None:
    table = at_table("duki4")
    table.fill({500: 100})
    table.do(acts.Credit({2500: 10}), INSPECTOR)
    table.countersign()
    table.do(acts.Tip(1, {500: 3}), player(1))
    assert table.close().result == 0


def test_an_opening_discrepancy_is_not_won_or_lost() -> None:
    table = small()
    short(table)
    table.sign("error-notification")
    table.open_equipment()
    table.new_cards()
    table.do(acts.Open(), INSPECTOR)
    assert table.close().result == 0


def test_closing_goes_in_order() -> None:
    table = at_table("duki4")
    table.refused(acts.BeginClosing(), DEALER)
    table.wager(1, "ante", 500)
    table.refused(acts.BeginClosing(), INSPECTOR)
    table.take_back(1, "ante")
    table.do(acts.BeginClosing(), INSPECTOR)
    table.refused(acts.Sit(2, "late"), player(2))
    table.refused(acts.BuyIn(1, 500, {500: 1}), player(1))
    table.refused(table.wagered(1, "ante", 500), player(1))
    table.refused(acts.CountFloat(table.float_chips()), DEALER)
    assert "every player gone" in str(table.refused(acts.Close(), INSPECTOR))
    table.leave(1)
    assert "closing count" in str(table.refused(acts.Close(), INSPECTOR))
    table.do(acts.CountFloat(table.float_chips()), DEALER)
    table.sign("closer", DEALER)
    table.refused(acts.CountFloat(table.float_chips()), DEALER)
    table.sign("closer", INSPECTOR)
    assert "cards removed" in str(table.refused(acts.Close(), INSPECTOR))
    table.do(acts.RemoveCards(), DEALER)
    assert "drop box" in str(table.refused(acts.Close(), INSPECTOR))
    table.refused(acts.RemoveDropBox(), DEALER)
    table.do(acts.RemoveDropBox(), INSPECTOR)
    table.refused(acts.RemoveDropBox(), INSPECTOR)
    table.refused(acts.Close(), DEALER)
    table.do(acts.Close(), INSPECTOR)


@pytest.mark.parametrize("by", [DEALER, INSPECTOR, PIT_BOSS, CAMERAS, player(1)], ids=str)
def test_a_closed_table_takes_nothing_more(by: Actor) -> None:
    table = at_table("duki4")
    table.close()
    assert table.table.legal(by) == []
    for command in (
        acts.UnlockRack(),
        acts.Sit(1, "again"),
        acts.Fill({500: 1}),
        acts.Sign("closer"),
    ):
        assert "closed" in str(table.refused(command, by))


def test_everybody_leaves_with_his_chips() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.do(acts.BeginClosing(), INSPECTOR)
    table.do(acts.Leave(1), player(1))
    table.do(acts.Leave(2), DEALER)
    assert [table.rail(seat) for seat in (1, 2)] == [0, 0]
    # Their cash lies in the drop box, and their chips went out of the door.
    assert table.cents("drop-box") == 100_000
    assert table.cents("patrons") == 0


def closing_short(opened_short: bool = False) -> Driver:
    """A table at its closing count, which is one dollar short."""
    table = small()
    if opened_short:
        short(table, "the opening was short")
        table.sign("error-notification")
    else:
        table.open_float()
    table.open_equipment()
    table.new_cards()
    table.do(acts.Open(), INSPECTOR)
    table.do(acts.BeginClosing(), INSPECTOR)
    table.do(acts.RemoveCards(), DEALER)
    counted = table.float_chips()
    counted[100] -= 1
    table.do(acts.CountFloat(counted), DEALER)
    return table


def test_a_closing_discrepancy_is_notified_then_the_closer_signed() -> None:
    table = closing_short()
    table.refused(acts.Sign("closer"), DEALER)
    table.refused(acts.Sign("error-notification"), DEALER)
    table.do(acts.ReportError("a dollar short"), INSPECTOR)
    table.sign("error-notification")
    assert table.last(acts.FormCompleted).says["difference"] == "-$1"
    table.sign("closer")
    table.do(acts.RemoveDropBox(), INSPECTOR)
    table.do(acts.Close(), INSPECTOR)
    assert table.last(acts.Closed).lines == len(table.lines)


def test_a_closing_discrepancy_asks_for_its_own_words() -> None:
    table = closing_short(opened_short=True)
    table.refused(acts.Sign("error-notification"), DEALER)


def test_chips_that_are_missing_at_the_closing_are_lost_by_the_table() -> None:
    table = closing_short()
    table.do(acts.ReportError("a dollar short"), INSPECTOR)
    table.sign("error-notification")
    table.sign("closer")
    table.do(acts.RemoveDropBox(), INSPECTOR)
    table.do(acts.Close(), INSPECTOR)
    assert table.last(acts.Closed).result == -100
