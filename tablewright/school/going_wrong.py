"""Tables on which something has gone wrong: when each irregularity can happen, and what it comes to.

A round is played step by step, with steps left out where an irregularity is that they were, and the
table itself is asked at each moment what could be declared. What a ruling comes to is seen by declaring
it on a copy of the table and settling that.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK, Card
from tablewright.rules.draw import Draw
from tablewright.rules.errors import Forbidden
from tablewright.rules.irregularities import Irregularity, Ruling
from tablewright.rules.phases import PhaseId
from tablewright.rules.sources import Leading
from tablewright.school.syllabus import Syllabus, syllabus_of
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, player
from tablewright.table.acts.irregular import BURN, can_happen, overlookable
from tablewright.table.acts.shuffling import SHUFFLE
from tablewright.table.automation import due, filled_in, needed_first
from tablewright.table.machine import Table
from tablewright.table.record import Record

CUT_CARD = "cut-card"
"""A round before which the shuffle was left out though the cut card had come out."""
ROUNDS_TO_CUT_CARD = 12
SHOES = 4
"""So many shoes are dealt down to the cut card, once for all questions."""


class Moment(NamedTuple):
    """A moment of a round: a phase, how many cards were drawn, and which step was left out."""

    phase: str
    drawn: int
    left_out: str = ""
    burns: bool = False
    """Whether cards are to be burnt before anything else."""


# Playing a round -----------------------------------------------------------------------------------


def started(
    syllabus: Syllabus, device: str, left_out: str, places: int, rng: Random
) -> DrillTable | None:
    """A table with players, before a round in which a step is left out; nothing, if none can be."""
    if left_out == CUT_CARD:
        base = _cut_card_out(syllabus_of(syllabus.setup), device, rng.randrange(SHOES))
        if base is None:
            return None
        table = base.copy()
        table.source = rng
    else:
        table = DrillTable(syllabus, device, rng)
    free = [place for place in table.places if place not in table.table.state.seats]
    table.seat(sorted(rng.sample(free, places)))
    if left_out == SHUFFLE:
        table.stack([])
        table.do(acts.OrderShuffle("a shuffle is due"), THE_INSPECTOR)
    if left_out in (SHUFFLE, CUT_CARD):
        if SHUFFLE not in overlookable(table.table):
            return None
        table.do(acts.Overlook(SHUFFLE), THE_DEALER)
    return table


@lru_cache(maxsize=64)
def _cut_card_out(syllabus: Syllabus, device: str, shoe: int) -> DrillTable | None:
    """A table before the round that follows on the cut card, with one player and one of some shoes."""
    table = DrillTable(syllabus, device, Random(f"until the cut card comes out {shoe}"))
    if not table.table.device.has_cut_card_within:
        return None
    table.seat((1,))
    table.stack([])
    for _ in range(ROUNDS_TO_CUT_CARD):
        number = table.table.state.round
        open_round(table)
        for _ in moments_passed(table):
            if table.table.state.round != number:
                break
        packs = table.table.state.packs
        if packs.cut_card_seen and packs.due:
            return table
    return None


def open_round(table: DrillTable, extras: float = 0.6) -> None:
    """Everyone lays what must lie there before anything else, and what is bet on a whole round."""
    t = table.table
    for place in t.state.seats:
        stakes = table.drawn_stakes(place, extras)
        on_round = {id: cents for id, cents in stakes.items() if id not in t.book.on_card}
        table.lay(place, on_round)


def bet_on_card(table: DrillTable, extras: float = 0.3) -> None:
    """Everyone bets on the next card, each on a few things."""
    t = table.table
    for place in t.state.seats:
        stakes = table.drawn_stakes(place, extras)
        on_card = {id: cents for id, cents in stakes.items() if id in t.book.on_card}
        if on_card:
            table.lay(place, on_card)


def moments_passed(table: DrillTable, left_out: str = "") -> Iterator[None]:
    """Play a round on; it stops at every moment before the next act, until the round is over."""
    number = table.table.state.round
    while table.table.state.round == number:
        yield
        if table.table.state.phase == PhaseId.DECIDE:
            decide_one(table)
        elif left_out == BURN and BURN in overlookable(table.table):
            table.do(acts.Overlook(BURN), THE_DEALER)
        else:
            step_on(table)


def step_on(table: DrillTable) -> list[Record]:
    """Do what is due; where it waits for a supervisor, that first."""
    step = due(table.table, bets_are_in=True)
    assert step is not None, f"nothing is due in {table.table.state.phase}"
    try:
        return table.do(*filled_in(table.table, step, table.source))
    except Forbidden as waits:
        first = needed_first(table.table, waits)
        if first is None:
            raise
        return table.do(*first)


def decide_one(table: DrillTable) -> None:
    """The next player decides, at random."""
    contest = table.table.book.contest
    place = next(table.table.course.undecided(table.table.state))
    decision = table.source.choice(list(contest.decision.values()))
    plays = tuple(sorted(table.source.sample(range(contest.hand_cards), decision.plays or 0)))
    table.do(acts.Decide(place, decision.id, plays), player(place))


def moment_of(table: Table, left_out: str = "") -> Moment:
    return Moment(table.state.phase, len(table.state.drawn), left_out, bool(table.state.burn_due))


# When things can go wrong --------------------------------------------------------------------------


def moments(syllabus: Syllabus, device: str) -> Mapping[str, tuple[Moment, ...]]:
    """When each irregularity can be declared with a device; none, where it never can be."""
    return _moments(syllabus_of(syllabus.setup), device)


@lru_cache(maxsize=32)
def _moments(syllabus: Syllabus, device: str) -> Mapping[str, tuple[Moment, ...]]:
    found: dict[str, dict[Moment, None]] = {}
    for left_out in ("", BURN, SHUFFLE, CUT_CARD):
        step = SHUFFLE if left_out == CUT_CARD else left_out
        kinds = [each for each in syllabus.procedure.irregularities if each.overlooked == step]
        if not kinds:
            continue
        table = started(syllabus, device, left_out, 1, Random("when things can go wrong"))
        if table is None:
            continue
        open_round(table)
        for _ in moments_passed(table, left_out):
            t = table.table
            for each in kinds:
                if can_happen(t, each):
                    found.setdefault(each.id, {})[moment_of(t, left_out)] = None
            if t.book.is_draw and t.course.takes_wagers(t.state):
                _bet_on_one(table)
    return {id: tuple(each) for id, each in found.items()}


def _bet_on_one(table: DrillTable) -> None:
    """One wager on the next card, so that there is something to settle."""
    t = table.table
    on_card = [id for id in t.book.offer.placed if id in t.book.on_card]
    for place in t.state.seats:
        if not any(id in t.stakes(place) for id in on_card):
            low, _ = t.book.setup.limits[t.book.wagers[on_card[0]].kind]
            table.lay(place, {on_card[0]: low})


def _is_bet_on_card(t: Table) -> bool:
    """Whether anyone has bet on the next card."""
    return any(id in t.book.on_card for place in t.state.seats for id in t.stakes(place))


def table_at(syllabus: Syllabus, device: str, moment: Moment, rng: Random) -> DrillTable:
    """A table at a moment, with players, wagers and cards drawn at random."""
    places = rng.choice((2, 3)) if isinstance(syllabus.deal, Draw) else rng.choice((2, 3, 4))
    table = started(syllabus, device, moment.left_out, places, rng)
    assert table is not None, f"{moment} never comes"
    open_round(table)
    if moment.left_out in ("", BURN):
        draw = syllabus.deal if isinstance(syllabus.deal, Draw) else None
        table.stack_draws([card.text for card in _likely(draw, rng)]) if draw else table.stack([])
    # In a settlement some places may have been settled.
    passed = rng.randrange(3) if moment.phase == PhaseId.SETTLE and moment.drawn == 0 else 0
    last = moment.drawn - (moment.phase == PhaseId.SETTLE)
    at: DrillTable | None = None
    for _ in moments_passed(table, _leaves_out(table, moment)):
        t = table.table
        if moment_of(t, moment.left_out) == moment:
            at = table.copy() if passed else table
            if not passed or rng.random() < 0.5:
                break
            passed -= 1
        elif at is not None:
            break
        if t.book.is_draw and t.course.takes_wagers(t.state) and len(t.state.drawn) == last:
            bet_on_card(table)
            if moment.phase == PhaseId.SETTLE and not _is_bet_on_card(t):
                _bet_on_one(table)
    assert at is not None, f"{moment} never came"
    if at.table.book.is_draw and at.table.course.takes_wagers(at.table.state):
        bet_on_card(at)
    return at


def _leaves_out(table: DrillTable, moment: Moment) -> str:
    return BURN if moment.left_out == BURN else ""


def _likely(draw: Draw, rng: Random) -> list[Card]:
    """Cards of a round: a run that facts count, a few ranks only, or any."""
    tests = [source.test for source in draw.round_sources.values() if isinstance(source, Leading)]
    cards = list(DECK)
    roll = rng.random()
    if tests and roll < 0.5:
        test = rng.choice(tests)
        cards = [card for card in DECK if test(card)]
    elif roll < 0.75:
        ranks = rng.sample(sorted({card.rank for card in DECK}), 2)
        cards = [card for card in DECK if card.rank in ranks]
    found: list[Card] = []
    while len(found) < draw.cards:
        card = rng.choice(cards)
        if found.count(card) < draw.decks:
            found.append(card)
    return found


# What a ruling comes to ----------------------------------------------------------------------------


class Fate(NamedTuple):
    """What becomes of one wager: it stays, or is returned, taken or paid at odds; and by which rule."""

    does: str
    rule: str = ""
    odds: str = ""

    @property
    def id(self) -> str:
        return f"{self.does}-{self.odds}" if self.odds else self.does


STAYS, RETURNED, TAKEN, PAID, STANDS = "stays", "returned", "taken", "paid", "stands"
"""A wager stays in play, goes back, is taken or paid; or it was settled before, and that stands."""


def declared(irregularity: Irregularity, ruling: Ruling, place: int, wager: str) -> acts.Declare:
    return acts.Declare(irregularity.id, ruling.id, place, wager)


def fates(table: DrillTable, declare: acts.Declare, place: int) -> tuple[str, dict[str, Fate]]:
    """The card that was seen, and what becomes of each wager of a place once something is declared."""
    after = table.copy()
    t = after.table
    lies, returned = dict(t.stakes(place)), dict[str, int]()
    for spot, paid in t.state.paid.items() if not t.book.is_draw else ():
        _, at, wager, *_ = spot.split(":")
        if int(at) == place:
            lies[wager], returned[wager] = paid.stake, paid.returned
    events = after.do(declare, THE_INSPECTOR)
    card = next(each.card for each in events if isinstance(each, acts.Declare))
    while t.state.held:
        events += step_on(after)
    settled = {wager: Fate(STANDS) for wager in lies if wager not in table.table.stakes(place)}
    if not t.state.is_void:
        stands = t.stakes(place)
        assert all(stands[id] == lies[id] for id in lies if id not in settled)
        return card, {id: settled.get(id, Fate(STAYS)) for id in lies}
    number = t.state.round
    while t.state.round == number and t.state.phase == PhaseId.SETTLE:
        events += step_on(after)
    found = {
        id: Fate(RETURNED) if t.course.takes_back and lies[id] == returned[id] else fate
        for id, fate in settled.items()
    }
    for each in events:
        if isinstance(each, acts.Settled) and each.place == place and not each.for_dealer:
            found[each.wager] = _of(each.stake, each.returned, each.rule, each.net)
        elif isinstance(each, acts.TakenBack) and each.place == place and not each.for_dealer:
            found[each.wager] = _of(each.stake, each.returned, each.rule, "")
    return card, {id: found[id] for id in lies if id in found}


def _of(stake: int, returned: int, rule: str, net: str) -> Fate:
    if returned > stake:
        numerator, _, denominator = (net or "1").partition("/")
        return Fate(PAID, rule, f"{numerator}-{denominator or 1}")
    return Fate(RETURNED if returned else TAKEN, rule)
