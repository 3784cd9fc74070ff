"""A drill's table: the machine itself, with chosen players, wagers and cards, the same for a seed."""

from random import Random

import msgspec
import pytest

from tablewright.rules.phases import PhaseId
from tablewright.school.rounds import RoundNotes, result
from tablewright.school.syllabus import syllabus
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR
from tablewright.table.chips import rail

ON_EVERY_DEVICE = [
    (game, device.id)
    for game in ("duki4", "pick2", "king-high")
    for device in syllabus(game).devices
]
HANDS = [each for each in ON_EVERY_DEVICE if each[0] != "king-high"]
DRAWS = [each for each in ON_EVERY_DEVICE if each[0] == "king-high"]


def table_of(game: str, device: str, seed: object = 1) -> DrillTable:
    return DrillTable(syllabus(game), device, Random(f"{seed}"))


@pytest.mark.parametrize(("game", "device"), HANDS)
def test_chosen_hands_come_whatever_is_cut_and_shuffled(game: str, device: str) -> None:
    size = 4 if game == "duki4" else 5
    chosen = {
        3: " ".join(["Ac", "Kc", "Qc", "Jc", "Tc"][:size]),
        6: " ".join(["2d", "2h", "2s", "3d", "3h"][:size]),
    }
    for seed in range(8):
        table = table_of(game, device, seed)
        table.seat((1, 3, 6))
        table.bet()
        table.stack_hands(chosen, dealer=" ".join(["9c", "9d", "9h", "9s", "8c"][:size]))
        table.run_to(PhaseId.REVEAL)
        state = table.table.state
        for place, hand in chosen.items():
            assert table.table.cards_at(state.seats[place].slots) == hand
        table.run_to(PhaseId.SETTLE)
        assert state.dealer_cards.split()[:size] == ["9c", "9d", "9h", "9s", "8c"][:size]


@pytest.mark.parametrize(("game", "device"), DRAWS)
def test_chosen_cards_are_drawn_with_burns_between_them(game: str, device: str) -> None:
    for seed in range(5):
        table = table_of(game, device, seed)
        table.seat((2,))
        table.lay(2, {"pokerpot": 100})
        table.stack_draws(["Kh", "Kh", "7c", "2d", "As"])
        table.run_to(PhaseId.CLEAR)
        assert table.table.state.drawn == ("Kh", "Kh", "7c", "2d", "As")
        assert table.table.state.burns == ((2,) * 5 if device == "shoe" else (0,) * 5)


@pytest.mark.parametrize(("game", "device"), ON_EVERY_DEVICE)
def test_no_step_is_done_by_the_house(game: str, device: str) -> None:
    table = table_of(game, device)
    assert table.table.book.automatic == frozenset()
    assert table.table.state.status == "open"
    assert not table.table.is_keyed


@pytest.mark.parametrize(("game", "device"), ON_EVERY_DEVICE)
def test_tables_of_one_cache_do_not_touch_each_other(game: str, device: str) -> None:
    first, other = table_of(game, device), table_of(game, device)
    before = msgspec.to_builtins(other.view(), str_keys=True)
    first.seat_some()
    first.bet()
    first.stack([])
    assert msgspec.to_builtins(other.view(), str_keys=True) == before
    assert not other.happened
    assert first.table.course is not other.table.course


@pytest.mark.parametrize(("game", "device"), ON_EVERY_DEVICE)
def test_the_same_seed_plays_the_same_round(game: str, device: str) -> None:
    def round_of(seed: int) -> list[object]:
        table = table_of(game, device, seed)
        table.seat_some()
        table.bet()
        table.run_to(PhaseId.CLEAR)
        return [*table.happened, *table.told]

    assert round_of(4) == round_of(4)
    assert round_of(4) != round_of(5)


@pytest.mark.parametrize(("game", "device"), ON_EVERY_DEVICE)
def test_random_wagers_keep_to_the_limits_and_stand(game: str, device: str) -> None:
    for seed in range(6):
        table = table_of(game, device, seed)
        places = table.seat_some(3, 7)
        table.bet(0.9)
        assert all(table.table.stakes(place) for place in places)
        assert table.refusal(acts.NoMoreBets(), THE_DEALER) is None or table.due() != (
            acts.NoMoreBets(),
            THE_DEALER,
        )
        for place in places:
            for wager, cents in table.table.stakes(place).items():
                low, high = table.table.book.setup.limits[table.table.book.wagers[wager].kind]
                assert low <= cents <= high
            assert table.table.state.bank.cents(rail(place)) > 0


def test_a_refusal_is_asked_for_without_anything_changing() -> None:
    table = table_of("duki4", "hand")
    before = msgspec.to_builtins(table.view(), str_keys=True)
    refused = table.refusal(acts.Deal(), THE_DEALER)
    assert refused is not None
    assert refused.rule == "duki4.phase.wagers"
    assert table.refusal(acts.OrderShuffle("why not"), THE_INSPECTOR) is None
    assert msgspec.to_builtins(table.view(), str_keys=True) == before


def test_a_copy_goes_on_by_itself_with_the_same_chance() -> None:
    table = table_of("pick2", "shuffler")
    table.seat_some()
    table.bet()
    twin = table.copy()
    twin.run_to(PhaseId.CLEAR)
    assert table.table.state.phase == PhaseId.WAGERS
    table.run_to(PhaseId.CLEAR)
    assert table.happened == twin.happened


@pytest.mark.parametrize(("game", "device"), ON_EVERY_DEVICE)
def test_what_is_shown_holds_no_card_that_lies_face_down(game: str, device: str) -> None:
    table = table_of(game, device)
    table.seat_some()
    table.bet()
    table.run_until(lambda t: t.state.phase not in (PhaseId.WAGERS, PhaseId.DEAL))
    shown = msgspec.json.encode(msgspec.to_builtins(table.shown(), str_keys=True)).decode()
    hidden = table.face_down()
    assert bool(hidden) == (game != "king-high")
    assert not [card for card in hidden if f'"{card}"' in shown]


@pytest.mark.parametrize(("game", "device"), HANDS)
def test_a_round_is_written_as_settle_reads_it(game: str, device: str) -> None:
    table = table_of(game, device)
    table.seat_some()
    table.bet()
    table.run_to(PhaseId.REVEAL)
    notes = RoundNotes(table)
    notes.note_hands()
    table.run_to(PhaseId.CLEAR)
    settled = {
        (each.place, each.wager): each.returned
        for each in table.happened
        if isinstance(each, acts.Settled)
    }
    printed = result(table.table, notes.written())
    assert {
        (seat["seat"], wager): of["returned"]
        for seat in printed["seats"]
        for wager, of in seat["wagers"].items()
    } == settled
