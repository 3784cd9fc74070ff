"""What the dealer is told to do, beside the order of the steps: each manual's own instructions.

Written from the manuals: Pick 2 Poker, Playing the game; Duki 4 Poker, How is the game dealt; King
High, sections 2, 7, 9, 10 and 11.
"""

from typing import Any

import pytest

from tablewright.games import every_game, game, procedure
from tablewright.house.screens.prompts import asides_for, next_for
from tablewright.rules.game import Game
from tablewright.rules.register import register
from tablewright.rules.roles import DEALER, INSPECTOR, PIT_BOSS, PLAYER
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, player
from tablewright.table.automation import next_step
from tablewright.table.randomness import seeded
from tablewright.table.record import ACTS
from tablewright.table.words import DO, ENGLISH
from tests.sent import as_sent
from tests.table.driving import Driver, at_table

every = pytest.mark.parametrize("of", every_game(), ids=[of.id for of in every_game()])


def asked(table: Driver) -> dict[str, Any]:
    prompt: dict[str, Any] | None = as_sent(next_for(table.table, DEALER))
    assert prompt is not None
    return prompt


def how(table: Driver) -> str:
    """What the manual adds to the dealer's next step."""
    return " ".join(each["says"] for each in asked(table)["how"])


# The register --------------------------------------------------------------------------------------


@every
def test_every_instruction_is_said_with_a_step_and_stands_in_the_register(of: Game) -> None:
    said = {*(tag for tag in ACTS.values() if ENGLISH.cases(tag, DO) or ENGLISH.say(tag, DO))}
    rules = register(of.ruleset(), procedure(of))
    for each in procedure(of).instructions:
        assert set(each.steps) <= said | {"decide"}, each
        rule = rules[f"{of.id}.instruction.{each.id}"]
        assert (rule.sentence, rule.is_taught) == (each.says, each.is_taught)


def test_the_hand_skills_are_marked_as_taught() -> None:
    skills = {
        rule.id
        for of in every_game()
        for rule in register(of.ruleset(), procedure(of)).values()
        if rule.is_taught
    }
    assert {
        "duki4.instruction.one-handed-cut",
        "pick2.instruction.one-handed-cut",
        "king-high.instruction.paying-hand",
        "king-high.instruction.furthest-first",
    } <= skills
    assert "pick2.instruction.set-hand" not in skills, "the page shows it"


def test_a_marked_skill_says_so_in_the_prompt() -> None:
    table = at_table("duki4", seats=(1,), device="hand", automatic=())
    assert asked(table)["command"] == "cut"
    (cut,) = asked(table)["how"]
    assert cut["says"].startswith("Square up the deck. With one hand only")
    assert cut["taught"]
    assert "Deal By Hand" in cut["source"]


# Hands ---------------------------------------------------------------------------------------------


def test_pick_2_playing_the_game_the_hand_is_set_in_order_and_three_cards_pushed_up() -> None:
    table = at_table("pick2", seats=(1,), automatic=())
    for wager in ("ante", "bonus-3-5"):
        table.wager(1, wager, 500)
    table.deal({1: "2h 4c 6s 8d Th"}, dealer="3c Kd 5s 4s As")
    assert "face down under the 3-5 Bonus" in how(table)
    table.decide(1, "five")
    assert asked(table)["command"] == "reveal"
    assert "from highest to lowest" in how(table)
    assert "push your best three cards up" in how(table)
    table.do(acts.Reveal(), THE_DEALER)
    seen = table.seen(player(1))["dealer"]
    # Three, four and five are a straight, and the best three cards; the journal keeps them as turned.
    assert seen["set"] == ["As", "Kd", "5s", "4s", "3c"]
    assert seen["pushed_up"] == ["5s", "4s", "3c"]
    assert table.last(acts.Reveal).cards == "3c Kd 5s 4s As"


@pytest.mark.parametrize(
    ("of", "device", "says"),
    [
        ("duki4", "hand", "the cut card goes on top of it"),
        ("pick2", "hand", "put the stub into the discard holder"),
        ("duki4", "shuffler", ""),
    ],
)
def test_the_stub_of_a_deal_by_hand_goes_to_the_discard_holder(
    of: str, device: str, says: str
) -> None:
    table = at_table(of, seats=(1,), device=device, automatic=())
    for wager in ("ante", "bonus" if of == "duki4" else "bonus-3-5"):
        table.wager(1, wager, 500)
    table.ready()
    table.no_more_bets()
    assert asked(table)["command"] == "deal"
    assert says in how(table)
    assert bool(how(table)) is bool(says)
    table.do(acts.Deal(), THE_DEALER)
    holder = table.seen(player(1))["device"].get("holder")
    left = 52 - 2 * game(of).ruleset().deal.hand_cards  # type: ignore[union-attr]
    assert holder == (
        {
            "cards": left,
            "has_cut_card": True,
            "says": f"Discard holder: the stub, {left} cards, the cut card on top.",
        }
        if says
        else None
    )


# Chips that go back --------------------------------------------------------------------------------


def look_over(table: Driver) -> None:
    """The dealer looks over the layout, where that comes before the first payment."""
    if table.table.state.is_look_due:
        table.do(acts.LookOver(), THE_DEALER)


def settled_as_said(table: Driver, place: int, wager: str) -> tuple[str, bool]:
    """The words before one wager is settled, and whether its chips lie there afterwards."""
    look_over(table)
    says = asked(table)["says"]
    table.do(acts.Settle(place), THE_DEALER)
    return says, bool(table.spot(place, wager))


def test_duki_4_paying_the_bets_a_push_is_returned() -> None:
    table = at_table("duki4", seats=(1,), automatic=())
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="Qd Qs Js As")
    table.decide(1, "play")
    table.do(acts.Reveal(), THE_DEALER)
    table.do(acts.Show(1), THE_DEALER)
    does = [each["does"] for each in asked(table)["payments"]]
    assert does == ["Pay", "Return"]
    says, is_there = settled_as_said(table, 1, "play")
    assert says == "Settle seat 1: pay $10 on the Ante; the Play pushes: return it."
    assert not is_there


def test_king_high_payout_odds_a_standoff_stays_on_the_felt_until_the_table_is_cleared() -> None:
    table = at_table("king-high", seats=(1,), automatic=())
    table.next_draws("2s 3s 4s 5s 7h")
    table.wager(1, "pokerpot", 500)
    for _ in range(4):
        table.draw_next()
        table.settle_all()
    table.wager(1, "heart", 500)
    table.draw_next()
    look_over(table)
    assert [each["does"] for each in asked(table)["payments"]] == ["Leave"]
    says, is_there = settled_as_said(table, 1, "heart")
    assert says == "Settle box 1: Heart pushes: it stays on the felt."
    assert is_there
    table.settle_all()
    assert asked(table)["says"] == (
        "Return the wagers that still lie at box 1 to their players, and clear the table."
    )
    table.clear()
    assert not table.spot(1, "heart")


def test_a_standoff_over_the_maximum_stays_without_what_lies_over_it() -> None:
    table = at_table("king-high", seats=(1,), automatic=())
    table.next_draws("7h 3s 4s 5s 6h")
    table.wager(1, "pokerpot", 500)
    table.wager(1, "heart", {500: 21})
    table.draw_next()
    says, is_there = settled_as_said(table, 1, "heart")
    assert says == (
        "Settle box 1: Heart pushes: it stays on the felt ($5 over the maximum goes back)."
    )
    assert is_there
    assert table.spot(1, "heart") == 10_000


def test_the_wagers_of_a_void_round_are_returned() -> None:
    table = at_table("king-high", seats=(1,), automatic=())
    table.wager(1, "pokerpot", 500)
    table.wager(1, "high", 500)
    table.no_more_bets()
    table.do(table.declared("not-delivered", "void"), THE_INSPECTOR)
    says, is_there = settled_as_said(table, 1, "high")
    assert says == "Settle box 1: return High, as the round is void."
    assert not is_there


def test_a_wager_for_the_dealer_that_wins_goes_to_the_tip_box() -> None:
    table = at_table("king-high", seats=(1,), automatic=(), dealer_wagers=True)
    table.next_draws("9h 3s 4s 5s 6h")
    table.wager(1, "pokerpot", 500)
    table.wager(1, "high", 500)
    table.wager(1, "high", 500, for_dealer=True)
    table.draw_next()
    look_over(table)
    assert asked(table)["says"] == (
        "Settle box 1: pay $5 on High; pay $5 on High for the dealer, with the wager to the tip box."
    )
    table.do(acts.Settle(1), THE_DEALER)
    assert table.cents("tips") == 1000


# A limit is said aloud -----------------------------------------------------------------------------


def test_king_high_permissible_wagers_the_owner_is_advised_of_the_limit_once() -> None:
    table = at_table("king-high", seats=(1, 2), automatic=())
    table.next_draws("9h 3s 4s 5s 6h")
    for place in (1, 2):
        table.wager(place, "pokerpot", 500)
    table.wager(1, "high", 100)
    table.wager(2, "low", {500: 21})
    prompt = asked(table)
    assert prompt["says"].startswith("Say the limit aloud.")
    assert "7. Permissible wagers" in prompt["source"]
    assert prompt["calls"] == [
        "Box 1: the minimum on High is $5. Your $1 is paid or taken as it lies.",
        "Box 2: the maximum on Low is $100. Of your $105, $100 plays.",
        "Hands and chips back, please. No more bets",
    ]
    table.take_back(2, "low")
    assert len(asked(table)["calls"]) == 2, "nothing is said of what lies there no more"
    table.draw_next()
    table.settle_all()
    assert table.spot(1, "high") == 100
    assert not any("minimum" in call for call in asked(table)["calls"])


def test_a_further_wager_under_the_minimum_is_said_to_go_back() -> None:
    table = at_table("king-high", seats=(1,), automatic=(), returns_small_wagers=True)
    table.next_draws("2h 3s 4s 5s 6h")
    table.wager(1, "pokerpot", 500)
    table.wager(1, "high", 100)
    table.draw_next()
    table.settle_all()
    table.wager(1, "high", 100)
    assert asked(table)["calls"][0] == (
        "Box 1: the minimum on High is $5. Your $1 is returned either way."
    )
    table.draw_next()
    look_over(table)
    assert asked(table)["says"] == "Settle box 1: return High, under the minimum again."


# Cards of King High --------------------------------------------------------------------------------


def test_king_high_dealing_the_cards_burns_lie_where_the_next_card_goes() -> None:
    table = at_table("king-high", seats=(1,), device="shoe", automatic=())
    table.next_draws("9h 3s 4s 5s 6h")
    table.wager(1, "pokerpot", 500)
    assert "holding box" not in how(table), "no card has been dealt"
    assert "never offer an opinion on the next card" in how(table)
    table.no_more_bets()
    assert asked(table)["says"] == "Burn two cards, face down."
    assert "on the next position of the card holding area" in how(table)
    table.burn()
    assert table.seen(player(1))["cards"]["burns"] == [2]
    table.draw()
    assert "Move the dealt card to the next holding box" in how(table)
    assert "on top of the cards that were burnt before it" in how(table)
    for _ in range(4):
        table.draw_next()
    table.settle_all()
    assert "Turn the exposed cards face down on the burn cards beneath" in how(table)
    table.clear()
    holder = table.seen(player(1))["device"]["holder"]
    assert (holder["cards"], holder["has_cut_card"]) == (15, False)


def test_a_card_that_is_burnt_by_a_ruling_lies_where_the_next_card_goes() -> None:
    table = at_table(
        "king-high",
        seats=(1,),
        device="shoe",
        automatic=(),
        readings={"king-high.burn": "one-per-round"},
    )
    table.wager(1, "pokerpot", 500)
    table.draw_next()
    table.settle_all()
    table.do(table.declared("exposed-before-call", "burnt"), THE_INSPECTOR)
    seen = table.seen(player(1))
    assert seen["cards"]["burns"] == [1, 1]
    assert len(seen["exposed"]) == 1
    assert "holder" not in seen["device"], "all three cards lie on the felt"
    table.draw_next()
    table.settle_all()
    assert table.last(acts.CardHeld).burns == 1


def test_king_high_dealing_the_cards_a_shuffle_device_gets_inspected_cards_back() -> None:
    table = at_table("king-high", seats=(1,), automatic=())
    table.next_draws("9h 3s 4s 5s 6h")
    table.wager(1, "pokerpot", 500)
    for _ in range(5):
        table.draw_next()
    table.settle_all()
    assert "Inspect the cards for blemishes" in how(table)
    assert "burn" not in how(table)


# New players ---------------------------------------------------------------------------------------


def test_a_player_is_welcomed_once_and_play_does_not_wait_for_it() -> None:
    table = at_table("king-high", seats=(1, 2), automatic=())
    first, second = asides_for(table.table, DEALER)
    assert first.says == "Welcome player 1 at box 1, and explain the game."
    assert "explanation to new players" in first.source
    assert first.calls[0] == (
        "Put $1 or more on the Pokerpot: it wins if the five cards make a pair of tens or better."
    )
    assert [each.label for each in first.offered] == ["Explained", "Skip"]
    for role in (INSPECTOR, PIT_BOSS, PLAYER):
        assert asides_for(table.table, role) == []
    table.wager(1, "pokerpot", 500)
    assert asked(table)["command"] == "no-more-bets"
    table.do(acts.Welcome(1), THE_DEALER)
    table.refused(acts.Welcome(1), THE_DEALER)
    table.refused(acts.Welcome(3), THE_DEALER)
    assert asides_for(table.table, DEALER) == [second]


def test_a_change_of_seats_makes_nobody_new() -> None:
    table = at_table("duki4", seats=(1, 2), automatic=())
    table.do(acts.Welcome(1, "skipped"), THE_DEALER)
    table.leave(1, 2)
    table.do(acts.Sit(3, "player 1"), player(3))
    assert asides_for(table.table, DEALER) == []
    table.do(acts.Sit(4, "player 2"), player(4))
    (still,) = asides_for(table.table, DEALER)
    assert still.place == 4, "who was not welcomed yet is as new at another seat"


def test_the_explanation_follows_the_reading_and_the_limits() -> None:
    table = at_table(
        "king-high",
        seats=(1,),
        automatic=(),
        readings={"king-high.pokerpot-pair": "jacks"},
        limits={"pokerpot": (500, 10_000)},
    )
    (aside,) = asides_for(table.table, DEALER)
    assert aside.calls[0] == (
        "Put $5 or more on the Pokerpot: it wins if the five cards make a pair of jacks or better."
    )


def test_the_house_welcomes_where_it_deals() -> None:
    table = at_table("pick2", seats=(1,))
    assert asides_for(table.table, DEALER) == []
    assert next_step(table.table, seeded("welcome")) == (acts.Welcome(1), THE_DEALER)
    table.do(acts.Welcome(1), THE_DEALER.house)
    assert next_step(table.table, seeded("welcome")) is None
