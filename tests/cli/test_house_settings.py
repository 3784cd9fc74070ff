"""`--house NAME=VALUE`: every kind of setting, what is refused, and a rehearsal that keeps to them."""

from pathlib import Path

import msgspec
import pytest

from tablewright.cli.house_settings import chosen_settings
from tablewright.cli.journals.rehearse import rehearse
from tablewright.rules.errors import Refused
from tablewright.table.acts import SetUp
from tablewright.table.journal import decoded
from tablewright.table.verify import verify


def test_every_kind_of_setting_is_read() -> None:
    assert chosen_settings(
        [
            "takes-tips=no",
            "returns_small_wagers=yes",
            "approval-from=none",
            "card-change-minutes=90",
            "limits.high=500-20000",
            "limits.low-run=100-200",
            "maximum-payouts.pokerpot=500000",
            "pay.high.king=2-1",
            "denominations=100,500,2500",
            "float-chips.500=200",
        ]
    ) == {
        "takes_tips": False,
        "returns_small_wagers": True,
        "approval_from": None,
        "card_change_minutes": 90,
        "limits": {"high": (500, 20_000), "low-run": (100, 200)},
        "maximum_payouts": {"pokerpot": 500_000},
        "pay": {"high.king": "2-1"},
        "denominations": (100, 500, 2500),
        "float_chips": {500: 200},
    }


def test_the_usual_float_is_of_the_chips_that_are_chosen() -> None:
    assert chosen_settings(["denominations=100,500"])["float_chips"] == {100: 400, 500: 400}


@pytest.mark.parametrize(
    "text",
    [
        "takes-tips",
        "takes-tips=",
        "takes-tips=maybe",
        "limits=500-1000",
        "limits.=500-1000",
        "limits.high=500",
        "limits.high=a-b",
        "denominations=1,x",
        "float-chips.x=1",
        "card-change-minutes=0",
        "table=X",
        "staff.dealer=me",
        "=yes",
        "",
    ],
)
def test_what_is_no_setting_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(Refused, match=r"^--house.*: expected "):
        chosen_settings([text])


@pytest.mark.parametrize("twice", [("takes-tips=no", "takes_tips=yes"), ("pay.a=1", "pay.a=2")])
def test_one_setting_is_given_once(twice: tuple[str, str]) -> None:
    with pytest.raises(Refused, match="twice: expected it once"):
        chosen_settings(twice)


def test_a_rehearsal_keeps_to_the_houses_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "night.jsonl"
    house = ["takes-tips=no", "dealer-wagers=no", "denominations=100,500,2500,10000"]
    limits = ["limits.ante=1000-5000"]
    rehearse(
        "duki4", [], "40", "5", "7", "0", None, str(journal),
        force=False, house=[*house, *limits], as_json=True,
    )  # fmt: skip
    assert msgspec.json.decode(capsys.readouterr().out)["tips"] == 0
    lines = journal.read_bytes().splitlines(keepends=True)
    assert verify(lambda: lines).is_closed
    first = decoded(lines[0]).did
    assert isinstance(first, SetUp)
    assert first.setup.limits["ante"] == (1000, 5000)
    assert first.setup.denominations == (100, 500, 2500, 10_000)
    assert not any(b'"event":"tip"' in line for line in lines)
