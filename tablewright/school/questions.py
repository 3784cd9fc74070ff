"""Questions: what is shown and asked, what is right, and why; answers are kept apart until given.

A question is one stage or several, which follow each other whatever is answered: a mistake is named,
the right thing is done, and it goes on. A stage shows something and asks for a few parts: one of many
choices, some cards of a hand, an amount, chips, words. Each part has a key, which says what is right,
by which rule, and which skill it shows. Only `Stage` leaves the server before an answer is given.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from tablewright.table.chips import Chips
from tablewright.table.views import View

# What is shown -------------------------------------------------------------------------------------


class HandShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some cards and whose they are; a card that lies face down is an empty text."""

    title: str
    cards: list[str]
    plays: list[int] = []
    """Which of them play, where the player has named some."""


class LaidWager(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A wager on the felt."""

    place: int
    wager: str
    name: str
    chips: Chips
    cents: int
    on_card: int = 0
    """The card that it was made on, counted from 1, where wagers are made on single cards."""


class Shown(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What lies before the trainee."""

    hands: list[HandShown] = []
    wagers: list[LaidWager] = []
    drawn: list[str] = []
    """The cards drawn for everyone, in order."""
    device: str = ""
    """The name of the device that cards come from, where it matters."""
    told: list[str] = []
    """What has happened, in words, the oldest first."""
    facts: list[str] = []
    """What else is known: a limit, a decision, a reading."""
    view: View | None = None
    """A whole table as its dealer sees it."""
    place: int = 0
    """Whose turn it is there: the place that is asked about."""


# What is asked -------------------------------------------------------------------------------------


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several choices."""

    id: str
    says: str


class Part(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """One thing that is asked for."""

    id: str
    asks: str


class Choose(Part, frozen=True, tag="choose", omit_defaults=True):
    """One of several."""

    options: list[Option]
    is_long: bool = False
    """Whether there are so many that they are better searched than read."""


class PickCards(Part, frozen=True, tag="pick-cards"):
    """Some cards of a hand, by where they lie in it, counted from 0."""

    cards: list[str]
    count: int


class Amount(Part, frozen=True, tag="amount"):
    """An amount of money in cents."""


class GiveChips(Part, frozen=True, tag="chips"):
    """Chips from the rack, by denomination."""

    rack: Chips


class Say(Part, frozen=True, tag="say", omit_defaults=True):
    """Words that are said aloud: typed, spoken, or chosen where choices are given."""

    options: list[Option] = []


AnyPart = Choose | PickCards | Amount | GiveChips | Say


class Stage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One stage of a question, as it is sent to the trainee: no answer is in it."""

    asks: str
    shown: Shown = Shown()
    parts: list[AnyPart]
    seconds: float = 0
    """How long the stage is shown before the next one comes by itself; until it is answered, if 0.
    A stage that comes by itself has one part, whose first option is to go on."""


def go_on(part: AnyPart) -> str:
    """The choice that lets a watched table go on."""
    assert isinstance(part, Choose), "a table is watched by choosing"
    return part.options[0].id


# What is right -------------------------------------------------------------------------------------


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """What is right for one part, and why."""

    right: Any
    """An option's id, places of cards, cents, chips, or words."""
    also: Sequence[Any] = ()
    """What is right too: a card of the same worth, another way of saying it."""
    in_part: dict[str, str] = {}
    """What is right in part, as JSON writes it, and what is still wrong with it."""
    other_chips: str = ""
    """Of chips: what is still wrong with the right money in chips that are not named here."""
    refusals: dict[str, str] = {}
    """What the table itself says to a wrong answer, as JSON writes it: why it is refused there."""
    skill: str
    """The skill that it shows."""
    rule: str
    says: str
    """The rule's sentence, or what the machine would have said."""
    source: str
    missed: str = ""
    """The fact that decides, for those who were wrong: `The dealer has no Duki.`"""
    said: str = ""
    """What is right, in words; the option's own, if nothing is said."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its answer."""

    drill: str
    skill: str
    """The skill that it was drawn for."""
    rule: str
    source: str
    stages: list[Stage]
    keys: list[dict[str, Key]]
    """For each stage, the key of each part by the part's id."""
    round: dict[str, Any] | None = None
    """The round as `settle` reads it, where money is paid."""
    result: dict[str, Any] | None = None
    """What `settle` prints for it."""
    hides_length: bool = False
    """Whether it would tell something how many stages there are: when a watched table goes wrong."""

    @property
    def stages_told(self) -> int:
        """How many stages a trainee is told of; 0, where their number is not told."""
        return 0 if self.hides_length else len(self.stages)

    def plain(self) -> dict[str, Any]:
        """The question and its answer as a program reads them, one object."""
        question: dict[str, Any] = {}
        if self.round is not None:
            question["round"] = self.round
        question["stages"] = msgspec.to_builtins(self.stages, str_keys=True)
        answer = self.result
        if answer is None:
            answer = {
                "stages": [
                    {
                        part: msgspec.to_builtins(key.right, str_keys=True)
                        for part, key in keys.items()
                    }
                    for keys in self.keys
                ]
            }
        return {
            "drill": self.drill,
            "skill": self.skill,
            "question": question,
            "answer": answer,
            "rule": self.rule,
            "source": self.source,
        }


Given = dict[str, Any]
"""What was answered in one stage, by part."""
