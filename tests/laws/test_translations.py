"""The house's words in other languages: no key is missing, none is stale, slots and verbs agree."""

import re

import pytest

from tablewright.rules.language import SPANISH, catalogue, say, speaking, worded
from tests.laws.declared_words import APART, area, declared, translated

DECLARED = declared()
SPOKEN = translated()
HOW = "write it in tablewright/languages/es (python -m tests.laws.declared_words adds the keys)"
COVERED = {"acts", "newcomer", "words"}


def test_every_key_has_its_spanish() -> None:
    wanted = {key for key in DECLARED if area(key) in COVERED}
    missing = {key for key in wanted if not (key in SPOKEN and SPOKEN[key].es)}
    assert not missing, f"no Spanish for {', '.join(sorted(missing))}: {HOW}"


def test_no_translation_is_of_words_that_are_said_no_longer() -> None:
    stale = {key for key in SPOKEN if key not in DECLARED}
    assert not stale, (
        f"nobody says {', '.join(sorted(stale))} any more: take it out of the catalogue"
    )


def test_what_was_translated_is_what_is_said_today() -> None:
    changed = {key for key, each in SPOKEN.items() if DECLARED.get(key, each.en) != each.en}
    assert not changed, f"the English of {', '.join(sorted(changed))} has changed: {HOW}"


def slots(template: str) -> set[str]:
    return set(re.findall(r"\{(\w*)", template))


@pytest.mark.parametrize("key", SPOKEN)
def test_a_translation_has_the_slots_of_its_english(key: str) -> None:
    entry = SPOKEN[key]
    assert slots(entry.es) == slots(entry.en)
    assert entry.es.strip() == entry.es or entry.en.strip() != entry.en
    if "[" in entry.en and "|" in entry.en:
        assert re.search(r"\[[^|\]]*\|[^\]]*\]", entry.es), "a verb is written [das|da]"


def test_the_same_english_is_said_alike_unless_it_names_two_things() -> None:
    found: dict[tuple[str, str], str] = {}
    for key, entry in SPOKEN.items():
        if area(key) == "acts" or "{" in entry.en:
            continue
        kind = next((each for each in APART if each in key.split(".")), "")
        before = found.setdefault((kind, entry.en), entry.es)
        assert before == entry.es, f"{key}: {entry.en!r} is also said {before!r}"


def test_a_sentence_is_said_in_the_language_that_is_spoken() -> None:
    assert say("phase.deal.name", "Deal") == worded("Deal") == "Deal"
    with speaking(SPANISH):
        assert say("phase.deal.name", "Deal") == "Reparto"
        assert worded("nobody declared this") == "nobody declared this"
    assert catalogue(SPANISH) is catalogue(SPANISH)
