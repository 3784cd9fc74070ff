"""A table's state as it is sent: all of it to a newcomer, and from then on what has changed.

A state is kept in parts, each written once: what lies open and who is there is the same for everybody
who speaks a language (`Common`); beside it stands what is one person's own (`Own`). What a connection
was sent last is known, and since nothing overtakes anything on a connection, it is enough to send the
parts that are written differently now.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec

from tablewright.house.screens.messages import encoded
from tablewright.table.views import View

Parts: TypeAlias = dict[bytes, bytes]
"""What is written, by the name under which it stands: `"phase":` and `"wagers"`."""


@cache
def name_of(field: str) -> bytes:
    """The name of a part as it stands before it.

    >>> name_of("phase")
    b'"phase":'
    """
    return b'"%b":' % field.encode()


def parts_named(fields: Mapping[str, Any]) -> Parts:
    """What stands under each name, written."""
    return {name_of(field): encoded(value) for field, value in fields.items()}


def parts_of(struct: msgspec.Struct, names: Iterable[tuple[str, bytes]]) -> Parts:
    """These fields of a struct, written one by one; what is unset is no part."""
    found: Parts = {}
    for field, name in names:
        value = getattr(struct, field)
        if value is not msgspec.UNSET:
            found[name] = encoded(value)
    return found


def names_of(kind: type[msgspec.Struct], *but: str) -> tuple[tuple[str, bytes], ...]:
    """The fields of a kind of struct, each with its name as it is written."""
    fields = msgspec.structs.fields(kind)
    return tuple((each.name, name_of(each.encode_name)) for each in fields if each.name not in but)


class Common:
    """What is the same for everybody who speaks a language."""

    __slots__ = ("around", "places", "view")

    def __init__(self, felt: View, around: Parts) -> None:
        self.view = parts_of(felt, _OF_VIEW)
        """What lies open, but for the places."""
        self.places = {b'"%d":' % place: encoded(seen) for place, seen in felt.places.items()}
        self.around = around
        """Who is there, and who deals."""

    def or_same(self, before: "Common | None") -> "Common":
        """The one before, where it is written the same: many connections may keep it."""
        if before is None or (before.view, before.places, before.around) != (
            self.view,
            self.places,
            self.around,
        ):
            return self
        return before


_OF_VIEW = names_of(View, "places")


class Own(NamedTuple):
    """What one person sees beside what everybody does."""

    fields: Parts
    view: Parts
    """What is theirs of the view."""
    place: int
    is_kept: bool
    """Whether it holds as long as nothing happens at their place or everywhere."""


class Now(NamedTuple):
    """What is said with every state: up to which line it goes, what is news, what runs out."""

    seq: int
    told: Iterable[bytes]
    has_gap: bool
    clock: bytes

    @property
    def written(self) -> bytes:
        gap = b"true" if self.has_gap else b"false"
        told = b",".join(self.told)
        return b'"seq":%d,"told":[%b],"has_gap":%b,"clock":%b' % (self.seq, told, gap, self.clock)


class State(NamedTuple):
    """All that one connection is to know of a table."""

    common: Common
    own: Own


class _Felt(NamedTuple):
    """What has changed for everybody, ready to be sent."""

    around: list[bytes]
    view: list[bytes]
    gone: list[bytes]
    left: bytes


def whole(state: State, now: Now) -> bytes:
    """All of it, as `TableMessage` has it."""
    common, own = state
    view = [*_all(common.view), b'"places":{%b}' % b",".join(_all(common.places)), *_all(own.view)]
    fields = b",".join([*_all(own.fields), *_all(common.around)])
    return b'{"type":"table",%b,%b,"view":{%b}}' % (now.written, fields, b",".join(view))


class Changed:
    """What has changed since each state that was sent: written once for all who have that one."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self.for_onlookers: dict[str, Own] = {}
        """What those see as their own who have not come in, by what they look as."""
        self.to_onlookers: dict[tuple[object, ...], tuple[State, bytes]] = {}
        """What was given to those of them who had seen the same until then, and the message of it."""
        self._known: dict[Common, _Felt] = {}

    def message(self, before: State, own: Own, now: Now) -> bytes:
        """What has changed for one connection, as `ChangesMessage` has it."""
        felt = self._known.get(before.common)
        if felt is None:
            felt = self._known[before.common] = _felt(before.common, self.common)
        fields, view, gone = felt.around, felt.view, felt.gone
        if own is not before.own:
            fields = fields + _different(own.fields, before.own.fields)
            view = view + _different(own.view, before.own.view)
            gone = gone + _gone(own.view, before.own.view)
        found = [b'{"type":"changes"', now.written, *fields]
        if view:
            found.append(b'"view":{%b}' % b",".join(view))
        if gone:
            found.append(b'"gone":[%b]' % b",".join(gone))
        if felt.left:
            found.append(felt.left)
        return b",".join(found) + b"}"


def _felt(before: Common, after: Common) -> _Felt:
    view = _different(after.view, before.view)
    if places := _different(after.places, before.places):
        view.append(b'"places":{%b}' % b",".join(places))
    left = b",".join(each.strip(b'"') for each in _gone(after.places, before.places))
    return _Felt(
        _different(after.around, before.around),
        view,
        _gone(after.view, before.view),
        b'"left":[%b]' % left if left else b"",
    )


def _all(parts: Parts) -> list[bytes]:
    return [name + part for name, part in parts.items()]


def _different(after: Parts, before: Parts) -> list[bytes]:
    """The parts that are new or written differently."""
    return [name + part for name, part in after.items() if before.get(name) != part]


def _gone(after: Parts, before: Parts) -> list[bytes]:
    """The names of the parts that are there no longer."""
    return [name[:-1] for name in before if name not in after]
