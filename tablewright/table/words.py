"""Words: what is said of an act, as templates with named slots; and how lists and counts are said.

Each act brings its own templates (`table/acts`). They stand in one catalogue under the act's name and a
mood, so that another language is another catalogue with the same keys:

    tip.button      what a button says
    tip.about       what it means, beside the button
    leave.button.staff   the same where staff do it for a player
    sign.button.each     the button of each way in which it may be done
    fill.field.chips     a field of its form, and what leaving that blank means (fill.blank.chips)
    fill.do         a prompt: do it, and how
    tip.happened    it happened, in a sentence
    relieve.happened.by-house    the same in another case

In a sentence `{who}` is a slot, and `[tip|tips]` the verb for "you" and for others.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from tablewright.rules.cards import cards, faces
from tablewright.rules.english import capital
from tablewright.rules.language import is_english, say, template_of, worded
from tablewright.rules.roles import SURVEILLANCE
from tablewright.table.chips import Chips, chips_text, money, worth

ALL, STAFF, OWNER, JOURNAL = "all", "staff", "owner", "journal"
"""For whom something is: everybody at the table, its staff, these and the player at the place that it
is about, or readers of the journal only."""
CALL, CARDS, MONEY, BET, PAYMENT, TROUBLE, HOUSE = (
    "call", "cards", "money", "bet", "payment", "trouble", "house",
)  # fmt: skip
"""What kind of thing happened; a call is what the dealer says aloud."""

BUTTON, ABOUT, ASKS, SUBMIT, FIELD, BLANK, DONE, DO, HAPPENED = (
    "button", "about", "asks", "submit", "field", "blank", "done", "do", "happened",
)  # fmt: skip
"""The moods."""
EACH = "each"
"""The case of a button that stands for one way of several, with slots for its place and its choice."""


class You(str):
    """The reader, where the reader acted."""


class Telling(NamedTuple):
    """What is told of one record: which of its sentences, what stands in the slots, and for whom."""

    kind: str
    slots: Mapping[str, str] = {}
    case: str = ""
    place: int = 0
    cards: str = ""
    hand: str = ""
    to: str = ALL
    continues: bool = False
    """Whether it belongs to the sentence before it."""
    is_detail: bool = False
    """Whether only a full account has it."""


class Catalogue:
    """Templates by key, as the acts declare them in English; said in the language that is spoken."""

    def __init__(self) -> None:
        self.templates: dict[str, str] = {}

    def add(self, act: str, mood: str, words: str | Mapping[str, str]) -> None:
        """Take up what is said of an act in one mood, in one case or several."""
        cases = {"": words} if isinstance(words, str) else words
        for case, template in cases.items():
            if template:
                self.templates[key(act, mood, case)] = template

    def cases(self, act: str, mood: str) -> dict[str, str]:
        """Every case of a mood but the plain one, with its words."""
        stem = key(act, mood) + "."
        return {
            each.removeprefix(stem): template_of(each, words)
            for each, words in self.templates.items()
            if each.startswith(stem)
        }

    def say(
        self, act: str, mood: str, case: str = "", slots: Mapping[str, str] | None = None
    ) -> str:
        """A sentence with its slots filled; nothing, if there is none."""
        named = key(act, mood, case)
        template = self.templates.get(named, "")
        if template:
            template = template_of(named, template)
        if slots is None:
            return template
        for_you, for_others = both_verbs(template)
        said = (for_you if isinstance(slots.get("who"), You) else for_others).format_map(slots)
        return capital(said)


ENGLISH = Catalogue()


@cache
def key(act: str, mood: str, case: str = "") -> str:
    """The key of a template: `relieve.happened.by-house`."""
    return ".".join(filter(None, (act, mood, case)))


@cache
def both_verbs(template: str) -> tuple[str, str]:
    """A template for "you" and for others.

    >>> both_verbs("{who} [tip|tips] the dealer {chips}.")
    ('{who} tip the dealer {chips}.', '{who} tips the dealer {chips}.')
    """
    verbs = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
    return verbs.sub(r"\1", template), verbs.sub(r"\2", template)


# How things are said -------------------------------------------------------------------------------


def printable(text: str) -> str:
    """Text that cannot meddle with a terminal, whatever a journal holds.

    >>> printable("Ann\\x1b[2J")
    'Ann\\\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join([each if each.isprintable() else ascii(each)[1:-1] for each in text])


def joined(words: Sequence[str], by: str = "and") -> str:
    """Words in a row, the last after an "and" or another word.

    >>> joined(["1", "2", "5"])
    '1, 2 and 5'
    """
    if len(words) == 1:
        return words[0]
    return f" {worded(by)} ".join([", ".join(words[:-1]), words[-1]]) if words else ""


ON_FORMS = (
    *("float", "total", "drop box", "result", "expected", "counted", "difference", "nature"),
    *("cards", "put into play", "removed"),
)
"""What is written on forms, by name."""


def pairs(says: Mapping[str, str]) -> str:
    """Names and what each is: `total $500, result $20`."""
    return ", ".join(f"{worded(name, 'form')} {each}" for name, each in says.items())


NOUNS = ("seat", "box", "card", "burnt card", "deck", "hour", "minute", "round", "suit")
"""What is counted or numbered in a sentence."""


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something.

    >>> counted(1, "box"), counted(3, "box"), counted(1200, "round")
    ('1 box', '3 boxes', '1,200 rounds')
    """
    return f"{count:,} {worded(one if count == 1 else many or several(one))}"


def several(one: str) -> str:
    """A word for more than one.

    >>> several("seat"), several("box")
    ('seats', 'boxes')
    """
    return f"{one}es" if one.endswith("x") else f"{one}s"


def spelled(count: int, one: str) -> str:
    """A few of something, the number as a word.

    >>> spelled(1, "card"), spelled(4, "card"), spelled(12, "card")
    ('one card', 'four cards', '12 cards')
    """
    if not is_english():
        return counted(count, one)
    words = ("no", "one", "two", "three", "four", "five", "six", "seven")
    many = counted(count, one)
    return f"{words[count]} {many.partition(' ')[2]}" if count < len(words) else many


def numbered(one: str, numbers: Iterable[int]) -> str:
    """Places by their numbers.

    >>> numbered("seat", [1, 4]), numbered("box", [2])
    ('seats 1 and 4', 'box 2')
    """
    each = [str(number) for number in numbers]
    return f"{worded(one if len(each) == 1 else several(one))} {joined(each)}"


def amount(chips: Chips) -> str:
    """Chips by their worth, and one by one."""
    return f"{money(worth(chips))} ({chips_text(chips)})" if chips else say("nothing")


def named(text: str) -> str:
    """Cards as they are shown."""
    return faces(cards(text))


def plain(id: str) -> str:
    """An id as words: `pit-boss` as `pit boss`."""
    return id.replace("-", " ")


def post_named(post: str) -> str:
    """The person at a post, as they are spoken of.

    >>> post_named("pit-boss"), post_named("surveillance")
    ('the pit boss', 'surveillance')
    """
    return worded(post if post == SURVEILLANCE.value else f"the {plain(post)}")


UNNAMED = ("the dealer", "the inspector", "the pit boss", "surveillance", "the house")
"""What stands in place of a name where no person holds a post."""


def person_named(name: str) -> str:
    """A person by name; a post that no person holds, as it is spoken of."""
    return worded(name) if name in UNNAMED else name


def house_result(cents: int) -> str:
    """How the house stands."""
    if not cents:
        return say("the house stands even")
    up = say("the house is {cents} up", cents=money(abs(cents)))
    return up if cents > 0 else say("the house is {cents} down", cents=money(abs(cents)))
