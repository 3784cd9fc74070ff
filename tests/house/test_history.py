"""A player's history from the journal and as it happens, and the journal in plain words for the pit."""

from datetime import datetime
from typing import Any

import pytest

from tablewright.house.screens.evening import MOST_IN_BRIEF, MOST_POINTS, Course
from tablewright.house.screens.history import Sittings
from tablewright.house.screens.journal_pages import Before, lines_told
from tablewright.house.screens.played_rounds import rounds_of
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, player
from tablewright.table.chips import PATRONS, rail
from tablewright.table.journal import Journal, decoded, hash_of
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.rehearsal import rehearsal_setup, rehearse
from tablewright.table.session import Session
from tests.house.listening import GAMES
from tests.sent import as_sent
from tests.table.driving import Driver, at_table


class Kept(Journal):
    """A journal that also feeds the sums, as a live table does."""

    def __init__(self, sittings: Sittings) -> None:
        super().__init__()
        self.sittings = sittings

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        super().add(event, rule, by, round, at)
        self.sittings.hear([event], at)


def rehearsed(game: str, device: str, rounds: int = 30) -> tuple[Kept, list[dict[str, Any]], Table]:
    """A rehearsal with comings and goings; what each place's history said after every tenth round."""
    setup = rehearsal_setup(game, device=device)
    kept = Kept(Sittings(Table(setup).book))
    found: list[dict[str, Any]] = []

    def compare(session: Session) -> None:
        table = session.table
        if table.state.round % 10:
            return
        for place in table.state.seats:
            sat = kept.lines[kept.sittings.first_line(place) - 1 :]
            read = rounds_of(table.book, map(decoded, sat), place)
            told = kept.sittings.history(place, read)
            now = kept.sittings.of(place, table)
            found.append(as_sent({"told": told, "now": now, "place": place}))

    session = rehearse(
        setup, rounds, seed=11, seats=4, irregularities=0.3, keeper=kept, after_round=compare
    )
    return kept, found, session.table


@pytest.mark.parametrize(("game", "device"), GAMES)
def test_the_history_and_the_sums_agree(game: str, device: str) -> None:
    _, found, _ = rehearsed(game, device)
    assert len(found) >= 8
    for each in found:
        told, now = each["told"], each["now"]
        assert told["net"] == now["net"]
        assert told["bought_in"] == now["bought_in"]
        assert told["since"] == now["since"]
        assert told["rounds_played"] == now["rounds"]
        if told["rounds"]:
            last = told["rounds"][0]
            assert (now["round"]["round"], now["round"]["net"]) == (last["round"], last["net"])
            assert now["round"]["staked"] == sum(each["stake"] for each in last["payments"])
            assert now["round"]["is_over"]
        else:
            assert now["round"] is None
        numbers = [round["round"] for round in told["rounds"]]
        assert numbers == sorted(numbers, reverse=True)
        after, evening = told["evening"], now["evening"]
        assert [each["round"] for each in after][::-1][: len(numbers)] == numbers
        nets = [each["net"] for each in after]
        assert evening["points"] == [0, *nets, now["net"]]
        assert (evening["best"], evening["worst"]) == (
            max(0, *nets, now["net"]),
            min(0, *nets, now["net"]),
        )
    assert any(each["now"]["net"] < 0 for each in found)


def test_a_long_evening_is_a_line_of_few_points_that_ends_with_now() -> None:
    course = Course()
    for number in range(1, 3001):
        course.net = number
        course.end_round(number)
        assert len(course.points) <= 2 * MOST_POINTS
    shown = course.shown(2900)
    assert len(shown.points) <= MOST_IN_BRIEF
    assert (shown.points[0], shown.points[-1], shown.best, shown.rounds) == (0, 2900, 3000, 3000)
    assert shown.points[:-1] == sorted(shown.points[:-1])


def test_a_round_is_told_with_its_cards_and_payments() -> None:
    table, journal = journaled("duki4")
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "play")
    table.finish()
    told = history(table, journal)
    (round,) = told["rounds"]
    assert round["cards"] == ["9h", "9c", "6s", "Jd"]
    assert round["dealer"] == ["9d", "9s", "5h", "8c"]
    assert (round["round"], round["decision"], round["is_void"]) == (1, "play", False)
    assert [each["wager"] for each in round["payments"]] == ["ante", "play"]
    assert round["net"] == sum(each["net"] for each in round["payments"]) == told["net"]
    assert round["payments"][0]["why"]["source"]


def test_a_folded_hand_is_not_told() -> None:
    table, journal = journaled("duki4")
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "fold")
    table.finish()
    (round,) = history(table, journal)["rounds"]
    assert (round["cards"], round["decision"], round["net"]) == ([], "fold", -500)


def test_a_void_round_is_marked_and_costs_nothing() -> None:
    table, journal = journaled("duki4")
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.do(acts.Declare("duki4.irregularity.c-dealer-exposed"), THE_DEALER)
    table.finish()
    (round,) = history(table, journal)["rounds"]
    assert (round["is_void"], round["net"]) == (True, 0)


def test_pages_go_back_from_a_round() -> None:
    table, journal = journaled("king-high")
    for _ in range(5):
        table.ready()
        table.wager(1, "pokerpot", 500)
        for _ in range(5):
            table.play_card()
        table.clear()
    newest = history(table, journal, limit=2)
    assert [each["round"] for each in newest["rounds"]] == [5, 4]
    assert newest["more"]
    older = history(table, journal, limit=10, before_round=4)
    assert [each["round"] for each in older["rounds"]] == [3, 2, 1]
    assert not older["more"]
    assert newest["rounds_played"] == older["rounds_played"] == 5
    assert len(newest["rounds"][0]["drawn"]) == 5


def test_tips_count_and_whoever_comes_next_begins_anew() -> None:
    table, journal = journaled("duki4")
    table.do(acts.Tip(1, {500: 1}), player(1))
    assert history(table, journal)["net"] == -500
    table.do(acts.Leave(1), player(1))
    table.do(acts.Sit(1, "Bob"), player(1))
    again = history(table, journal)
    assert (again["net"], again["bought_in"], again["rounds"]) == (0, 0, [])


def journaled(game: str, **setup: Any) -> tuple[Driver, Journal]:
    """A table with a player, and its journal."""
    table, journal = at_table(game, seats=(1,), **setup), Journal()
    for line in table.lines:
        journal.add(line.event, line.rule, line.by, line.round, line.at)
    kept = table.add

    def keep(event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        kept(event, rule, by, round, at)
        journal.add(event, rule, by, round, at)

    table.add = keep  # type: ignore[method-assign]
    return table, journal


def history(table: Driver, journal: Journal, **asked: Any) -> dict[str, Any]:
    book, lines = table.table.book, [decoded(line) for line in journal.lines]
    sittings = Sittings(book)
    for line in lines:
        sittings.hear([line.did], line.at)
    sat = lines[sittings.first_line(1) - 1 :]
    found: dict[str, Any] = as_sent(sittings.history(1, rounds_of(book, sat, 1, **asked)))
    return found


# The journal in words ------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "device"), GAMES)
def test_every_line_of_a_journal_is_told_in_words(game: str, device: str) -> None:
    kept, _, table = rehearsed(game, device, rounds=15)
    told = lines_told(kept.lines, table.book, Before(kept.lines))
    assert [each.n for each in told] == list(range(1, len(kept.lines) + 1))
    assert told[0].event == "set-up"
    assert told[-1].event == "closed"
    for each in told:
        assert each.says
        assert each.rule
        assert "_" not in each.says


def test_a_shuffle_stays_sealed_until_the_journal_opens_it() -> None:
    kept, _, table = rehearsed("duki4", "hand", rounds=5)
    told = lines_told(kept.lines, table.book, Before(kept.lines))
    sealed = [each.says for each in told if each.event == "shuffled"]
    opened = [each.says for each in told if each.event == "unsealed"]
    assert len(sealed) == len(opened) > 3
    assert all("52 cards, sealed" in says for says in sealed)
    assert all(len(says.split(": ")[1].split()) == 52 for says in opened)


def test_a_slip_is_read_line_by_line_with_its_amount() -> None:
    """The pit reads it; those who are to count its chips may not open the journal."""
    table, journal = journaled("duki4")
    table.do(acts.Fill({500: 20}), THE_INSPECTOR)
    table.do(acts.Countersign(1, {500: 19}), THE_DEALER)
    table.do(acts.Countersign(1, {500: 20}), THE_DEALER)
    table.do(acts.Correct(1, "paid twice", from_player={500: 1}), THE_INSPECTOR)
    table.do(acts.Countersign(2), THE_DEALER)
    told = lines_told(journal.lines, table.table.book, Before(journal.lines))[-11:]
    assert [(each.event, each.says) for each in told] == [
        ("fill", "The inspector orders a fill from the cage: $100 (20 x $5)."),
        ("slip-prepared", "Fill slip 1, signed by the inspector, waits for the dealer to sign."),
        (
            "countersign",
            "The dealer counts $95 (19 x $5), and fill slip 1 differs: count again, or cancel the"
            " slip.",
        ),
        ("countersign", "The dealer counts $100 (20 x $5) and signs fill slip 1."),
        ("moved", "$100 (20 x $5) goes from the cage to the rack."),
        ("form-completed", "Fill slip 1 is signed by the inspector and the dealer."),
        (
            "correct",
            "The inspector asks for a correction: $5 (1 x $5) from seat 1. The reason: paid twice.",
        ),
        (
            "slip-prepared",
            "Correction slip 2, signed by the inspector, waits for the dealer to sign.",
        ),
        ("countersign", "The dealer signs correction slip 2."),
        ("moved", "The payment is put right: $5 (1 x $5) comes back from seat 1."),
        ("form-completed", "Correction slip 2 is signed by the inspector and the dealer."),
    ]


def test_a_line_names_the_device_that_was_in_use_then() -> None:
    table, journal = journaled("duki4", device="shuffler")
    table.do(acts.Substitute("hand"), THE_INSPECTOR)
    table.shuffle_all()
    told = lines_told(journal.lines, table.table.book, Before(journal.lines))
    shuffled = [each.says for each in told if each.event == "shuffled"]
    assert "shuffles pack 1: 52 cards, sealed" in shuffled[0]
    assert "huffler" in shuffled[0].partition(" shuffles ")[0]
    assert shuffled[-1].startswith("The dealer shuffles the deck: 52 cards, sealed")


def test_the_journal_is_searched_for_words() -> None:
    kept, _, table = rehearsed("duki4", "shuffler", rounds=10)
    told = lines_told(kept.lines, table.book, Before(kept.lines), "SEAT 2's Ante")
    assert told
    assert all(each.event == "settled" and "Seat 2's Ante" in each.says for each in told)
    assert lines_told(kept.lines, table.book, Before(kept.lines), "no such words") == []


def test_the_journal_is_searched_for_whoever_sat_at_a_place_then() -> None:
    table, journal = journaled("duki4")
    table.do(acts.Leave(1), player(1))
    for name in ("Una", "Ugo"):
        table.do(acts.Sit(1, name), player(1))
        table.do(acts.BuyIn(1, 10_000, {500: 20}), THE_DEALER)
        table.do(acts.Tip(1, {500: 1}), player(1))
        table.do(acts.Leave(1), player(1))
    before = Before(journal.lines)
    events = ["sit", "buy-in", "tip", "leave"]
    for name in ("una", "UGO"):
        told = lines_told(journal.lines, table.table.book, before, name)
        assert [each.event for each in told] == events
        assert {each.player.casefold() for each in told} == {name.casefold()}


def test_money_is_nowhere_but_in_the_accounts() -> None:
    """What the sums say of everybody who still sits is what the accounts hold of the patrons."""
    table = at_table("duki4", seats=(1, 2))
    bank = table.state.bank
    sittings = Sittings(table.table.book)
    for line in table.lines:
        sittings.hear([line.event], line.at)
    in_all = sum(sittings.of(place, table.table).bought_in for place in (1, 2))
    assert in_all == -bank.cents(PATRONS)
    assert sittings.of(1, table.table).net == bank.cents(rail(1)) - in_all // 2 == 0


def test_a_line_is_decoded_as_it_was_written() -> None:
    _, journal = journaled("duki4")
    lines = [decoded(line) for line in journal.lines]
    assert lines[1].prev == hash_of(journal.lines[0])
