"""Say it: calls, announcements, limits, the dealer's own hand, the explanation; and what is never said.

What is right is what the table itself would say: the call and the announcements of the procedure, the
words of the acts, the refusal of a wager. It is chosen or typed; typed words are marked as they sound.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablewright.school import calling, speaking
from tablewright.school.questions import Question
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus

Asks = Callable[[Syllabus, Skill, Random, bool], Question | None]
"""Makes a question for a skill, or its near twin, where there is one."""


class Saying(NamedTuple):
    """Something that is said: its skills, and how it is asked for."""

    skills: Callable[[Syllabus], Iterable[Skill]]
    asks: Asks


SAYINGS = (
    Saying(speaking.skills_of_welcome, speaking.ask_welcome),
    Saying(speaking.skills_of_explanation, speaking.ask_explanation),
    Saying(speaking.skills_of_no_more_bets, speaking.ask_no_more_bets),
    Saying(speaking.skills_of_limits, speaking.ask_limit),
    Saying(calling.skills_of_calls, calling.ask_call),
    Saying(calling.skills_of_announcements, calling.ask_announcement),
    Saying(calling.skills_of_opinions, calling.ask_opinion),
    Saying(calling.skills_of_dealers_hand, calling.ask_dealers_hand),
)


@lru_cache(maxsize=16)
def _asked_by(syllabus: Syllabus) -> Mapping[str, Asks]:
    """How each skill is asked for."""
    return {each.id: saying.asks for saying in SAYINGS for each in saying.skills(syllabus)}


class SayIt:
    """What the dealer says."""

    id = "say"
    title = "Say it"
    about = "Say what the dealer says at this moment: choose it, type it, or say it aloud."
    seconds = 8.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        for saying in SAYINGS:
            yield from saying.skills(syllabus)

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        question = _asked_by(syllabus)[skill.id](syllabus, skill, rng, False)
        assert question is not None, f"{skill.id} cannot be asked"
        return question

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        return _asked_by(syllabus)[skill.id](syllabus, skill, rng, True)


SAY = SayIt()
