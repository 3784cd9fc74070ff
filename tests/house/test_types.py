"""The page's types are those of the structs that the house writes and reads."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tablewright.house.screens.messages import FromHouse
from tablewright.house.server import schema, typescript


def test_the_types_of_the_page_are_written_from_the_structs() -> None:
    assert typescript.main(["--check"]) is None


def test_types_that_differ_are_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "types.ts"
    monkeypatch.setattr(typescript, "FILE", other)
    other.write_text("export type Cents = string;\n", "utf-8")
    wrong = typescript.main(["--check"])
    assert wrong == f"{other}: expected what `python -m tablewright.house.server.typescript` writes"


@pytest.mark.parametrize("kind", get_args(FromHouse), ids=lambda kind: kind.__name__)
def test_every_message_is_described_with_all_its_fields(kind: type[msgspec.Struct]) -> None:
    described = schema.components()[kind.__name__]
    fields = [field.encode_name for field in msgspec.structs.fields(kind)]
    assert list(described["properties"]) == ["type", *fields]
    needed = [
        field.encode_name
        for field in msgspec.structs.fields(kind)
        if field.default is not msgspec.UNSET
    ]
    assert described["required"] == ["type", *needed]


def test_a_field_that_may_be_left_out_is_optional_and_no_other() -> None:
    place = schema.components()["PlaceSeen"]
    assert {"player", "wagers", "chips"} == set(place["required"])
    (declared,) = re.findall(r"export interface PlaceSeen \{(.*?)\n\}", typescript.types(), re.S)
    assert "  player: string;" in declared
    assert "  decision?: string;" in declared
    assert "  hand?: HandSeen;" in declared
    assert "  for_dealer?: Record<string, Record<string, number>>;" in declared


def test_what_is_taken_may_leave_out_what_has_a_default() -> None:
    assert schema.components()["NewTable"]["required"] == ["table", "game"]
    (declared,) = re.findall(r"export interface NewTable \{(.*?)\n\}", typescript.types(), re.S)
    assert "  game: string;" in declared
    assert '  automatic?: "all" | "none" | "supervisors" | string[];' in declared
