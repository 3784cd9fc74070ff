"""Whatever a table can be set up with is within the pit's reach, and within the command line's."""

import re
from pathlib import Path

from tablewright.cli.house_settings import KEYED, PLAIN
from tablewright.house.server.addresses.tables import NewTable
from tablewright.table.setup import Setup

PAGE = Path(__file__).parents[2] / "web" / "src" / "pit"
NOT_ASKED = {
    "day": "the gaming day is the day on which the table is set up",
    "ruleset": "the fingerprint is worked out from the game, its readings and its payments",
    "on_record": "the register of approvals is the house's, and is brought to the table as it stands",
    "staff": "people are named by their posts; the pit boss is the person who sets up the table",
}
"""What the pit is not asked for, and why."""
OWN_OPTION = {
    "game": "an argument",
    "readings": "--reading",
    "device": "--device",
    "is_rehearsal": "--irregularities",
    "is_keyed": "cards that lie on a physical table need a person to enter them",
    "table": "terminal play and rehearsals have one table",
    "is_practice": "both are practice",
    "automatic": "the house does every step of both",
}
"""What the command line has elsewhere, or not at all, and why."""


def test_every_field_of_a_set_up_is_offered_to_the_pit() -> None:
    fields = set(Setup.__struct_fields__)
    assert fields - set(NewTable.__struct_fields__) == set(NOT_ASKED)


def test_the_form_sends_every_field_that_a_new_table_shares_with_a_set_up() -> None:
    sent = "".join((PAGE / name).read_text("utf-8") for name in ("opening.ts", "houseSettings.ts"))
    for name in set(Setup.__struct_fields__) & set(NewTable.__struct_fields__):
        assert re.search(rf"\b{name}\b", sent), f"the form sends no {name}"


def test_the_command_line_chooses_every_setting_of_the_house() -> None:
    fields = set(Setup.__struct_fields__) - set(NOT_ASKED)
    assert fields == {*PLAIN, *KEYED, *OWN_OPTION}
