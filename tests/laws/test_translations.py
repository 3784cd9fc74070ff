"""The house's words in other languages: no key is missing, none is stale, slots and verbs agree."""

import re
from functools import cache

from tablewright.rules.language import SPANISH, catalogue, say, speaking, worded
from tests.laws.declared_words import (
    APART,
    area,
    declared,
    refused_untranslatably,
    said_in_code,
    translated,
)

HOW = "write it in tablewright/languages/es (python -m tests.laws.declared_words adds the keys)"


def test_every_key_has_its_spanish() -> None:
    missing = {key for key in declared() if not (key in translated() and translated()[key].es)}
    assert not missing, f"no Spanish for {', '.join(sorted(missing))}: {HOW}"


def test_a_refusal_can_be_said_in_another_language() -> None:
    found = ", ".join(refused_untranslatably())
    assert not found, f'{found}: expected say("... {{slot}} ...", slot=...) in place of an f-string'


def test_no_translation_is_of_words_that_are_said_no_longer() -> None:
    stale = {key for key in translated() if key not in declared()}
    assert not stale, (
        f"nobody says {', '.join(sorted(stale))} any more: take it out of the catalogue"
    )


def test_what_was_translated_is_what_is_said_today() -> None:
    changed = {key for key, each in translated().items() if declared().get(key, each.en) != each.en}
    assert not changed, f"the English of {', '.join(sorted(changed))} has changed: {HOW}"


@cache
def given() -> dict[str, frozenset[str]]:
    """What a sentence in the code is given to put in, even where English does without."""
    return {each.english: each.slots for each in said_in_code()}


def slots(template: str) -> set[str]:
    return set(re.findall(r"\{(\w*)", template))


def test_a_translation_has_the_slots_of_its_english() -> None:
    for key, entry in translated().items():
        may_stand = slots(entry.en) | given().get(entry.en, frozenset())
        assert slots(entry.es) <= may_stand, key
        assert slots(entry.es) == slots(entry.en) or entry.en in given(), key


def test_a_verb_is_written_for_you_and_for_others() -> None:
    verb = re.compile(r"\[[^|\]]*\|[^\]]*\]")
    for key, entry in translated().items():
        assert bool(verb.search(entry.en)) is bool(verb.search(entry.es)), key


def test_a_part_of_a_sentence_keeps_the_space_it_begins_or_ends_with() -> None:
    for key, entry in translated().items():
        assert entry.es[:1].isspace() is entry.en[:1].isspace(), key
        assert entry.es[-1:].isspace() is entry.en[-1:].isspace(), key


def test_the_same_english_is_said_alike_unless_it_names_two_things() -> None:
    found: dict[tuple[str, str], str] = {}
    for key, entry in translated().items():
        if area(key) == "acts" or "{" in entry.en:
            continue
        kind = next((each for each in APART if each in key.split(".")), "")
        before = found.setdefault((kind, entry.en), entry.es)
        assert before == entry.es, f"{key}: {entry.en!r} is also said {before!r}"


def test_a_sentence_is_said_in_the_language_that_is_spoken() -> None:
    assert say("Settlement") == worded("Settlement") == "Settlement"
    with speaking(SPANISH):
        assert say("Settlement") == "Pagos"
        assert worded("nobody declared this") == "nobody declared this"
    assert catalogue(SPANISH) is catalogue(SPANISH)
