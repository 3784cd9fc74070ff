"""Facts: the little that settlement may know, each a thing the dealer would say aloud.

A record of facts is a named tuple whose fields are booleans, enums or small literal numbers, each with
a default: what the field holds when nobody looks. A `FactSpace` lists every value the record can
take in one ruleset and numbers it, so that a wager decides each value once and a deal is an index.
"""

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from functools import cached_property
from itertools import product
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from tablewright.rules.errors import BadDefinition, listed, quoted

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
        try:
            record()
        except TypeError as error:
            raise BadDefinition(
                f"{record.__name__}: {error}: expected a default for every fact"
            ) from error
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
        try:
            return self.fields[field].index(value)
        except ValueError:
            known = listed([plain(each) for each in self.fields[field]])
            raise BadDefinition(
                f"fact {field} is given as {quoted(value)}: expected {known}"
            ) from None

    def said(self, index: int) -> str:
        """The record at an index, for a message.

        >>> from typing import NamedTuple
        >>> class Said(NamedTuple):
        ...     void: bool = False
        ...     versus: Versus = Versus.COPY
        >>> FactSpace(Said, lambda facts: True).said(4)
        'Said(void=True, versus=copy)'
        """
        values = []
        for name, every in self.fields.items():
            place, index = divmod(index, self.stride[name])
            values.append(f"{name}={plain(every[place])}")
        return f"{self.record.__name__}({', '.join(values)})"

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


def refuse_sources(space: FactSpace[Any], sources: Mapping[str, object]) -> None:
    """Refuse facts without a source, and sources of no fact."""
    for name in space.fields:
        if name not in sources:
            raise BadDefinition(f"fact {name} of {space.record.__name__}: expected a source for it")
    for name in sources:
        if name not in space.fields:
            raise BadDefinition(
                f"there is a source for {quoted(name)}:"
                f" expected the facts of {space.record.__name__}, {listed(space.fields)}"
            )


def refuse_unequal(
    space: FactSpace[Any], called: Collection[int], occurring: Collection[int], after: str
) -> None:
    """Refuse facts that are called possible and never occur, and facts that occur and are not."""
    for number in sorted(set(called) - set(occurring)):
        raise BadDefinition(
            f"{space.said(number)} is called possible: expected only what {after} leads to"
        )
    for number in sorted(set(occurring) - set(called)):
        raise BadDefinition(
            f"{space.said(number)} is not called possible: expected all that {after} leads to"
        )
