"""Why a wager ended as it did: the rule, the odds, the chips and the dealer's hands."""

import pytest

from tablewright.table import acts
from tablewright.table.chips import FLOAT, TIPS, Move, rail, spot
from tablewright.table.record import Record
from tablewright.table.rehearsal import rehearsal_setup, rehearse
from tablewright.table.setup import Book
from tablewright.table.why import payment, why
from tests.registry import GAMES
from tests.sent import as_sent
from tests.table.driving import at_table


def settled_of(game: str) -> tuple[Book, list[acts.Settled]]:
    """Everything that a rehearsal with irregularities settles."""
    found: list[acts.Settled] = []

    class Kept:
        def add(self, event: Record, *beside: object) -> None:
            if isinstance(event, acts.Settled):
                found.append(event)

    setup = rehearsal_setup(game)
    rehearse(setup, 150, seed=5, seats=4, irregularities=0.2, keeper=Kept())
    return Book(setup), found


@pytest.mark.parametrize("game", GAMES)
def test_every_payment_has_its_reason(game: str) -> None:
    book, found = settled_of(game)
    assert {payment(book, each).result for each in found} == {"win", "push", "lose"}
    for each in found:
        shown = as_sent(payment(book, each))
        said = shown["why"]
        assert said["sentence"].endswith(".")
        assert said["source"]
        assert said["rule"] == each.rule
        assert said["chips"].endswith(".")
        assert "your" not in said["chips"]
        assert shown["net"] == each.returned - each.stake
        assert ("odds" in shown) is (shown["result"] == "win")
        if shown["result"] == "win":
            assert shown["odds"] in f"{said['sentence']} {said['odds']}"
            assert said["manner"]


def test_a_winning_ante_is_answered_for() -> None:
    table = at_table("duki4", seats=(1,))
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "play")
    table.finish()
    book, (ante, play) = table.table.book, table.events(acts.Settled)
    shown = as_sent(payment(book, ante, is_own=True))
    assert (shown["name"], shown["result"], shown["net"], shown["odds"]) == (
        "Ante",
        "win",
        1000,
        "2-1",
    )
    assert shown["why"]["chips"] == "2 x $5 from the rack to you; your 1 x $5 back to you."
    assert "the player's" in why(book, ante).chips
    assert why(book, play).rule.startswith("duki4.play.")


def test_chips_that_the_dealer_wins_go_to_the_tip_box() -> None:
    book = Book(rehearsal_setup("duki4"))
    rule = book.ruleset.wagers["ante"].lines[0].rule
    moves = (Move(FLOAT, TIPS, {500: 1}), Move(spot(1, "ante", True), TIPS, {500: 1}))
    won = acts.Settled(1, "ante", rule, 500, 1000, moves, "1", for_dealer=True)
    assert why(book, won, is_own=True).chips.count("tip box") == 2
    assert payment(book, won).for_dealer


def test_a_wager_that_is_changed_in_the_rack_says_where_each_part_goes() -> None:
    book = Book(rehearsal_setup("king-high"))
    rule = book.ruleset.wagers["high"].lines[0].rule
    lies = spot(1, "high")
    moves = (
        Move(lies, FLOAT, {2500: 1}),
        Move(FLOAT, lies, {500: 4}),
        Move(FLOAT, rail(1), {500: 1}),
    )
    kept = acts.Settled(1, "high", rule, 2000, 2000, moves)
    rack, back, over = why(book, kept, is_own=True).chips.split("; ")
    assert rack.endswith("to the rack")
    assert back.endswith("from the rack to the wager's spot")
    assert over.endswith("from the rack to you.")


def test_what_the_house_decides_is_called_a_setting_of_the_house() -> None:
    book = Book(rehearsal_setup("duki4"))
    back = acts.Settled(1, "ante", "house.unknown", 100, 100, says="Given back.")
    said = why(book, back)
    assert (said.sentence, said.source, said.odds, said.manner) == (
        "Given back.",
        "House setting",
        "",
        "",
    )
