"""The procedures of the games, read off the manuals a second time: rounds, rulings, devices, the table.

Each irregularity stands here by hand with its clause, when and with what it happens, who says so, and
what is ruled under every reading. A procedure that differs from these rows in anything fails.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

from tablewright.games.duki4_procedure import PROCEDURE as DUKI4
from tablewright.games.king_high_procedure import PROCEDURE as KING_HIGH
from tablewright.games.pick2_procedure import PROCEDURE as PICK2
from tablewright.rules.citations import HOUSE
from tablewright.rules.irregularities import Irregularity
from tablewright.rules.phases import Cause
from tablewright.rules.procedure import OffLimits, Payment, Procedure, Where
from tablewright.rules.readings import Rulings

PROCEDURES = (DUKI4, KING_HIGH, PICK2)
BY_ID = {of.game.id: of for of in PROCEDURES}
EACH = pytest.mark.parametrize("of", PROCEDURES, ids=list(BY_ID))

ANYBODY = "dealer inspector pit-boss surveillance"
SUPERVISOR = "inspector pit-boss"


def rulings(of: Procedure, **readings: str) -> Rulings:
    return Rulings(of.game.readings, {id.replace("_", "-"): each for id, each in readings.items()})


# Every irregularity, by hand -----------------------------------------------------------------------

DEFAULT = ""
BY_HAND = {
    ("shuffler", DEFAULT): "void",
    ("shuffler", "irregularities-by-hand=as-machine"): "void",
    ("hand", DEFAULT): "void play-on",
    ("hand", "irregularities-by-hand=as-machine"): "void",
    ("one-deck-shuffler", DEFAULT): "void",
    ("one-deck-shuffler", "irregularities-by-hand=as-machine"): "void",
}
"""Clause (e): a machine voids the hands; without one a supervisor rules, or it is as with one."""


class Row(NamedTuple):
    """An irregularity as the manual has it."""

    id: str
    clause: str
    phases: str
    devices: str
    says_so: str
    concerns: str
    rulings: Mapping[tuple[str, str], str]
    """The rulings to choose from, by device and reading."""
    overlooked: str = ""
    after_cut_card: bool | None = None
    only_unfinished: bool = False


LATER = "decide reveal settle clear"
VOID_WITH_ALL = {(d, DEFAULT): "void" for d in ("shuffler", "one-deck-shuffler", "hand")}


def clauses_a_to_d(game: str) -> list[Row]:
    """Duki 4 and Pick 2 print the same five clauses."""
    id = f"{game}.irregularity"
    every = "shuffler one-deck-shuffler hand"
    return [
        Row(f"{id}.a-face-up", "(a)", f"deal {LATER}", every, ANYBODY, "NEXT_CARD", BY_HAND),
        Row(
            f"{id}.b-wrong-count",
            "(b)",
            f"deal {LATER}",
            every,
            ANYBODY,
            "PLACE",
            BY_HAND,
        ),
        Row(
            f"{id}.c-dealer-exposed",
            "(c)",
            LATER,
            every,
            ANYBODY,
            "DEALER_CARD",
            BY_HAND,
        ),
        Row(
            f"{id}.d-malfunction",
            "(d)",
            "wagers deal",
            "shuffler one-deck-shuffler",
            ANYBODY,
            "NOTHING",
            {(device, DEFAULT): "void" for device in ("shuffler", "one-deck-shuffler")},
        ),
        Row(
            f"{id}.d-malfunction-after-deal",
            "(d)",
            "decide reveal settle clear",
            "shuffler",
            ANYBODY,
            "NOTHING",
            {
                ("shuffler", DEFAULT): "void",
                ("shuffler", "malfunction-after-deal=plays-on"): "plays-on",
            },
        ),
        # The house's: no manual knows a fouled pack.
        Row(f"{id}.foreign-card", "", f"deal {LATER}", every, SUPERVISOR, "NOTHING", VOID_WITH_ALL),
        Row(f"{id}.pack-runs-out", "", "deal decide", every, SUPERVISOR, "NOTHING", VOID_WITH_ALL),
    ]


PICK2_COMPLETION = [
    Row(
        "pick2.irregularity.touched-wager",
        "(a)",
        "wagers deal decide reveal settle",
        "shuffler one-deck-shuffler hand",
        ANYBODY,
        "A_WAGER",
        {(device, DEFAULT): "put-back" for device in ("shuffler", "one-deck-shuffler", "hand")},
    ),
    Row(
        "pick2.irregularity.cards-out-of-view",
        "(a)",
        "decide reveal",
        "shuffler one-deck-shuffler hand",
        ANYBODY,
        "PLACE",
        {(device, DEFAULT): "brought-back" for device in ("shuffler", "one-deck-shuffler", "hand")},
    ),
]

KING_HIGH_ROWS = [
    Row(
        "king-high.irregularity.face-up-in-shuffler",
        "mechanical shuffle device, first rule",
        "wagers draw",
        "six-deck-shuffler",
        ANYBODY,
        "NEXT_CARD",
        {("six-deck-shuffler", DEFAULT): "returned"},
    ),
    Row(
        "king-high.irregularity.not-delivered",
        "mechanical shuffle device, second rule",
        "wagers draw",
        "six-deck-shuffler",
        SUPERVISOR,
        "NOTHING",
        {("six-deck-shuffler", DEFAULT): "fixed void"},
        only_unfinished=True,
    ),
    Row(
        "king-high.irregularity.missed-burn",
        "manual dealing shoe, first rule",
        "wagers draw settle",
        "shoe",
        ANYBODY,
        "NOTHING",
        {("shoe", DEFAULT): "play-on"},
        overlooked="burn",
    ),
    Row(
        "king-high.irregularity.exposed-burn",
        "manual dealing shoe, second rule, first case",
        "wagers draw",
        "shoe",
        ANYBODY,
        "NEXT_CARD",
        {("shoe", DEFAULT): "burnt"},
    ),
    Row(
        "king-high.irregularity.exposed-after-call",
        "manual dealing shoe, second rule, second case",
        "draw",
        "shoe",
        ANYBODY,
        "NEXT_CARD",
        {("shoe", DEFAULT): "used", ("shoe", "early-exposure=use"): "used"},
    ),
    Row(
        "king-high.irregularity.exposed-before-call",
        "manual dealing shoe, second rule",
        "wagers",
        "shoe",
        SUPERVISOR,
        "NEXT_CARD",
        {("shoe", DEFAULT): "burnt", ("shoe", "early-exposure=use"): "used"},
    ),
    Row(
        "king-high.irregularity.unshuffled-round",
        "manual dealing shoe, third rule",
        "wagers draw",
        "shoe",
        ANYBODY,
        "NOTHING",
        {("shoe", DEFAULT): "void", ("shoe", "unshuffled-round=completed"): "completed"},
        overlooked="shuffle",
        after_cut_card=True,
        only_unfinished=True,
    ),
    Row(
        "king-high.irregularity.shoe-runs-out",
        "",  # The house's: no manual knows a shoe without cards.
        "draw",
        "shoe",
        SUPERVISOR,
        "NOTHING",
        {("shoe", DEFAULT): "reshuffled void"},
        only_unfinished=True,
    ),
    Row(
        "king-high.irregularity.shuffle-left-out",
        "manual dealing shoe, second case",
        "wagers draw settle",
        "shoe",
        SUPERVISOR,
        "NOTHING",
        {("shoe", DEFAULT): "completed", ("shoe", "unshuffled-round=completed"): "completed"},
        overlooked="shuffle",
        after_cut_card=False,
    ),
    Row(
        "king-high.irregularity.hand-near-wagers",
        "third paragraph",
        "wagers draw settle",
        "six-deck-shuffler shoe",
        ANYBODY,
        "PLACE",
        {(device, DEFAULT): "hands-back" for device in ("six-deck-shuffler", "shoe")},
    ),
    Row(
        "king-high.irregularity.foreign-card",
        "",  # The house's, as is the next: no manual knows a fouled pack.
        "draw",
        "six-deck-shuffler shoe",
        SUPERVISOR,
        "NOTHING",
        {(device, DEFAULT): "laid-aside void" for device in ("six-deck-shuffler", "shoe")},
        only_unfinished=True,
    ),
    Row(
        "king-high.irregularity.foreign-card-drawn",
        "",
        "wagers settle",
        "six-deck-shuffler shoe",
        SUPERVISOR,
        "NOTHING",
        {(device, DEFAULT): "stands void" for device in ("six-deck-shuffler", "shoe")},
        only_unfinished=True,
    ),
]

ROWS = {
    "duki4": clauses_a_to_d("duki4"),
    "king-high": KING_HIGH_ROWS,
    "pick2": clauses_a_to_d("pick2") + PICK2_COMPLETION,
}

EFFECTS = {
    "void": "VOID",
    "play-on": "PLAY_ON",
    "plays-on": "PLAY_ON",
    "reshuffled": "RESHUFFLED",
    "fixed": "PLAY_ON",
    "completed": "PLAY_ON",
    "laid-aside": "PLAY_ON",
    "stands": "PLAY_ON",
    "returned": "CARD_RETURNED",
    "burnt": "CARD_BURNT",
    "used": "CARD_USED",
    "put-back": "NOTED",
    "brought-back": "NOTED",
    "hands-back": "NOTED",
}

EACH_ROW = pytest.mark.parametrize(
    "row", [row for rows in ROWS.values() for row in rows], ids=lambda row: row.id
)


def found(row: Row) -> tuple[Procedure, Irregularity]:
    of = BY_ID[row.id.partition(".")[0]]
    return of, next(each for each in of.irregularities if each.id == row.id)


@EACH
def test_every_irregularity_is_one_of_the_manual_and_none_is_missing(of: Procedure) -> None:
    assert [each.id for each in of.irregularities] == [row.id for row in ROWS[of.game.id]]


@EACH_ROW
def test_an_irregularity_is_declared_when_and_by_whom_the_manual_lets_it(row: Row) -> None:
    of, irregularity = found(row)
    every_device = " ".join(device.id for device in of.devices)
    assert irregularity.source.clause == row.clause
    assert " ".join(irregularity.phases) == row.phases
    assert " ".join(role.value for role in irregularity.declared_by) == row.says_so
    assert (" ".join(irregularity.devices) or every_device) == row.devices
    assert irregularity.concerns.name == row.concerns
    assert irregularity.overlooked == row.overlooked
    assert irregularity.after_cut_card == row.after_cut_card
    assert irregularity.only_unfinished == row.only_unfinished


@EACH_ROW
def test_an_irregularity_is_ruled_as_the_manual_rules_it_under_each_reading(row: Row) -> None:
    of, irregularity = found(row)
    assert {device for device, _ in row.rulings} == set(row.devices.split())
    for (device, reading), expected in row.rulings.items():
        id, _, option = reading.partition("=")
        under = rulings(of, **({id: option} if id else {}))
        ruled = irregularity.rulings_with(of.device(device), under)
        assert " ".join(ruling.id for ruling in ruled) == expected, (device, reading)
        for ruling in ruled:
            assert ruling.effect.name == EFFECTS[ruling.id]


@EACH
def test_every_irregularity_has_a_ruling_under_every_combination_of_readings(of: Procedure) -> None:
    acting = {
        ruling.under.reading
        for irregularity in of.irregularities
        for ruling in irregularity.rulings
        if ruling.under is not None
    }
    choices = [[(reading.id, option.id) for option in reading.options] for reading in acting]
    for chosen in product(*choices):
        under = Rulings(of.game.readings, dict(chosen))
        for irregularity in of.irregularities:
            for device in of.devices:
                if not irregularity.devices or device.id in irregularity.devices:
                    ids = [ruling.id for ruling in irregularity.rulings_with(device, under)]
                    assert ids, f"{irregularity.id} with {device.id} is not ruled"
                    assert len(set(ids)) == len(ids)


# What the rulings do -------------------------------------------------------------------------------


@pytest.mark.parametrize("of", [DUKI4, PICK2], ids=["duki4", "pick2"])
def test_clauses_a_to_d_each_void_all_hands_and_e_rules_the_deal_by_hand(of: Procedure) -> None:
    printed = [each for each in of.irregularities if each.source.section == "Irregularities"]
    assert [each.source.clause for each in printed] == ["(a)", "(b)", "(c)", "(d)", "(d)"]
    for irregularity in printed:
        for device in irregularity.devices or ("shuffler", "one-deck-shuffler"):
            (ruling,) = irregularity.rulings_with(of.device(device), rulings(of))
            assert ruling.source == irregularity.source
            assert ruling.reshuffles
            assert ruling.breaks_device == (irregularity.source.clause == "(d)")
    for irregularity in printed[:3]:
        for ruling in irregularity.rulings_with(of.device("hand"), rulings(of)):
            assert ruling.source.document == HOUSE
            assert [each.clause for each in ruling.source.beside] == ["(e)"]
            assert ruling.reshuffles == (ruling.id == "void")
        as_machine = rulings(of, irregularities_by_hand="as-machine")
        for ruling in irregularity.rulings_with(of.device("hand"), as_machine):
            assert ruling.source == irregularity.source
            assert ruling.reshuffles


def test_every_rule_of_king_highs_irregularities_is_cited() -> None:
    cited = {
        place.clause
        for irregularity in KING_HIGH.irregularities
        for source in (irregularity.source, *(ruling.source for ruling in irregularity.rulings))
        for place in source.places
        if place.section == "12. Irregularities"
    }
    assert cited == {
        "mechanical shuffle device, first rule",
        "mechanical shuffle device, second rule",
        "mechanical shuffle device, third rule",
        "mechanical shuffle device, fourth rule",
        "manual dealing shoe, first rule",
        "manual dealing shoe, second rule",
        "manual dealing shoe, second rule, first case",
        "manual dealing shoe, second rule, second case",
        "manual dealing shoe, third rule",
    }


def test_a_shuffle_device_that_is_not_mended_is_out_of_use_and_one_that_is_deals_on() -> None:
    _, irregularity = found(KING_HIGH_ROWS[1])
    assert {ruling.id: ruling.breaks_device for ruling in irregularity.rulings} == {
        "fixed": False,
        "void": True,
    }


def test_a_shuffle_that_was_missed_follows_whether_the_round_is_void_or_played_out() -> None:
    _, irregularity = found(KING_HIGH_ROWS[6])
    assert [ruling.reshuffles for ruling in irregularity.rulings] == [True, True]


def test_what_no_manual_rules_is_ruled_by_the_house() -> None:
    by_house = {
        irregularity.id
        for of in PROCEDURES
        for irregularity in of.irregularities
        if any(ruling.source.document == HOUSE for ruling in irregularity.rulings)
    }
    clauses = ("a-face-up", "b-wrong-count", "c-dealer-exposed")
    assert by_house == {
        *(f"{of}.irregularity.{clause}" for of in ("duki4", "pick2") for clause in clauses),
        "duki4.irregularity.foreign-card",
        "duki4.irregularity.pack-runs-out",
        "king-high.irregularity.exposed-before-call",
        "king-high.irregularity.foreign-card",
        "king-high.irregularity.foreign-card-drawn",
        "king-high.irregularity.shoe-runs-out",
        "king-high.irregularity.shuffle-left-out",
        "pick2.irregularity.foreign-card",
        "pick2.irregularity.pack-runs-out",
        "pick2.irregularity.touched-wager",
        "pick2.irregularity.cards-out-of-view",
    }


# Rounds --------------------------------------------------------------------------------------------

CONTEST = """
    wagers: wager by player, take-back by player or dealer, no-more-bets by dealer -> deal
    deal: deal by dealer -> decide
    decide: decide by player or inspector or pit-boss -> reveal
    reveal: reveal by dealer -> settle
    settle: settle by dealer -> clear
    clear: clear by dealer -> wagers
"""

CARD_BY_CARD = """
    wagers: wager by player, take-back by player or dealer, no-more-bets by dealer -> draw
    draw: burn by dealer, draw by dealer -> settle
    settle: settle by dealer, wager by player, take-back by player or dealer -> wagers, at last clear
    clear: clear by dealer -> wagers
"""


@pytest.mark.parametrize(
    ("of", "expected"),
    [(DUKI4, CONTEST), (KING_HIGH, CARD_BY_CARD), (PICK2, CONTEST)],
    ids=["duki4", "king-high", "pick2"],
)
def test_a_round_runs_through_these_phases(of: Procedure, expected: str) -> None:
    lines = []
    for phase in of.phases:
        allowed = ", ".join(
            f"{command} by {' or '.join(role.value for role in roles)}"
            for command, roles in phase.allows.items()
        )
        leads = [(cause, to) for cause, to in phase.leads.items() if cause is not Cause.VOID]
        ends = [to for cause, to in leads if cause is Cause.ALL_SETTLED and len(leads) > 1]
        (then,) = {to for _, to in leads} - set(ends)
        at_last = "".join([f", at last {to}" for to in ends])
        lines.append(f"{phase.id}: {allowed} -> {then}{at_last}")
    assert lines == [line.strip() for line in expected.strip().splitlines()]


@EACH
def test_every_phase_is_reached_from_the_wagers_and_leads_back_to_them(of: Procedure) -> None:
    leads_to = {str(phase.id): {*map(str, phase.leads.values())} for phase in of.phases}

    def reached_from(start: str) -> set[str]:
        reached: set[str] = set()
        ahead = leads_to[start]
        while ahead - reached:
            reached |= ahead
            ahead = {after for phase in reached for after in leads_to[phase]}
        return reached

    assert of.phases[0].id == "wagers"
    for phase in leads_to:
        assert reached_from(phase) == set(leads_to)


# Devices -------------------------------------------------------------------------------------------


@EACH
def test_the_first_device_is_a_machine_and_the_last_is_none(of: Procedure) -> None:
    first, *_, last = of.devices
    assert first.is_machine
    assert not last.is_machine
    assert {device.decks for device in of.devices} == ({6} if of is KING_HIGH else {1})


@pytest.mark.parametrize("of", [DUKI4, PICK2], ids=["duki4", "pick2"])
def test_two_decks_of_different_colours_take_turns_in_the_shuffler(of: Procedure) -> None:
    assert of.device("shuffler").packs == 2
    assert of.device("one-deck-shuffler").packs == 1
    assert len(set(of.deck_colours)) == 2


@pytest.mark.parametrize("of", [DUKI4, PICK2], ids=["duki4", "pick2"])
def test_a_deck_dealt_by_hand_is_cut_with_ten_cards_or_more_either_side(of: Procedure) -> None:
    fewest, most = of.device("hand").cut or (0, 0)
    assert (fewest, 52 - most) == (10, 10)
    assert not of.device("hand").has_cut_card_within


def test_washington_knows_no_deal_by_hand_unless_it_is_read_so() -> None:
    hand = DUKI4.device("hand")
    assert hand.refused_in == ("washington-card-rooms", "washington-tribal-casinos")
    assert hand.unless is not None
    assert not rulings(DUKI4).hold(hand.unless)
    assert rulings(DUKI4, washington_hand_deal="allowed").hold(hand.unless)
    assert not any(device.refused_in for device in (*PICK2.devices, *KING_HIGH.devices))


@pytest.mark.parametrize(
    ("burn", "burnt"),
    [("two-per-action-round", (0, 2)), ("also-before-round", (2, 2)), ("one-per-round", (1, 0))],
)
def test_only_a_manual_shoe_burns_cards(burn: str, burnt: tuple[int, int]) -> None:
    under = rulings(KING_HIGH, burn=burn)
    assert KING_HIGH.device("shoe").burns_under(under) == burnt
    assert KING_HIGH.device("six-deck-shuffler").burns_under(under) == (0, 0)


def test_as_printed_the_cut_card_comes_in_the_fourth_round_of_the_shoe() -> None:
    shoe = KING_HIGH.device("shoe")
    before_round, before_card = shoe.burns_under(rulings(KING_HIGH))
    cards_a_round = before_round + 5 * (before_card + 1)
    assert shoe.has_cut_card_within
    assert shoe.cut is not None
    for cards_before_it in shoe.cut:
        assert 3 * cards_a_round <= cards_before_it < 4 * cards_a_round
    assert shoe.rounds_between_shuffles == 4


def test_the_cards_of_a_round_go_back_into_king_highs_shuffle_device_only() -> None:
    returning = [d.id for of in PROCEDURES for d in of.devices if d.returns_cards]
    assert returning == ["six-deck-shuffler"]
    assert len(KING_HIGH.deck_colours) == 1


# Settling ------------------------------------------------------------------------------------------


@EACH
def test_every_kind_of_wager_is_settled_once_under_every_reading(of: Procedure) -> None:
    kinds = sorted({wager.kind for wager in of.game.wagers})
    for reading in of.game.readings:
        for option in reading.options:
            stages = of.stages_under(Rulings(of.game.readings, {reading.id: option.id}))
            assert sorted(kind for stage in stages for kind in stage.kinds) == kinds


def test_pick_2_settles_the_bonus_wagers_last_or_first() -> None:
    def order(settle_order: str) -> list[tuple[str, ...]]:
        return [
            stage.kinds for stage in PICK2.stages_under(rulings(PICK2, settle_order=settle_order))
        ]

    assert order("last") == [("ante", "play", "bonus-3-5", "bonus-5")]
    assert order("first") == [("bonus-3-5", "bonus-5", "ante", "play")]


def test_king_high_settles_the_card_then_the_runs_then_the_pokerpot() -> None:
    assert [(stage.id, stage.kinds, stage.takes_first) for stage in KING_HIGH.stages] == [
        ("action", ("high", "low", "suit", "seven"), True),
        ("runs", ("high-run", "low-run"), False),
        ("pokerpot", ("pokerpot",), False),
    ]


def test_the_house_orders_the_settlement_of_duki_4() -> None:
    (stage,) = DUKI4.stages
    assert stage.kinds == ("ante", "play", "bonus")
    assert stage.source.document == HOUSE


@pytest.mark.parametrize("of", [DUKI4, PICK2], ids=["duki4", "pick2"])
@pytest.mark.parametrize(
    ("net", "where"),
    [
        (Fraction(1), Where.ON_THE_WAGER),
        (Fraction(3), Where.ON_THE_WAGER),
        (Fraction(7, 2), Where.BESIDE),
        (Fraction(100), Where.BESIDE),
    ],
)
def test_the_house_pays_up_to_3_to_1_on_the_wager(
    of: Procedure, net: Fraction, where: Where
) -> None:
    manner = of.manner(Payment(1, "ante", "ante", net, {500: 1}))
    assert manner.where is where
    assert manner.source.document == HOUSE


# The table -----------------------------------------------------------------------------------------


def needed(of: Procedure, device: str) -> str:
    """What must lie on the table to deal from a device."""
    return " ".join(
        item.id
        for item in of.equipment
        if not item.is_optional and (not item.devices or device in item.devices)
    )


@pytest.mark.parametrize(
    ("of", "device", "expected"),
    [
        (DUKI4, "shuffler", "rail layout chip-rack discard-holder limit-sign shuffler"),
        (DUKI4, "hand", "rail layout chip-rack discard-holder limit-sign cut-card"),
        (DUKI4, "one-deck-shuffler", "rail layout chip-rack discard-holder limit-sign shuffler"),
        (
            KING_HIGH,
            "six-deck-shuffler",
            "layout shuffle-device standby-shoe cutting-card drop-box discard-holder sign",
        ),
        (KING_HIGH, "shoe", "layout manual-shoe cutting-card drop-box discard-holder sign"),
        (PICK2, "shuffler", "layout pay-tables chip-rack discard-holder limit-sign shuffler"),
        (PICK2, "hand", "layout pay-tables chip-rack discard-holder limit-sign cut-card"),
        (
            PICK2,
            "one-deck-shuffler",
            "layout pay-tables chip-rack discard-holder limit-sign shuffler",
        ),
    ],
)
def test_what_lies_on_the_table_depends_on_the_device(
    of: Procedure, device: str, expected: str
) -> None:
    assert needed(of, device) == expected


def test_the_sign_of_king_high_speaks_of_boxes_and_aces() -> None:
    said = " ".join(item.id for item in KING_HIGH.sign)
    assert said == "one-player-a-box ace-low seven-of-suit pair-of-tens pair-of-jacks pokerpot-ace"
    assert not DUKI4.sign
    assert not PICK2.sign


class Settings(NamedTuple):
    """What a manual asks for beside the round, and whether the house has to say it instead."""

    off_limits: OffLimits
    opening: bool
    examining: bool
    card_change: bool
    slip: bool = False
    chips_only: bool = False
    for_the_dealer: bool = False
    shuffle_after_vacancy: bool = False
    calls: bool = False


def test_what_each_manual_states_is_cited_and_the_rest_is_the_houses() -> None:
    def stated(of: Procedure) -> Settings:
        is_printed = [
            passage is not None and passage.document != HOUSE
            for passage in (
                of.opening,
                of.examining,
                of.card_change_source,
                of.slip,
                of.chips_only,
                of.for_the_dealer,
                of.shuffle_after_vacancy,
                of.calls_source,
            )
        ]
        return Settings(of.off_limits, *is_printed)

    assert stated(DUKI4) == Settings(
        OffLimits.REFUSED, opening=True, examining=True, card_change=True, for_the_dealer=True
    )
    assert stated(KING_HIGH) == Settings(
        OffLimits.STANDS,
        opening=False,
        examining=True,
        card_change=True,
        slip=True,
        shuffle_after_vacancy=True,
        calls=True,
    )
    assert stated(PICK2) == Settings(
        OffLimits.REFUSED,
        opening=False,
        examining=False,
        card_change=False,
        chips_only=True,
        for_the_dealer=True,
    )


@EACH
def test_cards_are_changed_every_four_hours(of: Procedure) -> None:
    assert of.card_change_minutes == 4 * 60


def test_only_king_high_calls_cards_and_says_when_a_shoe_is_shuffled() -> None:
    assert KING_HIGH.call is not None
    assert KING_HIGH.announce is not None
    for of in (DUKI4, PICK2):
        assert (of.call, of.announce) == (None, None)


@pytest.mark.parametrize(
    ("option", "at_cut_card", "at_rounds"),
    [("whichever-first", True, True), ("four-rounds", False, True), ("cut-card", True, False)],
)
def test_a_shoe_is_shuffled_after_four_rounds_or_the_cut_card(
    option: str, at_cut_card: bool, at_rounds: bool
) -> None:
    due = KING_HIGH.device("shoe").shuffle_due_under(rulings(KING_HIGH, shuffle_due=option))
    assert (due.at_cut_card, due.at_rounds) == (at_cut_card, at_rounds)
