"""The documents are true: what they name is there, and what is made from the code is as the code is."""

import re
from pathlib import Path

import pytest

from docs.reference import MADE_OF, PAGE, fields, page
from tablewright import __version__

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FROM = ("", "tablewright", "tablewright/house", "tablewright/table", "docs", "tests", "web/src")
"""The folders from which the documents name files."""
FILE = re.compile(
    r"[\w<>*./-]+\.(?:py|md|svg|toml|txt|ts)|(?:tablewright|tests|docs|web)/[\w<>*./-]*"
)
TO_BE_WRITTEN = {"tablewright/games/duel.py", "tablewright/games/duel_procedure.py"}
"""The files that the reader writes, of the game that a page begins with."""
each_page = pytest.mark.parametrize(
    "of", PAGES, ids=[str(each.relative_to(ROOT)) for each in PAGES]
)


def exists(name: str) -> bool:
    """Whether a file is there that is named so: from one of the folders, or its bare name anywhere.

    `<game>` stands for any.
    """
    pattern = re.sub(r"<\w+>", "*", name.rstrip("/"))
    if "/" in name or (ROOT / name).exists():
        return any(any((ROOT / folder).glob(pattern)) for folder in FROM)
    return any(any((ROOT / folder).rglob(pattern)) for folder in FROM[1:])


def prose(of: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", of.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


@each_page
def test_every_file_that_a_page_names_is_there(of: Path) -> None:
    named = re.findall(r"`([^`\n]+)`", prose(of))
    missing = {name for name in named if FILE.fullmatch(name) and not exists(name)}
    assert missing <= TO_BE_WRITTEN


@each_page
def test_every_link_of_a_page_leads_somewhere(of: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", prose(of)):
        target, _, part = link.partition("#")
        page = (of.parent / target).resolve() if target else of
        assert page.exists(), link
        if part:
            titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
            assert part in {re.sub(r"[^\w -]", "", t).lower().replace(" ", "-") for t in titles}


def test_a_file_that_is_not_there_would_be_missed() -> None:
    assert FILE.fullmatch("tablewright/rules/nothing.py")
    assert not exists("tablewright/rules/nothing.py")
    assert exists("games/<game>_procedure.py")


def test_every_page_is_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            links = re.findall(r"\]\(([^)#]+)[^)]*\)", prose(page))
            waiting += [(page.parent / link).resolve() for link in links]
    assert reached == set(PAGES)


def test_the_reference_is_what_the_classes_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "write it anew: python -m docs.reference"


@pytest.mark.parametrize("of", MADE_OF, ids=[each.__name__ for each in MADE_OF])
def test_every_field_of_a_game_and_its_procedure_is_described(of: type) -> None:
    described = {field.name: field.says for field in fields(of)}
    assert list(described) == list(of.__dataclass_fields__)  # type: ignore[attr-defined]
    assert [name for name, says in described.items() if not says] == []


def test_the_changelog_begins_with_this_version_or_the_one_to_come() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+)(.*)$", changes, re.MULTILINE)
    numbers = [tuple(map(int, version.split("."))) for version, _ in versions]
    assert numbers == sorted(numbers, reverse=True)
    released = [version for version, note in versions if "unreleased" not in note]
    assert __version__ in (versions[0][0], released[0])


def test_the_act_that_the_page_goes_through_is_the_one_in_the_code() -> None:
    shown = (ROOT / "docs" / "adding-an-act.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)\n```", shown, flags=re.DOTALL)
    assert code in (ROOT / "tablewright" / "table" / "acts" / "countersigning.py").read_text(
        "utf-8"
    )
