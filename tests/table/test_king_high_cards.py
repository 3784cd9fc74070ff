"""King High's cards, sections 4, 5, 6 and 12: shuffles by hand, inspections, what is left out.

Written from the manual: what is due when, who does it, and what waits until it is done.
"""

from collections.abc import Callable

import pytest

from tablewright.house.screens.prompts import next_for, said
from tablewright.rules.roles import DEALER as DEALERS
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.automation import due
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table

BY_HAND = "a shuffle by hand"
NOTHING = "2h 9d 3c Ts 4h"


def king_high(device: str = "six-deck-shuffler", **setup: object) -> Driver:
    return at_table("king-high", (1,), device=device, **setup)


def a_round(table: Driver) -> None:
    table.wager(1, "pokerpot", 100)
    for _ in range(5):
        table.play_card()
    table.clear()


def refusal(table: Driver) -> str:
    """Why the next round cannot begin."""
    if not table.spot(1, "pokerpot"):
        table.wager(1, "pokerpot", 100)
    return str(table.refused(acts.NoMoreBets(), DEALER))


def to_washed(table: Driver) -> None:
    """New decks as far as the shuffle."""
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    table.sign("card-and-dice-slip-in")
    table.do(acts.Wash(), DEALER)


def is_loaded_only_after_a_hand_shuffle(table: Driver) -> None:
    """The device is not started before the dealer has shuffled all decks, as section 6 asks."""
    order = acts.Shuffle(0, table.table.to_shuffle(0), "salt")
    assert "not shuffled by hand yet" in str(table.refused(order, DEALER))
    step = due(table.table)
    assert step == (acts.HandShuffle(), DEALER)
    says, source = said(table.table, step[0])
    assert says.startswith("Shuffle all six decks by hand")
    assert source.section == "6. Shuffle procedure"
    for other in (INSPECTOR, CAMERAS, player(1)):
        table.refused(acts.HandShuffle(), other)
    table.do(acts.HandShuffle(), DEALER)
    table.refused(acts.HandShuffle(), DEALER)
    table.do(order, DEALER)


# 6. By hand before they are loaded ------------------------------------------------------------------


def test_all_six_decks_are_shuffled_by_hand_upon_opening() -> None:
    table = Driver("king-high")
    table.open_float()
    table.open_equipment()
    to_washed(table)
    is_loaded_only_after_a_hand_shuffle(table)
    table.do(acts.Open(), INSPECTOR)


def test_new_decks_are_shuffled_by_hand() -> None:
    table = king_high()
    table.do(acts.RemoveCards(), INSPECTOR)
    table.sign("card-and-dice-slip-out", INSPECTOR)
    to_washed(table)
    assert BY_HAND in refusal(table)
    is_loaded_only_after_a_hand_shuffle(table)
    table.do(acts.NoMoreBets(), DEALER)


def test_decks_that_were_in_a_device_that_was_mended_are_shuffled_by_hand() -> None:
    table = king_high()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.declare("not-delivered", "void", by=INSPECTOR)
    table.settle_all()
    table.clear()
    table.refused(acts.HandShuffle(), DEALER)
    table.do(acts.Mend(), INSPECTOR)
    assert BY_HAND in refusal(table)
    is_loaded_only_after_a_hand_shuffle(table)


def test_decks_that_go_into_a_substitute_device_are_shuffled_by_hand() -> None:
    table = king_high("shoe")
    a_round(table)
    table.do(acts.Substitute("six-deck-shuffler"), INSPECTOR)
    assert BY_HAND in refusal(table)
    is_loaded_only_after_a_hand_shuffle(table)


def test_a_shuffle_that_an_inspector_orders_is_by_hand() -> None:
    table = king_high()
    table.do(acts.OrderShuffle("a player follows the cards"), PIT_BOSS)
    assert f"{BY_HAND} (a player follows the cards)" in refusal(table)
    is_loaded_only_after_a_hand_shuffle(table)
    table.do(acts.NoMoreBets(), DEALER)


def test_the_device_mixes_the_five_cards_of_a_round_in_by_itself() -> None:
    table = king_high()
    a_round(table)
    table.refused(acts.HandShuffle(), DEALER)
    table.shuffle(0)
    a_round(table)
    assert len(table.events(acts.HandShuffle)) == 1


def test_a_card_that_goes_back_within_a_round_asks_for_no_hand_shuffle() -> None:
    table = king_high()
    table.wager(1, "pokerpot", 100)
    table.play_card()
    table.do(acts.OrderShuffle("a complaint"), INSPECTOR)
    table.declare("face-up-in-shuffler", by=DEALER)
    table.refused(acts.HandShuffle(), DEALER)
    table.shuffle(0)
    for _ in range(4):
        table.play_card()
    table.clear()
    assert f"{BY_HAND} (a complaint)" in refusal(table)


def test_the_shoe_is_shuffled_by_hand_as_it_is_and_the_other_games_never_ask_for_it() -> None:
    for game, device in (("king-high", "shoe"), ("duki4", "shuffler"), ("pick2", "shuffler")):
        table = at_table(game, device=device)
        assert not table.events(acts.HandShuffle)
        table.do(acts.OrderShuffle("routine"), INSPECTOR)
        table.refused(acts.HandShuffle(), DEALER)


def test_at_a_physical_table_the_dealer_records_the_hand_shuffle_too() -> None:
    table = at_table("king-high", device="six-deck-shuffler", is_keyed=True)
    assert len(table.events(acts.HandShuffle)) == 1
    table.do(acts.OrderShuffle("routine"), INSPECTOR)
    table.refused(acts.Shuffle(0, "", ""), DEALER)
    table.do(acts.HandShuffle(), DEALER)
    table.do(acts.Shuffle(0, "", ""), DEALER)


# 5. Decks that are not new --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kinds", [("reused",), ("pre-checked",), ("pre-shuffled",), ("pre-checked", "pre-shuffled")]
)
def test_reused_and_prepared_decks_are_inspected_all_the_same(kinds: tuple[str, ...]) -> None:
    table = Driver("king-high")
    table.open_float()
    table.open_equipment()
    table.do(acts.BringDecks(("blue",) * 6, kinds), INSPECTOR)
    table.refused(acts.Wash(), DEALER)
    table.do(acts.Examine(), INSPECTOR)
    table.refused(acts.Wash(), DEALER)
    table.do(acts.Examine(), DEALER)
    table.sign("card-and-dice-slip-in")
    table.do(acts.Wash(), DEALER)
    is_loaded_only_after_a_hand_shuffle(table)


def test_decks_are_what_they_are_said_to_be_and_nothing_else() -> None:
    table = Driver("king-high")
    for kinds in (("sealed",), ("",), ("reused", "reused"), ("new",)):
        table.refused(acts.BringDecks(("blue",) * 6, kinds), INSPECTOR)
    table.do(acts.BringDecks(("blue",) * 6), INSPECTOR)
    duki = Driver("duki4")
    new = duki.offered("bring-decks", INSPECTOR).choices
    assert "new, sealed" in str(duki.refused(acts.BringDecks(new, ("reused",)), INSPECTOR))


# 4. At the request of an inspector ------------------------------------------------------------------


@pytest.mark.parametrize("device", ["six-deck-shuffler", "shoe"])
@pytest.mark.parametrize("is_keyed", [False, True])
def test_no_round_is_dealt_before_the_inspection_that_was_asked_for(
    device: str, is_keyed: bool
) -> None:
    table = at_table("king-high", device=device, is_keyed=is_keyed)
    table.ready()
    order = acts.OrderInspection("a mark on a back")
    for other in (DEALER, CAMERAS, player(1)):
        table.refused(order, other)
    table.refused(acts.Inspect(), DEALER)
    table.do(order, INSPECTOR)
    table.refused(order, INSPECTOR)
    assert "an inspection of the cards (a mark on a back)" in refusal(table)
    step = due(table.table)
    assert step == (acts.Inspect(), DEALER)
    says, source = said(table.table, step[0])
    assert "front and back" in says
    assert source.section == "4. The cards"
    table.do(acts.Inspect(), DEALER)
    # All decks lay outside the device and every card was seen: they are shuffled again.
    assert "a shuffle" in refusal(table)
    table.no_more_bets()
    assert len(table.events(acts.HandShuffle)) == (2 if device == "six-deck-shuffler" else 0)


def test_an_inspection_asked_for_within_a_round_waits_for_its_end() -> None:
    table = king_high()
    table.wager(1, "pokerpot", 100)
    table.play_card()
    table.do(acts.OrderInspection("a nick was seen"), PIT_BOSS)
    table.refused(acts.Inspect(), DEALER)
    for _ in range(4):
        table.play_card()
    table.clear()
    assert "a nick was seen" in refusal(table)
    table.do(acts.Inspect(), INSPECTOR)
    table.no_more_bets()


def test_the_order_of_cards_that_were_inspected_is_opened() -> None:
    table = king_high("shoe")
    table.ready()
    order = table.table.vault[0]
    table.do(acts.OrderInspection("routine"), INSPECTOR)
    table.do(acts.Inspect(), DEALER)
    opened = table.last(acts.Unsealed)
    assert (opened.order, opened.salt) == order
    assert not table.table.vault


def test_unfit_cards_are_replaced_some_of_them() -> None:
    table = king_high()
    table.do(acts.OrderInspection("a mark"), INSPECTOR)
    table.do(acts.Inspect("a nick in the nine of hearts"), DEALER)
    assert "unfit cards replaced (a nick in the nine of hearts)" in refusal(table)
    table.do(acts.ReplaceCards("9h", "a nick"), INSPECTOR)
    table.no_more_bets()


def test_unfit_cards_are_replaced_all_of_them() -> None:
    table = king_high()
    table.do(acts.OrderInspection("a mark"), INSPECTOR)
    table.do(acts.Inspect("many marks"), DEALER)
    assert due(table.table) == (acts.RemoveCards(), INSPECTOR)
    says, source = said(table.table, acts.RemoveCards())
    assert "unfit (many marks)" in says
    assert source.section == "4. The cards"
    table.do(acts.RemoveCards(), INSPECTOR)
    table.sign("card-and-dice-slip-out", INSPECTOR)
    table.new_cards()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()


def test_the_five_cards_are_inspected_by_the_dealer_at_the_end_of_a_round() -> None:
    table = at_table("king-high", automatic=())
    table.wager(1, "pokerpot", 100)
    for _ in range(5):
        table.play_card()
    prompt = next_for(table.table, DEALERS)
    assert prompt is not None
    assert "Inspect the cards for blemishes" in " ".join(each.says for each in prompt.how)


# 12. One of two burn cards left out -----------------------------------------------------------------


@pytest.mark.parametrize("burnt", [0, 1])
def test_a_burn_left_out_in_part_is_recorded_and_the_round_goes_on(burnt: int) -> None:
    table = king_high("shoe")
    table.next_draws("2c 3d")
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    for wrong in (2, 3, -1):
        table.refused(acts.Overlook("burn", wrong), DEALER)
    table.do(acts.Overlook("burn", burnt), DEALER)
    left_out = table.last(acts.Overlook)
    assert (left_out.burnt, left_out.due) == (burnt, 2)
    assert table.state.packs.next == burnt
    table.refused(acts.Burn(), DEALER)
    table.draw()
    table.declare("missed-burn", by=INSPECTOR)
    table.settle_all()
    assert table.state.burns == (burnt,)
    assert table.phase == "wagers"
    assert not table.state.is_void


def test_the_cut_card_comes_out_with_the_one_card_that_was_burnt() -> None:
    table = king_high("shoe", readings={"king-high.burn": "two-per-action-round"})
    table.cut(45)
    for _ in range(3):
        a_round(table)
    assert table.state.packs.next == 45
    assert not table.state.packs.cut_card_seen
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.do(acts.Overlook("burn", 1), DEALER)
    assert table.state.packs.cut_card_seen


# 12. A shuffle left out, after a cut card and otherwise ---------------------------------------------


def vacant(table: Driver) -> None:
    table.leave(1)
    table.sit(1)


def ordered(table: Driver) -> None:
    table.do(acts.OrderShuffle("a complaint"), INSPECTOR)


def four_rounds(table: Driver) -> None:
    for _ in range(4):
        a_round(table)
    assert not table.state.packs.cut_card_seen


@pytest.mark.parametrize("why", [vacant, ordered, four_rounds])
def test_without_a_cut_card_a_missed_shuffle_is_ruled_by_the_house(
    why: Callable[[Driver], None],
) -> None:
    one_burn = {"king-high.burn": "one-per-round"}
    table = king_high("shoe", readings=one_burn)
    table.ready()
    why(table)
    assert table.state.packs.due
    table.wager(1, "pokerpot", 100)
    table.do(acts.Overlook("shuffle"), DEALER)
    assert table.last(acts.Overlook).why == table.state.packs.due
    table.do(acts.NoMoreBets(), DEALER)
    table.burn()
    table.draw()
    table.settle_all()
    for by in (DEALER, INSPECTOR, CAMERAS):
        table.refused(table.declared("unshuffled-round", "void"), by)
    table.refused(table.declared("shuffle-left-out"), DEALER)
    table.declare("shuffle-left-out", by=INSPECTOR)
    assert table.last(acts.Declare).ruling == "completed"
    rule = table.table.book.rules["king-high.irregularity.shuffle-left-out.completed"]
    assert rule.source.document == "House setting"
    for _ in range(4):
        table.no_more_bets()
        table.draw()
        table.settle_all()
    table.clear()
    assert "a shuffle" in refusal(table)


def test_after_an_ignored_cut_card_section_12_rules_whatever_else_was_due() -> None:
    table = king_high("shoe")
    table.cut(45)
    for _ in range(3):
        a_round(table)
    table.wager(1, "pokerpot", 100)
    table.play_card()
    assert table.state.packs.cut_card_seen
    table.do(acts.OrderShuffle("a complaint"), INSPECTOR)
    for _ in range(4):
        table.play_card()
    table.clear()
    table.wager(1, "pokerpot", 100)
    table.do(acts.Overlook("shuffle"), DEALER)
    table.do(acts.NoMoreBets(), DEALER)
    table.refused(table.declared("shuffle-left-out"), INSPECTOR)
    table.declare("unshuffled-round", by=INSPECTOR)
    assert table.state.is_void


def test_a_cut_card_that_comes_out_later_was_not_ignored() -> None:
    table = king_high("shoe")
    table.cut(45)
    for _ in range(3):
        a_round(table)
    table.do(acts.OrderShuffle("a complaint"), INSPECTOR)
    table.wager(1, "pokerpot", 100)
    table.do(acts.Overlook("shuffle"), DEALER)
    table.do(acts.NoMoreBets(), DEALER)
    table.burn()
    table.draw()
    table.settle_all()
    assert table.state.packs.cut_card_seen
    table.refused(table.declared("unshuffled-round", "void"), INSPECTOR)
    table.declare("shuffle-left-out", by=INSPECTOR)


# 10. Sizing in, as the chips really move ------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "chips", "paid", "how"),
    [
        ("9c", {500: 10}, {500: 10}, "Size in once."),
        ("Kc", {500: 10}, {500: 10, 2500: 1}, "Size in once and cap."),
        ("Kc", {500: 2}, {500: 3}, "Size in once and cap."),
    ],
)
def test_what_is_sized_in_is_paid_in_chips_like_the_wagers_own(
    card: str, chips: dict[int, int], paid: dict[int, int], how: str
) -> None:
    table = king_high()
    table.next_draws(card)
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", chips)
    table.draw_next()
    (settled,) = table.settle()
    assert (settled.moves[0].source, settled.moves[0].chips) == ("float", paid)
    assert settled.how == how
