"""Cards that cannot be there, or are too few: refused where they are entered, and ruled on.

No manual knows a card that comes twice, a joker, a card of another pack or a pack that runs out: the
house rules. Each is declared where it is noticed, and whatever is, the round has a legal way on.
"""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.machine import Table
from tablewright.table.setup import SUPERVISOR_STEPS
from tablewright.table.trial import copied_table
from tests.table.driving import DEALER, INSPECTOR, PIT_BOSS, Driver, at_table
from tests.table_play import built, finish_round, options

HANDS = pytest.mark.parametrize("game", ["duki4", "pick2"])
BY_HANDS_DEVICE = pytest.mark.parametrize("device", ["shuffler", "one-deck-shuffler", "hand"])
OF_KING_HIGH = pytest.mark.parametrize("device", ["six-deck-shuffler", "shoe"])
EVERYWHERE = pytest.mark.parametrize(
    ("game", "device"),
    [(game, device) for game in ("duki4", "pick2") for device in ("shuffler", "hand")]
    + [("king-high", device) for device in ("six-deck-shuffler", "shoe")],
)
WORTH = 50_000
FOREIGN = "A card turns up that does not belong to the pack: one too many of its kind, a joker or"
WRONG_COUNT = "A player or the dealer has too many cards or too few"
DEALERS = {"duki4": "9h 9c 6s Jd", "pick2": "9h 9c 6s Jd 3d"}
ALL = {"duki4": "play", "pick2": "five"}
"""The decision that plays every card."""


def bet(table: Driver, *seats: int) -> None:
    """Five dollars on whatever seats a player."""
    for seat in seats:
        table.wager(seat, "ante", 500)
        if "bonus-3-5" in table.table.book.wagers:
            table.wager(seat, "bonus-3-5", 500)


def keyed(game: str, device: str) -> Driver:
    """A physical table of hands, with two players who have bet and no more bets called."""
    table = at_table(game, seats=(1, 2), device=device, is_keyed=True)
    bet(table, 1, 2)
    table.no_more_bets()
    return table


def dealt(game: str, device: str) -> Driver:
    """The same, every hand dealt and decided on."""
    table = keyed(game, device)
    table.do(acts.Deal(), DEALER)
    for place in (1, 2):
        table.decide(place, ALL[game])
    return table


def changes_the_cards(table: Driver) -> None:
    """Nobody deals on before the cards were inspected; found wanting, they are changed."""
    bet(table, 1)
    assert "inspection of the cards" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.do(acts.Inspect("a card too many"), DEALER)
    assert "unfit cards replaced" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.do(acts.RemoveCards(), INSPECTOR)
    table.new_cards()
    table.no_more_bets()


# Hands ---------------------------------------------------------------------------------------------


@HANDS
@BY_HANDS_DEVICE
def test_a_card_that_comes_twice_is_refused_and_voids_every_hand(game: str, device: str) -> None:
    """The dealer shows the nine of hearts, and then seat 1 has it too."""
    table = dealt(game, device)
    table.reveal(DEALERS[game])
    twice = "9h Kc Qs 2d" if game == "duki4" else "9h Kc Qs 2d 4d"
    said = str(table.refused(acts.Show(1, twice), DEALER))
    assert said.startswith("9h would be on the table twice, but the pack holds only 1. Enter ")
    assert f" If that is what lies there, declare: {FOREIGN}" in said
    table.refused(table.declared("foreign-card"), DEALER)
    table.do(table.declared("foreign-card"), INSPECTOR)
    assert table.state.held, "cards have decided: two people void it"
    table.countersign()
    table.finish()
    assert [table.rail(place) for place in (1, 2)] == [WORTH, WORTH]
    changes_the_cards(table)


@HANDS
@BY_HANDS_DEVICE
@pytest.mark.parametrize("card", ["joker", "Jk", "1h", "9x"])
def test_a_joker_in_the_dealers_hand_is_refused_and_declared_before_it_is_turned(
    game: str, device: str, card: str
) -> None:
    table = dealt(game, device)
    rest = DEALERS[game].split()[1:]
    said = str(table.refused(acts.Reveal(" ".join([card, *rest])), DEALER))
    assert said.startswith(f"'{card}' is not a card. Enter ")
    assert f"declare: {FOREIGN}" in said
    table.declare("foreign-card", by=PIT_BOSS)
    table.finish()
    assert [table.rail(place) for place in (1, 2)] == [WORTH, WORTH]
    changes_the_cards(table)


@HANDS
@BY_HANDS_DEVICE
def test_a_wrong_count_in_the_dealers_own_hand_is_refused_and_declared(
    game: str, device: str
) -> None:
    for cards in (DEALERS[game][:-3], f"{DEALERS[game]} 2s"):
        table = dealt(game, device)
        said = str(table.refused(acts.Reveal(cards), DEALER))
        assert said.startswith(f"The dealer's hand has {len(cards.split())} cards here. Enter ")
        assert f"declare: {WRONG_COUNT}." in said
        table.declare("b-wrong-count", "void", by=INSPECTOR, place=0)
        table.finish()
        assert [table.rail(place) for place in (1, 2)] == [WORTH, WORTH]


@HANDS
@BY_HANDS_DEVICE
@pytest.mark.parametrize("phase", ["deal", "decide"])
def test_a_pack_that_runs_out_voids_the_hands(game: str, device: str, phase: str) -> None:
    table = keyed(game, device)
    if phase == "decide":
        table.do(acts.Deal(), DEALER)
    table.declare("pack-runs-out", by=INSPECTOR)
    table.finish()
    assert [table.rail(place) for place in (1, 2)] == [WORTH, WORTH]
    changes_the_cards(table)


@HANDS
@BY_HANDS_DEVICE
@pytest.mark.parametrize("phase", ["deal", "decide", "reveal", "settle", "clear"])
def test_a_card_found_face_up_in_the_deal_is_named_even_if_it_lies_on_the_felt_by_now(
    game: str, device: str, phase: str
) -> None:
    table = keyed(game, device)
    if phase != "deal":
        table.do(acts.Deal(), DEALER)
    for place in (1, 2) if phase in ("reveal", "settle", "clear") else ():
        table.decide(place, "fold")
    if phase in ("settle", "clear"):
        table.reveal(DEALERS[game])
    if phase == "clear":
        table.settle_all()
    assert table.phase == phase
    table.declare("a-face-up", "void", by=INSPECTOR, card="9h")
    table.finish()


@HANDS
@pytest.mark.parametrize("irregularity", ["b-wrong-count", "foreign-card"])
def test_where_the_house_supervises_the_dealer_rules_since_it_sees_no_cards(
    game: str, irregularity: str
) -> None:
    """A dealer who practises alone at a physical table is not left without a way on."""
    table = at_table(game, device="hand", is_keyed=True, automatic=SUPERVISOR_STEPS)
    bet(table, 1)
    table.no_more_bets()
    table.do(acts.Deal(), DEALER)
    table.declare(irregularity, "void", by=DEALER)
    table.finish()
    assert table.rail(1) == WORTH


# Cards drawn for everyone --------------------------------------------------------------------------


def third_card(device: str) -> Driver:
    """King High after two high cards, with no more bets called for the third and burns made."""
    table = at_table("king-high", seats=(1,), device=device, is_keyed=True)
    table.wager(1, "high-run", 500)
    table.wager(1, "pokerpot", 100)
    for card in ("Kh", "Qd"):
        table.play_card(card)
    table.no_more_bets()
    if table.state.burn_due:
        table.burn()
    return table


@OF_KING_HIGH
def test_a_joker_drawn_for_everyone_is_laid_aside_and_the_next_card_used(device: str) -> None:
    table = third_card(device)
    said = str(table.refused(acts.Draw("joker"), DEALER))
    assert said.startswith(
        "'joker' is not a card. Enter 1 card, such as 9h. If that is what lies there, declare:"
    )
    assert "The card to be drawn does not belong to the pack" in said
    table.refused(table.declared("foreign-card", "laid-aside"), DEALER)
    table.declare("foreign-card", "laid-aside", by=INSPECTOR)
    assert not table.state.held, "nothing is undone by it"
    table.draw("Jc")
    table.settle_all()
    for card in ("Td", "9s"):
        table.play_card(card)
    table.clear()
    table.wager(1, "pokerpot", 100)
    assert "inspection of the cards" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.do(acts.Inspect(), DEALER)
    table.no_more_bets()


@OF_KING_HIGH
def test_or_the_round_ends_as_the_manual_ends_one_that_cannot_be_finished(device: str) -> None:
    """Section 12: two high cards are out, so the run is paid as three, 3 to 1; the pot comes back."""
    table = third_card(device)
    table.declare("foreign-card", "void", by=INSPECTOR)
    assert table.finish() == {(1, "high-run"): 2000, (1, "pokerpot"): 100}
    table.do(acts.RemoveCards(), DEALER)
    assert not table.state.decks.inspection_due


@OF_KING_HIGH
@pytest.mark.parametrize("ruling", ["stands", "void"])
def test_a_card_found_foreign_after_it_was_drawn_stands_or_ends_the_round(
    device: str, ruling: str
) -> None:
    table = third_card(device)
    table.refused(table.declared("foreign-card-drawn", ruling), INSPECTOR)
    table.draw("Jc")
    assert table.phase == "wagers", "the third high card leaves the run standing: nothing to settle"
    table.declare("foreign-card-drawn", ruling, by=PIT_BOSS)
    if ruling == "void":
        assert table.finish() == {(1, "high-run"): 5500, (1, "pokerpot"): 100}
    else:
        table.play_card("Td")
        table.play_card("9s")
        table.clear()
    assert table.state.decks.inspection_due


# A way on ------------------------------------------------------------------------------------------


STEPS = (
    "shuffle", "cut", "no-more-bets", "deal", "decide", "reveal", "show", "settle", "burn", "draw",
    "clear",
)  # fmt: skip
FIRST_WAGERS = {
    "duki4": ("ante",),
    "pick2": ("ante", "bonus-3-5"),
    "king-high": ("pokerpot", "high-run", "high"),
}


def moments(game: str, device: str) -> list[Table]:
    """A physical table before every step of a round for two players."""
    table = at_table(game, seats=(1, 2), device=device, is_keyed=True)
    for place in (1, 2):
        bet_all(table.table, place)
    found, rng = list[Table](), Random(f"a way on {game} {device}")
    while table.state.round == 1:
        found.append(copied_table(table.table))
        can = options(table.table)
        by, allowed = next(each for name in STEPS for each in can if each[1].command == name)
        command = built(table.table, allowed, rng)
        assert command is not None
        table.do(command, by)
    return found


def bet_all(table: Table, place: int) -> None:
    at = table.state.at
    assert at is not None
    for wager in FIRST_WAGERS[table.book.game.id]:
        table.act(acts.Wager(place, wager, {500: 1}), player(place), at)


def declarations(table: Table) -> Iterator[tuple[acts.Declare, Actor]]:
    """Every irregularity that may be declared, with each of its rulings, about the first place."""
    rng, seen = Random("rulings"), set[tuple[str, str]]()
    for by, allowed in options(table):
        for ruling in allowed.rulings if allowed.command == "declare" else ():
            if (allowed.choices[0], ruling) not in seen:
                seen.add((allowed.choices[0], ruling))
                declare = built(table, allowed, rng)
                assert isinstance(declare, acts.Declare)
                yield replace(declare, ruling=ruling), by


@EVERYWHERE
@pytest.mark.parametrize("at", ["each phase", pytest.param("any moment", marks=pytest.mark.proof)])
def test_after_any_declaration_at_any_moment_the_round_ends_and_another_is_played(
    game: str, device: str, at: str
) -> None:
    """Once in each phase in which it may be declared; at every moment by `make proof`."""
    declared, tried = set(), set()
    for moment in moments(game, device):
        for declare, by in declarations(moment):
            case = (moment.state.phase, declare.irregularity, declare.ruling)
            if case in tried and at == "each phase":
                continue
            tried.add(case)
            declared.add((moment.state.phase, declare.irregularity.rpartition(".")[2]))
            table, rng = copied_table(moment), Random("a way on")
            assert table.state.at is not None
            table.act(declare, by, table.state.at)
            finish_round(table, rng)
            number = table.state.round
            bet_all(table, 1)
            finish_round(table, rng)
            assert table.state.bank.total() == 0
            assert table.state.round == number + 1, "a round was played, after any inspection"
    expected = {("settle", "foreign-card"), ("clear", "b-wrong-count"), ("deal", "pack-runs-out")}
    if game == "king-high":
        expected = {("draw", "foreign-card"), ("wagers", "foreign-card-drawn")}
    assert expected <= declared
