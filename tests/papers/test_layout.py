"""The layout on paper: to scale, every spot where the data say, every pay table the ruleset's."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cache
from math import cos, radians, sin
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from tablewright.games import REGISTRY, game, procedure
from tablewright.papers.documents import (
    Aside,
    Document,
    Drawing,
    Notice,
    Quoted,
    Rule,
    Strong,
    Table,
    Text,
    every_block,
)
from tablewright.papers.editions import Edition
from tablewright.papers.felt_parts import NAMESPACE, Felt
from tablewright.papers.felts import felt_of, felt_svg, read_payouts
from tablewright.papers.houses import House
from tablewright.papers.layout import layout, layout_svg
from tablewright.papers.printing import to_pdf
from tablewright.papers.scale_drawings import BAR_MM, DIMENSION, one_place, whole_felt
from tablewright.papers.svg import size_for, svg, tag, width_of, wrapped
from tablewright.rules.errors import BadDefinition
from tablewright.rules.house_layout import house_layout
from tablewright.rules.layout import place_spots, printed
from tests.games.many_wagers import many_wagers
from tests.registry import GAMES

DAY = date(2026, 11, 17)
SECTIONS = {"drawing", "dimensions", "scale", "pay-tables", "spots"}
EACH = pytest.mark.parametrize("id", GAMES)
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="40px" height="20"><text>Cedar</text></svg>'


@cache
def edition(id: str, places: str = "") -> Edition:
    return Edition(id, day=DAY, readings={game(id).places.id: places} if places else {})


@cache
def made(id: str) -> Document:
    return layout(edition(id))


def tables(of: Document) -> list[Table]:
    return [each for each in every_block(of.blocks) if isinstance(each, Table)]


def plain(text: Text) -> str:
    if isinstance(text, str):
        return text
    return "".join(
        each if isinstance(each, str) else each.id if isinstance(each, Rule) else each.text
        for each in text
    )


# The felt, one to one ------------------------------------------------------------------------------


@EACH
def test_the_felt_is_drawn_one_to_one(id: str) -> None:
    root, surface = (
        ElementTree.fromstring(layout_svg(edition(id))),
        felt_of(edition(id)).layout.surface,
    )
    assert root.get("width") == f"{surface.width_mm}mm"
    assert root.get("height") == f"{surface.depth_mm}mm"
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    assert (left, top, wide, high) == (-surface.radius_mm, 0, surface.width_mm, surface.depth_mm)


def middle(of: Element) -> tuple[float, float]:
    """The middle of a circle, a rectangle or a diamond."""

    def at(name: str) -> float:
        return float(of.get(name, "0"))

    match of.tag.removeprefix(NAMESPACE):
        case "circle":
            return at("cx"), at("cy")
        case "rect":
            return at("x") + at("width") / 2, at("y") + at("height") / 2
        case _:
            points = [tuple(map(float, each.split(","))) for each in of.get("points", "").split()]
            across, down = [x for x, _ in points], [y for _, y in points]
            return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def spots_drawn(drawing: str) -> Iterator[tuple[int, tuple[str, ...], float, float]]:
    """Every spot of a drawing with where it lies on the table, as its transforms say."""
    for place in ElementTree.fromstring(drawing).iter(f"{NAMESPACE}g"):
        if place.get("class") != "place":
            continue
        x, y, turn = map(float, re.findall(r"-?[\d.]+", place.get("transform", "")))
        for spot in place:
            if spot.get("class") == "spot":
                across, down = middle(spot[0])
                a = radians(turn)
                yield (
                    int(place.get("data-place", "0")),
                    tuple(spot.get("data-wagers", "").split()),
                    x + across * cos(a) - down * sin(a),
                    y + across * sin(a) + down * cos(a),
                )


@pytest.mark.parametrize(
    ("id", "places"), [("duki4", "7"), ("duki4", "6"), ("king-high", "8"), ("pick2", "7")]
)
def test_every_spot_is_drawn_where_the_data_say(id: str, places: str) -> None:
    of = edition(id, places)
    drawn = list(spots_drawn(layout_svg(of)))
    placed = place_spots(felt_of(of).layout, int(places))
    assert [(each.place, each.spot.wagers) for each in placed] == [each[:2] for each in drawn]
    for each, (_, _, x, y) in zip(placed, drawn, strict=True):
        assert (each.x, each.y) == pytest.approx((x, y), abs=0.06)


def texts(drawing: str) -> list[str]:
    return [
        "".join(each.itertext())
        for each in ElementTree.fromstring(drawing).iter(f"{NAMESPACE}text")
    ]


@EACH
def test_every_number_on_the_felt_is_a_place_or_the_rulesets(id: str) -> None:
    of = edition(id)
    known = {str(place) for place in range(1, of.ruleset.places + 1)}
    known |= {
        row[1] for each in felt_of(of).layout.payouts for row in printed(each, of.ruleset).rows
    }
    named = {word for wager in of.game.wagers for word in wager.name.split()}
    named |= {word.upper() for word in of.game.name.split()} | {"2", "3-Card", "4-Card"}
    emblem = {card[0] for card in of.game.emblem.split()}
    found = {
        word.strip(":,")
        for text in texts(layout_svg(of))
        for word in text.split()
        if has_digit(word)
    }
    assert found <= known | named | emblem


def has_digit(word: str) -> bool:
    return any(each.isdigit() for each in word)


@pytest.mark.parametrize(
    ("id", "pay", "expected"),
    [
        ("duki4", {"bonus.straight": "6"}, ("3-Card Duki Bonus pay table", "Straight", "6-1")),
        ("king-high", {"pokerpot.flush": "12"}, ("Pokerpot payout scale", "Flush", "12-1")),
        ("king-high", {"high.king": "2"}, ("high low suit seven", "High, king", "2-1")),
        ("pick2", {"ante.five-higher": "3-2"}, ("ante play", "Ante, five higher", "3-2")),
        (
            "pick2",
            {"bonus-3-5.three.straight-flush": "999999"},
            ("3-5 Bonus, three-card pay table", "Straight flush", "999999-1"),
        ),
    ],
)
def test_changed_odds_are_printed(id: str, pay: dict[str, str], expected: tuple[str, ...]) -> None:
    block, hand, odds = expected
    assert dict(read_payouts(layout_svg(edition(id)))[block]).get(hand) != odds
    changed = Edition(id, day=DAY, pay=pay)
    assert dict(read_payouts(layout_svg(changed))[block])[hand] == odds
    rows = [
        [plain(cell) for cell in row] for table in tables(layout(changed)) for row in table.rows
    ]
    assert any(row[1:3] == [hand, odds] for row in rows)


def test_a_reading_changes_what_is_lettered() -> None:
    jacks = Edition("king-high", day=DAY, readings={"king-high.pokerpot-pair": "jacks"})
    assert any("pair of jacks" in each for each in texts(layout_svg(jacks)))
    assert not any("pair of jacks" in each for each in texts(layout_svg(edition("king-high"))))


def test_a_suit_is_told_by_its_letter_too() -> None:
    root = ElementTree.fromstring(layout_svg(edition("king-high")))
    spots = {
        each.get("data-wagers"): each
        for each in root.iter(f"{NAMESPACE}g")
        if each.get("class") == "spot"
    }
    for suit in ("heart", "diamond", "club", "spade"):
        assert [text for each in spots[suit] if (text := each.text)] == [suit[0].upper()]
        assert spots[suit].find(f"{NAMESPACE}path") is not None


def test_a_decision_that_costs_more_says_so_on_its_spot() -> None:
    drawn = texts(layout_svg(edition("pick2")))
    assert {"Three: 2 × Ante", "Five: Ante"} <= set(drawn)
    assert not any("×" in each for each in texts(layout_svg(edition("duki4"))))


@pytest.mark.parametrize(
    ("logo", "is_apart"),
    [(LOGO, False), (LOGO.replace("<text>", "<style>text {fill: red}</style><text>"), True)],
)
def test_the_houses_logo_is_printed(logo: str, is_apart: bool) -> None:
    felt = felt_of(Edition("duki4", day=DAY, house=House(name="Cedar Room", logo=logo)))
    drawn = felt_svg(felt)
    assert ("data:image/svg+xml;base64," in drawn) == is_apart
    assert ("Cedar" in texts(drawn)) != is_apart
    assert 'class="logo"' not in layout_svg(edition("duki4"))


# To scale ------------------------------------------------------------------------------------------


@EACH
def test_drawings_are_to_the_scale_that_they_state(id: str) -> None:
    felt = felt_of(edition(id))
    for drawing in (whole_felt(felt, 249, 160), one_place(felt, 249, 160)):
        root = ElementTree.fromstring(drawing.svg)
        _, _, wide, high = map(float, root.get("viewBox", "").split())
        assert wide / drawing.scale == pytest.approx(drawing.width_mm, abs=0.01)
        assert root.get("width") == f"{drawing.width_mm:.2f}".rstrip("0").rstrip(".") + "mm"
        assert drawing.width_mm <= 249
        assert high / drawing.scale <= 160
    assert whole_felt(felt, 249, 160).said == "1:10"


def test_the_bar_is_as_long_as_it_says() -> None:
    root = ElementTree.fromstring(whole_felt(felt_of(edition("duki4")), 249, 160).svg)
    bar = [each for each in root.findall(f"{NAMESPACE}rect") if each.get("width") == "100"]
    assert sum(float(each.get("width", "0")) for each in bar) == BAR_MM
    assert f"{BAR_MM} mm" in texts(whole_felt(felt_of(edition("duki4")), 249, 160).svg)


def test_the_enlarged_place_has_the_size_and_the_middle_of_every_spot() -> None:
    of = felt_of(edition("king-high"))
    said = texts(one_place(of, 249, 160).svg)
    for spot in of.layout.spots:
        at = spot.at
        size = f"Ø {at.width}" if at.shape == "circle" else f"{at.width} × {at.height}"
        assert size in said
        assert {str(at.x).replace("-", "−"), str(at.y).replace("-", "−")} <= set(said)


@EACH
def test_lengths_in_drawings_are_marked_as_dimensions(id: str) -> None:
    felt = felt_of(edition(id))
    names = {word for wager in felt.ruleset.game.wagers for word in wager.name.split()}
    root = ElementTree.fromstring(one_place(felt, 249, 160).svg)
    for each in root.iter(f"{NAMESPACE}text"):
        if each.get("class") != DIMENSION:
            assert not {word for word in (each.text or "").split() if has_digit(word)} - names


# The document --------------------------------------------------------------------------------------


@EACH
def test_the_document_has_its_sections_and_the_drawing_at_its_scale(id: str) -> None:
    assert set(made(id).sections) == SECTIONS
    assert made(id).sheet.is_landscape
    drawing, enlarged = (each for each in made(id).blocks if isinstance(each, Drawing))
    assert drawing.svg == whole_felt(felt_of(edition(id)), 249.4, 159.9).svg
    assert plain(drawing.caption).endswith("1:10")
    assert drawing.shows
    assert enlarged.shows


@EACH
def test_every_spot_at_every_place_stands_in_the_table(id: str) -> None:
    of = edition(id)
    table = next(each for each in tables(made(id)) if each.title.startswith("Every spot"))
    *rows, turned = table.rows
    placed = place_spots(felt_of(of).layout, of.ruleset.places)
    found = {plain(cell) for row in rows for cell in row[1:]}
    assert found == {f"{each.x:.1f}, {each.y:.1f}".replace("-", "−") for each in placed}
    assert len(table.head) == len(turned) == of.ruleset.places + 1


@EACH
def test_dimensions_are_marked_as_such(id: str) -> None:
    """A number of no rule stands in an aside; pay tables and names of wagers are the ruleset's."""
    names = {each.name for each in edition(id).game.wagers}
    for table in tables(made(id)):
        if "Pays" in table.head or "Source" in table.head:
            continue
        for cell in (cell for row in (table.head, *table.rows) for cell in row):
            runs = [cell] if isinstance(cell, str) else cell
            for run in runs:
                if isinstance(run, Aside | Rule | Quoted | Strong):
                    continue
                is_name = run in names or run.startswith(("3-5 Bonus", "Ante: 4-Card", "5 Card"))
                assert is_name or not has_digit(run), run


@EACH
def test_what_was_checked_is_printed_with_its_result(id: str) -> None:
    (table,) = (each for each in tables(made(id)) if each.head[-1] == "Holds")
    assert len(table.rows) == 7
    assert {plain(row[-1]) for row in table.rows} == {"Yes"}


def test_only_king_high_says_that_its_drawing_is_inferred() -> None:
    loud = {id: [e for e in made(id).front if isinstance(e, Notice)] for id in GAMES}
    assert [id for id, notices in loud.items() if notices] == ["king-high"]
    (notice,) = loud["king-high"]
    assert notice.is_loud
    assert "inferred" in notice.title


@EACH
def test_rules_on_the_layout_are_named(id: str) -> None:
    named = {
        run.id
        for table in tables(made(id))
        for row in table.rows
        for cell in row
        if not isinstance(cell, str)
        for run in cell
        if isinstance(run, Rule)
    }
    assert {f"{id}.equipment.layout", f"{id}.places"} <= named
    assert named <= edition(id).rules.keys()


def test_a_layout_that_cannot_be_printed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    of = Edition("duki4", day=DAY)
    drawn = procedure(of.game).layout
    assert drawn is not None
    faulty = replace(of.procedure, layout=replace(drawn, spots=drawn.spots[1:]))
    monkeypatch.setattr(of, "procedure", faulty)
    for build in (layout, layout_svg):
        with pytest.raises(BadDefinition, match="wager bonus has no spots"):
            build(of)


def test_the_same_edition_gives_the_same_bytes() -> None:
    first, second = Edition("duki4", day=DAY), Edition("duki4", day=DAY)
    assert layout_svg(first) == layout_svg(second)
    printed_once = to_pdf(layout(first), first)
    assert printed_once == to_pdf(layout(second), second)


def test_thirty_wagers_have_a_good_page() -> None:
    many = many_wagers(30)
    felt = Felt(many.ruleset(), house_layout(many), {})
    assert len(list(spots_drawn(felt_svg(felt)))) == 30 * 7
    assert len(read_payouts(felt_svg(felt))) == len(felt.layout.payouts)
    assert one_place(felt, 249, 160).width_mm <= 249


def test_any_game_has_a_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "puzzle", "tests.games.oddly_named")
    of = Edition("puzzle", day=DAY)
    assert set(layout(of).sections) == SECTIONS
    assert to_pdf(layout(of), of).startswith(b"%PDF")


# Words that fit ------------------------------------------------------------------------------------


def test_words_are_set_smaller_until_they_fit() -> None:
    assert size_for(["Ante"], 1000, 20) == 20
    small = size_for(["A very long name of a wager"], 50, 20)
    assert width_of("A very long name of a wager", small) == pytest.approx(50)
    assert size_for([], 50, 20) == 20


def test_words_are_broken_where_lines_are_shortest() -> None:
    assert wrapped("Ante", 3) == ["Ante"]
    assert wrapped("5 Card Bonus Only", 3) == ["5 Card", "Bonus", "Only"]


def test_no_name_can_break_the_drawing() -> None:
    drawn = svg(tag("g", title='"<&>'), box=(0, 0, 1, 1), title="<script>&")
    root = ElementTree.fromstring(drawn)
    assert root.findtext(f"{NAMESPACE}title") == "<script>&"
    assert root[1].get("title") == '"<&>'
