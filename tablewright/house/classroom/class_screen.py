"""A class screen: one hand for everyone in the room, answered from their phones, results at once.

    joining -> asking -> closed -> asking -> ... -> over

A stage closes once everyone who is here has answered, when its leader says so, or when its time is
over. Until then nothing is told of what is right, nor of what was answered: only who has answered. An
answer counts once, the first. What a person did not answer counts neither for nor against them: a phone
may have been silent. The time is the house's: phones are told how much of it is left, and an answer
that was sent within it may arrive a little later.

The standing is the class's as a whole. Nobody is named with a mark, and nobody is ranked: people who
fear to be last before their colleagues answer nothing. Each phone shows its own count to its owner.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tablewright.house.classroom import marking
from tablewright.house.classroom.bell import Bell
from tablewright.house.classroom.class_results import result_of, tally_of
from tablewright.house.classroom.courses import Unaskable
from tablewright.house.classroom.drilling import AnsweredBefore
from tablewright.house.classroom.learner import StageAnswered
from tablewright.house.people.person import Person
from tablewright.house.screens.class_screen_pages import (
    AskedShown,
    PersonHere,
    Phase,
    PhonePage,
    ProjectorPage,
    StageResult,
)
from tablewright.rules.errors import Refused
from tablewright.school.asking import Reference
from tablewright.school.marking import Marked, mark_stage
from tablewright.school.questions import Given, Question

GRACE_SECONDS = 1.5
"""So much later an answer may arrive that was sent in time."""
AWAY_SECONDS = 30.0
"""A phone of which nothing was heard for so long is not waited for."""
MOST_PEOPLE = 100


class About(NamedTuple):
    """What a screen was opened with."""

    game: str
    game_name: str
    drill: str
    """The drill that is asked; any, if none is named."""
    skill: str
    """The skill that is asked; any, if none is named."""
    title: str
    seconds: int
    class_id: int = 0
    class_name: str = ""


class Asked(NamedTuple):
    """A question that is put to the class."""

    game: str
    reference: Reference
    question: Question
    title: str
    """The drill's."""
    targets: Sequence[float]
    """How long each stage should take."""


class AnswerHere(NamedTuple):
    """What a person answered in one stage, and its marks."""

    answered: StageAnswered
    marked: Marked


class QuestionAnswered(NamedTuple):
    """What a person answered of a question that is over: it goes into their record."""

    person: Person
    asked: Asked
    answers: list[AnswerHere]


@dataclass(eq=False)
class Participant:
    """A person who has joined."""

    number: int
    person: Person
    name: str
    joined: float
    seen: float
    answers: dict[int, AnswerHere] = field(default_factory=dict)
    """By stage, of the question at hand."""
    answered: int = 0
    right: int = 0
    is_gone: bool = False
    """Whether they have left. They stay known, so that nobody answers twice by coming back."""


class ClassScreen:
    """One screen. `clock` gives seconds that never jump; `keep` takes what goes into records."""

    def __init__(
        self,
        code: str,
        leader: Person,
        about: About,
        clock: Callable[[], float],
        keep: Callable[[QuestionAnswered], None],
    ) -> None:
        self.code, self.leader, self.about = code, leader, about
        self.lock = asyncio.Lock()
        """Held while a question is being made: two presses of a button ask for one."""
        self.bell, self.phone_bell = Bell(), Bell()
        """The projector hears of every answer, the phones only of what concerns all of them."""
        self.phase: Phase = "joining"
        self.turn = 0
        self.touched = clock()
        """When its leader last did something, or looked."""
        self._clock, self._keep = clock, keep
        self._people: dict[str, Participant] = {}
        self._removed: set[str] = set()
        self._asked: Asked | None = None
        self._number = self._questions = 0
        self._since = 0.0
        self._is_kept = True
        """Whether what was answered of the question at hand has gone into the records."""
        self._away: set[int] = set()
        self._result: StageResult | None = None
        self._results: list[StageResult] = []

    # Joining --------------------------------------------------------------------------------------

    def join(self, person: Person, name: str) -> None:
        """A person joins, under their name; once they have, they are simply here again."""
        if self.phase == "over":
            raise Refused("This class screen has ended: ask for the code of the next one.")
        if person.key == self.leader.key:
            raise Refused("You lead this screen: answer with another account, or as a guest.")
        if person.key in self._removed:
            raise Refused("You were taken off this screen: ask the person who leads it.")
        one = self._people.get(person.key)
        if one is None:
            if len(self._people) >= MOST_PEOPLE:
                raise Refused(f"This screen is full: {MOST_PEOPLE} people have joined.")
            now = self._clock()
            one = Participant(len(self._people) + 1, person, name, now, now)
            self._people[person.key] = one
        one.is_gone = False
        self.hear(person)
        self.bell.ring()

    def has(self, person: Person) -> bool:
        return person.key in self._people and not self._people[person.key].is_gone

    def hear(self, person: Person) -> None:
        """A phone has asked: it is there."""
        self._people[person.key].seen = self._clock()

    def leave(self, person: Person) -> None:
        """A person goes; what they have answered still counts for them."""
        self._people[person.key].is_gone = True
        self.bell.ring()
        self.pass_time()

    def remove(self, number: int) -> None:
        """The leader takes a person off the screen, who then cannot come back by themselves."""
        for key, each in self._people.items():
            if each.number == number and not each.is_gone:
                self._removed.add(key)
                self.leave(each.person)
                self.phone_bell.ring()

    @property
    def people_count(self) -> int:
        """How many people are here."""
        return sum(not each.is_gone for each in self._people.values())

    # Asking ---------------------------------------------------------------------------------------

    @property
    def has_more(self) -> bool:
        """Whether the question at hand has another stage."""
        return self._asked is not None and self._number + 1 < len(self._asked.question.stages)

    def ask(self, asked: Asked) -> None:
        """Put a question to the class."""
        self._end_question()
        self._asked, self._number, self._is_kept = asked, 0, False
        self._questions += 1
        self._open()

    def go_on(self) -> None:
        """Put the next stage of the question at hand."""
        self._number += 1
        self._open()

    def _open(self) -> None:
        self.phase, self._result = "asking", None
        self.turn += 1
        self._since = self._clock()
        self._ring()

    def answer(self, person: Person, turn: int, given: Given, seconds: float | None) -> None:
        """Take an answer. Sent again, it is the same one; another one for the same stage is refused."""
        self.hear(person)
        self.pass_time()
        one, asked = self._people[person.key], self._asked
        before = one.answers.get(self._number) if turn == self.turn else None
        if before is not None and before.answered.given == given:
            return
        if before is not None:
            raise AnsweredBefore("You have answered this one: your first answer counts.")
        if asked is None or turn != self.turn or self.phase != "asking":
            raise AnsweredBefore("This question is closed: wait for the next one.")
        stage, keys = asked.question.stages[self._number], asked.question.keys[self._number]
        took = self._clock() - max(self._since, one.joined)
        answered = StageAnswered(
            given=given,
            seconds=marking.believed(seconds, took),
            target_seconds=asked.targets[self._number],
            marks=None,
        )
        try:
            marked = mark_stage(stage, keys, given)
        except Refused:
            raise
        except Exception as failed:
            raise Unaskable("This question cannot be marked: wait for another one.") from failed
        one.answers[self._number] = AnswerHere(answered, marked)
        self.bell.ring()
        self.pass_time()

    # Closing --------------------------------------------------------------------------------------

    @property
    def _ends(self) -> float | None:
        return self._since + self.about.seconds if self.about.seconds else None

    def pass_time(self) -> None:
        """Close the stage if its time is over, or everyone who is here has answered."""
        now = self._clock()
        here = [each for each in self._people.values() if not each.is_gone]
        away = {each.number for each in here if now - each.seen > AWAY_SECONDS}
        if away != self._away:
            self._away = away
            self.bell.ring()
        if self.phase != "asking":
            return
        is_late = self._ends is not None and now >= self._ends + GRACE_SECONDS
        waited_for = [each for each in here if each.number not in away]
        has_all = all(self._number in each.answers for each in waited_for)
        if is_late or (has_all and self._answers()):
            self.close()

    def seconds_until_closing(self) -> float | None:
        """How long it is until the stage closes by itself; nothing, if it does not."""
        if self.phase != "asking" or self._ends is None:
            return None
        return max(self._ends + GRACE_SECONDS - self._clock(), 0.0)

    def close(self) -> None:
        """Close the stage: results are shown, and after the last stage they go into the records."""
        if self.phase != "asking" or self._asked is None:
            return
        self.phase, question = "closed", self._asked.question
        answers = self._answers()
        for each in self._people.values():
            if self._number in each.answers:
                each.answered += 1
                each.right += each.answers[self._number].marked.is_right
        self._result = result_of(
            question.stages[self._number],
            question.keys[self._number],
            [(each.answered.given, each.marked) for each in answers],
            max(self.people_count, len(answers)),
        )
        self._results.append(self._result)
        if not self.has_more:
            self._keep_answers()
        self._ring()

    def end(self) -> None:
        """The screen is over."""
        if self.phase != "over":
            self.close()
            self._end_question()
            self.phase = "over"
            self._ring()

    def _end_question(self) -> None:
        """Leave the question at hand; what was answered of it counts, though it has no end."""
        self._keep_answers()
        for each in self._people.values():
            each.answers = {}
        self._asked = self._result = None

    def _keep_answers(self) -> None:
        """What was answered of the question at hand goes into the records, once."""
        if self._asked is None or self._is_kept:
            return
        self._is_kept = True
        for each in self._people.values():
            if each.answers:
                answers = [each.answers[number] for number in sorted(each.answers)]
                self._keep(QuestionAnswered(each.person, self._asked, answers))

    def _answers(self) -> list[AnswerHere]:
        found = (each.answers.get(self._number) for each in self._people.values())
        return [each for each in found if each is not None]

    def _ring(self) -> None:
        self.bell.ring()
        self.phone_bell.ring()

    # What is shown --------------------------------------------------------------------------------

    def projector_page(self) -> ProjectorPage:
        """What the room sees."""
        return ProjectorPage(
            code=self.code,
            version=self.bell.number,
            phase=self.phase,
            game=self.about.game,
            game_name=self.about.game_name,
            title=self.about.title,
            class_name=self.about.class_name,
            seconds=self.about.seconds,
            people=[
                PersonHere(
                    number=each.number,
                    name=each.name,
                    has_answered=self._asked is not None and self._number in each.answers,
                    is_away=each.number in self._away,
                )
                for each in self._people.values()
                if not each.is_gone
            ],
            asked=self._asked_shown(),
            result=self._result,
            has_more=self.phase == "closed" and self.has_more,
            tally=tally_of(self._results),
        )

    def phone_page(self, person: Person) -> PhonePage:
        """What a person sees on their phone."""
        one = self._people[person.key]
        answer = one.answers.get(self._number) if self._asked is not None else None
        marks = None
        if answer is not None and self.phase == "closed":
            marks = marking.marks_shown([(answer.marked, answer.answered)], {})
        return PhonePage(
            code=self.code,
            version=self.phone_bell.number,
            phase=self.phase,
            game=self.about.game,
            game_name=self.about.game_name,
            leader=self.leader.name,
            name=one.name,
            asked=self._asked_shown(),
            has_answered=answer is not None,
            result=self._result,
            marks=marks,
            right=one.right,
            answered=one.answered,
        )

    def _asked_shown(self) -> AskedShown | None:
        if self._asked is None:
            return None
        left = None
        if self.phase == "asking" and self._ends is not None:
            left = round(1000 * max(self._ends - self._clock(), 0.0))
        return AskedShown(
            turn=self.turn,
            question=self._questions,
            number=self._number,
            stages=self._asked.question.stages_told,
            title=self._asked.title,
            stage=self._asked.question.stages[self._number],
            ends_in_ms=left,
        )
