"""Courses of a table: an opening, a round, a change of cards and whatever else comes up, step by step.

Each begins with a table at which it is due, and goes on by what is due there (`table/automation`), so
the steps of a course are found by going through it, never listed. A course that cannot come up with a
device, such as mending where nothing can break, has no steps with it.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from tablewright.rules.phases import PhaseId
from tablewright.rules.roles import SUPERVISORS
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, Actor, player
from tablewright.table.acts.taking_back import unmatched
from tablewright.table.automation import Step, countersignature
from tablewright.table.chips import FLOAT
from tablewright.table.machine import Table
from tablewright.table.record import Act
from tablewright.table.status import CLOSED, IN_PLAY

Begins = Callable[[Syllabus, str, Random], DrillTable | None]
"""A table at which a course is due; none, where it cannot come up."""


class Course(NamedTuple):
    """A part of what happens at a table."""

    id: str
    title: str
    begins: Begins
    goes_on: Callable[[Table], bool]
    """Whether a step that is due still belongs to it."""
    tries: int = 1
    """How often it is tried, where it is a matter of chance whether it comes up."""
    teaches: tuple[type[Act], ...] = ()
    """The steps that are its own; all that come up in it, if none are named."""

    def begun(self, syllabus: Syllabus, device: str, rng: Random) -> DrillTable | None:
        """A table at which it is due; none, where it does not come up."""
        ready = _ready(syllabus, self.id, device, rng.randrange(VARIANTS))
        if ready is None:
            return None
        table = ready.copy()
        table.source = rng
        return table


VARIANTS = 6
"""How many tables are kept ready for each course and device; from there on chance has its way."""


@lru_cache(maxsize=2048)
def _ready(syllabus: Syllabus, course: str, device: str, variant: int) -> DrillTable | None:
    """A table at which a course is due, made once."""
    rng = Random(f"{course} {device} {variant}")
    for _ in range(COURSE[course].tries):
        if table := COURSE[course].begins(syllabus, device, rng):
            return table
    return None


def walk(course: Course, table: DrillTable) -> Iterator[Step]:
    """The steps of a course, each before it is done; players bet and decide between them."""
    bet_for = len(table.table.state.drawn)
    while course.goes_on(table.table):
        t = table.table
        if t.state.phase == PhaseId.DECIDE:
            table.decide()
            continue
        if t.book.is_draw and t.state.phase == PhaseId.WAGERS and len(t.state.drawn) > bet_for:
            bet_for = len(t.state.drawn)
            table.bet(0.2)
        step = table.due()
        if step is None:
            return
        yield step
        table.do(*table.filled(step))


def step_label(step: Step, t: Table) -> str:
    """A step of a course by its name: `sign-opener-by-dealer`, `examine-by-inspector`."""
    act, by = step
    form = getattr(act, "form", "")
    if isinstance(act, acts.Countersign) and act.slip in t.state.slips:
        form = t.state.slips[act.slip].form
    role = f"by-{by.role.value}" if len(type(act).by) > len(SUPERVISORS) else ""
    return "-".join(filter(None, (act.name, form, role)))


# How each begins -----------------------------------------------------------------------------------

APPROVED_FROM = 2500
"""Payments of so much are approved where a large payment is to come up: every table has some."""


def _table(syllabus: Syllabus, device: str, rng: Random, **more: Any) -> DrillTable:
    """A table whose rack can be counted."""
    return DrillTable(syllabus, device, rng, is_counted=True, **more)


def _unopened(syllabus: Syllabus, device: str, rng: Random) -> DrillTable:
    return _table(syllabus, device, rng, is_open=False)


def _miscounted(syllabus: Syllabus, device: str, rng: Random) -> DrillTable:
    table = _unopened(syllabus, device, rng)
    table.step()
    counted = dict(table.table.state.bank.chips(FLOAT))
    counted[rng.choice(list(counted))] -= rng.randint(1, 5)
    table.do(acts.CountFloat(counted), THE_DEALER)
    return table


def _with_players(syllabus: Syllabus, device: str, rng: Random) -> DrillTable:
    table = _table(syllabus, device, rng)
    table.seat_some(2, 3)
    table.stack([])
    table.forget_told()
    return table


def _with_bets(syllabus: Syllabus, device: str, rng: Random) -> DrillTable:
    """Players have bet; where cards come one at a time, some of the round's may have come."""
    table = _with_players(syllabus, device, rng)
    t = table.table
    while table.due():
        table.step()
    if t.book.is_draw:
        came = rng.randrange(t.book.draw.cards)
        table.bet(0.3, of=[id for id in t.book.wagers if id not in t.book.on_card])
        table.run_until(lambda t: t.state.phase == PhaseId.WAGERS and len(t.state.drawn) == came)
        table.forget_told()
    table.bet(0.3)
    return table


def _between_shuffles(syllabus: Syllabus, device: str, rng: Random) -> DrillTable | None:
    """So many rounds were played that the cards are to be shuffled, with a device that lasts longer."""
    table = _table(syllabus, device, rng)
    most = table.table.device.rounds_between_shuffles
    if most == 1:
        return None
    table.seat([rng.choice(table.places)])
    for _ in range(most):
        table.bet(0.0)
        number = table.table.state.round
        table.run_until(lambda t, number=number: t.state.round > number)  # type: ignore[misc]
    return table


def _after_vacancy(syllabus: Syllabus, device: str, rng: Random) -> DrillTable | None:
    if syllabus.procedure.shuffle_after_vacancy is None:
        return None
    table = _table(syllabus, device, rng)
    first, other = rng.sample(table.places, 2)
    table.seat([first])
    table.do(acts.Leave(first), player(first))
    table.wait(minutes=rng.randint(5, 40))
    table.forget_told()
    table.seat([other])
    return table if table.due() else None


def _unmatched(syllabus: Syllabus, device: str, rng: Random) -> DrillTable | None:
    """A player takes back a wager that another one needs beside it."""
    table = _with_players(syllabus, device, rng)
    table.bet(1.0)
    places = list(table.table.state.seats)
    for place in rng.sample(places, len(places)):
        for wager in table.table.stakes(place):
            back = acts.TakeBack(place, wager)
            if table.refusal(back, player(place)) is None:
                trial = table.copy()
                trial.do(back, player(place))
                if unmatched(trial.table, place):
                    return trial
    return None


def _large_payment(syllabus: Syllabus, device: str, rng: Random) -> DrillTable | None:
    table = _table(syllabus, device, rng, approval_from=APPROVED_FROM)
    table.seat_some(3, 5)
    table.bet()
    table.run_until(lambda t: t.state.phase != PhaseId.WAGERS)
    return _until(table, acts.Approve)


def _rack_runs_low(syllabus: Syllabus, device: str, rng: Random) -> DrillTable | None:
    """Only the largest chips are left in the rack, and a payment is due."""
    table = _table(syllabus, device, rng)
    table.seat_some(3, 5)
    table.bet()
    table.run_to(PhaseId.SETTLE)
    held = dict(table.table.state.bank.chips(FLOAT))
    held.pop(max(held))
    table.do(acts.Credit(held), THE_INSPECTOR)
    while (step := countersignature(table.table)) is not None:
        table.do(*step)
    table.forget_told()
    return _until(table, acts.Fill)


def _until(table: DrillTable, kind: type[Act]) -> DrillTable | None:
    """Go on until a step of this kind is due, if one comes before the next bets."""
    while table.table.state.phase != PhaseId.WAGERS:
        if table.table.state.phase == PhaseId.DECIDE:
            table.decide()
            continue
        step = table.due()
        if step is None or isinstance(step[0], kind):
            return table if step else None
        table.do(*table.filled(step))
    return None


def _time_is_up(syllabus: Syllabus, device: str, rng: Random) -> DrillTable:
    table = _with_players(syllabus, device, rng)
    table.wait(minutes=table.table.book.setup.card_change_minutes)
    return table


def _to_inspect(syllabus: Syllabus, device: str, rng: Random) -> DrillTable:
    table = _with_players(syllabus, device, rng)
    table.do(acts.OrderInspection("a mark on a card"), THE_INSPECTOR)
    return table


def _unfit(syllabus: Syllabus, device: str, rng: Random) -> DrillTable:
    table = _to_inspect(syllabus, device, rng)
    table.do(acts.Inspect("a bent card"), THE_DEALER)
    return table


def _broken(syllabus: Syllabus, device: str, rng: Random) -> DrillTable | None:
    """The device fails in the course of a round, which is void."""
    table = _with_bets(syllabus, device, rng)
    table.forget_told()
    t = table.table
    failing = [
        acts.Declare(each.id, ruling.id)
        for each in t.book.procedure.irregularities
        if not each.devices or device in each.devices
        for ruling in each.rulings_with(t.device, t.book.rulings)
        if ruling.breaks_device
    ]
    if not failing:
        return None
    passed_over = rng.randint(0, 6)
    for _ in range(40):
        for declared in failing:
            for role in SUPERVISORS:
                if t.state.phase == PhaseId.WAGERS or table.refusal(declared, Actor(role)):
                    continue
                if not passed_over:
                    table.do(declared, Actor(role))
                    return table
                passed_over -= 1
        if t.state.phase == PhaseId.DECIDE:
            table.decide()
        else:
            table.step()
    return None


def _to_mend(syllabus: Syllabus, device: str, rng: Random) -> DrillTable | None:
    table = _broken(syllabus, device, rng)
    if table is None:
        return None
    table.run_until(lambda t: t.state.phase == PhaseId.WAGERS)
    return table


def _closing(syllabus: Syllabus, device: str, rng: Random) -> DrillTable:
    table = _with_players(syllabus, device, rng)
    table.do(acts.BeginClosing(), THE_INSPECTOR)
    return table


# The courses ---------------------------------------------------------------------------------------


def _opens(t: Table) -> bool:
    return t.state.status not in (IN_PLAY, CLOSED)


def _is_to_verify(t: Table) -> bool:
    return not t.state.is_verified


def _any(t: Table) -> bool:
    return t.state.status != CLOSED


def _settles(t: Table) -> bool:
    return t.state.phase == PhaseId.SETTLE


def _takes_bets(t: Table) -> bool:
    return t.state.phase == PhaseId.WAGERS


def _has_cards(t: Table) -> bool:
    return bool(t.state.decks.backs)


def _is_void(t: Table) -> bool:
    return t.state.is_void or t.state.held is not None


COURSES = (
    Course("opening", "Opening", _unopened, _opens),
    Course("miscount", "A count that differs", _miscounted, _is_to_verify),
    Course("round", "A round", _with_bets, _any),
    Course("shuffle", "The shuffle between rounds", _between_shuffles, _any),
    Course("vacancy", "After the table stood empty", _after_vacancy, _any),
    Course("unmatched", "A wager that cannot stand", _unmatched, _takes_bets, 3, (acts.TakeBack,)),
    Course("large-payment", "A large payment", _large_payment, _settles, 30, (acts.Approve,)),
    Course("fill", "A fill", _rack_runs_low, _settles, 30, (acts.Fill, acts.Countersign)),
    Course("card-change", "A change of cards", _time_is_up, _any),
    Course("inspection", "An inspection", _to_inspect, _any),
    Course("unfit", "Unfit cards", _unfit, _has_cards),
    Course("void", "A device that fails", _broken, _is_void, 8, (acts.Countersign,)),
    Course("mending", "Mending", _to_mend, _any, 8),
    Course("closing", "Closing", _closing, _any),
)
COURSE = {each.id: each for each in COURSES}
