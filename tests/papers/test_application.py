"""The application: every document by its hash, every condition, everything that is asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import msgspec
import pytest

from tablewright.papers import pack
from tablewright.papers.application import Enclosed, application, applies, section_of
from tablewright.papers.documents import Aside, Document, Fields, Heading, Paragraph, Table
from tablewright.papers.editions import Edition
from tablewright.papers.first_page import contents, supplied
from tablewright.papers.houses import House
from tablewright.papers.pack import BUILDERS, MANIFEST, Paper, manifest, printed, written
from tablewright.papers.printing import laid_out, to_pdf
from tablewright.rules.errors import Refused
from tablewright.rules.jurisdictions import ApprovalCondition, jurisdictions
from tablewright.rules.on_record import Answered, Evidence, Letter, Met, OnRecord
from tablewright.rules.submissions import lacking
from tests.papers.known import of_rules
from tests.papers.numbers import numbers
from tests.papers.plain import plain_text, words
from tests.papers.reading import Printed

DAY = date(2026, 11, 17)
WASHINGTON, NEVADA = "washington-card-rooms", "nevada"
HOUSE = House(
    name="Cedar Room",
    address="12 Front Street, Reno",
    supplied={"laboratory-report": "Report 2026-17 of 4 May 2026"},
)
CHEAP = {name: BUILDERS[name] for name in ("rules-of-play", "sign", "layout")}
"""Documents that are written at once."""


@dataclass(frozen=True)
class Written:
    """An application as it was written, with what it was written for."""

    edition: Edition
    documents: dict[str, Document]
    enclosed: tuple[Enclosed, ...]
    document: Document


def wrote(game: str, place: str, house: House = HOUSE, on: date = DAY) -> Written:
    edition = Edition(game, day=on, jurisdiction=place, house=house)
    documents = {name: written(edition, name) for name in CHEAP}
    enclosed = tuple(
        Enclosed(name, each.title, f"{game}-{name}.pdf", name.encode().hex().ljust(64, "0"))
        for name, each in documents.items()
    )
    made = application(edition, enclosed, documents)
    return Written(edition, documents, enclosed, made)


def tables(document: Document, section: str) -> Iterator[Table]:
    is_inside = False
    for block in document.blocks:
        if isinstance(block, Heading) and block.level == 1:
            is_inside = block.id == section
        elif is_inside and isinstance(block, Table):
            yield block


# In the pack ---------------------------------------------------------------------------------------


def test_it_is_printed_last_and_names_every_other_paper_by_its_hash(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pack, "BUILDERS", CHEAP)
    edition = Edition("duki4", day=DAY, jurisdiction=WASHINGTON, house=HOUSE)
    papers = list(printed(edition))
    assert [each.name for each in papers][-1] == "application"
    others = papers[:-1]
    assert {each.name for each in others} == {*CHEAP, "layout-drawing"}
    text = "".join(Printed(papers[-1].content).tree.text.split())
    for each in others:
        assert each.sha256 in text
        assert each.file in text
    stated = msgspec.json.decode(manifest(edition, papers))
    assert [each["name"] for each in stated["documents"]] == [
        "rules-of-play", "sign", "layout", "layout-drawing", "application",
    ]  # fmt: skip
    assert MANIFEST not in text


def test_there_is_none_where_nothing_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "BUILDERS", {"sign": BUILDERS["sign"]})
    assert [each.name for each in printed(Edition("duki4", day=DAY))] == ["sign"]
    edition = Edition("duki4", day=DAY, jurisdiction=WASHINGTON)
    assert [each.name for each in printed(edition, ["sign"])] == ["sign"], "only with a whole pack"
    with pytest.raises(Refused, match="expected the pack without --only"):
        list(printed(edition, ["application"]))


@pytest.mark.parametrize("place", [each.id for each in jurisdictions()])
def test_it_is_for_a_place_with_a_submission_or_conditions(place: str) -> None:
    edition = Edition("pick2", day=DAY, jurisdiction=place)
    known = edition.jurisdiction
    assert applies(edition) == bool(known.submissions_on(DAY) or known.conditions_on(DAY))


def test_before_its_conditions_began_there_was_nothing_to_attest() -> None:
    assert not applies(Edition("duki4", day=date(2007, 11, 27), jurisdiction=WASHINGTON))


# The letter ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [WASHINGTON, NEVADA, "new-jersey"])
def test_the_letter_is_from_the_house_to_the_authority(place: str) -> None:
    made = wrote("duki4", place)
    first = next(each for each in made.document.blocks if isinstance(each, Fields))
    assert first.values == (
        "Cedar Room, 12 Front Street, Reno",
        made.edition.jurisdiction.authority,
    )
    said = plain_text(made.document)
    if made.edition.submission:
        assert made.edition.submission.name in said
        assert "We ask for approval of Duki 4 Poker" in said
    else:
        assert "We give notice that we offer it under that approval" in said
    assert to_pdf(made.document, made.edition)


def test_a_reading_that_needs_an_answer_is_asked_about_until_it_is_on_record() -> None:
    reading, option = "duki4.ace", "high-only"
    asked = "We ask for your answer"
    for records in ((), (answer(reading, "high-and-low"),), (answer(reading, option),)):
        edition = Edition(
            "duki4",
            day=DAY,
            readings={reading: option},
            jurisdiction=WASHINGTON,
            house=House(settings={"on_record": records}),
        )
        said = plain_text(application(edition, (), {}))
        assert (asked in said) == (records != (answer(reading, option),))
    assert asked not in plain_text(wrote("duki4", WASHINGTON).document)


def answer(reading: str, option: str) -> OnRecord:
    claim = Answered(reading, option, "the Commission", DAY)
    return msgspec.structs.replace(on_record(), claim=claim)


def test_a_house_without_a_name_has_a_line_to_write_on() -> None:
    made = wrote("king-high", NEVADA, House())
    first = next(each for each in made.document.blocks if isinstance(each, Fields))
    assert first.values[0] == ""


@pytest.mark.parametrize(("game", "place"), [("duki4", WASHINGTON), ("pick2", NEVADA)])
def test_every_number_is_one_of_the_rules_the_place_or_the_house(game: str, place: str) -> None:
    made = wrote(game, place)
    known = of_rules(made.edition)
    known.texts(["SHA-256"])
    assert not [each for each in numbers(plain_text(made.document)) if each not in known]


# What is asked for ---------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [each.id for each in jurisdictions() if each.submissions])
def test_everything_asked_for_is_met_by_a_section_or_the_house_or_lacking(place: str) -> None:
    made = wrote("pick2", place)
    submission = made.edition.submission
    assert submission is not None
    (table,) = tables(made.document, "asked")
    assert [words(row[1]) for row in table.rows] == [each.says for each in submission.asks]
    provided = supplied(made.edition).union(*map(contents, made.documents.values()))
    lacks = {each.says for each in lacking(submission, provided)}
    said_lacking = {words(row[1]) for row in table.rows if "lacking" in words(row[3])}
    assert said_lacking == lacks
    said = plain_text(made.document)
    for each in submission.unknown:
        assert each[1:] in said


def test_what_the_house_supplies_is_quoted() -> None:
    (table,) = tables(wrote("pick2", NEVADA).document, "asked")
    (row,) = (each for each in table.rows if "laboratory" in words(each[1]))
    assert "Report 2026-17 of 4 May 2026" in words(row[3])


def test_a_section_is_called_by_the_number_that_it_is_printed_with() -> None:
    made = wrote("pick2", "new-jersey")
    rules = made.documents["rules-of-play"]
    numbered = {
        block["id"]: (block["number"], block["text"])
        for block in laid_out(rules)["blocks"]
        if block["type"] == "heading" and block["level"] == 1
    }
    assert numbered
    for id in rules.sections:
        assert section_of(rules, id) == numbered[id]
    assert section_of(made.documents["sign"], "payouts")[0] == "", "a sign numbers nothing"


# Conditions ----------------------------------------------------------------------------------------


def on_record(until: date | None = None) -> OnRecord:
    return OnRecord(
        number=1,
        jurisdiction=WASHINGTON,
        claim=Met("internal-controls"),
        evidence=Evidence(reference="Letter of 3 May 2026"),
        attested_by="Ada Bell",
        attested_at=datetime(2026, 5, 4, tzinfo=UTC),
        confirmed_by="Jo Reyes",
        confirmed_at=datetime(2026, 5, 5, tzinfo=UTC),
        until=until,
    )


def attested(*records: OnRecord) -> dict[str, tuple[Any, ...]]:
    """What attests each condition of Washington, by its title."""
    made = wrote("duki4", WASHINGTON, House(settings={"on_record": records}))
    found: dict[str, tuple[Any, ...]] = {}
    title = ""
    for block in made.document.blocks:
        if isinstance(block, Paragraph) and block.is_numbered:
            title = words(block.text).partition(".")[0]
            found[title] = ()
        elif title and isinstance(block, Fields):
            found[title] = block.values
    return found


def test_every_condition_is_listed_with_what_attests_it() -> None:
    place = Edition("duki4", day=DAY, jurisdiction=WASHINGTON).jurisdiction
    found = attested(on_record())
    assert [each.lower() for each in found] == [
        each.title.lower() for each in place.conditions_on(DAY)
    ]
    for condition, values in zip(place.conditions_on(DAY), found.values(), strict=True):
        assert bool(values) == (condition.kept_by == "people")
    (values,) = filter(None, found.values())
    assert values == (
        (Aside("Letter of 3 May 2026"),),
        ("Ada Bell", ", ", Aside("2026-05-04")),
        ("Jo Reyes", ", ", Aside("2026-05-05")),
        (Aside("until withdrawn"),),
    )


@pytest.mark.parametrize("records", [(), (on_record(date(2026, 11, 16)),)])
def test_what_is_not_on_record_or_has_expired_has_lines_to_sign(
    records: tuple[OnRecord, ...],
) -> None:
    (values,) = filter(None, attested(*records).values())
    assert set(values) == {""}


def test_conditions_of_a_letter_are_listed_with_the_jurisdictions() -> None:
    pay = {"bonus.straight": "4-1"}
    ruleset = Edition("duki4", day=DAY, pay=pay).fingerprint
    camera = ApprovalCondition(title="a camera", says="The table stands in view of a camera.")
    letter = msgspec.structs.replace(
        on_record(),
        number=2,
        evidence=Evidence(reference="GC 2026-9", sha256="0" * 64),
        claim=Letter(game="duki4", ruleset=ruleset, dated=DAY, pay=pay, conditions=(camera,)),
    )
    met = msgspec.structs.replace(on_record(), number=3, claim=Met("a camera", "GC 2026-9"))

    def fields(*records: OnRecord) -> list[Fields]:
        edition = Edition(
            "duki4", day=DAY, pay=pay, jurisdiction=WASHINGTON, on_record=(letter, *records)
        )
        document = application(edition, (), {})
        assert "A camera. The table stands in view of a camera." in " ".join(
            plain_text(document).split()
        )
        return [each for each in document.blocks if isinstance(each, Fields)]

    assert set(fields()[-1].values) == {""}
    assert "Ada Bell" in fields(met)[-1].values[1]


def test_a_record_holds_through_its_last_day() -> None:
    (values,) = filter(None, attested(on_record(DAY)).values())
    assert values[-1] == (Aside("through 2026-11-17"),)


def test_the_same_papers_give_the_same_application() -> None:
    made = wrote("duki4", WASHINGTON)
    paper = Paper("sign", "Limits and payouts", "duki4-sign.pdf", b"content")
    one, other = (
        next(pack.printed_application(made.edition, [paper], made.documents)) for _ in range(2)
    )
    assert one.content == other.content
    changed = paper._replace(content=b"Content")
    third = next(pack.printed_application(made.edition, [changed], made.documents))
    assert third.content != one.content
