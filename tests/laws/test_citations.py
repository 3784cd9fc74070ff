"""Every citation of a manual names a section that it has, with words that stand there.

The manuals are not in the repository: `manuals.py` compares with hashes of their words.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

import pytest

from tablewright.games import every_game, procedure
from tablewright.games.duki4 import LETTER as DUKI4_LETTER
from tablewright.games.duki4 import MANUAL as DUKI4
from tablewright.games.king_high import MANUAL as KING_HIGH
from tablewright.rules.citations import HOUSE, READING, Passage
from tablewright.rules.game import Game
from tablewright.rules.jurisdictions import jurisdictions
from tablewright.rules.procedure import Payment, Procedure
from tests.laws.manuals import sections, words

MOST_WORDS = 7
READINGS = frozenset(reading.id for of in every_game() for reading in of.readings)
every = pytest.mark.parametrize("of", every_game(), ids=[of.id for of in every_game()])


def wrong_with(passage: Passage) -> str:
    """What is wrong with a citation; nothing, if its words stand in its section."""
    if passage.document == HOUSE:
        return "" if passage.section and not passage.words else "the house names a setting"
    if passage.document == READING:
        is_one = passage.section in READINGS and not (passage.clause or passage.words)
        return "" if is_one else "no such reading"
    if passage.document not in sections():
        return "no such document"
    if passage.section not in sections()[passage.document]:
        return "no such section"
    if not passage.words:
        return "no words of the section"
    if len(words(passage.words)) > MOST_WORDS:
        return f"more than {MOST_WORDS} words"
    there = sections()[passage.document][passage.section]
    return "" if any(each.has(passage.words) for each in there) else "these words are not there"


def within(data: Any, seen: set[int]) -> Iterator[Passage]:
    """Every passage that a game's data hold, wherever it is."""
    if id(data) in seen or isinstance(data, str | bytes):
        return
    seen.add(id(data))
    if isinstance(data, Passage):
        yield from data.places
    elif isinstance(data, Mapping):
        for each in data.values():
            yield from within(each, seen)
    elif isinstance(data, tuple | list | frozenset | set):
        for each in data:
            yield from within(each, seen)
    elif is_dataclass(data) and not isinstance(data, type):
        for field in fields(data):
            yield from within(getattr(data, field.name), seen)


def payments(of: Procedure) -> Iterator[Payment]:
    """A payment of every wager, small and large, at the first place and another."""
    for wager in of.game.wagers:
        for place in (1, 2):
            for net in (Fraction(1), Fraction(3, 2), Fraction(3), Fraction(11)):
                for stake in ({500: 2}, {100: 1, 500: 1, 2500: 1}):
                    for approved, total in ((False, False), (True, False), (False, True)):
                        yield Payment(place, wager.id, wager.kind, net, stake, approved, total)


def passages(of: Game) -> Iterator[Passage]:
    """Every passage that a game cites, in its data, its files and its manner of paying."""
    run_by = procedure(of)
    seen: set[int] = set()
    yield from within(of, seen)
    yield from within(run_by, seen)
    chosen = [{reading.id: option.id} for reading in of.readings for option in reading.options]
    yield from within([of.ruleset(each).deal for each in chosen], seen)
    for payment in payments(run_by):
        yield from run_by.manner(payment).source.places
    for name, module in list(sys.modules.items()):
        if name.startswith(f"tablewright.games.{of.id.replace('-', '_')}"):
            yield from within(vars(module), seen)


@every
def test_every_citation_has_words_that_stand_in_its_section(of: Game) -> None:
    found = list(passages(of))
    assert len(found) > 50
    titles = {document.title for document in of.documents} | {HOUSE, READING}
    assert {passage.document for passage in found} <= titles
    assert {str(p): why for p in found if (why := wrong_with(p))} == {}


@pytest.mark.parametrize(
    ("passage", "why"),
    [
        (DUKI4.at("Irregularities", "(e)", "only if using shuffle machine"), ""),
        (DUKI4.at("Playing the game", "", "only if using shuffle machine"), "are not there"),
        (DUKI4.at("Playing the game", "third paragraph"), "no words"),
        (DUKI4.at("Dealing", "", "before any cards are dealt"), "no such section"),
        (
            DUKI4.at("Playing the game", "", "before any cards are dealt, the Player may"),
            "more than 7 words",
        ),
        (KING_HIGH.at("8. Payout odds", "Pokerpot", "a pair of jacks or higher"), "are not there"),
        (KING_HIGH.at("10. Game protection", "", "well back from the betting areas"), ""),
        (
            KING_HIGH.at("10. Procedure for paying and taking wagers", "", "past posting"),
            "not there",
        ),
    ],
)
def test_words_of_another_section_too_many_or_none_are_found_out(
    passage: Passage, why: str
) -> None:
    found = wrong_with(passage)
    assert why in found if why else found == ""


def test_small_things_of_a_copy_do_not_matter() -> None:
    straight = KING_HIGH.at("12. Irregularities", "", "the dealer has announced 'No More Bets'")
    assert wrong_with(straight) == ""


LETTER_IS = ("Letter of 28 November 2007", DUKI4_LETTER.title)
"""What the files of jurisdictions call the letter."""


def cited_by(source: str, words: str) -> Passage:
    """The place that a jurisdiction's file cites; of the letter as a whole, its opening."""
    document, _, place = source.replace(*LETTER_IS).partition(": ")
    section = place.partition(";")[0].partition(",")[0]
    return Passage(document, section or "Opening paragraph", "", words)


def test_every_condition_notice_and_approval_of_a_jurisdiction_stands_where_it_is_cited() -> None:
    found = []
    for place in jurisdictions():
        found += [cited_by(each.source, each.words) for each in place.conditions]
        found += [cited_by(each.source, each.words) for each in place.notices]
        found += [cited_by(each.source, each.words) for each in place.approvals]
    assert len(found) > 10
    assert {str(p): why for p in found if (why := wrong_with(p))} == {}


def test_a_reading_is_cited_by_its_id() -> None:
    assert wrong_with(Passage(READING, "pick2.unqualified")) == ""
    assert wrong_with(Passage(READING, "pick2.unqualifed")) == "no such reading"


def test_the_words_of_a_house_rule_are_nobodys() -> None:
    assert wrong_with(Passage(HOUSE, "limits", "", "within the posted table limits"))
