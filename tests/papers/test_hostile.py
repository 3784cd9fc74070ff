"""Papers for houses and games that nobody planned for: a good page, and nothing lost.

Cards and signs are tried in `test_cards.py`; here is whatever has a cover.
"""

from functools import cache

import pytest

from tablewright.games import REGISTRY
from tablewright.papers.documents import Document, Heading, Paragraph, Sheet
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.papers.pack import completed, written
from tablewright.papers.printing import to_pdf
from tablewright.rules.jurisdictions import jurisdictions
from tests.games import thirty_wagers
from tests.papers.boxes import selected
from tests.papers.copies import DAY, NAMES
from tests.papers.examples import told
from tests.papers.known import of_rules
from tests.papers.laws import (
    STATING_FIGURES,
    WALKED,
    badly_set,
    copied_runs,
    foreign_numbers,
    lost_words,
    unprinted_rules,
)
from tests.papers.reading import Printed
from tests.papers.structure import wrong_headings, wrong_links, wrong_metadata, wrong_tags
from tests.registry import GAMES

NAMES_OF_HOUSES = {
    "one word": "W" * 200,
    "many words": ("Grand Imperial Casino and Resort of the Seven Cedars " * 4)[:200].strip(),
    "markup": r'#panic("x") $x$ *b* _i_ <l> @r \ [a] // <b>&amp; "quoted"',
    "digits": "Room 4711",
}
RIGHT_TO_LEFT = {"Arabic": "كازينو النخيل الذهبي", "Hebrew": "קזינו הדקל הזהב"}
SVG = 'xmlns="http://www.w3.org/2000/svg"'
LOGOS = {
    "round": f'<svg {SVG} width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>',
    "wide": f'<svg {SVG} width="4000" height="10"><rect width="4000" height="10"/></svg>',
    "tall": f'<svg {SVG} width="10" height="4000"><rect width="10" height="4000"/></svg>',
    "lettered": f'<svg {SVG} width="90" height="20"><text y="15">CEDAR ROOM</text></svg>',
    "faint": f'<svg {SVG} width="9" height="9"><rect width="9" height="9" opacity=".5"/></svg>',
}
PLAIN = Document(
    name="trial",
    title="Trial",
    subtitle="With a cover",
    sheet=Sheet(has_contents=True, is_numbered=True),
    blocks=(Heading(text="One"), Paragraph(text="It is so.", rule="duki4.ante", is_numbered=True)),
)
"""As little as has a cover, contents and a foot."""


@cache
def whole(of: Edition, name: str) -> Document:
    return PLAIN if name == PLAIN.name else completed(of, written(of, name))[0]


def refuse_bad_page(of: Edition, name: str) -> Printed:
    """A document printed for an edition; nothing of it is lost, upon other text or off the paper."""
    made = whole(of, name)
    paper = Printed(to_pdf(made, of))
    title, author = f"{of.game.name}: {made.title}", of.house.name or "Tablewright"
    assert not lost_words(paper, made, of)
    assert badly_set(paper, made) == []
    assert list(wrong_metadata(paper, title, author, DAY)) == []
    assert [*wrong_tags(paper), *wrong_headings(paper), *wrong_links(paper)] == []
    return paper


# Houses --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["trial", pytest.param("layout", marks=pytest.mark.proof)])
@pytest.mark.parametrize("house", NAMES_OF_HOUSES.values(), ids=NAMES_OF_HOUSES)
def test_any_name_of_a_house_is_printed_whole(house: str, name: str) -> None:
    of = Edition("duki4", day=DAY, house=House(name=house, address=house))
    paper = refuse_bad_page(of, name)
    assert foreign_numbers(paper, whole(of, name), of_rules(of)) == []


@pytest.mark.parametrize("house", RIGHT_TO_LEFT.values(), ids=RIGHT_TO_LEFT)
def test_a_name_from_right_to_left_is_joined_and_can_be_copied(house: str) -> None:
    of = Edition("duki4", day=DAY, house=House(name=house))
    paper = Printed(to_pdf(PLAIN, of))
    assert house in selected(paper.content)
    assert badly_set(paper, PLAIN) == []
    assert all(paper.fonts.values())
    assert list(wrong_metadata(paper, "Duki 4 Poker: Trial", house, DAY)) == []


@pytest.mark.parametrize("logo", LOGOS.values(), ids=LOGOS)
def test_any_logo_stands_on_the_page_with_words_for_it(logo: str) -> None:
    of = Edition("duki4", day=DAY, house=House(name="Cedar Room", logo=logo))
    paper = refuse_bad_page(of, "trial")
    (first,) = paper.tree.every("Figure")
    assert first.alt == "Logo of Cedar Room"
    wide, high = (float(each) for each in paper.pdf.pages[0].MediaBox[2:])
    left, low, right, up = first.box
    assert 0 <= left < right <= wide
    assert 0 <= low < up <= high
    assert right - left <= wide / 2


def test_a_logo_without_a_name_has_words_too() -> None:
    of = Edition("duki4", day=DAY, house=House(logo=LOGOS["round"]))
    assert next(refuse_bad_page(of, "layout").tree.every("Figure")).alt == "The house's logo"


# Games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "rules-of-play",
        *(pytest.param(name, marks=pytest.mark.proof) for name in NAMES if name != "rules-of-play"),
    ],
)
def test_a_game_of_thirty_wagers_is_printed_whole(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setitem(REGISTRY, thirty_wagers.ID, "tests.games.thirty_wagers")
    of = Edition(thirty_wagers.ID, day=DAY)
    paper = refuse_bad_page(of, name)
    if name in ("rules-of-play", "training-manual"):
        assert unprinted_rules(paper, of) == []


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("three_card_poker", "rules-of-play"),
        ("oddly_named", "training-manual"),
        pytest.param("three_card_poker", "training-manual", marks=pytest.mark.proof),
        pytest.param("oddly_named", "rules-of-play", marks=pytest.mark.proof),
    ],
)
def test_any_game_is_printed_by_its_own_names(
    monkeypatch: pytest.MonkeyPatch, module: str, name: str
) -> None:
    id = {"three_card_poker": "three-card-poker", "oddly_named": "puzzle"}[module]
    monkeypatch.setitem(REGISTRY, id, f"tests.games.{module}")
    of = Edition(id, day=DAY)
    paper = refuse_bad_page(of, name)
    assert unprinted_rules(paper, of) == []
    assert copied_runs(paper, whole(of, name)) == []


# Places, readings and odds -------------------------------------------------------------------------


def refuse_lawless(of: Edition, name: str) -> None:
    """A document of any edition keeps every law; figures are those of its own report."""
    paper = refuse_bad_page(of, name)
    known = STATING_FIGURES.get(name, of_rules)(of)
    if name == WALKED:
        known.texts(told(of))
        assert unprinted_rules(paper, of) == []
    assert foreign_numbers(paper, whole(of, name), known) == []
    assert copied_runs(paper, whole(of, name)) == []


@pytest.mark.parametrize("name", ["rules-of-play", "summary", "sign"])
def test_odds_readings_and_limits_that_were_changed_are_the_numbers_of_its_papers(
    name: str,
) -> None:
    house = House(
        name="Cedar Room", settings={"limits": {"ante": (700, 130_000), "bonus": (100, 900)}}
    )
    of = Edition(
        "duki4",
        day=DAY,
        house=house,
        readings={"duki4.bonus-odds": "for-one"},
        pay={"bonus.straight": "7", "ante.4-card-straight": "23-2"},
    )
    refuse_lawless(of, name)


@pytest.mark.proof
@pytest.mark.parametrize("place", [each.id for each in jurisdictions()])
@pytest.mark.parametrize("game", GAMES)
def test_every_law_holds_in_every_jurisdiction(game: str, place: str) -> None:
    of = Edition(game, day=DAY, jurisdiction=place, house=House(name="Cedar Room"))
    for name in NAMES:
        if (
            name != "mathematics" or place == "nevada"
        ):  # It is the same everywhere but for its head.
            refuse_lawless(of, name)


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_every_law_holds_under_every_option_of_every_reading(game: str) -> None:
    for reading in Edition(game, day=DAY).game.readings:
        for option in reading.options:
            of = Edition(game, day=DAY, readings={reading.id: option.id})
            for name in ("rules-of-play", "training-manual", "sign", "pocket-card"):
                refuse_lawless(of, name)
