"""The language that is spoken: English as it is declared, or another by its catalogue.

English stands where it is declared: a wager's name with the wager, an act's words with the act, a
refusal where something is refused. Another language is a folder of catalogues beside the package
(`tablewright/languages/es/*.json`) with the same keys. Each entry holds the English that was
translated (`en`) beside the translation: a law notices when that is no longer what is said.

    with speaking("es"):
        worded("Four of a kind")                      # what is declared elsewhere: 'Póquer'
        say("pair of {ranks}", ranks="dieces")        # a sentence that is said here

Whatever is shown or refused is put into words while a person's language is spoken. What a journal
keeps is put into words in English, no matter who acts.
"""

import json
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import NamedTuple, ParamSpec, TypeVar

ENGLISH, SPANISH = "en", "es"
LANGUAGES = (ENGLISH, SPANISH)
FOLDER = Path(__file__).parent.parent / "languages"

P = ParamSpec("P")
T = TypeVar("T")


class Entry(NamedTuple):
    """What is said under one key, in English and in the language of the catalogue."""

    en: str
    es: str


class Catalogue(NamedTuple):
    """Everything that is said in one language."""

    by_key: Mapping[str, str]
    by_words: Mapping[tuple[str, str], str]
    """By a part of the key, or nothing, and the English that is declared or said."""


_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language that is spoken now."""
    return _spoken.get()


def is_english() -> bool:
    """Whether what is declared may be said as it is."""
    return _spoken.get() == ENGLISH


class speaking:  # noqa: N801 - read as what is done: `with speaking("es"):`
    """Have everything within put into words in one language."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: str) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before = _spoken.set(self._language)

    def __exit__(self, *_: object) -> None:
        _spoken.reset(self._before)


ACTS = "acts"
"""The catalogue of the words of acts, which are always found by their keys."""


def entries(language: str) -> dict[str, dict[str, Entry]]:
    """Every entry of a language by its key, catalogue by catalogue."""
    found: dict[str, dict[str, Entry]] = {}
    for file in sorted((FOLDER / language).glob("*.json")):
        read = json.loads(file.read_text("utf-8"))
        found[file.stem] = {key: Entry(**each) for key, each in read.items()}
    return found


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, read once."""
    by_key: dict[str, str] = {}
    by_words: dict[tuple[str, str], str] = {}
    for name, found in entries(language).items():
        for key, entry in found.items():
            by_key[key] = entry.es
            for part in ("", *key.split(".")) if name != ACTS else ():
                by_words.setdefault((part, entry.en), entry.es)
    return Catalogue(by_key, by_words)


def worded(english: str, of: str = "") -> str:
    """What is declared in English, in the language that is spoken.

    Where one English word stands for two things, `of` says which: a part of its key, such as `wager`.
    """
    spoken = _spoken.get()
    if spoken == ENGLISH:
        return english
    found = catalogue(spoken).by_words
    return found.get((of, english)) or found.get(("", english), english)


def say(words: str, english: str = "", /, **slots: object) -> str:
    """A sentence in the language that is spoken, its slots filled: its English is its template.

    It is found by its English; or by a key, where one is given before it: `say("coach.best", "Best.")`.
    """
    template = template_of(words, english) if english else worded(words)
    return template.format_map(slots) if slots else template


def template_of(key: str, english: str) -> str:
    """The template under a key in the language that is spoken."""
    spoken = _spoken.get()
    return english if spoken == ENGLISH else catalogue(spoken).by_key.get(key, english)


def in_english(work: Callable[P, T]) -> Callable[P, T]:
    """Have something put into words in English, whatever is spoken around it."""

    @wraps(work)
    def done(*args: P.args, **kwargs: P.kwargs) -> T:
        if _spoken.get() == ENGLISH:
            return work(*args, **kwargs)
        with speaking(ENGLISH):
            return work(*args, **kwargs)

    return done


def cached_by_language(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remember what was put into words, apart for each language."""

    def remember(work: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=size)
        def known(spoken: str, *args: P.args, **kwargs: P.kwargs) -> T:
            return work(*args, **kwargs)

        @wraps(work)
        def asked(*args: P.args, **kwargs: P.kwargs) -> T:
            return known(_spoken.get(), *args, **kwargs)  # type: ignore[arg-type]

        return asked

    return remember
