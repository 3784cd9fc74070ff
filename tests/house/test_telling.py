"""What everybody at a table is told: plain sentences, each thing once, no card that lies face down."""

import re
from collections import Counter
from functools import cache

import msgspec
import pytest
from msgspec import UNSET

from tablewright.house.screens.journal_pages import Before, LineScene
from tablewright.house.screens.news import ChipsMoved, LiveScene, Told, moved_in_sight
from tablewright.rules.cards import DECK
from tablewright.rules.on_record import Met
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, THE_PIT_BOSS, player
from tablewright.table.chips import Move, worth
from tablewright.table.journal import FORMAT
from tablewright.table.record import Act, Record
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.scene import Scene
from tablewright.table.setup import Book
from tablewright.table.why import PaymentShown
from tablewright.table.words import ENGLISH, HAPPENED, JOURNAL, STAFF, Telling, key
from tests.house.listening import GAMES, cards_named, rehearsed
from tests.sent import as_sent
from tests.table.driving import Driver, at_table
from tests.table.recording import recorded


def tell(table: Driver, command: Act, by: object = None) -> list[Told]:
    """What is told of a command."""
    first, scene = table.table.lines + 1, LiveScene(table.table)
    actor = by or player(getattr(command, "place", 0))
    return scene.told(table.do(command, actor), actor, first)  # type: ignore[arg-type]


def says(table: Driver, command: Act, by: object = None) -> list[str]:
    return [each.says for each in tell(table, command, by)]


# Every record -------------------------------------------------------------------------------------

CHIPS = {500: 4}
"""Chips that no other thing in these records is worth: $20."""
ORDER = "".join(card.text for card in DECK)
WRONG_COUNT, CAPPED = "duki4.irregularity.b-wrong-count", "duki4.protection.capped"
EXAMPLES: tuple[Record, ...] = (
    acts.SetUp(rehearsal_setup("duki4"), FORMAT),
    acts.UnlockRack(),
    acts.Open(),
    acts.Opened("f" * 64, "General"),
    acts.CountFloat(CHIPS),
    acts.ReportError("one chip short"),
    acts.Sign("opener", "dealer", "Dan"),
    acts.FormCompleted("opener", {"total": "$1"}, {"dealer": "Dan", "inspector": "Ina"}),
    acts.FormCompleted("fill", {"number": "1"}, {"dealer": "Dan", "inspector": "Ina"}),
    acts.CheckEquipment(("drop-box",)),
    acts.DisplaySign(),
    acts.SignDisplayed(("Ante: $5 to $500",)),
    acts.BringDecks(("blue", "red")),
    acts.BringDecks(("blue", "red"), ("reused", "pre-checked")),
    acts.Examine("", "dealer"),
    acts.CardsRejected("a mark"),
    acts.Wash(),
    acts.RemoveCards(),
    acts.Shuffled(0, 52, "5" * 64),
    acts.Unsealed(0, ORDER, "salt"),
    acts.Cut(20),
    acts.OrderShuffle("a long pause"),
    acts.HandShuffle(),
    acts.OrderInspection("a mark on a back"),
    acts.Inspect(),
    acts.Inspect("a nick in a corner"),
    acts.PutOffCardChange(15, "a run is live"),
    acts.ReplaceCards("Th 2c", "a bent corner"),
    acts.Mend(),
    acts.Substitute("hand", "shuffler"),
    acts.Sit(1, "Ann"),
    acts.Welcome(1),
    acts.Welcome(1, "skipped"),
    acts.Leave(1, CHIPS),
    acts.AgreeLimits(1, {"ante": (1000, 5000)}),
    acts.BuyIn(1, 2000, CHIPS),
    acts.ChangeColour(1, CHIPS, {2500: 1}),
    acts.Tip(1, CHIPS),
    acts.Wager(1, "ante", CHIPS),
    acts.Advised(1, "ante", "minimum", 500),
    acts.LateWager(1, "ante", CHIPS),
    acts.TakeBack(1, "ante", False, CHIPS),
    acts.NoMoreBets(),
    acts.Deal((1,)),
    acts.Decide(1, "play"),
    acts.Staked(1, "play", (Move("rail:1", "spot:1:play", CHIPS),)),
    acts.Reveal("9d 9s 5h 8c"),
    acts.Called("Dealer has a pair"),
    acts.Show(1, "9h 9c 6s Jd", "pair of nines"),
    acts.Burn(1),
    acts.ShowCutCard(),
    acts.CutCardSeen(),
    acts.ShowCutCard(),
    acts.Draw("Kh", 1),
    acts.CardHeld("Kh", 1, 0),
    acts.CardHeld("Kh", 1, 0, ("Low cards are due",)),
    acts.Settle(1),
    acts.Settled(1, "ante", "duki4.ante.win", 500, 1000, (), "1"),
    acts.Approve(1),
    acts.Clear(),
    acts.Moved((Move("spot:1:ante", "rail:1", CHIPS),), "cleared"),
    acts.Moved((Move("cage", "float", CHIPS),), "slip"),
    acts.Moved((Move("float", "rail:1", CHIPS),), "slip"),
    acts.Moved((Move("cage", "float", CHIPS), Move("float", "cage", {100: 1})), "count"),
    acts.Fill(CHIPS),
    acts.Credit(CHIPS),
    acts.Correct(1, "paid twice", from_player=CHIPS),
    acts.SlipPrepared(1, "fill", "inspector", "Ina", moves=(Move("cage", "float", CHIPS),)),
    acts.SlipPrepared(1, "void-round", "inspector", "Ina"),
    acts.Countersign(1, CHIPS, "fill", 0, "", "dealer", "Dan"),
    acts.Countersign(1, CHIPS, "fill", 0, "", "dealer", "Dan", True),
    acts.Countersign(1, {}, "correction", 1, "paid twice", "dealer", "Dan"),
    acts.Countersign(1, {}, "void-round", 0, "", "dealer", "Dan"),
    acts.CancelSlip(1, "not needed", "fill", "Ina"),
    acts.CancelSlip(1, "not needed", "void-round", "Ina"),
    acts.Declare("duki4.irregularity.c-dealer-exposed", "void"),
    acts.LookOver(),
    acts.ReportChips("duki4.protection.capped", 1, "ante", CHIPS, "as-it-was"),
    acts.ReportChips("duki4.protection.moved", 1, "ante", CHIPS, "as-it-was", "bonus", waits=True),
    acts.ReportChips("duki4.protection.wrong-box", 1, "ante", CHIPS, "returned", box=2),
    acts.ChipsRuled("duki4.protection.capped.as-it-was", "duki4.protection.capped", "as-it-was", 1,
                    "ante", (Move("spot:1:ante", "rail:1", CHIPS),)),
    acts.ChipsRuled("duki4.protection.late.stands", "duki4.protection.late", "stands", 1, "ante"),
    acts.Reckoned(1, "ante", "duki4.protection.late.returned", 0, 0, 0, 2000, 4000),
    acts.SlipPrepared(1, "ruling", "dealer", "Dan", 1, "Ann", "late", ()),
    acts.Countersign(1, {}, "ruling", 1, "late", "inspector", "Ina"),
    acts.Overlook("burn", 0, 2),
    acts.Overlook("burn", 1, 2),
    acts.Overlook("shuffle", why="the table was vacant"),
    acts.Relieve("dealer", "Dora"),
    acts.Relieve("inspector", "Ivan"),
    acts.TakenBack(1, "ante", WRONG_COUNT, 500, 1000, 500, (Move("rail:1", "float", CHIPS),)),
    acts.LookOver(),
    acts.ReportChips(CAPPED, 1, "ante", CHIPS, "as-it-was", player="Ann", who="Dan"),
    acts.ChipsRuled(CAPPED, CAPPED, "as-it-was", 1, "ante", (Move("spot:1:ante", "rail:1", CHIPS),)),
    acts.Reckoned(1, "ante", CAPPED, 500, 500, 1000, 1000, 2000),
    acts.RecordApprovals((recorded("general", Met(condition="internal-controls")),)),
    acts.RecordApprovals(()),
    acts.BeginClosing(),
    acts.RemoveDropBox(),
    acts.Close(),
    acts.Closed(99, 2000),
)  # fmt: skip
"""Each record at least once, and again where another sentence or audience is meant."""
FOR_STAFF_ONLY = {
    "set-up", "unlock-rack", "opened", "count-float", "report-error", "sign", "form-completed",
    "check-equipment", "display-sign", "remove-drop-box", "fill", "credit", "overlook", "closed",
    "record-approvals",
}  # fmt: skip
"""What players at the table have no business with, whatever it says."""


@cache
def scene() -> Scene:
    return Scene(Book(rehearsal_setup("duki4")))


def tellings(record: Record, at: Scene | None = None) -> list[tuple[Telling, str]]:
    at = at or scene()
    return [(each, at.says(record, each)) for each in record.tell(at)]


def ids(record: object) -> str:
    return record.name if isinstance(record, Record) else ""


def test_the_examples_are_of_every_record() -> None:
    assert {type(each) for each in EXAMPLES} == set(acts.JOURNALLED)


@pytest.mark.parametrize("record", EXAMPLES, ids=ids)
def test_every_record_is_told_to_people_or_to_the_journal(record: Record) -> None:
    """In whole sentences, to one audience; a page shows each line once."""
    told = tellings(record)
    assert told
    people = [each for each, _ in told if each.to != JOURNAL]
    assert len({(each.to, each.kind) for each in people}) <= 1
    for each, says in told:
        assert says[0].isupper() or not says[0].isalpha()
        assert each.kind == "call" or says.endswith(".") or record.name == "sign-displayed"
        assert not re.search(r"[{}\[\]_]", says)
        assert key(record.name, HAPPENED, each.case) in ENGLISH.templates
    if record.name in FOR_STAFF_ONLY:
        assert {each.to for each in people} == {STAFF}


def test_the_pit_reads_every_line_by_itself() -> None:
    for record in EXAMPLES:
        told = tellings(record, LineScene(scene().book, Before()))
        assert all(says for _, says in told), record


def test_those_who_count_chips_hear_no_amount_before_they_have_counted() -> None:
    """A fill or a credit that waits, and a count of it that differed, name no sum and no chip."""
    slip = (Move("cage", "float", CHIPS),)
    for record in (
        acts.Fill(CHIPS),
        acts.Credit(CHIPS),
        acts.SlipPrepared(1, "fill", "inspector", "Ina", moves=slip),
        acts.Countersign(1, CHIPS, "fill", 0, "", "dealer", "Dan", True),
        acts.CancelSlip(1, "counted wrong", "fill", "Ina"),
    ):
        for each, says in tellings(record):
            assert each.to == STAFF
            assert "$" not in says
            assert "20" not in says
    ((_, counted),) = tellings(acts.Countersign(1, CHIPS, "fill", 0, "", "dealer", "Dan"))
    assert counted == "The pit boss counts $20 and signs fill slip 1."


def test_no_order_of_a_pack_is_told_at_the_table() -> None:
    """Neither the seal of one in play, nor the order of one that is out of play."""
    ((_, shuffled),) = tellings(acts.Shuffled(0, 52, "5" * 64))
    assert "555" not in shuffled
    ((opened, says),) = tellings(acts.Unsealed(0, ORDER, "salt"))
    assert opened.to == JOURNAL
    assert not cards_named(says)
    assert "salt" not in says
    ((_, cut),) = tellings(acts.Cut(20))
    assert "20" not in cut


def test_a_chosen_card_is_not_told_before_the_hand_is_turned() -> None:
    table = at_table("pick2", seats=(1,))
    for wager in ("ante", "bonus-3-5"):
        table.wager(1, wager, 500)
    table.do(acts.NoMoreBets(), THE_DEALER)
    table.do(acts.Deal(), THE_DEALER)
    decision = next(each for each in table.table.book.contest.decisions if each.plays)
    assert decision.plays
    chosen = acts.Decide(1, decision.id, tuple(range(decision.plays)))
    heard = tell(table, chosen)
    assert heard[0].says == f"Player 1 {decision.does}."
    assert not [each for each in heard if each.cards]


# As it happens -------------------------------------------------------------------------------------


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
    assert advised.says == f"The dealer tells {name.lower()} that the minimum on Low is $5."


def test_the_dealer_speaks_in_calls() -> None:
    table = at_table("king-high", seats=(1,))
    table.next_draws("Kh 7c 2d 9s Ac")
    table.do(acts.Wager(1, "pokerpot", {500: 1}), player(1))
    (call,) = tell(table, acts.NoMoreBets(), THE_DEALER)
    assert (call.kind, call.says) == ("call", "Hands and chips back, please. No more bets")
    drawn, called = tell(table, acts.Draw(), THE_DEALER)[:2]
    assert (drawn.kind, drawn.cards, drawn.says) == (
        "cards",
        ["Kh"],
        "Card 1: the dealer draws K♥.",
    )
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


def test_a_player_who_leaves_is_told_of_by_name() -> None:
    table = at_table("duki4", seats=(1,))
    name = "Player 1"
    assert says(table, acts.Tip(1, {100: 1})) == [f"{name} tips the dealer $1."]
    (left,) = tell(table, acts.Leave(1))
    assert left.says.startswith(f"{name} leaves with $")


def test_fills_and_forms_are_told_to_staff_only() -> None:
    table = at_table("duki4", seats=(1,))
    heard = tell(table, acts.Fill({500: 20}), THE_INSPECTOR)
    assert [each.is_for_staff for each in heard] == [True, True]
    (tip,) = tell(table, acts.Tip(1, {100: 1}))
    assert not tip.is_for_staff
    assert b"staff" not in msgspec.json.encode(tip)


def test_a_slip_is_told_to_those_it_concerns() -> None:
    """A correction is the player's too, from its asking to its end; a fill never is."""
    table = at_table("duki4", seats=(1,))
    asked, waits = tell(table, acts.Correct(1, "paid twice", {}, {500: 1}), THE_PIT_BOSS)
    assert not asked.is_for_staff
    assert "$5 from player 1" in asked.says
    assert waits.is_for_staff
    signed, moved, form = tell(table, acts.Countersign(1), THE_DEALER)
    assert (signed.is_for_staff, moved.is_for_staff, form.is_for_staff) == (True, False, True)
    assert moved.says == "The payment is put right: $5 comes back from player 1."
    table.do(acts.Fill({500: 20}), THE_PIT_BOSS)
    wrong = tell(table, acts.Countersign(2, {500: 19}), THE_DEALER)
    counted = tell(table, acts.Countersign(2, {500: 20}), THE_DEALER)
    table.do(acts.Fill({500: 20}), THE_PIT_BOSS)
    cancelled = tell(table, acts.CancelSlip(3, "not needed"), THE_DEALER)
    assert all(each.is_for_staff for each in (*wrong, *counted, *cancelled))
    assert wrong[0].says == (
        "The dealer counts the chips, and fill slip 2 differs: count again, or cancel the slip."
    )


def test_a_count_that_is_booked_both_ways_is_one_line() -> None:
    table = Driver("duki4")
    scene = LiveScene(table.table)
    (set_up,) = scene.told([acts.SetUp(table.table.book.setup, FORMAT)], THE_PIT_BOSS, 1)
    assert set_up.is_for_staff
    assert "The limits: " in set_up.says
    moves = (Move("cage", "float", {500: 1}), Move("float", "cage", {100: 2}))
    (booked,) = scene.told([acts.Moved(moves, "count")], THE_DEALER, 9)
    assert booked.is_for_staff
    assert booked.says == (
        "The float is booked with $5 (1 x $5) more. The float is booked with $2 (2 x $1) less."
    )


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
    assert set(as_sent(told_of)) == {
        "n", "round", "event", "kind", "place", "says", "moved",
    }  # fmt: skip


def test_where_chips_moved_is_a_list_and_a_place_is_said_once() -> None:
    table = at_table("duki4", seats=(2,))
    (bet,) = tell(table, acts.Wager(2, "ante", {500: 2}))
    assert as_sent(bet)["moved"] == [["rail:2", "spot:2:ante", {"500": 2}]]
    table.deal({2: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(2, "play")
    table.do(acts.Reveal(), THE_DEALER)
    table.do(acts.Show(2), THE_DEALER)
    for each in map(as_sent, tell(table, acts.Settle(2), THE_DEALER)):
        assert (each["place"], "place" in each["payment"]) == (2, False)


# Chips in sight ------------------------------------------------------------------------------------


def test_chips_are_told_from_where_to_where() -> None:
    table = at_table("duki4", seats=(1,))
    (bet,) = tell(table, acts.Wager(1, "ante", {500: 1}))
    assert bet.moved == [ChipsMoved("rail:1", "spot:1:ante", {500: 1})]
    table.deal({1: "9h 9c 6s Jd"}, dealer="2d 9s 5h 8c")
    table.decide(1, "play")
    table.do(acts.Reveal(), THE_DEALER)
    table.do(acts.Show(1), THE_DEALER)
    paid = tell(table, acts.Settle(1), THE_DEALER)
    for each in paid:
        assert isinstance(each.payment, PaymentShown)
        assert each.manner == ("on-the-wager" if each.payment.net > 0 else UNSET)
    (ante, play) = paid
    assert ante.moved == [
        ChipsMoved("float", "rail:1", {500: 2}),
        ChipsMoved("spot:1:ante", "rail:1", {500: 1}),
    ]
    assert play.moved == [
        ChipsMoved("float", "rail:1", {500: 1}),
        ChipsMoved("spot:1:play", "rail:1", {500: 1}),
    ]


def test_what_comes_from_the_cage_or_goes_into_the_box_is_not_seen_to_move() -> None:
    for record in EXAMPLES:
        for each in moved_in_sight(record):
            for end in (each.source, each.target):
                assert end in {"float", "tips"} or end.startswith(("rail:", "spot:")), record


@pytest.mark.parametrize(("game", "device"), GAMES)
def test_what_is_seen_to_move_adds_up_to_what_lies_there(game: str, device: str) -> None:
    """One who follows the chips from the first round knows what lies on every spot after each."""
    ear = rehearsed(game, device, rounds=10)
    spots: Counter[str] = Counter()
    for each, _ in ear.heard:
        for move in each.moved if isinstance(each.moved, list) else ():
            spots[move.source] -= worth(move.chips)
            spots[move.target] += worth(move.chips)
    moved = {name: cents for name, cents in spots.items() if name.startswith("spot:")}
    assert moved
    for name, cents in moved.items():
        assert cents == ear.table.state.bank.cents(name), name
