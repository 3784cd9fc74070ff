"""What everybody at a table is told: plain sentences, each thing once, no card that lies face down."""

from collections import Counter

import msgspec
import pytest
from tablewright.house.screens.happenings import SAYS

from tablewright.house.screens.news import Told, told
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, player
from tablewright.table.record import Act
from tablewright.table.why import PaymentShown
from tests.house.listening import GAMES, cards_named, rehearsed
from tests.table.driving import Driver, at_table


def tell(table: Driver, command: Act, by: object = None) -> list[Told]:
    """What is told of a command."""
    first = table.table.lines + 1
    actor = by or player(getattr(command, "place", 0))
    return told(table.table, table.do(command, actor), actor, first)  # type: ignore[arg-type]


def says(table: Driver, command: Act, by: object = None) -> list[str]:
    return [each.says for each in tell(table, command, by)]


def test_every_event_has_its_sentence() -> None:
    assert set(SAYS) == set(acts.JOURNALLED)


@pytest.mark.parametrize(("game", "device"), GAMES)
def test_no_card_is_told_that_does_not_lie_open(game: str, device: str) -> None:
    checked = 0
    for each, lies_open in rehearsed(game, device).heard:
        named = set(each.cards) if isinstance(each.cards, list) else set()
        named |= cards_named(each.says)
        assert named <= lies_open, each
        checked += len(named)
    assert checked > 100


@pytest.mark.parametrize(("game", "device"), GAMES)
def test_everything_is_told_once_in_order_and_as_a_sentence(game: str, device: str) -> None:
    heard = [each for each, _ in rehearsed(game, device, rounds=15).heard]
    lines = [each.n for each in heard]
    assert lines == sorted(set(lines))
    for each in heard:
        assert each.says[0].isupper() or not each.says[0].isalpha()
        assert each.kind == "call" or each.says.endswith((".", "·"))
        assert "_" not in each.says
        assert each.kind in {"call", "cards", "money", "bet", "payment", "trouble", "house"}
    kinds = Counter(each.kind for each in heard)
    assert kinds["payment"] > 20
    assert kinds["trouble"] > 3
    assert all(isinstance(each.payment, PaymentShown) for each in heard if each.event == "settled")


def test_a_wager_is_told_by_name_and_amount() -> None:
    table = at_table("duki4", seats=(1, 2))
    name = "Player 1"
    assert says(table, acts.Wager(1, "ante", {500: 2})) == [f"{name} bets $10 on the Ante."]
    assert says(table, acts.Wager(1, "ante", {500: 1})) == [
        f"{name} adds $5 to the Ante: $15 in all."
    ]
    assert says(table, acts.TakeBack(1, "ante")) == [f"{name} takes back the Ante."]


def test_wagers_on_a_card_are_named_as_they_are_called() -> None:
    table = at_table("king-high", seats=(1,))
    name = "Player 1"
    table.do(acts.Wager(1, "pokerpot", {500: 1}), player(1))
    assert says(table, acts.Wager(1, "heart", {500: 1})) == [f"{name} bets $5 on Heart."]
    (wager, advised) = tell(table, acts.Wager(1, "low", {100: 1}))
    assert (wager.kind, advised.event) == ("bet", "advised")
    assert advised.says == f"{name} is told: the minimum on Low is $5."


def test_the_dealer_speaks_in_calls() -> None:
    table = at_table("king-high", seats=(1,))
    table.next_draws("Kh 7c 2d 9s Ac")
    table.do(acts.Wager(1, "pokerpot", {500: 1}), player(1))
    (call,) = tell(table, acts.NoMoreBets(), THE_DEALER)
    assert (call.kind, call.says) == ("call", "No more bets")
    drawn, called = tell(table, acts.Draw(), THE_DEALER)[:2]
    assert (drawn.kind, drawn.cards, drawn.says) == ("cards", ["Kh"], "The dealer draws K♥.")
    assert (called.kind, called.says) == ("call", "King High Heart")


def test_what_the_dealer_may_announce_is_called_when_the_card_is_settled() -> None:
    table = at_table("king-high", seats=(1,))
    table.next_draws("Kh Qh 2d 9s Ac")
    for wager in ("pokerpot", "high-run"):
        table.do(acts.Wager(1, wager, {500: 1}), player(1))
    for _ in range(2):
        table.do(acts.NoMoreBets(), THE_DEALER)
        heard = tell(table, acts.Draw(), THE_DEALER)
    calls = [each.says for each in heard if each.kind == "call"]
    assert calls == ["High Heart", "One more high card guarantees 3-1 on the High Run"]


def test_hands_that_are_turned_are_told_with_what_they_are() -> None:
    table = at_table("duki4", seats=(1,))
    name = "Player 1"
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    (decided, staked) = tell(table, acts.Decide(1, "play"))
    assert decided.says == f"{name} plays."
    assert staked.says == f"{name} puts $5 on the Play."
    turned, call = tell(table, acts.Reveal(), THE_DEALER)
    assert turned.cards == ["9d", "9s", "5h", "8c"]
    assert turned.hand
    assert call.kind == "call"
    assert str(turned.hand) in call.says
    (shown,) = tell(table, acts.Show(1), THE_DEALER)
    settled = tell(table, acts.Settle(1), THE_DEALER)
    assert shown.cards == ["9h", "9c", "6s", "Jd"]
    assert shown.hand == "4-Card Duki, pair of nines"
    assert [each.kind for each in settled] == ["payment", "payment"]
    paid = settled[0].payment
    assert isinstance(paid, PaymentShown)
    assert (paid.wager, paid.result, paid.odds) == ("ante", "win", "2-1")
    assert settled[0].says == f"{name}'s Ante $5 wins $10 at 2-1."
    (cleared,) = tell(table, acts.Clear(), THE_DEALER)
    assert cleared.round == shown.round


def test_whoever_leaves_is_told_of_by_name() -> None:
    table = at_table("duki4", seats=(1,))
    name = "Player 1"
    assert says(table, acts.Tip(1, {100: 1})) == [f"{name} tips the dealer $1."]
    assert says(table, acts.Leave(1)) == [f"{name} leaves the table."]


def test_fills_and_forms_are_told_to_staff_only() -> None:
    table = at_table("duki4", seats=(1,))
    heard = tell(table, acts.Fill({500: 20}), THE_INSPECTOR)
    assert [each.is_for_staff for each in heard] == [True, True]
    (tip,) = tell(table, acts.Tip(1, {100: 1}))
    assert not tip.is_for_staff
    assert b"staff" not in msgspec.json.encode(tip)


def test_a_void_round_is_told_with_its_ruling() -> None:
    table = at_table("duki4", seats=(1,))
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    declared = acts.Declare("duki4.irregularity.c-dealer-exposed")
    (trouble,) = tell(table, declared, THE_DEALER)
    assert trouble.kind == "trouble"
    assert trouble.cards == ["9d"]
    assert "Ruling: Every hand is void" in trouble.says
    heard = tell(table, acts.Settle(1), THE_DEALER)
    assert heard[-1].says.endswith("is given back.")


def test_what_is_not_there_is_not_written() -> None:
    table = at_table("duki4", seats=(1,))
    (told_of,) = tell(table, acts.Wager(1, "ante", {500: 2}))
    assert set(msgspec.json.decode(msgspec.json.encode(told_of))) == {
        "n", "round", "event", "kind", "place", "says",
    }  # fmt: skip
