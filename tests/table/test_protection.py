"""Game protection: chips that staff saw laid late, added, taken off, moved or in the wrong box.

King High's manual ("Game protection", sections 3 and 7) says what to look for; what becomes of the
chips it says of late wagers only, and the house says the rest, as it does at Duki 4 and Pick 2. The
sums are worked out by hand: $5 on High pays $5 on a nine, and three halves of that on a king.
"""

from typing import Any

import pytest

from tablewright.games import game, procedure
from tablewright.house.screens.prompts import next_for
from tablewright.rules.citations import HOUSE
from tablewright.rules.roles import DEALER as THE_DEALERS
from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.automation import due
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table

FIVE, TEN = {500: 1}, {500: 2}
BOUGHT = 50_000


def report(
    table: Driver, seen: str, wager: str, chips: dict[int, int], **more: Any
) -> acts.ReportChips:
    """What a person says they saw; at place 1, if no other is named."""
    of = table.table.book.game.id
    return acts.ReportChips(f"{of}.protection.{seen}", more.pop("place", 1), wager, chips, **more)


def king_high(*seats: int, **setup: Any) -> Driver:
    """A table of people with keyed cards, at which each has a Pokerpot of $1."""
    table = at_table("king-high", seats or (1,), is_keyed=True, automatic=(), **setup)
    for place in seats or (1,):
        table.wager(place, "pokerpot", 100)
    return table


def after_the_card(stake: int, wager: str = "high", card: str = "9c") -> Driver:
    """One wager on the card, and the card has come."""
    table = king_high()
    table.wager(1, wager, {500: stake // 500})
    table.no_more_bets()
    table.draw(card)
    return table


def signed(table: Driver, command: acts.ReportChips, by: Actor = DEALER) -> None:
    """Reported, and signed by a second person."""
    table.do(command, by)
    assert table.state.held
    table.countersign()
    assert not table.state.held


# What is ruled -------------------------------------------------------------------------------------


def test_a_capped_wager_is_paid_on_what_lay_there_at_the_call() -> None:
    table = after_the_card(1500)
    signed(table, report(table, "capped", "high", TEN, is_recorded=True))
    (settled,) = table.settle()
    assert (settled.stake, settled.returned) == (500, 1000)
    assert "plays as it was" in settled.ruled
    assert table.rail(1) == BOUGHT - 100 - 500 + 500


def test_chips_that_the_record_never_counted_move_nothing_and_need_one_person() -> None:
    table = after_the_card(500)
    before = table.rail(1)
    table.do(report(table, "capped", "high", TEN), CAMERAS)
    assert not table.state.slips
    assert table.last(acts.ChipsRuled).moves == ()
    assert table.rail(1) == before
    (settled,) = table.settle()
    assert (settled.stake, settled.returned) == (500, 1000)


def test_a_late_wager_is_never_in_play_and_goes_back_though_it_lost() -> None:
    table = after_the_card(1000, "low")
    table.settle_all()
    assert table.rail(1) == BOUGHT - 100 - 1000
    signed(table, report(table, "late", "low", TEN, is_recorded=True), INSPECTOR)
    assert table.rail(1) == BOUGHT - 100


def test_what_was_paid_on_a_late_wager_is_taken_back() -> None:
    table = after_the_card(1000, card="Kc")
    table.settle_all()
    assert table.rail(1) == BOUGHT - 100 - 1000 + 1500
    signed(table, report(table, "late", "high", TEN, is_recorded=True))
    assert table.rail(1) == BOUGHT - 100 - 1000
    assert table.last(acts.ChipsRuled).moves[0].target == "float"


def test_chips_pinched_off_a_losing_wager_go_back_on_it_and_are_taken() -> None:
    table = after_the_card(500, "low")
    signed(table, report(table, "pinched", "low", TEN, is_recorded=True))
    assert table.spot(1, "low") == 1500
    (settled,) = table.settle()
    assert (settled.stake, settled.returned) == (1500, 0)


def test_chips_pinched_off_a_wager_that_was_taken_are_taken_too() -> None:
    table = after_the_card(500, "low")
    table.settle_all()
    signed(table, report(table, "pinched", "low", TEN, is_recorded=True))
    assert table.rail(1) == BOUGHT - 100 - 1500


def test_a_whole_wager_pinched_off_is_taken_though_its_box_was_passed_over() -> None:
    table = king_high()
    table.no_more_bets()
    table.draw("9c")
    assert table.phase == "wagers"
    signed(table, report(table, "pinched", "low", TEN, is_recorded=True))
    assert table.rail(1) == BOUGHT - 100 - 1000


def test_chips_moved_to_the_winning_side_play_where_they_lay() -> None:
    table = after_the_card(1000)
    moved = report(table, "moved", "low", TEN, to="high", is_recorded=True)
    signed(table, moved)
    assert (table.spot(1, "low"), table.spot(1, "high")) == (1000, 0)
    (settled,) = table.settle()
    assert (settled.wager, settled.returned) == ("low", 0)


def test_chips_moved_from_a_wager_that_was_settled_are_reckoned_where_they_lay() -> None:
    table = after_the_card(1000)
    table.settle_all()
    assert table.rail(1) == BOUGHT - 100 - 1000 + 1000
    signed(table, report(table, "moved", "low", TEN, to="high", is_recorded=True))
    # Not won on High, and lost on Low; what lies on High is still theirs.
    assert table.rail(1) == BOUGHT - 100 - 1000 - 1000
    assert table.spot(1, "high") == 1000


def test_a_wager_in_another_players_box_goes_back_to_who_laid_it() -> None:
    table = king_high(1, 3)
    table.wager(1, "high", FIVE)
    table.no_more_bets()
    table.do(report(table, "wrong-box", "high", FIVE, box=3, is_recorded=True), DEALER)
    assert not table.state.slips, "no card has decided anything"
    assert table.rail(1) == BOUGHT - 100
    assert table.spot(3, "high") == 0
    table.refused(report(table, "wrong-box", "high", FIVE, box=1), DEALER)
    table.refused(report(table, "wrong-box", "high", FIVE), DEALER)


def test_a_late_pokerpot_takes_with_it_what_cannot_lie_there_without_it() -> None:
    table = after_the_card(500)
    signed(table, report(table, "late", "pokerpot", {100: 1}, is_recorded=True))
    assert table.rail(1) == BOUGHT
    assert table.phase == "wagers"
    assert isinstance(table.lines[-1].event, acts.CardHeld)


def test_a_capped_ante_brings_the_play_wager_down_with_it() -> None:
    table = at_table("duki4", is_keyed=True, automatic=())
    table.wager(1, "ante", {500: 3})
    table.deal()
    table.decide(1, "play")
    table.do(report(table, "capped", "ante", FIVE, is_recorded=True), DEALER)
    assert (table.spot(1, "ante"), table.spot(1, "play")) == (1000, 1000)
    assert table.rail(1) == BOUGHT - 2000


def test_a_late_ante_leaves_nothing_to_decide() -> None:
    table = at_table("duki4", is_keyed=True, automatic=())
    table.wager(1, "ante", FIVE)
    table.wager(1, "bonus", FIVE)
    table.deal()
    assert table.phase == "decide"
    table.do(report(table, "late", "ante", FIVE, is_recorded=True), INSPECTOR)
    assert table.phase == "reveal"
    table.reveal("9d 9s 5h 8c")
    table.show(1, "2d 4s 5c 8h")
    assert table.settle_all() == {(1, "bonus"): 0}


def test_a_place_from_which_everything_went_back_is_not_settled() -> None:
    table = at_table("duki4", seats=(1, 2), is_keyed=True, automatic=())
    for place in (1, 2):
        table.wager(place, "ante", FIVE)
    table.deal()
    table.decide(1, "fold")
    table.decide(2, "fold")
    table.reveal("9d 9s 5h 8c")
    signed(table, report(table, "late", "ante", FIVE, is_recorded=True), PIT_BOSS)
    assert [place for _, place in table.state.pending] == [2]
    assert table.settle_all() == {(2, "ante"): 0}


def test_chips_that_went_back_do_not_go_back_twice() -> None:
    table = after_the_card(1000, "low")
    table.settle_all()
    late = report(table, "late", "low", TEN, is_recorded=True)
    signed(table, late)
    table.refused(late, INSPECTOR)
    assert table.rail(1) == BOUGHT - 100
    (line,) = table.events(acts.Reckoned)
    assert (line.was_stake, line.was, line.stake, line.returned) == (1000, 0, 0, 0)
    assert line.sums == (-1000, 0, 0)


def test_a_round_void_after_a_ruling_takes_back_what_has_come_of_it_by_then() -> None:
    readings = {"duki4.void-after-payment": "taken-back"}
    table = at_table("duki4", seats=(1, 2), is_keyed=True, automatic=(), readings=readings)
    for place in (1, 2):
        table.wager(place, "ante", {500: 3})
    table.deal()
    for place in (1, 2):
        table.decide(place, "play")
    table.reveal("9d 9s 5h 8c")
    table.show(1, "2d 4s 6c Th")
    table.settle()
    assert table.rail(1) == BOUGHT - 3000
    # The Play wager comes down with the Ante.
    signed(table, report(table, "capped", "ante", FIVE, is_recorded=True))
    assert table.rail(1) == BOUGHT - 2000
    table.declare("b-wrong-count", "void", by=PIT_BOSS)
    table.settle_all()
    assert (table.rail(1), table.rail(2)) == (BOUGHT, BOUGHT)
    table.refused(report(table, "late", "ante", {500: 2}, is_recorded=True), PIT_BOSS)


# Who rules, and who signs --------------------------------------------------------------------------


@pytest.mark.parametrize("by", [DEALER, INSPECTOR, PIT_BOSS, CAMERAS], ids=str)
def test_staff_and_surveillance_report_and_a_second_person_signs(by: Actor) -> None:
    table = after_the_card(1500)
    before = table.rail(1)
    table.do(report(table, "capped", "high", TEN, is_recorded=True), by)
    (slip,) = table.state.slips.values()
    assert (slip.form, slip.who) == ("ruling", table.state.staff[by.role.value])
    assert table.rail(1) == before
    table.refused(acts.Countersign(1), by)
    table.refused(acts.Settle(1), DEALER)
    table.refused(report(table, "late", "high", FIVE), INSPECTOR)
    table.countersign()
    assert table.rail(1) == before + 1000
    table.settle()


def test_players_do_not_report_chips() -> None:
    table = after_the_card(500)
    table.refused(report(table, "capped", "high", FIVE), player(1))


def test_a_slip_that_is_cancelled_lets_the_wager_play_as_the_record_has_it() -> None:
    table = after_the_card(1500)
    table.do(report(table, "capped", "high", TEN, is_recorded=True), DEALER)
    table.do(acts.CancelSlip(1, "the camera shows nothing"), INSPECTOR)
    (settled,) = table.settle()
    assert (settled.stake, settled.ruled) == (1500, "")


def test_only_a_supervisor_rules_otherwise_and_only_among_the_rulings() -> None:
    table = after_the_card(1500)
    stands = report(table, "capped", "high", TEN, ruling="stands", is_recorded=True)
    for nobody in (DEALER, CAMERAS):
        table.refused(stands, nobody)
    table.refused(report(table, "capped", "high", TEN, ruling="void", is_recorded=True), PIT_BOSS)
    table.do(stands, INSPECTOR)
    assert table.last(acts.ChipsRuled).moves == ()
    assert table.settle()[0].stake == 1500


def test_nothing_is_ruled_into_play_that_the_record_does_not_count() -> None:
    table = after_the_card(500)
    table.refused(report(table, "capped", "high", TEN, ruling="stands"), PIT_BOSS)


@pytest.mark.parametrize(
    ("seen", "wager", "chips", "more"),
    [
        ("capped", "high", {500: 9}, {}),
        ("capped", "high", {100: 5}, {}),
        ("capped", "high", {500: 3}, {}),  # Nothing would be left: that is a late wager.
        ("late", "high", FIVE, {}),  # More lies there: these were added.
        ("moved", "high", FIVE, {"to": "high"}),
        ("moved", "high", FIVE, {}),
        ("capped", "high", FIVE, {"to": "low"}),
        ("capped", "high", FIVE, {"box": 3}),
        ("capped", "moon", FIVE, {}),
        ("capped", "high", {}, {}),
        ("capped", "high", FIVE, {"place": 5}),
        ("pinched", "high", {50_000: 1}, {}),
        ("seen", "high", FIVE, {}),
    ],
)
def test_what_cannot_have_been_is_refused(
    seen: str, wager: str, chips: dict[int, int], more: dict[str, Any]
) -> None:
    table = after_the_card(1500)
    table.refused(report(table, seen, wager, chips, is_recorded=True, **more), PIT_BOSS)


def test_wagers_are_not_put_back_as_they_cannot_have_lain() -> None:
    table = at_table("pick2", is_keyed=True, automatic=())
    for wager in ("ante", "bonus-3-5"):
        table.wager(1, wager, TEN)
    table.deal()
    for chips in (FIVE, TEN):
        moved = report(table, "moved", "bonus-3-5", chips, to="ante", is_recorded=True)
        assert "cannot have stood like that" in str(table.refused(moved, PIT_BOSS))
    table.do(report(table, "capped", "ante", FIVE, is_recorded=True), DEALER)
    assert (table.spot(1, "ante"), table.spot(1, "bonus-3-5")) == (500, 500)


def test_nothing_is_late_before_the_call() -> None:
    table = king_high()
    table.wager(1, "high", FIVE)
    for seen in ("late", "capped", "pinched"):
        table.refused(report(table, seen, "high", FIVE), DEALER)
    table.do(report(table, "wrong-box", "high", FIVE, box=2, is_recorded=True), DEALER)
    assert table.rail(1) == BOUGHT - 100


def test_the_last_card_is_closed_when_bets_are_closed_for_the_next() -> None:
    table = after_the_card(500, "low")
    table.settle_all()
    table.no_more_bets()
    table.refused(report(table, "late", "low", FIVE, is_recorded=True), PIT_BOSS)


@pytest.mark.parametrize("of", ["duki4", "king-high", "pick2"])
def test_chips_cannot_be_moved_where_the_table_itself_holds_them(of: str) -> None:
    table = at_table(of, is_rehearsal=False, automatic=())
    for seen in ("late", "wrong-box"):
        wager = next(iter(table.table.book.wagers))
        refusal = table.refused(report(table, seen, wager, FIVE), INSPECTOR)
        assert "real chips" in str(refusal)


def test_chips_are_changed_in_the_rack_where_those_of_a_wager_do_not_divide() -> None:
    table = at_table("duki4", is_keyed=True, automatic=())
    table.wager(1, "ante", {500: 5})
    table.deal()
    table.do(acts.ChangeColour(1, {100: 25}, {2500: 1}), player(1))
    table.decide(1, "play")
    table.do(report(table, "capped", "ante", FIVE, is_recorded=True), DEALER)
    assert table.spot(1, "play") == 2000


# Where it stands -----------------------------------------------------------------------------------


def test_each_line_names_the_incident_and_the_ruling_and_whose_manual_says_so() -> None:
    table = after_the_card(1500)
    signed(table, report(table, "capped", "high", TEN, is_recorded=True))
    rules = {type(line.event): line.rule for line in table.lines}
    assert rules[acts.ReportChips] == "king-high.protection.capped"
    assert rules[acts.ChipsRuled] == "king-high.protection.capped.as-it-was"
    reported = table.last(acts.ReportChips)
    assert (reported.player, reported.who) == ("player 1", "the dealer")
    assert table.last(acts.FormCompleted).form == "ruling"


def test_king_high_cites_its_manual_where_that_speaks_and_the_others_cite_the_house() -> None:
    cited = {
        id: rule.source
        for of in ("duki4", "pick2", "king-high")
        for id, rule in at_table(of).table.book.rules.items()
        if ".protection." in id
    }
    manual = {id for id, source in cited.items() if source.document != HOUSE}
    assert manual == {
        f"king-high.protection.{seen}"
        for seen in ("late", "capped", "pinched", "moved", "wrong-box")
    } | {
        "king-high.protection.late.returned",
        "king-high.protection.hands-back",
        "king-high.protection.look-over",
    }
    assert {id.split(".")[0] for id in cited} == {"duki4", "pick2", "king-high"}
    late = cited["king-high.protection.late.returned"].place
    assert late == "7. Permissible wagers, round of play wagers; action round wagers", (
        "of both kinds"
    )


# Look over, hands back -----------------------------------------------------------------------------


def test_the_dealer_looks_over_the_layout_before_the_first_box_the_last_boxes_last() -> None:
    table = king_high(1, 3, 5, 7)
    for place in (1, 3, 5, 7):
        table.wager(place, "high", FIVE)
    table.no_more_bets()
    table.draw("9c")
    prompt = next_for(table.table, THE_DEALERS)
    assert prompt is not None
    assert prompt.command == "look-over"
    assert "boxes 1, 3, 5 and 7" in prompt.says
    assert "boxes 5 and 7, which are settled last" in prompt.says
    assert "Game protection" in prompt.source
    table.do(acts.LookOver(), DEALER)
    assert due(table.table) == (acts.Settle(1), DEALER)
    table.settle_all()
    table.refused(acts.LookOver(), DEALER)
    table.draw_next("2c")
    assert due(table.table) == (acts.LookOver(), DEALER)


def test_a_dealer_who_settles_at_once_is_not_asked_to_look_afterwards() -> None:
    table = king_high(1, 2)
    table.wager(1, "high", FIVE)
    table.wager(2, "high", FIVE)
    table.draw_next("9c")
    table.settle(1)
    assert due(table.table) == (acts.Settle(2), DEALER)


@pytest.mark.parametrize("of", ["duki4", "king-high", "pick2"])
def test_no_table_that_settles_by_itself_looks_over_anything(of: str) -> None:
    table = at_table(of)
    assert not table.can("look-over", DEALER)
    if of == "king-high":
        table.wager(1, "pokerpot", 100)
        table.wager(1, "high", FIVE)
        table.draw_next()
        assert due(table.table) == (acts.Settle(1), DEALER)
    table.refused(acts.LookOver(), DEALER)


def test_hands_and_chips_are_back_before_each_call() -> None:
    table = king_high()
    for card in ("9c", "2d"):
        prompt = next_for(table.table, THE_DEALERS)
        assert prompt is not None
        assert "hands and chips well back" in prompt.says
        assert "Hands and chips back, please. No more bets" in prompt.calls
        assert prompt.source == str(procedure(game("king-high")).protection.hands_back)
        table.draw_next(card)
    duki = at_table("duki4", automatic=())
    duki.wager(1, "ante", FIVE)
    duki.ready()
    plain = next_for(duki.table, THE_DEALERS)
    assert plain is not None
    assert plain.calls == ["No more bets"]
