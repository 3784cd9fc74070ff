"""A class of simulated trainees, whose memory follows another model than the one that plans for it.

The planner believes `fsrs`. These people forget by activation, after Pavlik and Anderson (2005): each
answer leaves a trace; a trace decays by a power of time, and the faster, the fresher the skill still
was when it was left, so that spaced answers last and crammed ones do not. A skill is recalled when the
sum of its traces is over a threshold, with noise. People differ in threshold, speed and in how often
they stay away; skills differ in difficulty. A person who does not know guesses; one who knows slips now
and then.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import exp, log
from random import Random
from typing import NamedTuple

from tablewright.school.memory import Phase, Remembered, aim, recall, review, state
from tablewright.school.planning import GAP, MARKS_SECONDS, Answer, Courses, Item, Reason, session
from tablewright.school.skills import Skill, Topic

DECAY_SCALE, DECAY_INTERCEPT, THRESHOLD, NOISE = 0.217, 0.177, -0.704, 0.255
"""As Pavlik and Anderson fitted them to people who learnt words."""
BETWEEN_SESSIONS = 0.025
"""A second between two sessions counts for so much of a second within one: less comes between."""
DIFFERENCE = 0.2
"""How much people differ in threshold, and skills in difficulty. The fitted noise holds differences of
both already, so this is rather much."""
GUESSED, SLIPPED = Fraction(1, 5), Fraction(1, 50)
BEGINS = datetime(2030, 1, 7, 18, 0, tzinfo=UTC)
DRILLS = {"read": 8.0, "compare": 10.0, "pay": 14.0, "say": 8.0, "rule": 15.0}
TOPIC_OF = {
    "read": Topic.HANDS,
    "compare": Topic.HANDS,
    "pay": Topic.PAYMENTS,
    "say": Topic.CALLS,
    "rule": Topic.IRREGULARITIES,
}


def made_up_skills(game: str, count: int) -> list[Skill]:
    """Skills of a game that is not there, in the order of a path."""
    drills = list(DRILLS)
    found = [
        Skill(
            drill=drills[n * len(drills) // count],
            rule=f"{game}.clause-{n}",
            says=f"clause {n} of {game}",
            topic=TOPIC_OF[drills[n * len(drills) // count]],
            group=f"group {n // 6}",
            source=f"{game}, clause {n}",
        )
        for n in range(count)
    ]
    return sorted(found, key=lambda skill: list(Topic).index(skill.topic))


def target(skill: Skill) -> float:
    """How long a question should take."""
    return DRILLS[skill.drill]


class Asked(NamedTuple):
    """One question to one trainee."""

    trainee: int
    day: int
    skill: str
    reason: Reason
    phase: Phase | None
    """Where the skill stood before; nothing, if it was new."""
    days_since: int
    predicted: float
    """How likely it was remembered, as `fsrs` reckons."""
    true: float
    """How likely it was remembered, as this person's memory has it."""
    is_right: bool
    is_first_today: bool
    seconds: float

    @property
    def is_review(self) -> bool:
        """Whether it shows what was kept: learnt, and asked for the first time on a later day."""
        return self.phase == "review" and self.is_first_today and self.days_since > 0


class Evening(NamedTuple):
    """One trainee's day, once the session is over."""

    trainee: int
    day: int
    was_there: bool
    minutes: float
    answers: int
    met: int
    known: int
    remembered: float
    """How likely the skills met so far are remembered, as this person's memory has it."""


class Trainee:
    """A person with a memory of their own, who keeps to the plan."""

    def __init__(
        self,
        number: int,
        courses: Courses,
        *,
        retention: int = 90,
        minutes: int = 20,
        seed: str = "class",
        erring: Sequence[str] = (),
        is_aiming: bool = True,
    ) -> None:
        self.number, self.courses = number, courses
        self.is_aiming = is_aiming
        self.retention, self.minutes = retention, minutes
        self.aim = retention
        self.rng = Random(f"{seed} {number}")
        self.threshold = THRESHOLD + self.rng.gauss(0, DIFFERENCE)
        self.speed = exp(self.rng.gauss(0, 0.2))
        self.stays_away = self.rng.uniform(0, 0.3)
        difficulty = Random(f"{seed} skills")
        self.skills = {each.id: each for course in courses.values() for each in course}
        self.hardness = {id: difficulty.gauss(0, DIFFERENCE) for id in self.skills}
        self.erring = set(erring)
        """Skills that this person answers wrong until they are taken out."""
        self.traces: dict[str, list[tuple[float, float]]] = {}
        """For each skill when it was answered, in seconds as they count, and how fast that decays."""
        self.remembered: dict[str, Remembered] = {}
        self.faults: dict[str, datetime] = {}

    # Memory ----------------------------------------------------------------------------------------

    def activation(self, skill: str, now: float) -> float:
        traces = self.traces.get(skill, ())
        return log(sum(max(now - at, 1.0) ** -decay for at, decay in traces)) if traces else -99.0

    def true_recall(self, skill: str, now: float) -> float:
        over = self.activation(skill, now) - self.threshold - self.hardness[skill]
        return 1 / (1 + exp(min(-over / NOISE, 60)))

    def leave_trace(self, skill: str, now: float) -> None:
        decay = DECAY_SCALE * exp(min(self.activation(skill, now), 2)) + DECAY_INTERCEPT
        self.traces.setdefault(skill, []).append((now, decay))

    # Days ------------------------------------------------------------------------------------------

    def day(self, day: int) -> Iterator[Asked]:
        """One session, from the plan; it is planned anew after every few answers."""
        if self.is_aiming:
            self.aim = aim(self.retention, self.remembered.values())
        start = BEGINS + timedelta(days=day, minutes=self.rng.uniform(-180, 180))
        # The session's own seconds count in full, the time since the last one less.
        now = day * 86_400 * BETWEEN_SESSIONS
        at, today = start, list[Answer]()
        while True:
            plan = session(
                self.courses,
                self.remembered,
                today,
                at,
                minutes=self.minutes,
                seconds=target,
                faults=self.faults,
                seed=str(self.number),
            )
            if not plan.items:
                return
            for item in plan.items[: GAP + 1]:
                asked = self.answer(item, day, at, now, today)
                at += timedelta(seconds=asked.seconds + MARKS_SECONDS)
                now += asked.seconds + MARKS_SECONDS
                yield asked

    def answer(self, item: Item, day: int, at: datetime, now: float, today: list[Answer]) -> Asked:
        skill, before = self.skills[item.skill], self.remembered.get(item.skill)
        true = self.true_recall(skill.id, now)
        knows = self.rng.random() < true and skill.id not in self.erring
        slips = self.rng.random() < SLIPPED
        guesses = self.rng.random() < GUESSED and skill.id not in self.erring
        is_right = not slips if knows else guesses
        seconds = self._seconds(skill, now, knows=knows)
        asked = Asked(
            self.number,
            day,
            skill.id,
            item.reason,
            before.phase if before else None,
            (at - before.last_asked).days if before else 0,
            recall(before, at) if before else 0.0,
            true,
            is_right,
            all(each.skill != skill.id for each in today),
            seconds,
        )
        mark = Fraction(int(is_right))
        today.append(Answer(skill=skill.id, at=at, mark=mark, seconds=seconds))
        self.remembered[skill.id] = review(
            skill.id, before, mark, seconds, target(skill), at, self.aim
        )
        self.leave_trace(skill.id, now)  # The marks say what is right, whatever was answered.
        return asked

    def _seconds(self, skill: Skill, now: float, *, knows: bool) -> float:
        """What is well remembered comes faster; what is not known is pondered for a while."""
        if not knows:
            return target(skill) * self.speed * self.rng.uniform(0.8, 2.2)
        over = self.activation(skill.id, now) - self.threshold - self.hardness[skill.id]
        share = 0.35 + 0.65 * exp(-max(over, 0))
        return target(skill) * self.speed * share * exp(self.rng.gauss(0, 0.25))

    def evening(self, day: int, asked: Sequence[Asked], *, was_there: bool) -> Evening:
        at = BEGINS + timedelta(days=day, hours=4)
        now = day * 86_400 * BETWEEN_SESSIONS + 3_600
        likely = [self.true_recall(id, now) for id in self.remembered]
        known = [state(each, at, self.retention) == "known" for each in self.remembered.values()]
        return Evening(
            self.number,
            day,
            was_there,
            sum(each.seconds + MARKS_SECONDS for each in asked) / 60,
            len(asked),
            len(likely),
            sum(known),
            sum(likely) / len(likely) if likely else 0.0,
        )


class Review(NamedTuple):
    """A skill that had been learnt, asked for the first time on a later day."""

    retention: int
    """What its trainee chose."""
    predicted: float
    true: float
    is_right: bool


class Class(NamedTuple):
    """What a class did."""

    reviews: list[Review]
    evenings: list[Evening]

    def measured(self, retention: int) -> "Measured":
        """What came of a chosen retention."""
        return measured([each for each in self.reviews if each.retention == retention])


class Measured(NamedTuple):
    """Some reviews: how many, how many should have been right as `fsrs` reckons, and were."""

    reviews: int
    predicted: float
    true: float
    right: float


def measured(reviews: Sequence[Review]) -> Measured:
    count = len(reviews)
    return Measured(
        count,
        sum(each.predicted for each in reviews) / count,
        sum(each.true for each in reviews) / count,
        sum(each.is_right for each in reviews) / count,
    )


RETENTIONS = (80, 85, 90, 95)


def simulated(
    trainees: int,
    days: int,
    *,
    skills: int = 180,
    minutes: int = 20,
    seed: str = "class",
    is_aiming: bool = True,
) -> Class:
    """A class that learns two games; everyone's retention is one of `RETENTIONS` in turn."""
    courses = {game: made_up_skills(game, skills // 2) for game in ("first", "second")}
    found = Class([], [])
    for number in range(trainees):
        retention = RETENTIONS[number % len(RETENTIONS)]
        trainee = Trainee(
            number, courses, retention=retention, minutes=minutes, seed=seed, is_aiming=is_aiming
        )
        for day in range(days):
            was_there = trainee.rng.random() >= trainee.stays_away
            asked = list(trainee.day(day)) if was_there else []
            found.reviews.extend(
                Review(retention, each.predicted, each.true, each.is_right)
                for each in asked
                if each.is_review
            )
            found.evenings.append(trainee.evening(day, asked, was_there=was_there))
    return found
