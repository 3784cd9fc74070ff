"""An act on a page: its words, and the form that follows from what is sent."""

import msgspec
import pytest

from tablewright.house.screens import steps as described
from tablewright.house.screens.orders import Order
from tablewright.house.screens.steps import ACT_OF, SENT, steps
from tablewright.rules.roles import STAFF
from tablewright.table.record import Act, Group, act
from tablewright.table.words import ENGLISH

BY_STAFF = [tag for tag, kind in ACT_OF.items() if set(kind.by) & set(STAFF) and tag in SENT]


def test_everything_that_is_sent_is_described() -> None:
    assert set(steps()) == {*ACT_OF, *SENT}
    for tag, step in steps().items():
        known = {each.name for each in msgspec.structs.fields(SENT[tag])} if tag in SENT else set()
        assert {each.name for each in step.fields} <= known, tag


@pytest.mark.parametrize("tag", BY_STAFF)
def test_staff_read_what_an_act_means(tag: str) -> None:
    step = steps()[tag]
    assert ENGLISH.say(tag, "button")
    assert step.about or step.abouts


def test_an_order_of_the_house_asks_for_less_than_the_act_it_stands_for() -> None:
    fields = {each.name: each for each in steps()["cut"].fields}
    assert issubclass(SENT["cut"], Order)
    assert fields["at"].is_optional
    assert fields["at"].blank
    assert not steps()["shuffle"].fields


def test_an_act_that_is_declared_has_a_form_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class LendChips(Act, frozen=True):
        place: int
        chips: dict[int, int]
        reason: str
        was: str = ""

    monkeypatch.setattr("tablewright.table.record.ACTS", {})
    monkeypatch.setattr(ENGLISH, "templates", dict(ENGLISH.templates))
    declared = act(
        "house.chips",
        group=Group.PEOPLE,
        filled=("was",),
        button="Lend chips",
        fields={"chips": "Chips to lend"},
        blank={"reason": "Leave blank for none."},
    )(LendChips)
    monkeypatch.setitem(described.ACT_OF, "lend-chips", declared)
    monkeypatch.setitem(described.SENT, "lend-chips", declared)
    step = described.step("lend-chips")
    assert (step.name, step.group, step.submit) == ("Lend chips", "people", "Lend chips")
    assert [(each.name, each.kind, each.label) for each in step.fields] == [
        ("place", "place", "Place"),
        ("chips", "chips", "Chips to lend"),
        ("reason", "text", "Reason"),
    ]
    assert step.fields[2].blank == "Leave blank for none."
