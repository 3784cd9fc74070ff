"""A house from its file: what is read, and what is refused in one clear line."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tablewright.papers.editions import Edition
from tablewright.papers.houses import (
    DEEPEST_LOGO,
    LARGEST_LOGO,
    LONGEST,
    House,
    cents,
    house_of,
    read_house,
)
from tablewright.rules.errors import Refused

SVG = 'xmlns="http://www.w3.org/2000/svg"'
LOGO = f'<svg {SVG} width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>'
WHOLE = """
name = "Cedar Room"
address = "12 Front Street, Spokane"
logo = "cedar.svg"
paper = "a4"
table = "D7"
submission = "variation"

[limits]
ante = [3, 250]
bonus = [1, 25.50]

[settings]
takes_tips = false
deals_from_right = true
card_change_minutes = 90
approval_from = 750.50
denominations = [0.50, 1, 5, 25, 100]

[supplied]
laboratory-report = "Report 2026-17 of 4 May 2026"
"""


def written(folder: Path, text: str | bytes, logo: str | bytes = LOGO) -> Path:
    """A house's file in a folder, with a logo beside it."""
    for name, content in (("house.toml", text), ("cedar.svg", logo)):
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder / "house.toml"


def refused(folder: Path, text: str | bytes, logo: str | bytes = LOGO) -> str:
    """Why a house's file is refused, in one line that names the file."""
    with pytest.raises(Refused) as why:
        read_house(written(folder, text, logo))
    said = str(why.value)
    assert "\n" not in said
    assert "house.toml" in said
    return said


# What is read --------------------------------------------------------------------------------------


def test_a_house_is_read_whole(tmp_path: Path) -> None:
    house = read_house(written(tmp_path, WHOLE))
    assert house == House(
        name="Cedar Room",
        address="12 Front Street, Spokane",
        logo=LOGO,
        paper="a4",
        submission="variation",
        supplied={"laboratory-report": "Report 2026-17 of 4 May 2026"},
        settings={
            "table": "D7",
            "limits": {"ante": (300, 25_000), "bonus": (100, 2_550)},
            "takes_tips": False,
            "deals_from_right": True,
            "card_change_minutes": 90,
            "approval_from": 75_050,
            "denominations": (50, 100, 500, 2_500, 10_000),
            "float_chips": house.settings["float_chips"],
        },
    )
    assert set(house.settings["float_chips"]) == {50, 100, 500, 2_500, 10_000}


def test_what_a_house_does_not_name_is_as_usual(tmp_path: Path) -> None:
    assert read_house(written(tmp_path, "")) == House()
    usual = Edition("duki4", day=date(2026, 11, 17)).book.setup
    named = Edition(
        "duki4", day=date(2026, 11, 17), house=House(settings={"table": "D7"})
    ).book.setup
    assert named.limits == usual.limits
    assert named.denominations == usual.denominations


def test_the_limits_and_settings_of_a_house_are_those_of_its_papers(tmp_path: Path) -> None:
    house = read_house(written(tmp_path, WHOLE))
    setup = Edition("duki4", day=date(2026, 11, 17), house=house).book.setup
    assert setup.limits == {"ante": (300, 25_000), "bonus": (100, 2_550)}
    assert setup.approval_from == 75_050
    assert setup.table == "D7"
    assert not setup.takes_tips


def test_a_logo_may_have_colours_that_run_over_and_shine_through(tmp_path: Path) -> None:
    drawn = f"""<svg {SVG} width="10" height="10"><linearGradient id="g"><stop offset="0"
        stop-color="red"/></linearGradient><rect width="9" height="9" fill="url(#g)"
        opacity="0.5"/></svg>"""
    assert read_house(written(tmp_path, 'logo = "cedar.svg"', drawn)).logo == drawn


# What is refused -----------------------------------------------------------------------------------


def test_a_file_that_is_not_there_or_not_text_or_not_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"'.*none.toml' cannot be read: No such file or directory"):
        read_house(tmp_path / "none.toml")
    with pytest.raises(Refused, match="cannot be read: Is a directory"):
        read_house(tmp_path)
    assert "not text in UTF-8" in refused(tmp_path, b"name = \xff\xfe")
    assert "is not TOML" in refused(tmp_path, "name = ")
    assert "is not TOML" in refused(tmp_path, 'name = "a"\nname = "b"')


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('colour = "red"', "the file names 'colour': expected name, address"),
        ("name = 7", "name is 7: expected up to 200 characters of text"),
        (f'name = "{"W" * (LONGEST + 1)}"', "expected up to 200 characters"),
        ('name = "a\\u0007b"', "expected characters that can be printed"),
        ('name = "a\\nb"', "expected characters that can be printed"),
        ('name = "皇家"', "no font here has '家'"),
        ('address = "Lucky 🎰"', "no font here has '🎰'"),
        ('paper = "a3"', "paper is 'a3': expected us-letter or a4"),
        ("limits = 5", "limits is 5: expected a table, [limits]"),
        ("[limits]\nante = 5", "limits.ante is 5: expected two amounts"),
        ("[limits]\nante = [5]", "expected two amounts"),
        ("[limits]\nante = [5, 1.005]", "limits.ante is 1.005: expected dollars"),
        ("[limits]\nante = [-5, 10]", "limits.ante is -5: expected dollars"),
        ("[limits]\nante = [true, 10]", "limits.ante is true: expected dollars"),
        ("[limits]\nante = [nan, 10]", "expected dollars"),
        ("[limits]\nante = [1, 1e30]", "expected dollars"),
        ("[settings]\nmusic = true", "settings names 'music': expected deals_from_right"),
        ("[settings]\ntakes_tips = 1", "settings.takes_tips is 1: expected true or false"),
        ("[settings]\ncard_change_minutes = 0", "expected 1 to 10 000 minutes"),
        ("[settings]\ncard_change_minutes = 90.5", "expected 1 to 10 000 minutes"),
        ("[settings]\ndenominations = []", "expected amounts, as in [1, 5, 25]"),
        ('[settings]\ndenominations = ["5"]', "expected dollars"),
        ("[settings]\napproval_from = 0", "expected dollars"),
        ("[maximum_payouts]\npokerpot = 0", "maximum_payouts.pokerpot is 0: expected dollars"),
        ("[supplied]\nletter = 5", "supplied.letter is 5: expected up to 200 characters"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_in_one_line(tmp_path: Path, text: str, why: str) -> None:
    assert why in refused(tmp_path, text)


@pytest.mark.parametrize(
    ("logo", "why"),
    [
        (b"\x89PNG\r\n\x1a\n\xff", "is not text: expected SVG"),
        ("not a drawing", "is not SVG"),
        ("<html/>", "is 'html': expected an SVG drawing"),
        ("<svg width='5' height='5'/>", "is 'svg': expected an SVG drawing"),
        (f"<!DOCTYPE svg><svg {SVG}/>", "declares a document type"),
        (f'<svg {SVG}><image href="http://example.com/a.png"/></svg>', "fetches 'http://"),
        (f'<svg {SVG}><use href="other.svg#a"/></svg>', "fetches 'other.svg#a'"),
        (f'<svg {SVG} width="0" height="0"/>', "cannot be drawn"),
        (f'<svg {SVG} width="-5" height="5"/>', "cannot be drawn"),
        (f"<svg {SVG}>{'<g>' * DEEPEST_LOGO}{'</g>' * DEEPEST_LOGO}</svg>", "nests too deep"),
        (f"<svg {SVG}>{'<g>' * 100_000}{'</g>' * 100_000}</svg>", "nests too deep"),
        (
            f"<svg {SVG}><desc>{'x' * LARGEST_LOGO}</desc></svg>",
            "is too large: expected up to 1 MB",
        ),
    ],
)
def test_a_logo_that_is_no_plain_svg_is_refused(
    tmp_path: Path, logo: str | bytes, why: str
) -> None:
    assert why in refused(tmp_path, 'logo = "cedar.svg"', logo)


def test_a_logo_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refused(tmp_path, 'logo = "other.svg"')
    assert "cannot be read: Is a directory" in refused(tmp_path, 'logo = "."')


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"limits": {"jackpot": [5, 10]}}, "jackpot"),
        ({"limits": {"ante": [10, 5]}}, "ante"),
        ({"maximum_payouts": {"ante": 500}}, "ante"),
        ({"settings": {"device": "roulette"}}, "roulette"),
        ({"settings": {"denominations": [3, 7]}}, "chip"),
    ],
)
def test_what_no_table_can_be_set_up_with_is_refused_when_papers_are_asked_for(
    settings: dict[str, Any], why: str
) -> None:
    house = house_of(settings, Path())
    with pytest.raises(Refused, match=why):
        Edition("duki4", day=date(2026, 11, 17), house=house)


def test_dollars_are_whole_cents() -> None:
    assert cents("x", 5) == 500
    assert cents("x", Decimal("2.5")) == 250
    for wrong in (0, -1, "5", None, 2.5, Decimal("0.001"), Decimal("inf"), True):
        with pytest.raises(Refused, match=r"expected dollars, as in 5 or 2\.50"):
            cents("x", wrong)
