"""Physical tables, whose cards are keyed in: each has all that its device has, and knows no order.

Duki 4 Poker and Pick 2 Poker: How is the game dealt; Irregularities. King High: sections 6, 9 and 12.
"""

from typing import Any

import pytest

from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, Actor
from tablewright.table.automation import due
from tablewright.table.journal import Journal
from tablewright.table.setup import Book
from tablewright.table.verify import verify
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table

HANDS = pytest.mark.parametrize("game", ["duki4", "pick2"])
SHUFFLERS = pytest.mark.parametrize("device", ["shuffler", "one-deck-shuffler"])
ANYBODY = pytest.mark.parametrize("by", [DEALER, INSPECTOR, PIT_BOSS, CAMERAS], ids=str)
NOTHING = "Kh 9d 7c 5s 2h"


def bet(table: Driver, *seats: int) -> None:
    """Five dollars on whatever seats a player."""
    for seat in seats:
        table.wager(seat, "ante", 500)
        if "bonus-3-5" in table.table.book.wagers:
            table.wager(seat, "bonus-3-5", 500)


def keyed(game: str, device: str, **setup: Any) -> Driver:
    """A physical table with two players who have bet."""
    table = at_table(game, seats=(1, 2), device=device, is_keyed=True, **setup)
    bet(table, 1, 2)
    return table


def has_all_back(table: Driver) -> bool:
    return [table.rail(seat) for seat in (1, 2)] == [50_000, 50_000]


# With a shuffler -----------------------------------------------------------------------------------


@HANDS
@SHUFFLERS
@ANYBODY
def test_a_keyed_shuffler_has_clauses_a_to_c_as_printed_all_hands_are_void(
    game: str, device: str, by: Actor
) -> None:
    for clause, card in (("a-face-up", "7c"), ("b-wrong-count", ""), ("c-dealer-exposed", "7c")):
        table = keyed(game, device)
        table.no_more_bets()
        if clause != "a-face-up":
            table.do(acts.Deal(), DEALER)
        table.refused(table.declared(clause, "play-on", card=card), INSPECTOR)
        table.declare(clause, by=by, card=card)
        table.finish()
        assert has_all_back(table)


@HANDS
@SHUFFLERS
def test_a_keyed_shuffler_that_jams_is_out_of_use_until_a_supervisor_has_checked_it(
    game: str, device: str
) -> None:
    table = keyed(game, device)
    table.no_more_bets()
    table.declare("d-malfunction", by=DEALER)
    table.finish()
    assert has_all_back(table)
    bet(table, 1)
    assert "repaired or replaced" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.refused(acts.Shuffle(0, "", ""), DEALER)
    table.do(acts.Mend(), INSPECTOR)
    table.no_more_bets()
    packs = {"shuffler": [0, 1], "one-deck-shuffler": [0]}[device]
    again = [each.pack for each in table.events(acts.Shuffled)][len(packs) :]
    assert sorted(again) == packs, "every deck is shuffled again"


@HANDS
def test_one_deck_goes_back_after_every_round_and_two_take_turns(game: str) -> None:
    for device, packs in (("one-deck-shuffler", [0, 0, 0]), ("shuffler", [0, 1, 0])):
        for is_keyed in (False, True):
            table = at_table(game, device=device, is_keyed=is_keyed)
            used = []
            for _ in packs:
                used.append(table.state.packs.pack)
                bet(table, 1)
                table.no_more_bets()
                table.do(acts.Deal(), DEALER)
                table.decide(1, "fold")
                table.do(acts.Reveal(table.offered_cards()), DEALER)
                table.settle_all()
                table.clear()
                if device == "one-deck-shuffler":
                    bet(table, 1)
                    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
                    for wager in list(table.table.stakes(1)):
                        table.take_back(1, wager)
            assert used == packs


@HANDS
def test_a_keyed_shuffler_is_replaced_by_another_device_which_is_keyed_too(game: str) -> None:
    table = keyed(game, "shuffler")
    table.no_more_bets()
    table.declare("d-malfunction", by=DEALER)
    table.finish()
    table.do(acts.Substitute("hand"), INSPECTOR)
    bet(table, 1)
    table.no_more_bets()
    assert table.last(acts.Cut) == acts.Cut()
    table.do(acts.Deal(), DEALER)
    table.refused(table.declared("b-wrong-count", "void", place=1), DEALER)
    table.declare("b-wrong-count", "play-on", place=1, by=INSPECTOR)


# By hand -------------------------------------------------------------------------------------------


@HANDS
def test_a_keyed_deck_is_shuffled_and_cut_before_every_round_and_nobody_says_how(
    game: str,
) -> None:
    table = keyed(game, "hand")
    assert "a cut" in str(table.refused(acts.NoMoreBets(), DEALER))
    for at in (1, 10, 26, 42, -1):
        table.refused(acts.Cut(at), DEALER)
    table.do(acts.Cut(), DEALER)
    table.do(acts.NoMoreBets(), DEALER)
    table.do(acts.Deal(), DEALER)
    hands = 3 * table.table.book.contest.hand_cards
    assert table.seen(CAMERAS)["device"]["stub"] == 52 - hands
    table.refused(table.declared("d-malfunction"), INSPECTOR)
    table.declare("b-wrong-count", "void", place=1, by=INSPECTOR)
    table.finish()
    bet(table, 1)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()
    assert table.table.vault == {}
    assert not table.events(acts.Unsealed)


def test_washington_refuses_a_keyed_table_dealt_by_hand_as_it_refuses_hand_dealing() -> None:
    for place in ("washington-card-rooms", "washington-tribal-casinos"):
        with pytest.raises(Refused, match=r"not dealt from the deal by hand in Washington"):
            Driver("duki4", jurisdiction=place, device="hand", is_keyed=True)
        for device in ("shuffler", "one-deck-shuffler"):
            Driver("duki4", jurisdiction=place, device=device, is_keyed=True)
        allowed = {"duki4.washington-hand-deal": "allowed"}
        Driver("duki4", jurisdiction=place, device="hand", is_keyed=True, readings=allowed)


# King High -----------------------------------------------------------------------------------------


def keyed_shoe(**setup: Any) -> Driver:
    return at_table("king-high", device="shoe", is_keyed=True, **setup)


def quiet_round(table: Driver, cut_card_with: int = 0) -> None:
    """A round with a Pokerpot alone; the cut card comes out with one of its cards, if it is named."""
    table.wager(1, "pokerpot", 100)
    for number, card in enumerate(NOTHING.split(), start=1):
        table.no_more_bets()
        table.burn()
        if number == cut_card_with:
            table.do(acts.ShowCutCard(), DEALER)
        table.draw(card)
        table.settle_all()
    table.clear()


def test_a_keyed_shoe_burns_two_cards_before_each_card_and_counts_them() -> None:
    table = keyed_shoe()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.refused(acts.Draw("Kh"), DEALER)
    table.burn()
    table.draw("Kh")
    table.settle_all()
    assert table.seen(CAMERAS)["cards"]["burns"] == [2]
    assert table.seen(CAMERAS)["device"]["dealt"] == 3


def test_the_dealer_of_a_keyed_shoe_says_when_the_cut_card_comes_out_and_it_is_shuffled_after() -> (
    None
):
    table = keyed_shoe()
    table.wager(1, "pokerpot", 100)
    table.ready()
    table.refused(acts.ShowCutCard(), DEALER)
    table.take_back(1, "pokerpot")
    quiet_round(table)
    assert table.state.packs.next == 15
    quiet_round(table, cut_card_with=3)
    assert table.events(acts.CutCardSeen) == [acts.CutCardSeen()]
    assert table.seen(DEALER)["device"]["shuffle_due"] == "the cut card came out"
    table.wager(1, "pokerpot", 100)
    assert "the cut card came out" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()
    seen = table.seen(DEALER)["device"]
    assert (seen["shuffle_due"], seen["cut_card_seen"], seen["dealt"]) == ("", False, 0)


def test_the_cut_card_comes_out_of_a_keyed_shoe_once_and_the_dealer_alone_says_so() -> None:
    table = keyed_shoe()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    for by in (INSPECTOR, CAMERAS):
        table.refused(acts.ShowCutCard(), by)
    table.do(acts.ShowCutCard(), DEALER)
    table.refused(acts.ShowCutCard(), DEALER)
    for setup in ({"device": "shoe"}, {"device": "six-deck-shuffler", "is_keyed": True}):
        other = at_table("king-high", **setup)
        other.wager(1, "pokerpot", 100)
        other.no_more_bets()
        other.refused(acts.ShowCutCard(), DEALER)


def test_a_keyed_shoe_is_shuffled_after_four_rounds_and_what_is_due_clears() -> None:
    table = keyed_shoe()
    for _ in range(4):
        assert table.seen(DEALER)["device"]["shuffle_due"] == ""
        quiet_round(table)
    assert table.seen(DEALER)["device"]["shuffle_due"] == "4 rounds were dealt"
    step = due(table.table)
    assert step == (acts.Shuffle(0, "", ""), THE_DEALER)
    table.do(acts.Shuffle(0, "", ""), DEALER)
    assert table.seen(DEALER)["device"]["shuffle_due"] == ""
    assert table.table.state.packs.cut is None, "it is cut again"


def test_a_keyed_shoe_has_the_rulings_of_the_manual_shoe() -> None:
    table = keyed_shoe()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.declare("exposed-burn", by=DEALER, card="7c")
    table.burn()
    table.declare("exposed-after-call", by=DEALER, card="Kh")
    table.draw("Kh")
    table.settle_all()
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)
    table.declare("missed-burn", by=INSPECTOR)
    table.refused(table.declared("face-up-in-shuffler", card="7c"), DEALER)
    table.refused(table.declared("not-delivered", "void"), INSPECTOR)


def test_a_face_up_card_goes_back_into_a_keyed_shuffle_device_before_the_next_is_drawn() -> None:
    table = at_table("king-high", is_keyed=True)
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.declare("face-up-in-shuffler", by=DEALER, card="7c")
    table.refused(acts.Draw("Kh"), DEALER)
    table.do(acts.Shuffle(0, "", ""), DEALER)
    table.draw("Kh")


@pytest.mark.parametrize("is_keyed", [False, True])
def test_a_shoe_that_runs_out_is_filled_again_or_ends_the_round_as_an_inspector_rules(
    is_keyed: bool,
) -> None:
    """No manual knows it: the house has an inspector rule."""
    for ruling in ("reshuffled", "void"):
        table = at_table("king-high", device="shoe", is_keyed=is_keyed)
        table.wager(1, "pokerpot", 100)
        table.play_card("Kh" if is_keyed else "")
        table.refused(table.declared("shoe-runs-out", ruling), INSPECTOR)
        table.no_more_bets()
        table.refused(table.declared("shoe-runs-out", ruling), DEALER)
        table.declare("shoe-runs-out", ruling, by=INSPECTOR)
        if ruling == "void":
            assert table.finish() == {(1, "pokerpot"): 100}
            assert table.rail(1) == 50_000
        else:
            table.refused(acts.Burn(), DEALER)
            table.shuffle_all()
            assert "a cut" in str(table.refused(acts.Burn(), DEALER))
            table.cut()
            table.burn()
            assert table.last(acts.Shuffled).cards == 6 * 52 - 1
            table.draw("Kd" if is_keyed else "")


# Cards and the journal -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "device"), [("duki4", "shuffler"), ("pick2", "hand"), ("king-high", "shoe")]
)
def test_the_cards_of_a_keyed_table_are_changed_and_shuffled_as_any_others(
    game: str, device: str
) -> None:
    table = at_table(game, device=device, is_keyed=True)
    table.do(acts.RemoveCards(), DEALER)
    if table.table.book.procedure.slip:
        table.sign("card-and-dice-slip-out", INSPECTOR)
    before = len(table.events(acts.Shuffled))
    table.new_cards()
    assert len(table.events(acts.Shuffled)) == before + table.table.device.packs
    table.do(acts.ReplaceCards("7c", "a torn corner"), INSPECTOR)
    assert table.seen(DEALER)["device"]["shuffle_due"] == "cards were replaced"
    table.ready()
    assert table.seen(DEALER)["device"]["shuffle_due"] == ""


def test_the_journal_of_a_keyed_table_holds_no_order_and_verifies() -> None:
    journal = Journal()
    table = Driver("king-high", device="shoe", is_keyed=True)
    lines = table.lines
    table.open()
    table.sit(1)
    quiet_round(table, cut_card_with=2)
    table.ready()
    table.close()
    for line in lines:
        journal.add(line.event, line.rule, line.by, line.round, line.at)
    verdict = verify(lambda: journal.lines)
    assert verdict.is_closed
    assert (verdict.shuffles, verdict.still_sealed) == (2, 0)
    written = b"".join(journal.lines)
    assert b'"seal"' not in written
    assert b"unsealed" not in written


def test_the_house_does_no_step_with_cards_that_lie_on_a_physical_table() -> None:
    book = Book(Driver("duki4", is_keyed=True, automatic=None).table.book.setup)
    assert book.automatic == {"settle", "approve", "fill", "mend", "change-cards"}
    for step in ("shuffle", "cut", "burn", "deal", "draw", "reveal", "clear", "no-more-bets"):
        with pytest.raises(Refused, match=rf"{step} by itself with cards .* expected a dealer"):
            Driver("duki4", is_keyed=True, automatic=(step,))


# A shuffler that fails over the second deck --------------------------------------------------------


def has_come_to(phase: str, game: str, device: str, **setup: Any) -> Driver:
    """A table with hands in some phase of its first round, keyed or dealt by the machine."""
    table = at_table(game, seats=(1, 2), device=device, **setup)
    bet(table, 1, 2)
    if phase == "wagers":
        return table
    table.no_more_bets()
    if phase == "deal":
        return table
    table.do(acts.Deal(), DEALER)
    if phase == "decide":
        table.decide(1, "fold")
        return table
    for seat in (1, 2):
        table.decide(seat, "fold")
    if phase in ("settle", "clear"):
        table.do(acts.Reveal(table.offered_cards()), DEALER)
    if phase == "clear":
        table.settle_all()
    return table


BEFORE, AFTER = ("wagers", "deal"), ("decide", "reveal", "settle", "clear")


@HANDS
@pytest.mark.parametrize("is_keyed", [False, True])
def test_irregularities_d_the_shuffler_can_fail_as_long_as_it_holds_cards_that_are_needed(
    game: str, is_keyed: bool
) -> None:
    """Two decks: always, since the second lies in it. One deck: until it is dealt."""
    for phase in (*BEFORE, *AFTER):
        for device in ("shuffler", "one-deck-shuffler", "hand"):
            table = has_come_to(phase, game, device, is_keyed=is_keyed)
            assert table.phase == phase
            is_before = phase in BEFORE
            may = {
                "d-malfunction": is_before and device != "hand",
                "d-malfunction-after-deal": not is_before and device == "shuffler",
            }
            for id, is_allowed in may.items():
                if not is_allowed:
                    table.refused(table.declared(id, "void"), INSPECTOR)
                    continue
                table.declare(id, "void", by=INSPECTOR)
                table.finish()
                assert has_all_back(table) == (phase != "clear"), "what was settled stands"
                assert table.state.packs.is_broken
                table.do(acts.Mend(), INSPECTOR)
                bet(table, 1)
                table.no_more_bets()


@HANDS
@pytest.mark.parametrize("phase", AFTER)
@pytest.mark.parametrize("is_keyed", [False, True])
def test_irregularities_d_by_its_reading_a_dealt_round_is_played_out_and_the_shuffler_checked(
    game: str, phase: str, is_keyed: bool
) -> None:
    readings = {f"{game}.malfunction-after-deal": "plays-on"}
    table = has_come_to(phase, game, "shuffler", is_keyed=is_keyed, readings=readings)
    table.refused(table.declared("d-malfunction-after-deal", "void"), INSPECTOR)
    table.declare("d-malfunction-after-deal", by=CAMERAS)
    assert table.phase == phase
    if phase == "decide":
        table.decide(2, "fold")
    if table.phase == "reveal":
        table.do(acts.Reveal(table.offered_cards()), DEALER)
    assert not any(table.settle_all().values()), "folded wagers are lost, as in any round"
    table.clear()
    bet(table, 1)
    assert "repaired or replaced" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.do(acts.Mend(), INSPECTOR)
    packs = set(table.table.state.packs.seals)
    assert not packs, "both decks came out of the shuffler"
    table.no_more_bets()
