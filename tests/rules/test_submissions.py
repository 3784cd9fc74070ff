"""Submissions: what jurisdictions ask for, each cited; and files that are refused."""

import re
from datetime import date

import pytest

from tablewright.games import every_game
from tablewright.rules.errors import BadDefinition
from tablewright.rules.jurisdictions import Jurisdiction, jurisdictions, read_jurisdiction
from tablewright.rules.jurisdictions import jurisdiction as place_of
from tablewright.rules.submissions import (
    CONTENTS,
    MOST_WORDS,
    VERIFY,
    Asked,
    Submission,
    lacking,
)

KINDS = {
    "massachusetts": ["new-game"],
    "nevada": ["new-game", "variation"],
    "new-jersey": ["new-game"],
    "pennsylvania": ["rules-submission", "new-game"],
}
ALL = [(place, each) for place in jurisdictions() for each in place.submissions]
EACH = pytest.mark.parametrize(
    ("place", "submission"), ALL, ids=[f"{place.id} {each.id}" for place, each in ALL]
)
EVERYTHING = frozenset(f"{document}.{each}" for document in CONTENTS for each in CONTENTS[document])


def of(place: str, id: str) -> Submission:
    return next(each for each in place_of(place).submissions if each.id == id)


# What the files say --------------------------------------------------------------------------------


def test_four_jurisdictions_know_kinds_of_submission() -> None:
    assert {
        place.id: [each.id for each in place.submissions]
        for place in jurisdictions()
        if place.submissions
    } == KINDS


@pytest.mark.parametrize("id", KINDS)
def test_they_approve_nothing_and_leave_limits_unknown(id: str) -> None:
    place = place_of(id)
    assert not place.approves_everything
    assert place.limits_are == "unknown"
    for each in every_game():
        assert place.approvals_of(each.ruleset(), date(2026, 1, 1)) == ()


@EACH
def test_every_ask_cites_what_was_read_and_is_to_be_verified(
    place: Jurisdiction, submission: Submission
) -> None:
    assert submission.asks
    names = [each.name for each in submission.read]
    for each in submission.read:
        assert re.fullmatch(r"https?://\S+", each.address)
        assert each.as_of or each.note, "a copy without a day says so"
    for ask in submission.asks:
        assert ask.note.startswith(VERIFY)
        for part in ask.source.split("; "):
            assert any(part.startswith(name) for name in names)
        assert len(ask.words.split()) <= MOST_WORDS
    assert submission.note.startswith(VERIFY)


@EACH
def test_no_text_is_read_in_vain(place: Jurisdiction, submission: Submission) -> None:
    asked = "; ".join(each.source for each in submission.asks)
    cited = f"{submission.source}; {submission.order_source}; {asked}"
    assert [each.name for each in submission.read if each.name not in cited] == []


@EACH
def test_what_no_source_states_is_marked(place: Jurisdiction, submission: Submission) -> None:
    assert submission.unknown
    if not submission.order:
        assert any("order of the sections" in each for each in submission.unknown)


def test_massachusetts_and_new_jersey_ask_for_the_layout_to_scale() -> None:
    for place in ("massachusetts", "new-jersey"):
        asked = {each.id: each.needs for each in of(place, "new-game").asked_of("layout")}
        assert asked["layout-to-scale"] == ("layout.drawing", "layout.scale")
        assert asked["layout-photograph"] == ("house.layout-photograph",)


def test_ranks_come_before_the_opening_in_new_jersey_and_after_it_in_pennsylvania() -> None:
    jersey = of("new-jersey", "new-game").order
    assert jersey.index("ranks") < jersey.index("opening")
    penn = of("pennsylvania", "rules-submission").order
    assert penn.index("opening") < penn.index("ranks")
    assert penn[-1] == "payouts"
    assert of("nevada", "new-game").order == ()


def test_a_submission_is_known_from_its_day_on() -> None:
    penn = place_of("pennsylvania")
    assert [each.id for each in penn.submissions_on(date(2012, 5, 11))] == ["new-game"]
    assert len(penn.submissions_on(date(2012, 5, 12))) == 2


# What is lacking -----------------------------------------------------------------------------------


def ids(asks: tuple[Asked, ...]) -> list[str]:
    return [each.id for each in asks]


def test_everything_is_lacking_while_nothing_is_provided() -> None:
    submission = of("nevada", "new-game")
    assert lacking(submission, ()) == submission.asks


@EACH
def test_our_documents_leave_only_what_people_supply(
    place: Jurisdiction, submission: Submission
) -> None:
    for each in lacking(submission, EVERYTHING):
        assert any(need.startswith("house.") for need in each.needs)
    supplied = {need for each in submission.asks for need in each.needs} - EVERYTHING
    assert lacking(submission, EVERYTHING | supplied) == ()


def test_an_ask_is_met_only_by_all_that_it_needs() -> None:
    submission = of("massachusetts", "new-game")
    without = lacking(submission, EVERYTHING - {"layout.scale"})
    assert "layout-to-scale" in ids(without)
    assert "layout-sketch" not in ids(without)


def test_the_asks_of_one_document() -> None:
    assert ids(of("nevada", "new-game").asked_of("mathematics")) == ["figures", "laboratory-report"]


# What is refused -----------------------------------------------------------------------------------

GOOD = """
id = "x"
name = "X"
authority = "X"
approves_everything = false
limits_are = "unknown"

[[submission]]
id = "new-game"
name = "New game"
source = "Code 1.2"
note = "verify before relying on it"
order = ["definitions", "wagers"]
order_source = "Code 1.2(c)"

[[submission.read]]
name = "Code 1.2"
address = "https://example.org/1.2"
as_of = 2024-01-31

[[submission.asked]]
id = "layout"
title = "the layout"
says = "The layout is drawn."
of = "layout"
needs = ["layout.drawing", "house.photograph"]
source = "Code 1.2(a)"
note = "verify before relying on it: a test"
"""

WRONG = [
    ('"layout.drawing"', '"layout.colour"', "'layout' needs 'layout.colour': expected layout. and"),
    ('"layout.drawing"', '"felt.drawing"', "needs 'felt.drawing': expected a section of rules-of"),
    ('"layout.drawing"', '"layout"', "needs 'layout': expected layout. and drawing, dimensions"),
    ('"layout.drawing"', '"sign.limits"', "needs 'sign.limits': expected a section of layout, or"),
    ('"layout.drawing"', '"house.photograph"', "has the content 'house.photograph' twice"),
    ("house.photograph", "house.Photo", "needs 'house.Photo': expected house. and small letters"),
    ("house.photograph", "house.a_b", "needs 'house.a_b': expected house. and small letters"),
    ("house.photograph", "house.", "needs 'house.': expected house. and small letters"),
    ('["layout.drawing", "house.photograph"]', "[]", "'layout' needs nothing: expected at least"),
    ('of = "layout"', 'of = "felt"', "is asked of 'felt': expected rules-of-play, training-manual"),
    ('"Code 1.2(a)"', '"Code 1.3"', "'layout' cites 'Code 1.3': expected Code 1.2"),
    ('"Code 1.2(a)"', '"Code 1.23"', "'layout' cites 'Code 1.23': expected Code 1.2"),
    ('"Code 1.2(a)"', '""', "'layout' cites '': expected Code 1.2"),
    ('source = "Code 1.2"', 'source = "Hearsay"', "submission 'new-game' cites 'Hearsay'"),
    ("relying on it: a test", "reading", "'layout' has the note 'verify before reading'"),
    ("relying on it\"\norder", "use\"\norder", "'new-game' has the note 'verify before use'"),
    ('"wagers"]', '"bets"]', "'new-game' orders 'bets': expected definitions, equipment"),
    ('"wagers"]', '"definitions"]', "'new-game' has the section 'definitions' twice"),
    ('order_source = "Code 1.2(c)"', "", "expected an order and its order_source, or neither"),
    ('"Code 1.2(c)"', '"Code 2"', "the order of submission 'new-game' cites 'Code 2'"),
    ('title = "the layout"', "", "missing required field `title`"),
    ('title = "the layout"', 'colour = "red"', "unknown field `colour`"),
    ('source = "Code 1.2(a)"', "", "missing required field `source`"),
    ("2024-01-31", '"soon"', "date"),
    ('says = "', 'words = "a b c d e f g h"\nsays = "', "expected up to 7 words"),
]  # fmt: skip


def test_a_good_file_is_read() -> None:
    (submission,) = read_jurisdiction(GOOD.encode(), "x.toml").submissions
    assert submission.from_ is None
    assert ids(lacking(submission, ["layout.drawing"])) == ["layout"]
    assert lacking(submission, {"layout.drawing", "house.photograph"}) == ()


@pytest.mark.parametrize(("good", "wrong", "why"), WRONG, ids=[each[2] for each in WRONG])
def test_a_wrong_file_is_refused_in_one_line(good: str, wrong: str, why: str) -> None:
    assert good in GOOD
    with pytest.raises(BadDefinition) as refused:
        read_jurisdiction(GOOD.replace(good, wrong).encode(), "x.toml")
    assert str(refused.value).startswith("x.toml: ")
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("what", ["submission", "submission.asked"])
def test_an_id_stands_once(what: str) -> None:
    part = GOOD[GOOD.index(f"[[{what}]]") :]
    with pytest.raises(BadDefinition, match=r"x[.]toml: .* twice: expected it once"):
        read_jurisdiction((GOOD + part).encode(), "x.toml")
