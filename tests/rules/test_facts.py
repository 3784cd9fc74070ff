"""Facts: every value numbered, field by field."""

from typing import NamedTuple

import pytest

from tablewright.games import every_game
from tablewright.rules.errors import BadDefinition
from tablewright.rules.facts import FactSpace


def test_the_number_of_a_value_leads_back_to_it() -> None:
    for of in every_game():
        for space in of.ruleset().spaces:
            for number, facts in space.possible.items():
                assert space.index(facts) == number
                assert set(space.plain(number)) == set(space.fields)


def test_a_number_is_put_together_field_by_field() -> None:
    space = every_game()[0].ruleset().spaces[0]
    for number, facts in space.possible.items():
        steps = [
            space.stride[name] * space.ordinal(name, getattr(facts, name)) for name in space.fields
        ]
        assert sum(steps) == number


def test_a_field_with_too_many_values_to_list_is_an_error() -> None:
    class Facts(NamedTuple):
        amount: int = 0

    with pytest.raises(BadDefinition, match="a boolean, an enum or a literal number"):
        FactSpace(Facts, lambda f: True)
