"""Names: what may be one, how two are compared, and which would be taken for one another.

A name is one line of letters of one script, so that nobody can be called what another seems to be
called. Two names that look alike are one name here: `skeleton` says how a name looks.
"""

import re
import unicodedata

from tablewright.rules.errors import Refused, quoted
from tablewright.rules.language import say

LONGEST_NAME = 40
MARKS = "'’.,-_&"
"""What a name may hold beside letters, digits and spaces."""
TABLE_MARKS = f"{MARKS}#"
"""The same of a table's name, as in T-12, Cash 2, No. 4 and #7."""
MOST_ACCENTS = 2
"""How many accents may stand over one letter that has no character of its own with them."""

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Letters and accents that nobody sees; other unseen characters are neither letters nor accents."""

_ONE_SCRIPT = (
    frozenset(("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA")),
    frozenset(("CJK", "HANGUL")),
    frozenset(("CJK", "BOPOMOFO")),
)
"""Scripts that are written together."""

_LOOKS_LIKE = str.maketrans(
    # Digits and letters, then Cyrillic, then Greek.
    "01i|ıɑɡаеорсухіјѕһкмтвнԁԛԝαορνυτκιηγ",
    "ollllagaeopcyxljshkmtbhdqwaopvutklny",
)
_LOOK_LIKE = (("rn", "m"), ("vv", "w"))

_POSTS = (
    "guest", "player", "dealer", "inspector", "pit boss", "surveillance", "house", "table", "patron",
)  # fmt: skip


def cleaned_name(name: str) -> str:
    """A name as it is shown, or refused.

    >>> cleaned_name("  Ann  Lee ")
    'Ann Lee'
    """
    shown = _shown(name)
    _refuse_misleading(shown, MARKS)
    if not any(_is_letter(character) for character in shown):
        raise Refused(say("The name {shown} has no letter: use at least one.", shown=quoted(shown)))
    if _is_a_post(shown):
        raise Refused(
            say(
                "{shown} is the name of a post or of the house: choose another.",
                shown=quoted(shown),
            )
        )
    return shown


def cleaned_table_name(name: str) -> str:
    """A table's name as it is shown, or refused; a number will do.

    >>> cleaned_table_name(" Cash  2")
    'Cash 2'
    """
    shown = _shown(name)
    _refuse_misleading(shown, TABLE_MARKS)
    if not any(character.isalnum() for character in shown):
        raise Refused(
            say(
                "The name {shown} has no letter and no digit: use at least one.",
                shown=quoted(shown),
            )
        )
    return shown


def _shown(name: str) -> str:
    """A name in one line, without spaces that nobody sees."""
    shown = unicodedata.normalize("NFKC", name) if name.isprintable() else ""
    shown = " ".join(shown.split())
    if not 1 <= len(shown) <= LONGEST_NAME:
        raise Refused(
            say(
                "The name {name} cannot be used: it needs 1 to {longest} printable characters.",
                name=quoted(name),
                longest=LONGEST_NAME,
            )
        )
    return shown


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] == "L"


def _refuse_misleading(shown: str, marks: str) -> None:
    """Refuse what does not look like what it is."""
    scripts, accents = set(), 0
    for character in shown:
        kind = unicodedata.category(character)
        accents = accents + 1 if kind in ("Mn", "Mc") else 0
        if character in _UNSEEN or "\ufe00" <= character <= "\ufe0f":
            raise Refused(
                say(
                    "The name {name} contains a character that cannot be seen: leave it out.",
                    name=ascii(shown),
                )
            )
        if _is_letter(character):
            scripts.add(_script(character))
        elif not (character in marks or character == " " or kind == "Nd" or accents):
            raise Refused(
                say(
                    "The name contains {name}: use letters, digits, spaces and {marks}",
                    name=ascii(character),
                    marks=marks,
                )
            )
        if accents > MOST_ACCENTS:
            raise Refused(
                say(
                    "The name {name} piles up accents: use {most} at most.",
                    name=ascii(shown),
                    most=MOST_ACCENTS,
                )
            )
    if unicodedata.category(shown[0])[0] == "M":
        raise Refused(
            say("The name {name} begins with an accent: begin with a letter.", name=ascii(shown))
        )
    if len(scripts) > 1 and not any(scripts <= each for each in _ONE_SCRIPT):
        mixed = " and ".join(sorted(each.capitalize() for each in scripts))
        raise Refused(say("The name mixes letters of {mixed}: use one alphabet.", mixed=mixed))


def _script(character: str) -> str:
    """The script of a letter, which its name begins with."""
    return unicodedata.name(character, "UNKNOWN").split(" ")[0]


def folded(name: str) -> str:
    """A name as names are compared: neither case nor width nor spaces tell two apart.

    >>> folded("Ann  LEE") == folded("ann lee")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def skeleton(name: str) -> str:
    """How a name looks at a glance; two names with one skeleton are taken for one another.

    >>> skeleton("Mi1o O’Barn") == skeleton("milo 0bam")
    True
    """
    apart = unicodedata.normalize("NFD", folded(name))
    seen = (character for character in apart if character.isalnum() or _is_written_out(character))
    looks = "".join(seen).translate(_LOOKS_LIKE)
    for pair, like in _LOOK_LIKE:
        looks = looks.replace(pair, like)
    return looks


def _is_written_out(character: str) -> bool:
    """Whether a mark is a vowel or a tone of its script, and not an accent over a letter."""
    return unicodedata.category(character)[0] == "M" and not "\u0300" <= character <= "\u036f"


_LIKE_POSTS = frozenset(
    skeleton(f"{the}{post}{ending}")
    for post in _POSTS
    for the in ("", "the ")
    for ending in ("", "s", "es")
)


def _is_a_post(name: str) -> bool:
    """Whether a name would be taken for a post, or for a guest, in a journal or on the page."""
    words = re.sub(r"[\W_]+", " ", folded(name)).strip()
    first = words.partition(" ")[0]
    unnumbered = re.sub(r"[ \d]+$", "", words)
    is_guest = " " in words and skeleton(first) in (skeleton("guest"), skeleton("guests"))
    return is_guest or skeleton(words) in _LIKE_POSTS or skeleton(unnumbered) in _LIKE_POSTS
