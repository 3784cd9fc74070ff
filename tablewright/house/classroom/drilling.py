"""Questions: how they are begun, answered stage by stage, and ended; what they show is written down.

    begin -> a question is kept by its reference -> its stages are sent, one at a time
    answer -> marked -> written down -> answered; after the last, what is remembered changes

An answer is written before it is answered. A stage is answered once: sent again, the same marks come
back.
"""

import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from tablewright import __version__
from tablewright.house.classroom import marking, pages
from tablewright.house.classroom.courses import Courses, Unaskable
from tablewright.house.classroom.learner import Learner, OpenDrill, StageAnswered
from tablewright.house.classroom.pages import Fault
from tablewright.house.classroom.records import Change, SchoolRecords
from tablewright.house.screens.school_pages import DrillMarked, DrillShown, Mode
from tablewright.rules.errors import Refused
from tablewright.school.asking import Reference
from tablewright.school.marking import Marked, mark_stage
from tablewright.school.memory import review
from tablewright.school.pace import Pace
from tablewright.school.questions import Given, Question, go_on

MOST_OPEN, MOST_OVER = 8, 8
"""How many questions of a person are under way at once, and how many are kept that are over."""
MOST_A_DAY = 3000
"""How many answers of one person a day takes: more than anyone gives."""
SEED_BYTES, ID_BYTES = 16, 12

log = logging.getLogger(__name__)


class NoSuchDrill(Refused):
    """There is no such question or lesson; or it is another's."""


def new_seed() -> str:
    return secrets.token_hex(SEED_BYTES)


class AnsweredBefore(Refused):
    """A stage or a question that was answered, maybe on another device: another one is to come."""


class House(NamedTuple):
    """What a question is asked and marked by."""

    pace: Pace
    faults: Mapping[str, Fault]
    """What went wrong at the person's own tables, by skill."""


class Answering(NamedTuple):
    """A question, all of whose answers so far are marked."""

    drill: OpenDrill
    question: Question
    marked: list[Marked]
    at: datetime


class Drilling:
    """Asks and marks. `now` gives the time, `clock` seconds that never jump."""

    def __init__(
        self,
        records: SchoolRecords,
        courses: Courses,
        now: Callable[[], datetime],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._records, self._courses, self._now, self._clock = records, courses, now, clock

    def find(self, learner: Learner, id: str) -> OpenDrill:
        """A person's own question."""
        found = learner.drills.get(id)
        if found is None or not self._courses.is_same(found):
            raise NoSuchDrill("There is no such question any more: take another.")
        return found

    def of_session(self, learner: Learner, mode: Mode) -> OpenDrill | None:
        """The question of today's session that is under way, if one is."""
        for drill in learner.drills.values():
            is_wanted = drill.mode == mode or drill.stages
            if (
                drill.is_session
                and not drill.is_over
                and is_wanted
                and self._courses.is_same(drill)
            ):
                return drill
        return None

    # Asking ---------------------------------------------------------------------------------------

    async def begin(
        self,
        learner: Learner,
        game: str,
        reference: Reference,
        mode: Mode,
        pace: Pace,
        *,
        is_repeat: bool = False,
        is_session: bool = False,
    ) -> DrillShown:
        """Ask a question; what cannot be asked is refused before anything is kept."""
        now = self._now()
        if len(learner.today(now)) >= MOST_A_DAY:
            raise Refused(f"You have given {MOST_A_DAY} answers today: come back tomorrow.")
        drill = msgspec.structs.replace(
            self._new(game, reference, mode), is_session=is_session, is_repeat=is_repeat
        )
        shown = await self.shown(drill, pace)
        gone = await self._make_room(learner)
        await self._records.write(learner, Change(drills=[drill], dropped=gone), now)
        for id in gone:
            del learner.drills[id]
            learner.clocks.pop(id, None)
        learner.drills[drill.id] = drill
        learner.clocks[drill.id] = self._clock()
        return shown

    def _new(self, game: str, reference: Reference, mode: Mode) -> OpenDrill:
        now = self._now()
        return OpenDrill(
            id=secrets.token_hex(ID_BYTES),
            game=game,
            reference=reference,
            mode=mode,
            fingerprint=self._courses.of(game).fingerprint,
            version=__version__,
            asked=now,
            sent=now,
        )

    async def begin_one(
        self,
        learner: Learner,
        wanted: Sequence[tuple[str, str]],
        mode: Mode,
        pace: Pace,
        *,
        is_session: bool = False,
    ) -> DrillShown:
        """Ask for the first of some skills that can be asked for, each after its game."""
        failed: Refused = NoSuchDrill("There is nothing to ask: take another drill.")
        for game, skill in wanted:
            reference = Reference(skill, new_seed())
            try:
                return await self.begin(learner, game, reference, mode, pace, is_session=is_session)
            except Unaskable as why:
                failed = why
        raise failed

    async def shown(self, drill: OpenDrill, pace: Pace) -> DrillShown:
        """The stage that is to be answered."""
        question = await self._courses.question(drill)
        target = self._target(pace, drill, question, len(drill.stages))
        return pages.stage_shown(drill, self._courses.of(drill.game), question, target)

    def _target(self, pace: Pace, drill: OpenDrill, question: Question, number: int) -> float:
        skill = self._courses.of(drill.game).find(drill.reference.skill)
        return round(pace.of_stage(skill, question, number), 1)

    async def _make_room(self, learner: Learner) -> list[str]:
        """Drop a person's oldest questions that show something; which others are to go with them."""
        newest = sorted(learner.drills.values(), key=lambda each: each.asked, reverse=True)
        is_left = [each for each in newest if not each.is_over and self._courses.is_same(each)]
        is_over = [each for each in newest if each.is_over]
        kept = {each.id for each in is_left[: MOST_OPEN - 1] + is_over[:MOST_OVER]}
        gone = [each for each in newest if each.id not in kept]
        for drill in gone:
            if drill.stages and not drill.is_over:
                await self.drop(learner, drill)
        return [each.id for each in gone if each.id in learner.drills]

    async def drop(self, learner: Learner, drill: OpenDrill) -> None:
        """Drop a question; what was marked of it counts, though it has no end."""
        at, change = self._now(), Change(dropped=[drill.id])
        if drill.stages and not drill.is_over and self._courses.is_same(drill):
            try:
                question = await self._courses.question(drill)
                marked = marking.marked_stages(question, drill.stages)
                change = _learnt(learner, Answering(drill, question, marked, at), change)
            except Exception:  # It must go, whatever is wrong with it.
                log.exception("%s was left, and cannot be marked", drill.reference)
        await self._records.write(learner, change, at)
        _take(learner, change)
        del learner.drills[drill.id]
        learner.clocks.pop(drill.id, None)

    # Answering ------------------------------------------------------------------------------------

    async def answer(
        self,
        learner: Learner,
        drill: OpenDrill,
        number: int,
        given: Given,
        seconds: float | None,
        house: House,
    ) -> DrillMarked:
        """Mark what was answered in a stage, and write it down."""
        question = await self._courses.question(drill)
        if number < len(drill.stages):
            if drill.stages[number].given != given:
                raise AnsweredBefore(
                    f"Stage {number + 1} was answered before: go on with the next one."
                )
            return await self._reply(drill, question, number, house.pace)
        if drill.is_over or number > len(drill.stages):
            raise Refused(f"Stage {number + 1} is not asked: answer the stage that is.")
        stage = _marked(drill, question, number, given)
        at = self._now()
        answered = StageAnswered(
            given=given,
            seconds=marking.believed(seconds, self._measured(learner, drill, at)),
            target_seconds=self._target(house.pace, drill, question, number),
            marks=None,
        )
        marked = [*marking.marked_stages(question, drill.stages), stage]
        drill = msgspec.structs.replace(drill, stages=[*drill.stages, answered], sent=at)
        now = Answering(drill, question, marked, at)
        if number + 1 < len(question.stages):
            drill = await self._go_on(learner, now)
        else:
            drill = await self._end(learner, now, house)
        return await self._reply(drill, question, number, house.pace)

    def _measured(self, learner: Learner, drill: OpenDrill, at: datetime) -> float:
        """How long ago the stage was sent; by the clock on the wall, if the house was closed since."""
        sent = learner.clocks.get(drill.id)
        return (at - drill.sent).total_seconds() if sent is None else self._clock() - sent

    async def _go_on(self, learner: Learner, now: Answering) -> OpenDrill:
        """A stage was answered, and another follows."""
        drill = now.drill
        first = _shown_from(now)
        if drill.mode == "practice" and first is not None:
            drill = _with_marks(learner, now, first)
        await self._records.write(learner, Change(drills=[drill]), now.at)
        learner.drills[drill.id] = drill
        learner.clocks[drill.id] = self._clock()
        return drill

    async def _end(self, learner: Learner, now: Answering, house: House) -> OpenDrill:
        """The last stage was answered: what it shows is remembered, and all is written at once."""
        change = _learnt(learner, now, Change())
        after = _after(learner, change, now.at)
        first = _shown_from(now) if now.drill.mode == "practice" else 0
        drill = _with_marks(after, now, first or 0)
        session = await self._courses.aside(
            pages.todays_session, after, self._courses.by_game, house.pace, house.faults, now.at
        )
        last = msgspec.structs.replace(drill.stages[-1], today=pages.planned(session))
        drill = msgspec.structs.replace(drill, stages=[*drill.stages[:-1], last], is_over=True)
        change = msgspec.structs.replace(change, drills=[drill])
        await self._records.write(learner, change, now.at)
        _take(learner, change)
        learner.plan = after.plan
        learner.drills[drill.id] = drill
        learner.clocks.pop(drill.id, None)
        return drill

    async def write_down(
        self,
        learner: Learner,
        game: str,
        reference: Reference,
        question: Question,
        answers: Sequence[tuple[StageAnswered, Marked]],
    ) -> None:
        """Write down some stages of a question that was asked and marked elsewhere."""
        at, stages = self._now(), [answered for answered, _ in answers]
        drill = msgspec.structs.replace(self._new(game, reference, "practice"), stages=stages)
        now = Answering(drill, question, [marked for _, marked in answers], at)
        change = _learnt(learner, now, Change())
        await self._records.write(learner, change, at)
        _take(learner, change)

    async def _reply(
        self, drill: OpenDrill, question: Question, number: int, pace: Pace
    ) -> DrillMarked:
        """What comes back for a stage that is written, however often it is sent."""
        answered = drill.stages[number]
        is_over = number + 1 == len(question.stages)
        following = None
        if not is_over:
            so_far = msgspec.structs.replace(drill, stages=drill.stages[: number + 1])
            following = await self.shown(so_far, pace)
        return DrillMarked(
            marks=answered.marks,
            next=following,
            is_over=is_over,
            can_repeat=is_over,
            today=answered.today,
        )


def _marked(drill: OpenDrill, question: Question, number: int, given: Given) -> Marked:
    """The marks of a stage; what goes wrong meanwhile is logged, and refused."""
    try:
        return mark_stage(question.stages[number], question.keys[number], given)
    except Refused:
        raise
    except Exception as failed:
        log.exception("stage %d of %s cannot be marked", number, drill.reference)
        raise Unaskable("This question cannot be marked: take another one.") from failed


# What is learnt ------------------------------------------------------------------------------------


def _learnt(learner: Learner, now: Answering, change: Change) -> Change:
    """A change with what some answers show and what is remembered after them.

    The same case again, which was answered just before, shows nothing.
    """
    if now.drill.is_repeat:
        return change
    answered = marking.answered(now.drill, now.question, now.marked, now.at)
    planned_for = learner.aim
    remembered = [
        review(
            each.answer.skill,
            learner.remembered.get(each.answer.skill),
            each.answer.mark,
            each.answer.seconds,
            each.target_seconds,
            learner.here(now.at),
            planned_for,
        )
        for each in answered
    ]
    return msgspec.structs.replace(change, answered=answered, remembered=remembered)


def _take(learner: Learner, change: Change) -> None:
    """Know what has been written."""
    learner.remembered |= {each.skill: each for each in change.remembered}
    if change.answered:
        learner.take(list(change.answered), change.answered[-1].answer.at)


def _after(learner: Learner, change: Change, at: datetime) -> Learner:
    """A person as they will be once a change is written."""
    after = Learner(learner.key, choices=learner.choices)
    after.remembered = learner.remembered | {each.skill: each for each in change.remembered}
    after.recent = list(learner.recent)
    after.hours = {game: set(hours) for game, hours in learner.hours.items()}
    after.take(list(change.answered), at)
    return after


def _shown_from(now: Answering) -> int | None:
    """From which stage on marks are shown with the last answer; None, as long as they give it away.

    Frames that go on by themselves are about one thing: what is said of a quiet one would name it. So
    their marks wait until the last frame, or until it was named.
    """
    stages, last = now.question.stages, len(now.drill.stages) - 1
    if not stages[last].seconds:
        return last
    (part,) = stages[last].parts
    is_named = now.drill.stages[last].given.get(part.id) != go_on(part)
    if is_named and now.marked[last].is_right:
        return last
    if last + 1 < len(stages) and stages[last + 1].seconds:
        return None
    return next(n for n, stage in enumerate(stages) if stage.seconds)


def _with_marks(learner: Learner, now: Answering, first: int) -> OpenDrill:
    """A question whose last stage has got marks: of all stages from the first that is named."""
    drill, marked = now.drill, now.marked[first:]
    states = {
        part.skill: pages.state_now(learner, part.skill, now.at)
        for each in marked
        for part in each.parts
    }
    stages = list(zip(marked, drill.stages[first:], strict=True))
    last = msgspec.structs.replace(drill.stages[-1], marks=marking.marks_shown(stages, states))
    return msgspec.structs.replace(drill, stages=[*drill.stages[:-1], last])
