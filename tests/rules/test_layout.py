"""Layouts: where every spot lies, what is printed, and that each fault of a layout is found out."""

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.games import every_game, procedure
from tablewright.rules.cards import Suit
from tablewright.rules.citations import HOUSE
from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Game
from tablewright.rules.house_layout import SURFACES, house_layout, layout_of
from tablewright.rules.layout import (
    Area,
    Layout,
    Payouts,
    Seating,
    Spot,
    Surface,
    Use,
    frames,
    lettered,
    place_spots,
    printed,
    spot_name,
)
from tablewright.rules.layout_checks import check_layout, refuse_layout
from tablewright.rules.said import table_rows
from tablewright.rules.shapes import (
    Frame,
    Patch,
    Shape,
    circle,
    diamond,
    gap,
    outline,
    rectangle,
)
from tablewright.rules.wagers import Odds
from tests.games.many_wagers import many_wagers
from tests.games.oddly_named import GAME as ODDLY_NAMED
from tests.games.three_card_poker import GAME as THREE_CARD_POKER

OPTIONS = [(of, option.id) for of in every_game() for option in of.places.options]
EACH_SIZE = pytest.mark.parametrize(
    ("of", "places"), OPTIONS, ids=[f"{of.id}-{places}" for of, places in OPTIONS]
)
EVERY = [*every_game(), THREE_CARD_POKER, ODDLY_NAMED, many_wagers(30)]
EACH = pytest.mark.parametrize("of", EVERY, ids=[f"{of.id}-{len(of.wagers)}" for of in EVERY])


def game(id: str) -> Game:
    return next(of for of in every_game() if of.id == id)


def layout(id: str) -> Layout:
    found = procedure(game(id)).layout
    assert found is not None
    return found


def spot(of: Layout, wager: str) -> Patch:
    return next(each.at for each in of.spots if wager in each.wagers)


# The games' own ------------------------------------------------------------------------------------


@EACH_SIZE
def test_every_layout_holds_for_every_number_of_places(of: Game, places: str) -> None:
    ruleset = of.ruleset({of.places.id: places})
    refuse_layout(layout(of.id), ruleset)
    placed = place_spots(layout(of.id), ruleset.places)
    found = {(each.place, wager) for each in placed for wager in each.spot.wagers}
    expected = {(n, id) for n in range(1, int(places) + 1) for id in ruleset.wagers}
    assert found == expected


@pytest.mark.parametrize("of", every_game(), ids=lambda of: of.id)
def test_a_layout_is_plain_data(of: Game) -> None:
    sent = msgspec.json.encode(layout(of.id))
    assert msgspec.json.decode(sent, type=Layout) == layout(of.id)


def test_duki_has_three_spots_at_each_seat_of_a_semicircle() -> None:
    found = layout("duki4")
    assert len(found.spots) == 3
    assert found.surface.middle == (0, 0)


def test_pick2_has_four_areas_and_its_play_area_is_a_diamond() -> None:
    found = layout("pick2")
    assert len(found.spots) == 4
    diamonds = [each.wagers for each in found.spots if each.at.shape is Shape.DIAMOND]
    assert diamonds == [("play",)]
    cards = {each.id: each.at for each in found.cards}
    assert cards["in-play"].y > spot(found, "play").y, "behind the diamond, on the player's side"
    assert cards["not-played"].y > spot(found, "bonus-3-5").y


def test_king_high_lays_its_areas_in_the_order_in_which_they_are_taken() -> None:
    """The furthest from the dealer first: High and Low, the suits, Seven; then runs and Pokerpot."""
    found = layout("king-high")
    rows = [
        ("high", "low"),
        ("heart", "diamond", "club", "spade"),
        ("seven",),
        ("high-run", "low-run"),
        ("pokerpot",),
    ]
    heights = [{spot(found, id).y for id in row} for row in rows]
    assert [len(each) for each in heights] == [1] * len(rows)
    from_dealer = [each.pop() for each in heights]
    assert from_dealer == sorted(from_dealer, reverse=True)


def test_king_high_has_high_and_red_suits_at_the_dealers_right_hand() -> None:
    found = layout("king-high")
    assert all(spot(found, id).x < 0 for id in ("high", "heart", "diamond", "high-run"))
    assert all(spot(found, id).x > 0 for id in ("low", "club", "spade", "low-run"))
    assert {each.suit for each in found.spots} == {*Suit, None}


def test_king_high_has_holding_boxes_before_the_float_and_the_action_box_in_the_middle() -> None:
    found = {each.id: each.at for each in layout("king-high").areas}
    holding = [found[f"holding-{n}"] for n in range(1, 6)]
    assert [each.x for each in holding] == sorted(each.x for each in holding), "from the right"
    assert all(each.y > found["chip-rack"].y for each in holding)
    assert found["action-round"].x == 0


def test_only_king_highs_drawing_is_missing_and_every_size_is_the_houses() -> None:
    missing = [of.id for of in every_game() if layout(of.id).missing_drawing]
    assert missing == ["king-high"]
    assert all(layout(of.id).inferred for of in every_game())
    assert {layout(of.id).sizes.document for of in every_game()} == {HOUSE}


# Where it lies -------------------------------------------------------------------------------------


@EACH_SIZE
def test_the_first_place_is_at_the_dealers_right_and_all_face_the_middle(
    of: Game, places: str
) -> None:
    found = frames(layout(of.id), int(places))
    assert list(found) == list(range(1, int(places) + 1))
    across = [frame.x for frame in found.values()]
    assert across == sorted(across), "the dealer's right is where x is least"
    for frame in found.values():
        towards_player = frame.point(0, 1)
        away = layout(of.id).surface.middle
        before = (frame.x - away.x) ** 2 + (frame.y - away.y) ** 2
        after = (towards_player.x - away.x) ** 2 + (towards_player.y - away.y) ** 2
        assert after > before, "y runs towards the player"
    mirrored = [(-frame.x, frame.y) for frame in reversed(found.values())]
    assert mirrored == [(frame.x, frame.y) for frame in found.values()]


def test_a_single_place_lies_straight_ahead() -> None:
    (frame,) = frames(layout("duki4"), 1).values()
    assert (frame.x, frame.turn_deg) == (0, 0)


def test_spots_of_the_middle_seat_lie_as_in_its_own_coordinates() -> None:
    found = layout("duki4")
    middle = [each for each in place_spots(found, 7) if each.place == 4]
    down = found.surface.middle.y + found.seating.radius_mm
    assert [(each.x, each.y) for each in middle] == [
        (each.at.x, each.at.y + down) for each in found.spots
    ]


SIDE = st.integers(4, 60)
PATCHES = st.one_of(
    st.builds(circle, st.integers(-90, 90), st.integers(-90, 90), SIDE),
    st.builds(diamond, st.integers(-90, 90), st.integers(-90, 90), SIDE, SIDE),
    st.builds(rectangle, st.integers(-90, 90), st.integers(-90, 90), SIDE, SIDE),
)


@given(PATCHES, PATCHES, st.integers(0, 359))
def test_a_gap_is_the_same_from_both_sides_and_however_the_felt_is_turned(
    one: Patch, other: Patch, turn: int
) -> None:
    turned = Frame(10, 20, turn)
    expected = gap(outline(one), outline(other))
    assert gap(outline(other), outline(one)) == pytest.approx(expected)
    assert gap(outline(one, turned), outline(other, turned)) == pytest.approx(expected, abs=1e-6)
    assert gap(outline(one), outline(one)) <= 0


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (circle(0, 0, 40), circle(50, 0, 40), 10),
        (rectangle(0, 0, 40, 40), rectangle(60, 0, 40, 40), 20),
        (diamond(0, 0, 40, 40), rectangle(60, 0, 40, 40), 20),
        (diamond(0, 0, 40, 40), circle(20, 20, 2), 200**0.5 - 1),
        (rectangle(0, 0, 90, 90), circle(0, 0, 10), -5),
    ],
)
def test_how_far_shapes_lie_apart(one: Patch, other: Patch, expected: float) -> None:
    assert gap(outline(one), outline(other)) == pytest.approx(expected)


# Refusals ------------------------------------------------------------------------------------------

Change = Callable[[Layout], Layout]


def without_spot(wager: str) -> Change:
    return lambda of: replace(of, spots=tuple(s for s in of.spots if wager not in s.wagers))


def with_spot(spot: Spot) -> Change:
    return lambda of: replace(of, spots=(*of.spots, spot))


def moved(wager: str, at: Patch) -> Change:
    def change(of: Layout) -> Layout:
        spots = [replace(s, at=at) if wager in s.wagers else s for s in of.spots]
        return replace(of, spots=tuple(spots))

    return change


def without_payouts(table: str) -> Change:
    return lambda of: replace(of, payouts=tuple(p for p in of.payouts if p.table != table))


def with_payouts(payouts: Payouts) -> Change:
    return lambda of: replace(of, payouts=(*of.payouts, payouts))


def without_odds(of: Layout) -> Layout:
    return replace(of, spots=tuple(replace(each, shows_odds=False) for each in of.spots))


def seated(seating: Seating) -> Change:
    return lambda of: replace(of, seating=seating)


BONUS = "3-Card Duki Bonus pay table"
FREE = rectangle(0, 550, 40, 40)

FAULTS: list[tuple[Change, str]] = [
    (without_spot("play"), "wager play has no spots: expected one at each place"),
    (with_spot(Spot(("ante",), circle(0, -20, 44))), "wager ante has 2 spots"),
    (with_spot(Spot(("insurance",), circle(0, -20, 44))), "'insurance': expected ante, play or"),
    (moved("ante", circle(-62, 0, 38)), "spot of ante is 38 by 38 mm: expected room for a chip"),
    (
        moved("ante", Patch(Shape.CIRCLE, -62, 0, 90, 80)),
        "circle of 90 by 80 mm: expected it round",
    ),
    (moved("ante", rectangle(-62, 0, 90, 0)), "90 by 0 mm: expected it to have a size"),
    (moved("ante", circle(-10, 0, 104)), "spot of ante at place 1 lies on the spot of play"),
    (moved("ante", circle(-62, 120, 104)), "spot of ante at place 1 lies on the cards 'hand'"),
    (moved("ante", circle(-140, 160, 60)), "spot of ante at place 1 runs off the felt"),
    (seated(Seating(862, 2, 178)), "at place 1 runs off the felt"),
    (
        seated(Seating(862, 60, 120)),
        r"are \d+ mm apart: expected more than 20 mm between neighbours",
    ),
    (seated(Seating(700, 14, 166)), "at place . lies on"),
    (seated(Seating(862, 166, 14)), "from 166 to 14 degrees"),
    (lambda of: replace(of, surface=Surface(2130, 900)), "at least half as deep as it is wide"),
    (without_payouts(BONUS), f"pay table '{BONUS}' is printed 0 times: expected once"),
    (with_payouts(Payouts(FREE, BONUS)), "is printed 2 times: expected once"),
    (with_payouts(Payouts(FREE, "Blackjack")), "'Blackjack' is printed: expected 4-Card Duki"),
    (with_payouts(Payouts(FREE, kinds=("insurance",))), "odds are printed for 'insurance'"),
    (without_odds, "what wager play pays is printed nowhere"),
    (
        lambda of: replace(of, areas=(*of.areas, Area("cup", Use.EQUIPMENT, circle(0, 70, 50)))),
        "the area 'chip-rack' lies on the area 'cup'",
    ),
    (lambda of: replace(of, emblem=rectangle(0, 560, 200, 90)), "the emblem lies on the title"),
    (lambda of: replace(of, logos=(rectangle(0, 1020, 90, 90),)), "logo 1 runs off the felt"),
    (lambda of: replace(of, number=circle(0, 0, 40)), "lies on the number"),
]


@pytest.mark.parametrize(("change", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_faulty_layout_is_refused_by_name(change: Change, fault: str) -> None:
    ruleset = game("duki4").ruleset()
    refuse_layout(layout("duki4"), ruleset)
    with pytest.raises(BadDefinition, match=fault) as refused:
        refuse_layout(change(layout("duki4")), ruleset)
    assert str(refused.value).startswith("the layout of duki4: ")


def test_every_check_says_what_holds_and_lists_all_its_faults() -> None:
    ruleset = game("duki4").ruleset()
    found = check_layout(layout("duki4"), ruleset)
    assert [each.faults for each in found] == [()] * 6
    assert "seat" in found[0].says
    spoilt = check_layout(replace(layout("duki4"), spots=()), ruleset)
    assert len(spoilt[0].faults) == 3
    assert len(spoilt) == 3, "what lies where is not asked of a layout that lacks something"


# What is printed -----------------------------------------------------------------------------------


@pytest.mark.parametrize("of", every_game(), ids=lambda of: of.id)
def test_pay_tables_are_the_rulesets_at_whatever_odds(of: Game) -> None:
    keys = [key for each in of.ruleset().wagers.values() for key in each.pay_keys()]
    ruleset = of.ruleset(pay={key: Odds(7000 + n) for n, key in enumerate(keys)})
    blocks = {each.table: printed(each, ruleset).rows for each in layout(of.id).payouts}
    for decided in ruleset.wagers.values():
        for table in decided.tables:
            rows = table_rows(table)
            assert list(blocks[table.name])[: len(rows)] == rows


def test_odds_of_single_lines_stand_below_their_table_or_by_the_name_of_the_wager() -> None:
    duki = game("duki4").ruleset()
    (ante,) = (each for each in layout("duki4").payouts if "ante" in each.kinds)
    assert printed(ante, duki).rows[-1] == ("Otherwise", "1-1")
    king_high = game("king-high").ruleset(pay={"seven.wins": Odds(12)})
    (cards,) = (each for each in layout("king-high").payouts if "seven" in each.kinds)
    rows = dict(printed(cards, king_high).rows)
    assert rows["Seven"] == "12-1"
    assert rows["High, king"] == "3-2"


def test_a_pay_table_that_the_ruleset_does_not_use_prints_nothing() -> None:
    nothing = printed(Payouts(FREE, "Blackjack"), game("duki4").ruleset())
    assert nothing.rows == ()


def test_lettering_says_only_rules_that_are_in_force() -> None:
    low, _ = layout("king-high").lettering
    tens = {"king-high.sign.ace-low": "An ace is low.", "king-high.sign.pair-of-tens": "Tens."}
    assert lettered(low, tens) == "An ace is low · Tens"
    assert lettered(low, {}) == ""
    (duki,) = layout("duki4").lettering
    assert lettered(duki, {duki.rules[0]: "A long sentence."}) == duki.says


# The house's own -----------------------------------------------------------------------------------


@EACH
def test_the_house_lays_out_any_game(of: Game) -> None:
    found = house_layout(of)
    for option in of.places.options:
        refuse_layout(found, of.ruleset({of.places.id: option.id}))
    assert {spot_name(each, of) for each in found.spots} == {each.name for each in of.wagers}
    assert found.stated == ()
    assert found.sizes.document == HOUSE


def test_a_game_without_a_layout_gets_the_houses() -> None:
    run = procedure(game("pick2"))
    assert layout_of(run) is run.layout
    assert layout_of(replace(run, layout=None)) == house_layout(game("pick2"))


def test_a_felt_that_is_too_small_is_made_larger_and_at_last_refused() -> None:
    assert house_layout(many_wagers(4)).surface == SURFACES[0]
    assert house_layout(many_wagers(60)).surface.width_mm > SURFACES[0].width_mm
    with pytest.raises(
        BadDefinition, match="400 wagers at 7 places: expected as many as a felt of"
    ):
        house_layout(many_wagers(400))
