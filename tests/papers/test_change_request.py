"""The change request as it is printed, and the earlier pack that it is made against."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from tablewright.games import REGISTRY
from tablewright.papers.change_request import change_request
from tablewright.papers.changes import compared
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.papers.manifests import edition_before
from tablewright.papers.pack import manifest
from tablewright.papers.printing import to_pdf
from tablewright.rules.errors import Refused
from tests.games.oddly_named import ID as ODDLY_NAMED
from tests.games.oddly_named import WAGERS as ODD_WAGERS
from tests.papers.changed import (
    DAY,
    PAYMENT,
    READING,
    WASHINGTON,
    Case,
    change_of,
    every_case,
    one,
    posted,
    sides,
)
from tests.papers.known import with_report
from tests.papers.numbers import numbers
from tests.papers.plain import plain_text
from tests.papers.reading import Printed

# The document --------------------------------------------------------------------------------------


@every_case
def test_every_number_of_a_change_request_is_one_of_either_side(of: Case) -> None:
    old, new = sides(of)
    found = change_of(of)
    said = plain_text(change_request(new, found))
    known = [with_report(old), with_report(new)]
    counted = {each.again for each in found.examined.devices}
    counted |= {each.needed for each in found.examined.devices}
    counted |= {each.no_longer for each in found.examined.devices}
    exact: set[Fraction] = set()
    texts: list[str] = [each.says for each in found.examined.skills]
    texts += [each.source for each in found.examined.skills]
    for each in found.figures.figures:
        if each.before is not None and each.after is not None:
            exact.add(Fraction(each.after) - Fraction(each.before))
    for result in found.figures.results:
        exact |= {result.net, result.before, result.after}
    if found.strategy:
        counted |= {found.strategy.hands, *(each.hands for each in found.strategy.redecided)}
        counted.add(found.strategy.hands_redecided)
        exact |= {Fraction(each.hands, found.strategy.hands) for each in found.strategy.redecided}
        exact.add(found.strategy.share)
        for played in found.strategy.played_on:
            exact |= {played.edge_before, played.edge_after, played.cost}
        for shown in (*found.strategy.before, *found.strategy.after):
            exact.add(shown.cost)
            texts += [line.hand for line in shown.lines]
            texts.append(shown.name)
    known[0].figures(exact | {Fraction(each) for each in counted})
    known[0].texts([*texts, "SHA-256"])
    assert not [each for each in numbers(said) if not any(each in side for side in known)]


@pytest.mark.parametrize("of", [one("duki4", PAYMENT), one("pick2", READING)], ids=str)
def test_a_change_request_is_printed_with_both_fingerprints_and_every_rule(of: Case) -> None:
    old, new = sides(of)
    document = change_request(new, change_of(of))
    printed = to_pdf(document, new)
    assert printed == to_pdf(change_request(new, change_of(of)), new)
    read = Printed(printed)
    text = read.tree.text
    for each in (old.fingerprint, new.fingerprint, *(rule.rule for rule in change_of(of).rules)):
        assert each in "".join(text.split())
    assert document.sections == (
        "rulesets", "choices", "rules", "figures", "strategy", "dealers", "approvals", "opening",
    )  # fmt: skip


def test_a_game_of_any_name_can_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, ODDLY_NAMED, "tests.games.oddly_named")
    old = Edition(ODDLY_NAMED, day=DAY)
    key = next(key for key in posted(old) if key.startswith(ODD_WAGERS["pair-plus"]))
    new = Edition(ODDLY_NAMED, day=DAY, pay={key: "7-1"})
    found = compared(old, new)
    assert [each.key for each in found.pays] == [key]
    assert {each.of for each in found.figures.lines} == {ODD_WAGERS["pair-plus"]}
    assert change_request(new, found).sections


# The manifest of an earlier pack -------------------------------------------------------------------


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """A manifest of Duki in Washington with limits and settings of its own."""
    house = House(
        name="Cedar Room",
        settings={"limits": {"ante": (1000, 20_000)}, "takes_tips": False, "approval_from": 50_000},
    )
    edition = Edition(
        "duki4",
        day=date(2026, 3, 2),
        readings={"duki4.ace": "high-only"},
        pay={"bonus.straight": "6-1"},
        jurisdiction=WASHINGTON,
        house=house,
    )
    file = tmp_path / "manifest.json"
    file.write_bytes(manifest(edition, ()))
    return file


def test_an_earlier_edition_is_made_again_from_its_manifest(earlier: Path) -> None:
    found, stated = edition_before(earlier), msgspec.json.decode(earlier.read_bytes())
    assert found.fingerprint == stated["ruleset"]
    assert found.book.house_fingerprint == stated["house_settings"]
    assert found.book.setup.limits["ante"] == (1000, 20_000)
    assert found.ruleset.pay_plainly == {"bonus.straight": "6-1"}
    assert (found.day, found.jurisdiction.id) == (date(2026, 3, 2), WASHINGTON)
    assert found.house.name == "Cedar Room"


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("game", "poker", "there is no game"),
        ("readings", {"duki4.ace": "low-only"}, "is not an option of reading duki4.ace"),
        ("readings", {}, "its readings and odds make"),
        ("pay", {"bonus.straight": "9-1"}, "its readings and odds make"),
        ("pay", {"bonus.straight": 9}, "is no manifest"),
        ("settings", {}, "do not make the hash that it states"),
        ("settings", {"limits": {"ante": [1000, 30_000]}}, "do not make the hash that it states"),
        ("settings", {"colour": "green"}, "its settings are wrong"),
        ("settings", {"limits": "high"}, "its settings are wrong"),
        ("jurisdiction", "atlantis", "there is no jurisdiction"),
        ("date", "yesterday", "is no manifest"),
    ],
)
def test_a_manifest_that_does_not_make_its_edition_again_is_refused(
    earlier: Path, key: str, value: object, why: str
) -> None:
    stated = msgspec.json.decode(earlier.read_bytes())
    earlier.write_bytes(msgspec.json.encode(stated | {key: value}))
    with pytest.raises(Refused, match=why) as refused:
        edition_before(earlier)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"game": "duki4"}'])
def test_what_is_no_manifest_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other.json"
    file.write_bytes(content)
    with pytest.raises(Refused, match="is no manifest"):
        edition_before(file)
    with pytest.raises(Refused, match="cannot be read"):
        edition_before(tmp_path)
