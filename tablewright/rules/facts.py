"""Facts: the little that settlement may know, each a thing the dealer would say aloud.

A record of facts is a named tuple whose fields are booleans, enums or small literal numbers, each with
a default: what the field holds when nobody looks. A `FactSpace` lists every value the record can
take in one ruleset and numbers it, so that a wager decides each value once and a deal is an index.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cached_property
from itertools import product
from typing import Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from tablewright.rules.errors import BadDefinition

Facts = TypeVar("Facts")

Value = bool | int | Enum


class Versus(Enum):
    """The player's hand against the dealer's, in the view in which they meet."""

    LOWER = "lower"
    COPY = "copy"
    HIGHER = "higher"


LOWER, COPY, HIGHER = Versus


def plain(value: Value) -> bool | int | str:
    """A fact's value as it is written in JSON."""
    return str(value.value) if isinstance(value, Enum) else value


def _values_of(kind: object) -> tuple[Value, ...]:
    if kind is bool:
        return (False, True)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    raise BadDefinition(f"a fact is a boolean, an enum or a literal number, not {kind}")


class FactSpace(Generic[Facts]):
    """Every value that a record of facts can take, numbered.

    The number of a value is mixed-radix over its fields, so that it can be put together field by field
    (`stride`) by a table for one deal or by arrays for all deals alike.
    """

    def __init__(self, record: type[Facts], possible: Callable[[Facts], bool]) -> None:
        self.record = record
        self.fields: dict[str, tuple[Value, ...]] = {
            name: _values_of(kind) for name, kind in get_type_hints(record).items()
        }
        self.stride: dict[str, int] = {}
        size = 1
        for name, values in reversed(self.fields.items()):
            self.stride[name] = size
            size *= len(values)
        self.size = size
        self.possible: dict[int, Facts] = {}
        """Every record that a deal can lead to, by its number."""
        for number, combination in enumerate(product(*self.fields.values())):
            facts = record(*combination)
            if possible(facts):
                self.possible[number] = facts

    def ordinal(self, field: str, value: Value) -> int:
        """The place of a value among those of its field."""
        return self.fields[field].index(value)

    def index(self, facts: Facts) -> int:
        """The number of a record."""
        return sum(
            self.stride[name] * self.ordinal(name, getattr(facts, name)) for name in self.fields
        )

    def plain(self, index: int) -> Mapping[str, bool | int | str]:
        """The record at an index as JSON writes it."""
        return self._plain[index]

    @cached_property
    def _plain(self) -> dict[int, dict[str, bool | int | str]]:
        return {
            n: {name: plain(getattr(facts, name)) for name in self.fields}
            for n, facts in self.possible.items()
        }
