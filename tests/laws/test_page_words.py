"""The page in every language: the same keys, the same slots, nothing left out."""

import json
import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
ENGLISH = sorted((WEB / "words" / "en").glob("*.json"))
OTHERS = [folder for folder in sorted((WEB / "words").iterdir()) if folder.name != "en"]
SLOT = re.compile(r"\{(\w+)\s*[,}]")
"""What is filled in; not the branches of a plural, which are words."""


def read(file: Path) -> dict[str, str]:
    """A catalogue; a key that stands twice in it is a mistake."""

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        assert len({key for key, _ in pairs}) == len(pairs), f"{file}: a key stands twice"
        return dict(pairs)

    found = json.loads(file.read_text("utf-8"), object_pairs_hook=once)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("folder", OTHERS, ids=lambda each: each.name)
def test_every_language_has_every_area(folder: Path) -> None:
    assert ENGLISH
    assert [each.name for each in sorted(folder.glob("*.json"))] == [each.name for each in ENGLISH]


@pytest.mark.parametrize("folder", OTHERS, ids=lambda each: each.name)
@pytest.mark.parametrize("english", ENGLISH, ids=lambda each: each.stem)
def test_no_key_is_missing_and_no_slot_is_lost(folder: Path, english: Path) -> None:
    said, other = read(english), read(folder / english.name)
    assert set(other) == set(said)
    for key, text in said.items():
        assert other[key].strip(), key
        assert set(SLOT.findall(other[key])) == set(SLOT.findall(text)), key
