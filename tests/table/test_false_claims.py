"""Where the machine deals: nothing of a hand is known before it is turned, and no claim is false."""

from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.rules.errors import Refused
from tablewright.rules.irregularities import Effect
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.machine import Table
from tablewright.table.seal import BrokenSeal
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table
from tests.table_play import DEVICES

NINES = "9d 9s 5h 8c"
STRAIGHT = "7s 8h 9c Td"
WATCHERS = (DEALER, INSPECTOR, PIT_BOSS, CAMERAS)


def to_settle(**setup: Any) -> Driver:
    """A hand that wins, about to be turned, with the dealer's open."""
    table = at_table("duki4", seats=(1, 2), **setup)
    table.wager(1, "ante", 500)
    table.deal({1: STRAIGHT}, dealer=NINES)
    table.decide(1, "play")
    table.reveal()
    return table


def a_round(table: Driver) -> None:
    """A round up to where everything lies face down, or the first card lies open."""
    if table.table.book.is_draw:
        table.wager(1, "pokerpot", 500)
        table.draw_next()
        table.settle_all()
        table.no_more_bets()
    else:
        for wager in table.table.book.offer.placed:
            table.wager(1, wager, 500)
        table.deal()


# Before a hand is turned ---------------------------------------------------------------------------


def test_a_hand_is_turned_before_it_is_settled_or_approved() -> None:
    table = to_settle(approval_from=500)
    assert "lies face down" in str(table.refused(acts.Settle(1), DEALER))
    for by in (INSPECTOR, PIT_BOSS):
        table.refused(acts.Approve(1), by)
    table.refused(acts.Show(1, STRAIGHT), DEALER)
    table.refused(acts.Show(2), DEALER)
    table.show(1)
    assert table.last(acts.Show) == acts.Show(1, STRAIGHT, "4-Card Duki, ten-high straight")
    table.refused(acts.Show(1), DEALER)
    table.do(acts.Approve(1), INSPECTOR)
    table.settle(1)


def test_what_the_rack_lacks_does_not_tell_what_a_hidden_hand_wins() -> None:
    table = at_table("duki4", seats=(), float_chips={2500: 1, 500: 10})
    table.sit(1, chips={500: 10})
    table.wager(1, "ante", 500)
    table.deal({1: "Kc Kd Kh Ks"}, dealer="2c 3c 4c 5c")
    table.decide(1, "play")
    table.reveal()
    assert table.can("show", DEALER)
    assert table.refused(acts.Settle(1), DEALER).rule == "house.hand-turned"
    table.show(1)
    assert table.refused(acts.Settle(1), DEALER).rule == "house.fill"


# Claims that the machine knows to be false ---------------------------------------------------------


@pytest.mark.parametrize(("of", "device"), DEVICES)
@pytest.mark.parametrize("is_practice", [True, False])
def test_no_card_is_shown_or_miscounted_by_a_claim_where_the_machine_deals(
    of: str, device: str, is_practice: bool
) -> None:
    chosen = {"pick2.unqualified": "compare-ante"} if of == "pick2" and not is_practice else {}
    table = at_table(
        of,
        device=device,
        is_practice=is_practice,
        is_rehearsal=False,
        automatic=(),
        readings=chosen,
    )
    table.ready()
    tried = 0
    for is_later in (False, True):
        if is_later:
            a_round(table)
        for each in table.table.book.procedure.irregularities:
            is_harmless = all(ruling.effect is Effect.NOTED for ruling in each.rulings)
            for by in WATCHERS:
                for ruling in ("", *(ruling.id for ruling in each.rulings)):
                    if not is_harmless:
                        table.refused(acts.Declare(each.id, ruling), by)
                        tried += 1
        assert not table.state.exposed
        assert not table.can("overlook", DEALER)
    assert tried


def test_a_rehearsal_lets_things_go_wrong_and_is_never_for_money() -> None:
    table = at_table("duki4", is_rehearsal=True)
    a_round(table)
    table.declare("c-dealer-exposed", by=INSPECTOR)
    assert table.state.is_void
    for_money = msgspec.structs.replace(table.table.book.setup, is_practice=False, automatic=())
    with pytest.raises(Refused, match="expected a practice table"):
        Table(for_money)


# Voids ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [DEALER, CAMERAS], ids=str)
def test_no_round_dealt_by_the_machine_is_void_without_a_supervisor(by: Actor) -> None:
    table = at_table("duki4", automatic=())
    a_round(table)
    refused = table.refused(table.declared("b-wrong-count", place=1), by)
    assert "supervisor" in str(refused)
    table.declare("b-wrong-count", by=INSPECTOR, place=1)
    assert table.state.is_void


def test_after_the_dealers_hand_is_turned_a_void_needs_two_signatures() -> None:
    table = to_settle(automatic=())
    table.do(table.declared("b-wrong-count", place=1), INSPECTOR)
    assert not table.state.is_void
    assert "is held" in str(table.refused(acts.Settle(1), DEALER))
    table.refused(table.declared("b-wrong-count", place=1), PIT_BOSS)
    for nobody in (INSPECTOR, PIT_BOSS, CAMERAS):
        table.refused(acts.Countersign(1), nobody)
    table.countersign(DEALER)
    assert table.state.is_void
    form = table.last(acts.FormCompleted)
    assert (form.form, sorted(form.signed)) == ("void-round", ["dealer", "inspector"])
    assert table.finish() == {(1, "ante"): 500, (1, "play"): 500}


def test_a_void_that_nobody_signs_is_cancelled_and_the_round_goes_on() -> None:
    table = to_settle(automatic=())
    table.do(table.declared("b-wrong-count", place=1), INSPECTOR)
    table.do(acts.CancelSlip(1, "the cards were counted again"), DEALER)
    assert table.finish() == {(1, "ante"): 5500, (1, "play"): 1000}


def test_king_highs_round_is_voided_by_two_once_a_card_lies_open() -> None:
    table = at_table("king-high", automatic=())
    a_round(table)
    table.do(table.declared("not-delivered", "void"), INSPECTOR)
    for command in (acts.Draw(), acts.NoMoreBets(), acts.Settle(1)):
        table.refused(command, DEALER)
    table.countersign(DEALER)
    assert table.state.is_void
    table.finish()


def test_at_a_physical_table_too_two_people_void_what_the_cards_have_decided() -> None:
    table = at_table("duki4", device="hand", is_keyed=True, automatic=(), is_rehearsal=False)
    table.wager(1, "ante", 500)
    table.deal()
    table.decide(1, "play")
    table.reveal(NINES)
    table.do(table.declared("b-wrong-count", "void", place=1), INSPECTOR)
    assert not table.state.is_void
    table.countersign(DEALER)
    assert table.state.is_void


def test_at_a_physical_table_one_is_enough_before_a_hand_is_turned() -> None:
    table = at_table("duki4", device="hand", is_keyed=True, automatic=(), is_rehearsal=False)
    table.wager(1, "ante", 500)
    table.deal()
    table.declare("b-wrong-count", "void", by=INSPECTOR, place=1)
    assert table.state.is_void
    assert not table.events(acts.SlipPrepared)


# Seals ---------------------------------------------------------------------------------------------


def swapped(order: str, rng: Random) -> str:
    """Another order of the same cards."""
    cards = [order[n : n + 2] for n in range(0, len(order), 2)]
    rng.shuffle(cards)
    return "".join(cards)


def resumed(table: Driver, vault: dict[int, tuple[str, str]]) -> Table:
    """The table taken up again from its journal."""
    fresh = Table(table.table.book.setup)
    fresh.resume([(line.event, line.at) for line in table.lines], vault)
    return fresh


@pytest.mark.parametrize(("of", "device"), DEVICES)
def test_a_table_is_not_taken_up_with_an_order_that_was_not_sealed(of: str, device: str) -> None:
    table, rng = at_table(of, device=device), Random(of + device)
    table.ready()
    for is_later in (False, True):
        if is_later:
            a_round(table)
        vault = table.table.vault
        assert resumed(table, vault).state == table.table.state
        for pack, (order, salt) in vault.items():
            wrong: list[dict[int, tuple[str, str]]] = [
                {**vault, pack: (swapped(order, rng), salt)},
                {**vault, pack: (order, salt + "x")},
                {**vault, pack: (order[:-2], salt)},
                {**vault, pack: ("", "")},
                {**vault, 9: (order, salt)},
                {n: each for n, each in vault.items() if n != pack},
            ]
            for each in wrong:
                with pytest.raises(BrokenSeal, match="sealed"):
                    resumed(table, each)


def test_a_pack_is_held_against_its_seal_before_it_is_used() -> None:
    table = at_table("duki4")
    table.wager(1, "ante", 500)
    table.deal()
    table.decide(1, "fold")
    (order, salt) = table.table.vault[table.state.packs.pack]
    table.table.vault[table.state.packs.pack] = swapped(order, Random(1)), salt
    with pytest.raises(BrokenSeal):
        table.table.act(acts.Reveal(), DEALER, table.now)
    assert not table.state.dealer_cards
