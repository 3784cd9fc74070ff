"""The page by day and by night: colours are named in one place, and no component holds its own."""

import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "web" / "src"
THEME = SOURCES / "theme.css"
OWN_COLOURS = (
    "felt/",
    "player/OwnPlace.svelte",
    "player/Rail.svelte",
    "school/answer/FromRack.svelte",
    "school/certificate/Sheet.svelte",
)
"""The felt with its cards, chips and rail, and a printed certificate: the same by day and by night."""
LITERAL = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark)\(|:[^;]*[\s:,(](?:white|black)\b(?!-)",
    re.I,
)
NAMED = re.compile(r"var\((--[\w-]+)")


def styles(file: Path) -> str:
    """What a file says about looks, comments left out."""
    text = file.read_text("utf-8")
    if file.suffix == ".svelte":
        text = "".join(re.findall(r"<style[^>]*>(.*?)</style>", text, re.S))
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


FILES = [
    each
    for each in sorted((*SOURCES.rglob("*.svelte"), *SOURCES.rglob("*.css")))
    if each != THEME and not each.relative_to(SOURCES).as_posix().startswith(OWN_COLOURS)
]


def test_no_component_holds_a_colour_of_its_own() -> None:
    assert len(FILES) > 100
    held = [
        f"{each.relative_to(SOURCES)}: {line.strip()}"
        for each in FILES
        for line in styles(each).splitlines()
        if LITERAL.search(line)
    ]
    assert not held, "name the colour in web/src/theme.css"


@pytest.mark.parametrize(
    "line",
    ["color: #fff;", "background: rgb(0 0 0 / 0.3);", "border: 1px solid white;", "--a: black;"],
)
def test_a_colour_is_seen_as_one(line: str) -> None:
    assert LITERAL.search(line)


@pytest.mark.parametrize("line", ["white-space: nowrap;", "color: var(--ink);", "grid-area: a;"])
def test_what_is_no_colour_is_let_be(line: str) -> None:
    assert not LITERAL.search(line)


def test_every_colour_that_is_named_has_one() -> None:
    """A misspelt name would leave the browser's own colour, unseen by day."""
    everything = "".join(
        each.read_text("utf-8") for kind in ("*.svelte", "*.css") for each in SOURCES.rglob(kind)
    )
    defined = set(re.findall(r"(--[\w-]+)\s*:", everything))
    defined |= set(re.findall(r"style:(--[\w-]+)", everything))
    assert {name for each in FILES for name in NAMED.findall(styles(each))} <= defined
