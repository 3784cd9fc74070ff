"""The layout: the felt drawn to scale, with every dimension, every spot and every pay table on it.

It says what the manual says of it, what is inferred, and what was checked before it was printed.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablewright.papers.documents import (
    Align,
    Aside,
    Block,
    Document,
    Drawing,
    Heading,
    Listing,
    Notice,
    PageBreak,
    Paragraph,
    Rule,
    Run,
    Sheet,
    Strong,
    Table,
    Text,
)
from tablewright.papers.felt_parts import Felt
from tablewright.papers.felts import felt_of, felt_said, felt_svg, read_payouts
from tablewright.papers.scale_drawings import (
    ScaleDrawing,
    area_rows,
    one_place,
    place_box,
    whole_felt,
)
from tablewright.rules.english import capital
from tablewright.rules.layout import (
    Layout,
    Lettering,
    frames,
    place_spots,
    printed,
    spacing_deg,
    spot_name,
)
from tablewright.rules.layout_checks import Check, check_layout, refuse_layout
from tablewright.rules.said import table_rows
from tablewright.rules.shapes import Patch

if TYPE_CHECKING:
    from tablewright.papers.editions import Edition

SHEET = Sheet(is_landscape=True, margin_mm=15, text_pt=9)
PAPERS = {"us-letter": (279.4, 215.9), "a4": (297.0, 210.0)}
"""Width and height of a sheet that lies across."""
TAKEN_MM = 26
"""What a heading and a caption take of the height of a page."""


def layout(edition: "Edition") -> Document:
    """The layout of a game, refused if it cannot be printed."""
    felt = felt_of(edition)
    refuse_layout(felt.layout, edition.ruleset)
    return Document(
        name="layout",
        title="Layout",
        subtitle="The felt to scale, with dimensions, spots and pay tables",
        sheet=SHEET,
        front=tuple(_missing(edition, felt.layout)),
        blocks=(
            *_evidence(edition, felt.layout),
            *_drawn(edition, felt),
            *_dimensions(edition, felt),
            *_checked(edition, felt),
            *_enlarged(edition, felt),
            *_pay_tables(edition, felt),
            *_spots(edition, felt),
        ),
    )


def layout_svg(edition: "Edition") -> str:
    """The felt by itself, one to one, for the felt maker."""
    felt = felt_of(edition)
    refuse_layout(felt.layout, edition.ruleset)
    return felt_svg(felt)


# What is known of it -------------------------------------------------------------------------------


def _missing(edition: "Edition", layout: Layout) -> Iterator[Block]:
    if layout.missing_drawing:
        yield Notice(
            title="This drawing is inferred",
            text=(
                "The manual refers to a drawing of its layout that its appendix does not contain ("
                f"{edition.cited(layout.missing_drawing)}). What is drawn here follows the manual's"
                " text; the rest is inferred. Lay the vendor's own drawing beside it before a felt"
                " is made."
            ),
            is_loud=True,
        )


def _evidence(edition: "Edition", layout: Layout) -> Iterator[Block]:
    """What the manual says, what the table must have room for, and what was inferred."""
    yield Heading(text="What the layout rests on")
    if layout.stated:
        yield Table(
            head=("The manual says", "Source"),
            rows=tuple((each.says, edition.texts.said(each.source)) for each in layout.stated),
            widths=(1, 1),
        )
    rules = [edition.rules[id] for id in _rules(edition)]
    yield Table(
        head=("Rule", "What it says", "Source"),
        rows=tuple(
            ((Rule(rule.id),), rule.sentence, edition.texts.said(rule.source)) for rule in rules
        ),
        widths=(0, 1, 1),
        is_small=True,
    )
    yield Heading(text="Inferred", level=2)
    yield Listing(items=layout.inferred)
    yield Paragraph(
        text=f"Every dimension is the house's: no manual states one ({edition.cited(layout.sizes)})."
    )


def _rules(edition: "Edition") -> Iterator[str]:
    """The rules on the layout: how many places there are, and what must lie on the table."""
    game = edition.game.id
    yield f"{game}.places"
    for item in edition.procedure.equipment:
        id = f"{game}.equipment.{item.id}"
        if id in edition.rules:
            yield id


def _checked(edition: "Edition", felt: Felt) -> Iterator[Block]:
    """What was checked, with the result."""
    yield Heading(text="Checked before printing")
    found = (*check_layout(felt.layout, edition.ruleset), _as_printed(edition, felt))
    rows: list[tuple[Text, ...]] = []
    for check in found:
        faults = "; ".join(check.faults)
        rows.append((check.says, (Strong(f"No: {faults}"),) if faults else "Yes"))
    yield Table(head=("What must hold", "Holds"), rows=tuple(rows), widths=(3, 1))


def _as_printed(edition: "Edition", felt: Felt) -> Check:
    """The pay tables read back from the drawing, and compared with the ruleset."""
    read, faults = read_payouts(felt_svg(felt)), []
    for decided in edition.ruleset.wagers.values():
        for table in decided.tables:
            rows = tuple(table_rows(table))
            if read.get(table.name, ())[: len(rows)] != rows:
                faults.append(f"{table.name} is printed otherwise")
    return Check(
        "Every row of every pay table on the drawing, read back from it, is the ruleset's.",
        tuple(dict.fromkeys(faults)),
    )


# The drawings --------------------------------------------------------------------------------------


def _room(edition: "Edition") -> tuple[float, float]:
    """How wide and how high a drawing may be on a page of its own."""
    wide, high = PAPERS[edition.house.paper]
    return wide - 2 * SHEET.margin_mm, high - 2 * SHEET.margin_mm - TAKEN_MM


def _drawn(edition: "Edition", felt: Felt) -> Iterator[Block]:
    whole = whole_felt(felt, *_room(edition))
    game = edition.game
    yield PageBreak()
    yield Heading(text="The felt", id="drawing")
    yield Drawing(
        svg=whole.svg,
        width_mm=whole.width_mm,
        shows=felt_said(felt),
        caption=_scaled(f"The felt of {game.name}", whole),
    )
    yield Heading(text="Scale and orientation", id="scale")
    yield Listing(items=tuple(_orientation(edition, felt, whole)))


def _scaled(what: str, drawing: ScaleDrawing) -> tuple[Run, ...]:
    return (f"{what}, ", Aside(drawing.said))


def _orientation(edition: "Edition", felt: Felt, whole: ScaleDrawing) -> Iterator[Text]:
    place = edition.game.place
    yield (
        "The drawing of the felt is ",
        Aside(whole.said),
        " on this sheet: a millimetre on paper is ",
        Aside(f"{whole.scale:g} mm"),
        " on the felt. Measure the bar below it on a copy. The SVG file of the layout is ",
        Aside("1:1"),
        ".",
    )
    yield (
        "The felt is seen from above, the dealer at the top. The dealer's right is at the left of the"
        f" drawing, and so is the first {place}."
    )
    yield (
        f"What is printed at a {place} faces its player; pay tables and the game's name face the"
        " players opposite the dealer."
    )
    yield (
        "On the table, x and y are measured from the middle of the dealer's straight edge: x towards"
        " the dealer's left, y towards the players."
    )
    yield (
        f"Within a {place}, they are measured from a point on the arc of {edition.game.place_plural}:"
        " x towards the player's right, y towards the player. The middle of each shape is given."
    )
    if any(spot.suit for spot in felt.layout.spots):
        yield "A suit is told by its sign, its letter and its colour, never by colour alone."


# Dimensions ----------------------------------------------------------------------------------------


def _dimensions(edition: "Edition", felt: Felt) -> Iterator[Block]:
    layout = felt.layout
    yield Heading(text="Dimensions", id="dimensions")
    yield Table(
        title="The table",
        head=("What", "Dimension"),
        rows=tuple((what, (Aside(said),)) for what, said in _of_table(edition, felt)),
        align=("left", "right"),
        is_small=True,
    )
    common = [*area_rows(layout.areas), *_prints(edition, felt)]
    yield Table(
        title="Areas and print common to the table, in mm",
        head=("What", "x", "y", "Width", "Height"),
        rows=tuple((what, *_numbers(at.x, at.y, at.width, at.height)) for what, at in common),
        align=("left", "right", "right", "right", "right"),
        is_small=True,
    )


def _enlarged(edition: "Edition", felt: Felt) -> Iterator[Block]:
    game, place = edition.game, one_place(felt, *_room(edition))
    yield PageBreak()
    yield Heading(text=f"One {game.place}, enlarged", level=2)
    yield Drawing(
        svg=place.svg,
        width_mm=place.width_mm,
        shows=f"The spots of one {game.place}, each with its size, and where its middle lies from the"
        f" point at which the {game.place} begins.",
        caption=_scaled(f"One {game.place}, in its own coordinates, in mm", place),
    )


def _of_table(edition: "Edition", felt: Felt) -> Iterator[tuple[str, str]]:
    surface, seating = felt.layout.surface, felt.layout.seating
    place, places = edition.game.place, edition.ruleset.places
    box = place_box(felt)
    yield "Width of the felt, at the dealer's straight edge", f"{surface.width_mm} mm"
    yield "Depth of the felt, from the dealer's edge to the players'", f"{surface.depth_mm} mm"
    yield "Radius of the curved edge", f"{surface.radius_mm:g} mm"
    yield "Straight part of each side", f"{surface.middle.y:g} mm"
    yield f"Arc of {edition.game.place_plural}: radius", f"{seating.radius_mm} mm"
    yield f"First {place}, from the dealer's right", f"{seating.from_deg}\N{DEGREE SIGN}"
    yield f"Last {place}, from the dealer's right", f"{seating.to_deg}\N{DEGREE SIGN}"
    step = float(spacing_deg(seating, places))
    yield f"From one {place} to the next", f"{step:.2f}\N{DEGREE SIGN}"
    yield (
        f"{capital(place)}: width and depth",
        f"{box.wide:g} \N{MULTIPLICATION SIGN} {box.high:g} mm",
    )
    yield "The game's name: radius of its line, height", _lettered(felt.layout.title)
    for each in felt.layout.lettering:
        yield "Lettering: radius of its line, height", _lettered(each)


def _lettered(lettering: Lettering) -> str:
    return f"{lettering.radius_mm}, {lettering.size_mm} mm"


def _prints(edition: "Edition", felt: Felt) -> Iterator[tuple[str, Patch]]:
    for payouts in felt.layout.payouts:
        if printed(payouts, edition.ruleset).rows:
            yield printed(payouts, edition.ruleset).title, payouts.at
    if felt.layout.emblem:
        yield "Emblem", felt.layout.emblem


def _numbers(*lengths: float) -> tuple[Text, ...]:
    return tuple((Aside(f"{each:g}".replace("-", "\N{MINUS SIGN}")),) for each in lengths)


# Pay tables and spots ------------------------------------------------------------------------------


def _pay_tables(edition: "Edition", felt: Felt) -> Iterator[Block]:
    yield PageBreak()
    yield Heading(text="Pay tables as printed", id="pay-tables")
    sources = {
        table.name: edition.texts.said(table.source)
        for decided in edition.ruleset.wagers.values()
        for table in decided.tables
    }
    rows: list[tuple[Text, ...]] = []
    for payouts in felt.layout.payouts:
        title, paid = printed(payouts, edition.ruleset)
        source = sources.get(payouts.table, "")
        for n, (hand, odds) in enumerate(paid):
            rows.append(("", hand, odds, "") if n else ((Strong(title),), hand, odds, source))
    yield Table(
        head=("Printed under", "Hand or wager", "Pays", "Source"),
        rows=tuple(rows),
        align=("left", "left", "right", "left"),
        widths=(1, 1, 0.4, 1.6),
        is_small=True,
    )


def _spots(edition: "Edition", felt: Felt) -> Iterator[Block]:
    game = edition.game
    yield Heading(text="Spots", id="spots")
    yield Table(
        title=f"The spots of each {game.place}, in its own coordinates, in mm",
        head=("Spot", "Wagers", "Shape", "x", "y", "Width", "Height"),
        rows=tuple(
            (
                spot_name(spot, game),
                tuple(_ids(edition, spot.wagers)),
                capital(spot.at.shape),
                *_numbers(spot.at.x, spot.at.y, spot.at.width, spot.at.height),
            )
            for spot in felt.layout.spots
        ),
        align=("left", "left", "left", "right", "right", "right", "right"),
        is_small=True,
    )
    stands = frames(felt.layout, edition.ruleset.places)
    placed = place_spots(felt.layout, edition.ruleset.places)
    turned: list[Text] = [f"The whole {game.place}, turned"]
    turned += [(_aside(frame.turn_deg, "\N{DEGREE SIGN}"),) for frame in stands.values()]
    rows: list[tuple[Text, ...]] = []
    for spot in felt.layout.spots:
        at = [each for each in placed if each.spot is spot]
        rows.append((spot_name(spot, game), *((_point(each.x, each.y),) for each in at)))
    yield Table(
        title=f"Every spot at every {game.place}: x and y of its middle on the table, in mm",
        head=("Spot", *((f"{capital(game.place)} ", Aside(str(place))) for place in stands)),
        rows=(*rows, tuple(turned)),
        align=("left", *_right(len(stands))),
        widths=(1.5, *(1 for _ in stands)),
        sums=1,
        is_small=True,
    )


def _right(columns: int) -> tuple[Align, ...]:
    right: Align = "right"
    return (right,) * columns


def _aside(value: float, unit: str = "") -> Aside:
    return Aside(f"{value:.1f}{unit}".replace("-", "\N{MINUS SIGN}"))


def _point(x: float, y: float) -> Aside:
    return Aside(f"{_aside(x).text}, {_aside(y).text}")


def _ids(edition: "Edition", wagers: tuple[str, ...]) -> Iterator[Run]:
    for n, id in enumerate(wagers):
        if n:
            yield ", "
        yield Rule(f"{edition.game.id}.{id}")
