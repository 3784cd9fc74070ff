"""Random play of a whole table: commands drawn from what is legal, or bent until they are not.

A patron plays to play; here the dealer, supervisors and players do whatever the machine lists, from the
opening to the closing count: fills, relief, new cards, another device, irregularities. `finish` is the
opposite: each who may end the round does so, as a proof that one can.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.games import game
from tablewright.rules.cards import DECK
from tablewright.rules.errors import Forbidden
from tablewright.rules.wagers import SameAs
from tablewright.table import acts
from tablewright.table.actors import (
    THE_CAMERAS,
    THE_DEALER,
    THE_INSPECTOR,
    THE_PIT_BOSS,
    Actor,
    player,
)
from tablewright.table.acts.card_changes import change_is_due
from tablewright.table.acts.taking_back import unmatched
from tablewright.table.allowed import Allowed, pairs
from tablewright.table.chips import (
    FLOAT,
    OUTSIDE,
    Chips,
    made_of,
    rail,
    spot,
    worth,
)
from tablewright.table.machine import Keeper, Table
from tablewright.table.record import ACTS, Act
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Setup
from tablewright.table.state import State
from tablewright.table.trial import copied_table
from tests.dealing import random_readings

DEVICES = [
    ("duki4", "shuffler"),
    ("duki4", "one-deck-shuffler"),
    ("duki4", "hand"),
    ("king-high", "six-deck-shuffler"),
    ("king-high", "shoe"),
    ("pick2", "shuffler"),
    ("pick2", "one-deck-shuffler"),
    ("pick2", "hand"),
]
"""Every game with every device."""
ON_FELT = "physical "
KEYED = [(of, f"{ON_FELT}{device}") for of, device in DEVICES]
"""Every device once more, on a physical table, its cards keyed in."""
START = datetime(2026, 1, 5, 18, tzinfo=UTC)
STAFF = (THE_DEALER, THE_INSPECTOR, THE_PIT_BOSS, THE_CAMERAS)
KINDS = {tag: kind for kind, tag in ACTS.items()}
BAD_TEXTS = ("", " ", "\n", "a\x07bell", "x" * 201)
GOOD_TEXTS = ("routine", "a spill", "x", "Zoë")

LIKELY = {
    "wager": 6.0, "no-more-bets": 3.0, "take-back": 0.3, "buy-in": 0.5, "change-colour": 0.2,
    "tip": 0.1, "sit": 0.3, "leave": 0.1, "fill": 0.1, "credit": 0.03, "relieve": 0.05,
    "agree-limits": 0.1, "correct": 0.05, "declare": 0.3, "report-chips": 0.5, "overlook": 0.6,
    "order-shuffle": 0.05, "replace-cards": 0.05, "substitute": 0.1, "remove-cards": 0.05,
    "begin-closing": 0.0, "order-inspection": 0.05, "put-off-card-change": 0.05,
    "count-float": 1.0, "report-error": 2.0, "countersign": 2.0, "cancel-slip": 0.1,
}  # fmt: skip
"""How often something is done when it may be; whatever is not named here, ten times."""

FINISHING = (
    "mend", "inspect", "replace-cards", "put-off-card-change", "bring-decks", "examine", "sign",
    "wash", "hand-shuffle", "shuffle", "cut", "deal", "decide", "reveal",
    "approve", "countersign", "cancel-slip", "show", "settle", "burn", "draw", "clear",
    "no-more-bets", "fill", "take-back", "order-shuffle",
)  # fmt: skip
"""What ends a round, the first that may be done."""
WHEN: dict[str, Callable[[Table], bool]] = {
    "fill": lambda t: t.state.phase == "settle",
    "put-off-card-change": change_is_due,
    "replace-cards": lambda t: bool(t.state.decks.unfit),
    "take-back": lambda t: any(unmatched(t, place) for place in t.state.seats),
}
"""What helps only then; done at other times it would go on for ever."""
CLOSING = (
    "countersign", "cancel-slip", "begin-closing", "leave", "remove-cards", "sign", "count-float",
    "report-error", "remove-drop-box", "close",
)  # fmt: skip


once_and_often_in_the_proof = pytest.mark.parametrize(
    "tables", [1, pytest.param(25, marks=pytest.mark.proof)]
)
"""How many tables a law of random play is tried at, for each that it is given."""


def at_every_second_table(first: int) -> pytest.MarkDecorator:
    """Every game with every device once, its cards dealt by the machine or keyed in; `make proof` has
    both."""
    tables = [
        table if n % 2 == first else pytest.param(*table, marks=pytest.mark.proof)
        for n, table in enumerate([*DEVICES, *KEYED[1:], KEYED[0]])
    ]
    return pytest.mark.parametrize(("of", "device"), tables)


def set_up_at(of: str, device: str, readings: dict[str, str] | None = None) -> Setup:
    """A rehearsal with a device of the lists above, keyed or not."""
    setup = rehearsal_setup(of, device=device.removeprefix(ON_FELT), readings=readings or {})
    return msgspec.structs.replace(setup, is_keyed=device.startswith(ON_FELT))


def random_setup(of: str, device: str, rng: Random) -> Setup:
    """A table with readings, limits and house settings drawn at random, and a small float."""
    readings = random_readings(game(of), rng) if rng.random() < 0.7 else {}
    return msgspec.structs.replace(
        set_up_at(of, device, readings),
        float_chips={10_000: 20, 2500: 40, 500: 200, 100: 200, 50: rng.choice([40, 200])},
        maximum_payouts=rng.choice([{}, dict.fromkeys(game(of).kinds_with_maximum, 5_000)]),
        approval_from=rng.choice([None, 500, 2_000]),
        settles_from_right=rng.random() < 0.7,
        dealer_wagers=rng.random() < 0.7,
        takes_tips=rng.random() < 0.8,
        returns_small_wagers=rng.random() < 0.5,
        personal_limits=rng.random() < 0.7,
        card_change_minutes=rng.choice([0, 5]),
    )


# Compared -----------------------------------------------------------------------------------------


def is_same(one: Table, other: Table) -> bool:
    """Whether two tables are alike in everything that matters."""
    return one.state == other.state and one.vault == other.vault and one.lines == other.lines


# Commands that are allowed -------------------------------------------------------------------------


def everybody(table: Table) -> list[Actor]:
    """All roles, with a player at every place, taken or not."""
    return [*STAFF, *(player(place) for place in range(1, table.book.ruleset.places + 1))]


def options(table: Table) -> list[tuple[Actor, Allowed]]:
    """Everything that anybody may do now."""
    return [(by, allowed) for by in everybody(table) for allowed in table.legal(by)]


def some_chips(table: Table, allowed: Allowed, rng: Random) -> Chips:
    """Chips within the bounds, as far as the account can make them up; pairs of wagers mostly alike."""
    smallest = table.book.smallest_chip
    if not allowed.chips_of:
        return {rng.choice(table.book.setup.denominations): rng.randint(1, 40)}
    held = table.state.bank.chips(allowed.chips_of)
    most = min(allowed.most or 20_000, worth(held), 20_000)
    low, high = -(-max(allowed.least, 1) // smallest), most // smallest
    if high < low:
        return {}
    partner = lacking(table, allowed)
    if low <= partner // smallest <= high and rng.random() < 0.8:
        return made_of(partner, held) or {}
    cents = smallest * rng.choice([low, high, rng.randint(low, high), rng.randint(low, high)])
    return made_of(cents, held) or {}


def lacking(table: Table, allowed: Allowed) -> int:
    """What a wager lacks of being as high as the one that must equal it; nothing, if none must."""
    if allowed.command != "wager" or allowed.for_dealer or allowed.is_late:
        return 0
    stakes = table.stakes(allowed.place)
    for id, wager in table.book.wagers.items():
        if isinstance(wager.stake, SameAs) and allowed.wager in (id, wager.stake.wager):
            other = wager.stake.wager if id == allowed.wager else id
            return stakes.get(other, 0) - stakes.get(allowed.wager, 0)
    return 0


def covers(table: Table, allowed: Allowed, act: Act) -> bool:
    """Whether an act keeps to something that is allowed."""
    way = act.way
    is_that_way = (
        act.name == allowed.command
        and (way.place, way.wager) == (allowed.place, allowed.wager)
        and (way.for_dealer, way.pack) == (allowed.for_dealer, allowed.pack)
        and (not act.chooses or way.choice in allowed.choices)
    )
    return is_that_way and not act.wrongly_filled() and act.check(table, allowed) is None


def built(table: Table, allowed: Allowed, rng: Random) -> Act | None:
    """A command within what is allowed; None where the chips at hand do not make one."""
    kind = KINDS[allowed.command]
    given: dict[str, Any] = {}
    said = set(kind.__struct_fields__).difference(kind.filled)
    for name in sorted(said, key=lambda name: (name == "cash", kind.__struct_fields__.index(name))):
        value = _field(table, allowed, name, given, rng)
        if value is not None:
            given[name] = value
    if kind not in (acts.CountFloat, acts.Countersign) and {} in (
        given.get("chips"),
        given.get("give"),
        given.get("take"),
    ):
        return None
    if kind is acts.Correct and not given["to_player"] and not given["from_player"]:
        return None
    made = kind(**given)
    # What was seen must fit what lies there, and chance does not know that.
    is_misfit = kind is acts.ReportChips and made.check(table, allowed) is not None
    return None if is_misfit else made


def _field(table: Table, allowed: Allowed, name: str, given: dict[str, Any], rng: Random) -> Any:
    bank = table.state.bank
    if allowed.command == "report-chips" and name not in ("incident", "ruling"):
        return _of_report(table, allowed, name, given, rng)
    match name:
        case "wager" if allowed.command == "declare":
            return rng.choice(sorted(table.stakes(allowed.place))) if allowed.wager else ""
        case "place" | "wager" | "for_dealer" | "pack":
            return getattr(allowed, name)
        case "form" | "reason" if allowed.command == "countersign":
            return None
        case "slip":
            return int(rng.choice(allowed.choices))
        case "hand" | "differs":
            return None
        case "decision" | "form" | "device" | "step" | "irregularity" | "incident" | "explanation":
            return rng.choice(allowed.choices)
        case "post":
            return rng.choice(allowed.choices) if allowed.command == "relieve" else None
        case "who" if allowed.command != "relieve":
            return None
        case "chips" if allowed.command == "countersign":
            right = table.state.slips[given["slip"]].to_count
            return right if rng.random() < 0.8 or not right else {500: 1}
        case "ruling":
            return rng.choice(allowed.rulings)
        case "items" | "backs":
            return allowed.choices
        case "found":
            return rng.choice(GOOD_TEXTS) if rng.random() < 0.1 else ""
        case "who":
            return f"relief {rng.randrange(10**9)}"
        case "nature" | "reason" | "player":
            return rng.choice(GOOD_TEXTS)
        case "order" | "salt" if table.is_keyed:
            return ""
        case "salt":
            return f"{rng.getrandbits(64):016x}"
        case "at" | "minutes":
            return rng.randint(allowed.least, allowed.most)
        case "burnt":
            return rng.randint(allowed.least, allowed.most)
        case "kinds":
            return tuple(kind for kind in allowed.kinds if rng.random() < 0.3)
        case "cash":
            return worth(given["chips"]) if allowed.command == "buy-in" else None
        case "chips" if allowed.command == "count-float":
            right = dict(bank.chips(FLOAT))
            return right if rng.random() < 0.8 else {**right, 500: right.get(500, 0) + 1}
        case "chips" | "give":
            return some_chips(table, allowed, rng)
        case "take":
            return made_of(worth(given["give"]), bank.chips(allowed.for_chips_of)) or {}
        case "to_player":
            return _one_chip(bank.chips(FLOAT), rng)
        case "from_player":
            return {} if given["to_player"] else _one_chip(bank.chips(rail(allowed.place)), rng)
        case "limits":
            return _some_limits(table, rng)
        case "order":
            order = pairs(table.to_shuffle(allowed.pack))
            rng.shuffle(order)
            return "".join(order)
        case "cards" if allowed.command == "decide":
            plays = table.book.contest.decision[given["decision"]].plays
            return tuple(rng.sample(range(allowed.cards), plays)) if plays and allowed.cards else ()
        case "plays":
            return tuple(rng.sample(range(allowed.cards), allowed.plays))
        case "cards" | "card":
            return _some_cards(table, allowed, rng)
    raise AssertionError(f"{allowed.command} says {name}")


def _of_report(
    table: Table, allowed: Allowed, name: str, given: dict[str, Any], rng: Random
) -> Any:
    """What is said of chips that were seen: of those that lie on a wager, or of any."""
    seen = given["incident"].rpartition(".")[2]
    places = list(table.state.seats)
    match name:
        case "place":
            laid = [place for place in places if table.stakes(place)]
            return rng.choice(laid or places or [1])
        case "wager":
            lie = sorted(table.stakes(given["place"]))
            return rng.choice(lie or sorted(table.book.wagers))
        case "chips":
            lies = table.state.bank.chips(spot(given["place"], given["wager"]))
            value = rng.choice(sorted(lies) or [500])
            return dict(lies) if seen in ("late", "wrong-box") and lies else {value: 1}
        case "to" if seen == "moved":
            return rng.choice([id for id in table.book.wagers if id != given["wager"]])
        case "box" if seen == "wrong-box":
            return given["place"] % table.book.ruleset.places + 1
        case "is_recorded":
            return rng.random() < 0.6
    return None


def _one_chip(held: Chips, rng: Random) -> Chips:
    return {rng.choice(sorted(held)): 1} if held and rng.random() < 0.6 else {}


def _some_limits(table: Table, rng: Random) -> dict[str, tuple[int, int]]:
    kinds = rng.sample(sorted(table.book.setup.limits), rng.randint(0, 2))
    return {kind: (low := rng.choice([100, 500, 1000]), 4 * low) for kind in kinds}


def _some_cards(table: Table, allowed: Allowed, rng: Random) -> str:
    if not allowed.cards:
        return ""
    count = allowed.cards if allowed.cards > 0 else rng.randint(1, 3)
    lie = [*table.state.drawn, *table.state.dealer_cards.split()]
    for seat in table.state.seats.values():
        lie += seat.cards.split()
    free = [card.text for card in DECK if card.text not in lie]
    return " ".join(rng.sample(free, count))


# Commands that are not -----------------------------------------------------------------------------


def bent(table: Table, command: Act, rng: Random) -> Act:
    """A command with one of its fields changed: it may be allowed still, and mostly is not."""
    names = command.__struct_fields__
    if not names:
        return command
    name = rng.choice(names)
    return msgspec.structs.replace(command, **{name: _bent(table, command, name, rng)})


def _bent(table: Table, command: Act, name: str, rng: Random) -> Any:
    value = getattr(command, name)
    chips_at_hand = {500: 1}
    match name:
        case "place":
            return rng.choice([value + 1, value - 1, 0, 1, 8, 99, -1, 10**9])
        case "pack" | "slip":
            return rng.choice([value + 1, -1, 0, 7])
        case "burnt" | "minutes":
            return rng.choice([value - 1, value + 1, 0, -1, 1, 2, 3, 120, 121])
        case "kinds":
            return rng.choice([(), ("reused",), ("reused", "reused"), ("sealed",), ("",)])
        case "at":
            return rng.choice([value - 1, value + 1, 0, -1, 9, 10, 42, 43, 44, 45, 55, 56, 10**9])
        case "cash":
            return rng.choice([value + 50, value - 50, 0, -value, 1])
        case "for_dealer" | "differs" | "is_recorded" | "waits":
            return not value
        case "box":
            return rng.choice([0, 1, 2, 9])
        case "to":
            return rng.choice([*table.book.wagers, "", "nonsense"])
        case "incident":
            return rng.choice([*table.course.incidents, "", "duki4.protection.z"])
        case "wager":
            return rng.choice([*table.book.wagers, "", "nonsense"])
        case "chips" | "give" | "take" | "to_player" | "from_player":
            return _bent_chips(table, value or chips_at_hand, rng)
        case "decision":
            return rng.choice(["fold", "play", "three", "five", "", "raise"])
        case "form":
            return rng.choice(["opener", "closer", "error-notification", "fill", ""])
        case "device":
            return rng.choice([*(each.id for each in table.book.procedure.devices), "", "magic"])
        case "step":
            return rng.choice(["burn", "shuffle", "", "settle"])
        case "irregularity":
            return rng.choice([*table.course.irregularities, "", "duki4.irregularity.z"])
        case "ruling":
            return rng.choice(["", "void", "play-on", "used", "burnt", "fixed", "stands", "no"])
        case "post":
            return rng.choice(["", "dealer", "inspector", "pit-boss", "surveillance", "cook"])
        case "items" | "backs":
            return rng.choice([value[1:], (*value, *value[:1]), value[::-1], (*value, "")])
        case "limits":
            return rng.choice(
                [
                    {"nonsense": (100, 200)},
                    dict.fromkeys(table.book.setup.limits, (200, 100)),
                    dict.fromkeys(table.book.setup.limits, (0, 100)),
                    dict.fromkeys(table.book.setup.limits, (100, 125)),
                    dict.fromkeys(table.book.setup.limits, (100, 10**13)),
                    dict.fromkeys(table.book.setup.limits, (50, 50)),
                ]
            )
        case "order":
            return rng.choice(
                [value[2:], value[:-2] + value[:2], value + "2c", value[2:] + "xx", ""]
            )
        case "cards" if isinstance(value, tuple):
            return rng.choice([(), (0, 1), (0, 1, 2), (2, 2, 3), (0, 1, 5), (-1, 0, 1), (4, 1, 0)])
        case "cards" | "card":
            several = " ".join(rng.sample([card.text for card in DECK], rng.choice([1, 4, 5])))
            return rng.choice(["", "9h", "9h 9h", "9H", "xx", " 9h", "9h  Tc", several])
    return rng.choice([*BAD_TEXTS, *GOOD_TEXTS])


def _bent_chips(table: Table, chips: Chips, rng: Random) -> Chips:
    value = rng.choice(sorted(chips))
    return rng.choice(
        [
            {},
            {**chips, value: chips[value] + 1},
            {**chips, value: chips[value] - 1},
            {**chips, value: -chips[value]},
            {**chips, value: 10**7},
            {**chips, 7: 1},
            {value: 1},
            {table.book.smallest_chip: 1},
            {v: 2 * n for v, n in chips.items()},
            {50: worth(chips) // 50},
        ]
    )


def nonsense(table: Table, rng: Random) -> Act:
    """Any command at all, with fields from nowhere."""
    kind = rng.choice([each for each in ACTS if each is not acts.SetUp])
    plain: dict[str, Any] = {
        "place": rng.randint(0, 8), "pack": rng.randint(0, 1), "at": rng.randint(0, 60),
        "cards": () if kind is acts.Decide else "", "cash": 0, "for_dealer": False, "limits": {},
        "kinds": (), "burnt": 0, "minutes": 1, "due": 0, "items": (), "backs": ("blue",),
        "order": "", "wager": "", "card": "", "slip": 1,
    }  # fmt: skip
    given: dict[str, Any] = {}
    for name in kind.__struct_fields__:
        if name in kind.filled and rng.random() < 0.8:
            continue
        given[name] = plain.get(name, "")
        if name in ("chips", "give", "take", "to_player", "from_player"):
            given[name] = {500: 1}
    if kind is acts.Shuffled:
        given |= {"cards": 52, "seal": "0" * 64}
    command: Act = kind(**given)
    for _ in range(rng.randint(0, 3)):
        command = bent(table, command, rng) if kind is not acts.Shuffled else command
    return command


# Playing -------------------------------------------------------------------------------------------


class RandomPlay:
    """A table at which anything legal happens."""

    likely = LIKELY

    def __init__(self, setup: Setup, rng: Random, keeper: Keeper | None = None) -> None:
        self.table = Table(setup, keeper)
        self.rng = rng
        self.now = START
        self.table.set_up(self.now)

    def act(self, command: Act, by: Actor) -> None:
        self.table.act(command, by, self.now)

    def step(self) -> bool:
        """Something legal that a person does after a while; False where nothing was found to do."""
        self.now += timedelta(seconds=self.rng.choice([0, 1, 5, 20]))
        self.table.now = self.now
        found: dict[str, list[tuple[Actor, Allowed]]] = {}
        for by, allowed in options(self.table):
            name = "tip" if allowed.is_late else allowed.command
            found.setdefault(name, []).append((by, allowed))
        while found:
            weights = [self.likely.get(name, 10.0) for name in found]
            if not any(weights):
                return False
            name = self.rng.choices(list(found), weights)[0]
            short = [each for each in found[name] if lacking(self.table, each[1]) > 0]
            by, allowed = self.rng.choice(short or found[name])
            command = built(self.table, allowed, self.rng)
            if command is not None:
                self.act(command, by)
                return True
            del found[name]
        return False

    def open(self) -> None:
        """Random steps until the table is open."""
        while self.table.state.status == "opening":
            assert self.step(), "a table that cannot open"


Does = Callable[[Act, Actor], object]
"""Has a command carried out."""


def finish_round(
    table: Table, rng: Random, now: datetime | None = None, act: Does | None = None
) -> int:
    """End the round by what is legal, and say how many steps it took; an error if nothing does."""
    does = act or _at(table, now)
    for count in range(1000):
        state = table.state
        if state.phase == "wagers" and not state.is_begun and table.is_felt_bare():
            return count
        _first_of(table, FINISHING, rng, does)
    raise AssertionError("the round does not end")


def finish_table(
    table: Table, rng: Random, now: datetime | None = None, act: Does | None = None
) -> None:
    """End the round and close the table by what is legal."""
    does = act or _at(table, now)
    finish_round(table, rng, act=does)
    for _ in range(200):
        if table.state.status == "closed":
            return
        _first_of(table, CLOSING, rng, does)
    raise AssertionError("the table does not close")


def _at(table: Table, now: datetime | None) -> Does:
    """Carries commands out at the table itself, all at one time."""
    at = now or table.state.at or START
    return lambda command, by: table.act(command, by, at)


def _first_of(table: Table, names: tuple[str, ...], rng: Random, act: Does) -> None:
    found = options(table)
    for name in names:
        if name in WHEN and not WHEN[name](table):
            continue
        choices = [(by, allowed) for by, allowed in found if allowed.command == name]
        rng.shuffle(choices)
        for by, allowed in choices:
            command = built(table, allowed, rng)
            if isinstance(command, acts.Examine | acts.Inspect):
                command = type(command)()
            if isinstance(command, acts.CountFloat):
                command = acts.CountFloat(dict(table.state.bank.chips(FLOAT)))
            if isinstance(command, acts.Fill):
                command = acts.Fill(dict.fromkeys(table.book.setup.denominations, 100))
            if command is not None:
                act(command, by)
                return
    can = sorted({allowed.command for _, allowed in found})
    raise AssertionError(
        f"nobody can go on at {table.state.status} {table.state.phase}: only {', '.join(can)}"
    )


def money_holds(state: State) -> None:
    """All accounts together hold nothing, none at the table less than nothing, by denomination."""
    summed: dict[int, int] = {}
    cash = 0
    for name, account in state.bank.accounts.items():
        cash += account.cash
        for value, count in account.chips.items():
            summed[value] = summed.get(value, 0) + count
            assert count > 0 or name in OUTSIDE, (name, account)
        assert account.cash >= 0 or name in OUTSIDE, (name, account)
    # Chips never turn into cash: a buy-in is worth the same, and moves each for itself.
    assert cash == 0, state.bank
    assert not any(summed.values()), state.bank
    assert state.bank.total() == 0
    assert not state.bank.overdrawn()


def accepts(table: Table, command: Act, by: Actor, at: datetime) -> bool:
    """Whether a table takes a command; a refusal must leave it as it was."""
    trial = copied_table(table)
    try:
        trial.act(command, by, at)
    except Forbidden:
        assert is_same(trial, table), f"{command} by {by} was refused and changed something"
        return False
    return True


def games_and_rngs(what: str, seeds: int) -> Iterator[tuple[str, str, Random]]:
    """Every game and device with a few seeds each."""
    for of, device in DEVICES:
        for seed in range(seeds):
            yield of, device, Random(f"{what} {of} {device} {seed}")
