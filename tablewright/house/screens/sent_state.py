"""A table's state as it is sent: all of it to a newcomer, and from then on what has changed.

A state is what JSON has: objects within objects, in which what is nothing is left out. What lies open
and who is there is the same for everybody who speaks a language (`Common`); beside it stands what is
one person's own (`Own`). What a connection was sent last is known, and since nothing overtakes anything
on a connection, it is enough to send a patch that lays the new state over that one.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from tablewright.house.screens.messages import ClockShown, encoded

Fields: TypeAlias = dict[Any, Any]
"""An object of a state, by the names of its fields. None of them is None, and none is changed later."""
Patch: TypeAlias = dict[Any, Any]
"""What is to be laid over an object: null takes a field away, an object goes on within the field."""


def fields_of(struct: msgspec.Struct) -> Fields:
    """A struct as an object; what is nothing is no field of it."""
    found: Fields = msgspec.to_builtins(struct, enc_hook=str)
    return found


def patch(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> Patch:
    """What makes the one object of the other, as a JSON merge patch (RFC 7396).

    >>> patch({"a": 1, "b": {"c": 2, "d": 3}, "e": [4]}, {"b": {"c": 2, "d": 5}, "e": [4], "f": 6})
    {'b': {'d': 5}, 'f': 6, 'a': None}
    """
    found: Patch = {}
    for name, value in after.items():
        was = before.get(name)
        if value is was or value == was:
            continue
        if isinstance(value, dict) and isinstance(was, dict):
            value = patch(was, value)
        found[name] = value
    if not before.keys() <= after.keys():
        found.update({name: None for name in before if name not in after})
    return found


class Common:
    """What is the same for everybody who speaks a language."""

    __slots__ = ("around", "view")

    def __init__(self, view: Fields, around: Fields) -> None:
        self.view = view
        """What lies open."""
        self.around = around
        """Who is there, and who deals."""

    def or_same(self, before: "Common | None") -> "Common":
        """The one before, where it is the same: many connections may keep it."""
        if before is None or before.view != self.view or before.around != self.around:
            return self
        return before


class Own(NamedTuple):
    """What one person sees beside what everybody does."""

    fields: Fields
    view: Fields
    """What is theirs of the view."""
    place: int
    is_kept: bool
    """Whether it holds as long as nothing happens at their place or everywhere."""


class State(NamedTuple):
    """All that one connection is to know of a table."""

    common: Common
    own: Own
    clock: ClockShown | None
    """What runs out for them; it does while nothing else changes."""


class News(NamedTuple):
    """What is said with a state: up to which line it goes, and what has happened."""

    seq: int
    told: Sequence[bytes]
    has_gap: bool

    @property
    def written(self) -> bytes:
        gap = b',"has_gap":true' if self.has_gap else b""
        return b'"seq":%d,"told":[%b]%b' % (self.seq, b",".join(self.told), gap)


def whole(state: State, news: News) -> bytes:
    """All of it, as `TableMessage` has it."""
    common, own, clock = state
    fields = {**common.around, **own.fields, "view": {**common.view, **own.view}}
    if clock is not None:
        fields["clock"] = clock
    return b'{"type":"table",%b,%b' % (news.written, encoded(fields)[1:])


class _Written(NamedTuple):
    """A patch of a state, ready to be put together with another: its view, and all else."""

    view: bytes
    fields: bytes


class Changed:
    """What has changed since each state that was sent: written once for all who have that one."""

    def __init__(self, common: Common, clock: ClockShown | None) -> None:
        self.common = common
        self.clock = clock
        """What runs out for those who have not come in."""
        self.for_onlookers: dict[str, Own] = {}
        """What those see as their own who have not come in, by what they look as."""
        self.to_onlookers: dict[tuple[object, ...], tuple[State, bytes]] = {}
        """What was given to those of them who had seen the same until then, and the message of it."""
        self._known: dict[Common, _Written] = {}

    def message(self, before: State, now: State, news: News) -> bytes:
        """What has changed for one connection, as `ChangesMessage` has it."""
        felt = self._known.get(before.common)
        if felt is None:
            was = before.common
            felt = _written(was.view, self.common.view, was.around, self.common.around)
            self._known[was] = felt
        view, fields = [felt.view], [felt.fields]
        if now.own is not before.own:
            own = _written(before.own.view, now.own.view, before.own.fields, now.own.fields)
            view.append(own.view)
            fields.append(own.fields)
        if now.clock != before.clock:
            fields.append(_inner(patch(_clock(before), _clock(now))))
        if seen := b",".join(filter(None, view)):
            fields.append(b'"view":{%b}' % seen)
        changed = b",".join(filter(None, fields))
        laid = b',"patch":{%b}' % changed if changed else b""
        return b'{"type":"changes",%b%b}' % (news.written, laid)


def _written(view: Fields, new_view: Fields, fields: Fields, new_fields: Fields) -> _Written:
    return _Written(_inner(patch(view, new_view)), _inner(patch(fields, new_fields)))


def _inner(changed: Patch) -> bytes:
    """The fields of a patch as they are written, without what is put around them."""
    return encoded(changed)[1:-1] if changed else b""


def _clock(state: State) -> Fields:
    return {} if state.clock is None else {"clock": fields_of(state.clock)}
