"""Our Duki papers for Washington beside the vendor's own: whatever theirs rule, ours do.

`docs/clauses.toml` has every clause of the vendor's documents and of the letter, with the rules that
carry it; here those rules are looked for on printed pages. `docs/papers.md` says where ours say more.
"""

from collections.abc import Mapping
from functools import cache

import pytest

from docs.clauses import Clause, clauses
from tablewright.papers.editions import Edition
from tablewright.papers.pack import completed, written
from tablewright.papers.printing import to_pdf
from tests.papers.copies import DAY
from tests.papers.reading import Printed, words

PLACES = ("washington-card-rooms", "washington-tribal-casinos")
THEIRS = ("duki4", "washington-rules", "washington", "summary", "letter")
"""The vendor's documents, and what the regulator wrote back."""
OURS = ("rules-of-play", "training-manual")


@cache
def edition(place: str) -> Edition:
    return Edition("duki4", day=DAY, jurisdiction=place)


@cache
def printed(place: str) -> dict[str, str]:
    """Every rule that ours print for a place, with all paragraphs in which it stands."""
    found: dict[str, str] = {}
    for name in OURS:
        whole, _ = completed(edition(place), written(edition(place), name))
        tree = Printed(to_pdf(whole, edition(place))).tree
        for paragraph in tree.every("LBody"):
            for code in paragraph.every("Code"):
                found[code.text] = f"{found.get(code.text, '')} {words(paragraph.text)}"
    return found


def theirs() -> list[Clause]:
    return [each for each in clauses().clauses if set(each.documents) & set(THEIRS)]


def uncarried(place: str, found: Mapping[str, str]) -> dict[str, list[str]]:
    """Clauses of theirs, each with the rules that carry it and that ours do not print."""
    rules = edition(place).rules
    lacking: dict[str, list[str]] = {}
    for clause in theirs():
        in_force = [id for id in clause.rules if id in rules]  # The others are other readings'.
        lost = [id for id in in_force if words(rules[id].sentence) not in found.get(id, "")]
        if lost or not in_force:
            lacking[clause.says] = lost
    return lacking


@pytest.mark.parametrize("place", [PLACES[0], pytest.param(PLACES[1], marks=pytest.mark.proof)])
def test_every_clause_of_theirs_is_carried_by_rules_that_ours_print(place: str) -> None:
    assert uncarried(place, printed(place)) == {}
    assert len(theirs()) > 60


def test_a_rule_that_is_not_printed_leaves_its_clauses_uncarried() -> None:
    found = {id: said for id, said in printed(PLACES[0]).items() if id != "duki4.ante.folded"}
    clause = next(each for each in theirs() if "duki4.ante.folded" in each.rules)
    assert uncarried(PLACES[0], found)[clause.says] == ["duki4.ante.folded"]


@pytest.mark.parametrize("place", PLACES)
def test_what_their_letter_forbids_is_said_to_be_not_in_force(place: str) -> None:
    of = edition(place)
    refused = {f"duki4.device.{device.id}" for device in of.refused_devices}
    assert refused
    whole = written(of, "rules-of-play")
    headings = [getattr(block, "text", "") for block in whole.blocks]
    rules = [getattr(block, "rule", "") for block in whole.blocks]
    last = headings.index("Not in force here")
    assert refused <= set(rules[last:])
    assert not refused & set(rules[:last])


def test_the_approval_stands_on_the_first_page() -> None:
    of = edition(PLACES[0])
    assert of.approval is not None
    whole, lacks = completed(of, written(of, "rules-of-play"))
    first = [each for each in Printed(to_pdf(whole, of)).tree.shown if each.page == 0]
    said = words("".join(each.text for each in first))
    assert words(of.approval.source) in said
    assert words(of.fingerprint) in said
    assert lacks == ()
