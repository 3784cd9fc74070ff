"""What deals the cards: two decks in turn, seals, cuts, keyed cards, broken devices, fair shuffles."""

import hashlib
import math
from collections import Counter
from random import SystemRandom

import pytest

from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.allowed import pairs
from tablewright.table.journal import Journal
from tablewright.table.randomness import production, salt, seeded, shuffled
from tablewright.table.verify import verify
from tests.registry import CONTESTS
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table

NINES = "9d 9s 5h 8c"
IN_ORDER = "".join(f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA")
HANDS = pytest.mark.parametrize("game", CONTESTS)
EVERYBODY = pytest.mark.parametrize(
    "by", [DEALER, INSPECTOR, PIT_BOSS, CAMERAS, player(1), player(2)], ids=str
)


def bet(table: Driver, *seats: int) -> None:
    """The least that seats a player in either game."""
    for seat in seats:
        table.wager(seat, "ante", 500)
        if table.table.book.game.id == "pick2":
            table.wager(seat, "bonus-3-5", 500)


def fold_round(table: Driver) -> None:
    """A whole round at seat 1, folded, with whatever cards come."""
    bet(table, 1)
    table.no_more_bets()
    table.do(acts.Deal(), DEALER)
    table.decide(1, "fold")
    table.finish()


# Two decks in turn ---------------------------------------------------------------------------------


@HANDS
def test_two_decks_of_different_backs_play_every_other_round(game: str) -> None:
    table = at_table(game)
    assert table.state.decks.backs == ("blue", "red")
    used = []
    for _ in range(6):
        used.append(table.state.decks.backs[table.state.packs.pack])
        fold_round(table)
    assert used == ["blue", "red"] * 3


@HANDS
def test_a_pack_in_play_is_not_shuffled_and_a_shuffled_one_not_again(game: str) -> None:
    table = at_table(game)
    for pack in (0, 1):
        table.refused(acts.Shuffle(pack, IN_ORDER, "salt"), DEALER)
    bet(table, 1)
    table.do(acts.NoMoreBets(), DEALER)
    table.do(acts.Deal(), DEALER)
    for pack in (0, 1, 2, -1):
        table.refused(acts.Shuffle(pack, IN_ORDER, "salt"), DEALER)


def test_a_supervisor_may_have_the_cards_shuffled_before_the_next_round() -> None:
    table = at_table("duki4")
    table.refused(acts.OrderShuffle("why not"), DEALER)
    table.refused(acts.OrderShuffle(""), INSPECTOR)
    table.do(acts.OrderShuffle("a player asked for it"), PIT_BOSS)
    bet(table, 1)
    refusal = table.refused(acts.NoMoreBets(), DEALER)
    assert "a player asked for it" in str(refusal)
    table.shuffle(0)
    table.do(acts.NoMoreBets(), DEALER)


@pytest.mark.parametrize(
    "order",
    ["", IN_ORDER[2:], IN_ORDER + "Ah", IN_ORDER.replace("Ah", "Kh"), IN_ORDER.lower(), "x" * 104],
    ids=["none", "one missing", "one too many", "one twice", "not cards", "no cards"],
)
def test_a_shuffle_holds_every_card_once(order: str) -> None:
    table = at_table("duki4")
    table.do(acts.OrderShuffle("a test"), INSPECTOR)
    table.refused(acts.Shuffle(0, order, "salt"), DEALER)


def test_a_shuffle_is_the_dealers_and_has_a_salt() -> None:
    table = at_table("duki4")
    table.do(acts.OrderShuffle("a test"), INSPECTOR)
    table.refused(acts.Shuffle(0, IN_ORDER, "salt"), INSPECTOR)
    table.refused(acts.Shuffle(0, IN_ORDER, ""), DEALER)
    table.refused(acts.Shuffled(0, 52, "0" * 64), DEALER)
    table.do(acts.Shuffle(0, IN_ORDER, "salt"), DEALER)


# Seals ---------------------------------------------------------------------------------------------


@HANDS
def test_a_shuffle_is_sealed_until_its_cards_are_out_of_play(game: str) -> None:
    table = at_table(game)
    table.do(acts.OrderShuffle("a test"), INSPECTOR)
    table.do(acts.Shuffle(0, IN_ORDER, "pepper"), DEALER)
    shuffle = table.events(acts.Shuffled)[-1]
    assert shuffle.seal == hashlib.sha256(f"pepper:{IN_ORDER}".encode()).hexdigest()
    assert shuffle.cards == 52
    assert not any(isinstance(line.event, acts.Shuffle) for line in table.lines)
    opened = len(table.events(acts.Unsealed))
    fold_round(table)
    (unsealed,) = table.events(acts.Unsealed)[opened:]
    assert unsealed == acts.Unsealed(0, IN_ORDER, "pepper")


@HANDS
@EVERYBODY
def test_nobody_sees_the_order_or_the_salt_of_a_sealed_pack(game: str, by: Actor) -> None:
    table = at_table(game, seats=(1, 2))
    table.do(acts.OrderShuffle("a test"), INSPECTOR)
    table.do(acts.Shuffle(0, IN_ORDER, "pepper"), DEALER)
    bet(table, 1, 2)
    table.no_more_bets()
    table.do(acts.Deal(), DEALER)
    view = str(table.seen(by))
    assert "pepper" not in view
    own = set(table.seen(by).get("own", {}).get("cards", []))
    cards = [IN_ORDER[n : n + 2] for n in range(0, 104, 2)]
    assert {card for card in cards if f"'{card}'" in view} == own
    assert len(own) == (table.table.book.contest.hand_cards if by.place else 0)


def test_an_order_that_is_shuffled_over_is_unsealed_too() -> None:
    table = at_table("duki4")
    opened = len(table.events(acts.Unsealed))
    table.do(acts.OrderShuffle("a test"), INSPECTOR)
    table.do(acts.Shuffle(0, IN_ORDER, "salt"), DEALER)
    table.do(acts.OrderShuffle("again"), INSPECTOR)
    table.do(acts.Shuffle(0, IN_ORDER, "other salt"), DEALER)
    orders = table.events(acts.Unsealed)[opened:]
    assert [each.pack for each in orders] == [0, 0]
    assert orders[1] == acts.Unsealed(0, IN_ORDER, "salt")


@HANDS
def test_a_journal_of_a_table_in_play_holds_after_a_pack_was_shuffled_over(game: str) -> None:
    table = at_table(game)
    table.do(acts.OrderShuffle("a test"), INSPECTOR)
    table.do(acts.Shuffle(0, IN_ORDER, "salt"), DEALER)
    journal = Journal()
    for line in table.lines:
        journal.add(*line)
    assert verify(lambda: journal.lines).lines == len(table.lines)


# The cut -------------------------------------------------------------------------------------------


@HANDS
def test_a_hand_dealt_deck_is_cut_once_after_each_shuffle(game: str) -> None:
    table = at_table(game, device="hand")
    for _ in range(2):
        bet(table, 1)
        table.shuffle_all()
        assert "a cut" in str(table.refused(acts.NoMoreBets(), DEALER))
        for at in (-1, 0, 9, 43, 52):
            table.refused(acts.Cut(at), DEALER)
        table.cut(10)
        table.refused(acts.Cut(20), DEALER)
        table.do(acts.NoMoreBets(), DEALER)
        table.do(acts.Deal(), DEALER)
        table.refused(acts.Cut(20), DEALER)
        table.decide(1, "fold")
        table.finish()


def test_an_unshuffled_deck_is_not_cut() -> None:
    table = at_table("duki4", device="hand")
    table.cut(26)
    fold_round(table)
    table.refused(acts.Cut(26), DEALER)


# Broken shufflers ----------------------------------------------------------------------------------


def broken(game: str = "duki4") -> Driver:
    """A table whose shuffler failed in the first round, which was void."""
    table = at_table(game)
    bet(table, 1)
    table.close_bets()
    table.declare("d-malfunction", by=DEALER)
    table.finish()
    assert table.rail(1) == 50_000
    return table


@HANDS
def test_a_broken_shuffler_is_mended_by_a_supervisor(game: str) -> None:
    table = broken(game)
    assert table.seen(DEALER)["device"]["is_broken"] is True
    for by in (DEALER, CAMERAS, player(1)):
        table.refused(acts.Mend(), by)
    table.do(acts.Mend(), INSPECTOR)
    assert table.seen(DEALER)["device"]["is_broken"] is False
    fold_round(table)


@HANDS
def test_a_broken_shuffler_is_replaced_by_another_or_by_the_deal_by_hand(game: str) -> None:
    for device in ("shuffler", "one-deck-shuffler", "hand"):
        table = broken(game)
        for by in (DEALER, CAMERAS, player(1)):
            table.refused(acts.Substitute(device), by)
        table.refused(acts.Substitute("shoe"), INSPECTOR)
        table.do(acts.Substitute(device), INSPECTOR)
        assert table.table.device.id == device
        bet(table, 1)
        assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
        table.no_more_bets()


def test_a_device_that_works_is_replaced_only_by_another_between_rounds() -> None:
    table = at_table("duki4")
    table.refused(acts.Substitute("shuffler"), INSPECTOR)
    bet(table, 1)
    table.close_bets()
    table.refused(acts.Substitute("hand"), INSPECTOR)
    table.do(acts.Deal(), DEALER)
    table.decide(1, "fold")
    table.finish()
    table.do(acts.Substitute("hand"), INSPECTOR)
    fold_round(table)
    # Both decks still lie at the table, so the shuffler may come back.
    table.do(acts.Substitute("shuffler"), INSPECTOR)
    fold_round(table)


def test_a_table_opened_by_hand_has_one_deck_and_no_shuffler_can_take_over() -> None:
    table = at_table("duki4", device="hand")
    table.refused(acts.Substitute("shuffler"), INSPECTOR)


def test_the_packs_of_a_replaced_device_are_unsealed() -> None:
    table = broken()
    opened = len(table.events(acts.Unsealed))
    table.do(acts.Substitute("hand"), INSPECTOR)
    assert [each.pack for each in table.events(acts.Unsealed)[opened:]] == [1]


def test_by_hand_clause_e_rules_after_a_substitution() -> None:
    table = broken()
    table.do(acts.Substitute("hand"), INSPECTOR)
    bet(table, 1)
    table.deal()
    table.refused(table.declared("b-wrong-count"), DEALER)
    table.declare("b-wrong-count", "play-on", by=INSPECTOR)


# Keyed cards ---------------------------------------------------------------------------------------


def keyed() -> Driver:
    """A physical table: seat 1 plays, seat 2 has folded, seat 3 has a Bonus alone."""
    table = at_table("duki4", seats=(1, 2, 3), device="hand", is_keyed=True)
    bet(table, 1, 2)
    table.wager(3, "bonus", 500)
    table.deal()
    table.decide(1, "play")
    table.decide(2, "fold")
    return table


@EVERYBODY
def test_keyed_hands_are_unknown_to_everybody_until_they_are_shown(by: Actor) -> None:
    table = keyed()
    view = table.seen(by)
    assert all(seat["hand"]["cards"] == [] for seat in view["places"].values())
    assert view["dealer"]["cards"] == []
    assert view.get("own", {}).get("cards", []) == []


def test_keyed_cards_of_the_dealer_are_entered_when_he_turns_them() -> None:
    table = keyed()
    for cards in ("", "9d 9s 5h", "9d 9s 5h 8c 7c", "9d 9d 5h 8c", "9d 9s 5h Xx", "9d9s5h8c"):
        table.refused(acts.Reveal(cards), DEALER)
    assert table.reveal(NINES) == "Dealer has 4-Card Duki, pair of nines, and qualifies"


def test_keyed_hands_are_entered_when_they_are_settled_and_prove_the_payment() -> None:
    table = keyed()
    table.refused(acts.Show(1, "9h 9c 6s Jd"), DEALER)
    table.reveal(NINES)
    assert "Turn it first" in str(table.refused(acts.Settle(1), DEALER))
    assert not table.can("settle", DEALER)
    for cards in ("9h 9c 6s", "9d 9c 6s Jd", "9h 9h 6s Jd"):
        table.refused(acts.Show(1, cards), DEALER)
    table.refused(acts.Show(1, "9h 9c 6s Jd"), player(1))
    table.show(1, "9h 9c 6s Jd")
    table.refused(acts.Show(1, "Ah Ac As Ad"), DEALER)
    table.refused(acts.Show(3, "9h 2c 3s 4d"), DEALER)
    table.show(3, "Kc Kd Kh 5s")
    assert table.finish() == {
        (1, "ante"): 1500,
        (1, "play"): 1000,
        (2, "ante"): 0,
        (3, "bonus"): 15_500,
    }


def test_a_keyed_folded_hand_is_settled_without_being_known() -> None:
    table = keyed()
    table.reveal(NINES)
    table.show(1, "9h 9c 6s Jd")
    table.show(3, "Kc Kd Kh 5s")
    table.settle_all()
    assert table.state.seats[2].cards == ""
    assert [each.place for each in table.events(acts.Show)] == [1, 3]


def test_a_keyed_folded_hand_stays_unknown_for_ever() -> None:
    table = keyed()
    table.reveal(NINES)
    table.refused(acts.Show(2, "2c 3c 4c 5c"), DEALER)


def test_a_keyed_folded_hand_is_entered_where_its_bonus_stays_in_action() -> None:
    readings = {"duki4.bonus-on-fold": "in-action"}
    table = at_table("duki4", device="hand", is_keyed=True, readings=readings)
    table.wager(1, "ante", 500)
    table.wager(1, "bonus", 500)
    table.deal()
    table.decide(1, "fold")
    table.reveal(NINES)
    table.refused(acts.Settle(1), DEALER)
    table.show(1, "Kc Kd Kh 5c")
    assert table.finish() == {(1, "ante"): 0, (1, "bonus"): 15_500}


@pytest.mark.parametrize(
    "entered", ["Ah Kh Qh 2c 3c", "2c 3c Qh Ah Kh", "Kh 2c Ah 3c Qh", "3c Qh 2c Kh Ah"]
)
def test_keyed_three_cards_in_play_are_those_marked_in_whatever_order_they_are_entered(
    entered: str,
) -> None:
    """Playing three: ace, king and queen of hearts beat a pair of nines; deuce and trey would lose."""
    table = at_table("pick2", device="hand", is_keyed=True)
    bet(table, 1)
    table.deal()
    table.refused(acts.Decide(1, "three", (0, 1, 2)), player(1))
    table.decide(1, "three")
    table.reveal("9h 9c 6s Jd 3d")
    for marked in ("", "Ah Kh", "Ah Kh Qh 2c"):
        refusal = table.refused(table.shown(1, entered, marked), DEALER)
        assert "Mark the three cards that the player put in play" in str(refusal)
    for plays in ((0, 1, 1), (0, 1, 5), (-1, 0, 1)):
        table.refused(acts.Show(1, entered, plays=plays), DEALER)
    table.show(1, entered, "Ah Kh Qh")
    seen = table.seen(CAMERAS)["places"][1]["plays"]
    assert sorted(seen) == ["Ah", "Kh", "Qh"]
    assert table.finish() == {(1, "ante"): 1000, (1, "play"): 2000, (1, "bonus-3-5"): 5500}


def test_keyed_five_cards_in_play_need_no_marks_and_take_none() -> None:
    table = at_table("pick2", device="hand", is_keyed=True)
    bet(table, 1)
    table.deal()
    table.decide(1, "five")
    table.reveal("9h 9c 6s Jd 3d")
    table.refused(acts.Show(1, "Ah Kh Qh 2c 3c", plays=(0, 1, 2)), DEALER)
    table.show(1, "Ah Kh Qh 2c 3c")
    assert table.finish()[1, "ante"] == 0


def test_a_hand_of_a_known_pack_plays_what_its_player_named_and_takes_no_marks() -> None:
    table = at_table("pick2")
    bet(table, 1)
    table.deal({1: "2c 3c Qh Ah Kh"}, dealer="9h 9c 6s Jd 3d")
    table.decide(1, "three", "Ah Kh Qh")
    table.reveal()
    table.refused(acts.Show(1, plays=(2, 3, 4)), DEALER)
    assert table.finish()[1, "ante"] == 1000


def test_cards_of_a_pack_that_is_known_are_not_entered() -> None:
    table = at_table("duki4")
    bet(table, 1)
    table.deal({1: "9h 9c 6s Jd"}, dealer=NINES)
    table.decide(1, "play")
    table.refused(acts.Reveal("Ah Kh Qh Jh"), DEALER)
    table.reveal()
    table.refused(acts.Show(1, "9h 9c 6s Jd"), DEALER)


# Fair shuffles -------------------------------------------------------------------------------------

CHI_SQUARE_MOST = {5: 20.5, 23: 49.7, 51: 87.9}
"""What one fair source in a thousand passes, by degrees of freedom."""


def chi_square(seen: Counter[str], of: int) -> float:
    """How far counts lie from all being equal."""
    expected = seen.total() / of
    missing = (of - len(seen)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in seen.values())


@pytest.mark.parametrize("pack", ["AcKcQc", "AcKcQcJc"])
def test_every_order_of_a_small_pack_is_as_likely_as_any_other(pack: str) -> None:
    source = seeded(f"orders of {pack}")
    seen = Counter(shuffled(pack, source) for _ in range(12_000))
    orders = math.factorial(len(pack) // 2)
    assert len(seen) == orders
    assert chi_square(seen, orders) < CHI_SQUARE_MOST[orders - 1]


@pytest.mark.parametrize("place", [0, 1, 26, 51])
def test_every_card_of_a_deck_is_as_likely_at_any_place(place: int) -> None:
    source = seeded(f"place {place}")
    seen: Counter[str] = Counter()
    for _ in range(5200):
        order = shuffled(IN_ORDER, source)
        seen[order[2 * place : 2 * place + 2]] += 1
    assert chi_square(seen, 52) < CHI_SQUARE_MOST[51]


def test_a_biased_shuffle_would_be_found() -> None:
    """Swapping every card with any card is the well-known mistake; the test above sees it."""
    source, seen = seeded("biased"), Counter[str]()
    for _ in range(12_000):
        cards = ["Ac", "Kc", "Qc"]
        for n in range(3):
            k = source.randrange(3)
            cards[n], cards[k] = cards[k], cards[n]
        seen["".join(cards)] += 1
    assert chi_square(seen, 6) > CHI_SQUARE_MOST[5]


def test_a_real_table_asks_the_operating_system() -> None:
    assert isinstance(production(), SystemRandom)
    assert sorted(shuffled(IN_ORDER, production())) == sorted(IN_ORDER)


def test_a_seed_gives_the_same_shuffles_and_salts_again() -> None:
    one, same, other = seeded(7), seeded(7), seeded(8)
    assert shuffled(IN_ORDER, one) == shuffled(IN_ORDER, same)
    assert salt(one) == salt(same) != salt(other)
    assert len(salt(one)) == 32


@pytest.mark.parametrize("decks", [1, 6])
def test_a_shuffle_is_the_one_that_python_makes_of_the_same_seed(decks: int) -> None:
    one, same = seeded(4), seeded(4)
    for _ in range(20):
        pythons = pairs(IN_ORDER * decks)
        one.shuffle(pythons)
        assert shuffled(IN_ORDER * decks, same) == "".join(pythons)
