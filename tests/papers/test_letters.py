"""Papers name the letter that approves their rules: from the house's file, or from its register."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from tablewright.games import game
from tablewright.papers.documents import Notice
from tablewright.papers.editions import Edition
from tablewright.papers.first_page import front
from tablewright.papers.houses import House, read_house
from tablewright.papers.pack import stated, written
from tablewright.rules.errors import Refused
from tablewright.rules.letter_files import letters_text
from tablewright.rules.on_record import Evidence, Letter, OnRecord

DAY, AT = date(2026, 11, 17), datetime(2026, 11, 4, tzinfo=UTC)
LETTER = OnRecord(
    number=12,
    jurisdiction="nevada",
    claim=Letter(
        game="pick2", ruleset=game("pick2").ruleset().fingerprint, dated=date(2026, 11, 3)
    ),
    evidence=Evidence("NGCB 2026-114", sha256="a" * 64),
    attested_by="Pit",
    attested_at=AT,
    confirmed_by="Ina",
    confirmed_at=AT,
)
NAMED = "NGCB 2026-114 of 2026-11-03, record 12"


def named(edition: Edition) -> str | None:
    """The approval that a manifest of these papers names."""
    found: str | None = json.loads(stated(edition, (), {}))["approval"]
    return found


def test_papers_name_the_letters_of_the_house_they_are_printed_for(tmp_path: Path) -> None:
    (tmp_path / "letters.toml").write_text(letters_text([LETTER]), "utf-8")
    file = tmp_path / "house.toml"
    file.write_text('name = "Cedar Room"\nletters = "letters.toml"\n', "utf-8")
    house = read_house(file)
    assert house.letters == (LETTER,)
    assert named(Edition("pick2", day=DAY, jurisdiction="nevada", house=house)) == NAMED
    for other in ({"jurisdiction": "pennsylvania"}, {"pay": {"bonus-5.flush": "4"}}):
        chosen: dict[str, Any] = {"jurisdiction": "nevada", **other}
        assert named(Edition("pick2", day=DAY, house=house, **chosen)) is None
    assert (
        named(Edition("pick2", day=date(2026, 11, 2), jurisdiction="nevada", house=house)) is None
    )


def test_papers_name_what_the_house_has_on_record() -> None:
    edition = Edition("pick2", day=DAY, jurisdiction="nevada", on_record=(LETTER,))
    assert named(edition) == NAMED
    assert named(Edition.of_setup(edition.book.setup)) == NAMED
    leading = written(edition, "rules-of-play")
    titles = [each.title for each in front(edition, leading, ()) if isinstance(each, Notice)]
    assert "Not approved" not in titles


def test_a_file_of_letters_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('letters = "nowhere.toml"\n', "utf-8")
    with pytest.raises(Refused, match=r"nowhere.toml' cannot be read: No such file"):
        read_house(file)


def test_a_house_without_letters_sets_its_tables_up_as_before() -> None:
    assert House().set_up("pick2", {}, {}, "nevada", DAY).on_record == ()
