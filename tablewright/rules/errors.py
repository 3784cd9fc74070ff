"""What can go wrong, in two kinds: what a person gives or does, or a game's file.

TablewrightError
  Refused            what a person gave is not accepted: one line with what, why and what instead
    Forbidden        a rule of the table does not let it happen now; it names the rule
  BadDefinition      a game's file contradicts itself: a gap, a dead line, a reading without options
"""

from collections.abc import Iterable

from tablewright.rules.language import worded


class TablewrightError(Exception):
    """Anything this software raises on purpose."""


class Refused(TablewrightError):
    """Input that is not accepted. The message is one line, written for the person who gave it."""


class Forbidden(Refused):
    """Something that a rule does not let happen at a table; `rule` names it."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.rule)


class BadDefinition(TablewrightError):
    """A game that does not decide every case exactly once. The message is for the game's author."""


def quoted(given: object, longest: int = 40) -> str:
    """What a person gave, short and printable, for the middle of a message.

    >>> quoted("1x")
    "'1x'"
    """
    text = ascii(given) if isinstance(given, str) and not given.isprintable() else repr(given)
    text = text.encode("ascii", "backslashreplace").decode() if not text.isprintable() else text
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def listed(choices: Iterable[object]) -> str:
    """The accepted values in one phrase.

    >>> listed(["fold", "play"])
    'fold or play'
    >>> listed(["fold", "three", "five"])
    'fold, three or five'
    """
    words = [str(choice) for choice in choices]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {worded('or')} {words[-1]}"
