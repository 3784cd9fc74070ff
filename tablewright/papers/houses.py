"""The house that a paper is printed for: its name, logo, limits and settings, from one TOML file.

    name = "Cedar Room"
    logo = "cedar.svg"                 # beside this file
    letters = "letters.toml"           # beside it too: letters of regulators, as the pit exports them
    address = "12 Front Street, Spokane"
    paper = "us-letter"                # or a4
    table = "D1"
    submission = "new-game"            # where a jurisdiction knows several

    [limits]                           # minimum and maximum in dollars, by kind of wager
    ante = [5, 100]

    [settings]
    takes_tips = true
    card_change_minutes = 240
    approval_from = 500                # dollars
    denominations = [0.50, 1, 5, 25, 100, 500]

    [maximum_payouts]                  # dollars, of wagers that allow a maximum
    pokerpot = 5000

    [supplied]                         # what only people can supply, where a jurisdiction asks for it
    laboratory-report = "Report 2026-17 of 4 May 2026"

Amounts are dollars with at most two decimals. Whatever is not named is as the house usually has it.
"""

import io
import tomllib
import unicodedata
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, get_args
from xml.etree import ElementTree

import msgspec

from tablewright.papers.printing import letters, why_not_drawn
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.letter_files import read_letters
from tablewright.rules.money import LARGEST_STAKE_CENTS
from tablewright.rules.on_record import Records
from tablewright.table.setup import Setup, usual_float

Paper = Literal["us-letter", "a4"]
LONGEST = 200
"""Characters in a name or an address."""
LARGEST_LOGO = 1_000_000
"""Bytes."""
DEEPEST_LOGO = 100
"""Groups within groups."""
SVG = "{http://www.w3.org/2000/svg}svg"


class House(msgspec.Struct, frozen=True, kw_only=True):
    """A house as its papers name it, and the settings of its table."""

    name: str = ""
    address: str = ""
    logo: str = ""
    """SVG."""
    paper: Paper = "us-letter"
    submission: str = ""
    """The kind of submission to a regulator; the first that is known there, if none is named."""
    supplied: Mapping[str, str] = {}
    """What only people can supply, by what a jurisdiction calls it."""
    settings: Mapping[str, Any] = {}
    """Fields of a table's set-up."""
    letters: Records = ()
    """The letters of regulators that it has on record, wherever they came from."""

    def set_up(
        self,
        game: str,
        readings: Mapping[str, str],
        pay: Mapping[str, str],
        jurisdiction: str,
        day: date,
    ) -> Setup:
        """The table of this house at which the game is dealt, not yet checked."""
        there = tuple(each for each in self.letters if each.jurisdiction == jurisdiction)
        return Setup(
            **{"table": "1", "on_record": there, **self.settings},
            game=game,
            day=day,
            readings=dict(readings),
            pay=dict(pay),
            jurisdiction=jurisdiction,
        )


# The file ------------------------------------------------------------------------------------------

FLAGS = (
    "deals_from_right",
    "settles_from_right",
    "dealer_wagers",
    "takes_tips",
    "returns_small_wagers",
    "personal_limits",
)
WORDS = ("name", "address", "table", "submission", "logo", "paper", "letters")
TABLES = ("limits", "settings", "maximum_payouts", "supplied")
SETTINGS = (*FLAGS, "approval_from", "card_change_minutes", "denominations", "device")


def read_house(file: Path) -> House:
    """The house that a file describes; refused in one line where something in it is wrong."""
    try:
        content = tomllib.loads(file.read_text("utf-8"), parse_float=Decimal)
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise Refused(f"{quoted(file.name)} cannot be read: {why}") from None
    except UnicodeDecodeError:
        raise Refused(f"{quoted(file.name)} is not text in UTF-8: expected TOML") from None
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{quoted(file.name)} is not TOML: {error}") from None
    try:
        return house_of(content, file.parent)
    except Refused as refused:
        raise Refused(f"{quoted(file.name)}: {refused}") from None


def house_of(content: Mapping[str, Any], folder: Path) -> House:
    """The house that a file's content describes; a logo lies in the folder."""
    _refuse_unknown("the file", content, (*WORDS, *TABLES))
    words = {name: _words(name, content[name]) for name in WORDS if name in content}
    tables = {name: _table(name, content.get(name, {})) for name in TABLES}
    paper = words.get("paper", "us-letter")
    if paper not in get_args(Paper):
        raise Refused(f"paper is {quoted(paper)}: expected {listed(get_args(Paper))}")
    settings = _settings(tables["settings"])
    if "table" in words:
        settings["table"] = words["table"]
    if tables["limits"]:
        settings["limits"] = {kind: _limits(kind, each) for kind, each in tables["limits"].items()}
    if tables["maximum_payouts"]:
        settings["maximum_payouts"] = {
            kind: cents(f"maximum_payouts.{kind}", each)
            for kind, each in tables["maximum_payouts"].items()
        }
    return House(
        name=words.get("name", ""),
        address=words.get("address", ""),
        logo=read_logo(folder / words["logo"]) if words.get("logo") else "",
        paper=paper,  # type: ignore[arg-type]  # It is one of them.
        submission=words.get("submission", ""),
        supplied={
            name: _words(f"supplied.{name}", each) for name, each in tables["supplied"].items()
        },
        settings=settings,
        letters=_letters_of(folder / words["letters"]) if words.get("letters") else (),
    )


def _letters_of(file: Path) -> Records:
    """The letters of regulators that a file beside the house's own holds."""
    try:
        return read_letters(file.read_text("utf-8"), file.name)
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise Refused(f"the letters {quoted(file.name)} cannot be read: {why}") from None
    except UnicodeDecodeError:
        raise Refused(f"the letters {quoted(file.name)} are not text: expected TOML") from None


def _said(value: object) -> str:
    """A value as the file has it."""
    return str(value).lower() if isinstance(value, Decimal | bool) else quoted(value)


def _refuse_unknown(where: str, found: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in found:
        if name not in known:
            raise Refused(f"{where} names {quoted(name)}: expected {listed(known)}")


def _words(name: str, value: object) -> str:
    """A line of text: printable characters, no control codes."""
    if not isinstance(value, str) or len(value) > LONGEST:
        raise Refused(f"{name} is {_said(value)}: expected up to {LONGEST} characters of text")
    if any(unicodedata.category(each) in ("Cc", "Cs", "Co", "Cn") for each in value):
        raise Refused(f"{name} is {_said(value)}: expected characters that can be printed")
    if not value.isascii() and (unknown := sorted({*value} - letters())):
        raise Refused(
            f"{name} is {_said(value)}: no font here has {quoted(unknown[0])}; expected letters"
            " that can be printed"
        )
    return value.strip()


def _table(name: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Refused(f"{name} is {_said(value)}: expected a table, [{name}]")
    return value


def _settings(found: Mapping[str, Any]) -> dict[str, Any]:
    _refuse_unknown("settings", found, SETTINGS)
    settings: dict[str, Any] = {}
    for name, value in found.items():
        where = f"settings.{name}"
        if name in FLAGS:
            if not isinstance(value, bool):
                raise Refused(f"{where} is {_said(value)}: expected true or false")
            settings[name] = value
        elif name == "approval_from":
            settings[name] = cents(where, value)
        elif name == "device":
            settings[name] = _words(where, value)
        elif name == "card_change_minutes":
            if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= 10_000:
                raise Refused(f"{where} is {_said(value)}: expected 1 to 10 000 minutes")
            settings[name] = value
        else:
            if not isinstance(value, list) or not value:
                raise Refused(f"{where} is {_said(value)}: expected amounts, as in [1, 5, 25]")
            settings[name] = tuple(cents(where, each) for each in value)
            settings["float_chips"] = usual_float(settings[name])
    return settings


def _limits(kind: str, value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise Refused(f"limits.{kind} is {_said(value)}: expected two amounts, as in [5, 100]")
    low, high = value
    return cents(f"limits.{kind}", low), cents(f"limits.{kind}", high)


def cents(name: str, value: object) -> int:
    """Dollars as whole cents."""
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        amount = Decimal(value) * 100
        is_whole = amount.is_finite() and amount == amount.to_integral_value()
        if is_whole and 0 < amount <= LARGEST_STAKE_CENTS:
            return int(amount)
    raise Refused(f"{name} is {_said(value)}: expected dollars, as in 5 or 2.50")


def read_logo(file: Path) -> str:
    """A logo in SVG that needs nothing from elsewhere."""
    try:
        if file.stat().st_size > LARGEST_LOGO:
            raise Refused(f"the logo {quoted(file.name)} is too large: expected up to 1 MB")
        content = file.read_text("utf-8")
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise Refused(f"the logo {quoted(file.name)} cannot be read: {why}") from None
    except UnicodeDecodeError:
        raise Refused(f"the logo {quoted(file.name)} is not text: expected SVG") from None
    refuse_logo(content, file.name)
    return content


def refuse_logo(content: str, file: str) -> None:
    """Refuse what is not a plain SVG: no entities, and nothing that is fetched."""
    if "<!DOCTYPE" in content or "<!ENTITY" in content:
        raise Refused(f"the logo {quoted(file)} declares a document type: expected plain SVG")
    try:
        if _depth(content) > DEEPEST_LOGO:
            raise Refused(
                f"the logo {quoted(file)} nests too deep: expected up to {DEEPEST_LOGO} levels"
            )
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise Refused(f"the logo {quoted(file)} is not SVG: {error}") from None
    if root.tag != SVG:
        raise Refused(f"the logo {quoted(file)} is {quoted(root.tag)}: expected an SVG drawing")
    for each in root.iter():
        for name, value in each.attrib.items():
            if name.rpartition("}")[2] == "href" and not value.startswith(("#", "data:image/png")):
                raise Refused(f"the logo {quoted(file)} fetches {_said(value)}: expected it whole")
    if why := why_not_drawn(content):
        raise Refused(f"the logo {quoted(file)} cannot be drawn: {why}")


def _depth(content: str) -> int:
    """How many elements lie within each other."""
    depth = deepest = 0
    for event, _ in ElementTree.iterparse(io.BytesIO(content.encode()), ("start", "end")):
        depth += 1 if event == "start" else -1
        deepest = max(deepest, depth)
    return deepest
