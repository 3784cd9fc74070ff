"""How what is sent and answered is described, for programs (OpenAPI) and for the page (TypeScript).

Both come from the structs that are written and read: an address names the struct it answers with and
the struct it takes, and nothing is described a second time.
"""

from collections.abc import Iterator
from importlib import import_module
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from tablewright.advice import Advice
from tablewright.house.screens.messages import FromHouse
from tablewright.house.screens.orders import Sent
from tablewright.school.questions import AnyPart

REF = "#/components/schemas/{name}"

Schema = dict[str, Any]

UNIONS = {
    "FromHouse": get_args(FromHouse),
    "Advice": get_args(Advice),
    "AnyPart": get_args(AnyPart),
}
"""What is told apart by one of its fields: messages over a socket, advice, what a question asks for."""


class Elsewhere(NamedTuple):
    """A struct that another process makes: its module is read when it is described, not before.

    What counts deals is not loaded by the house, only passed on.
    """

    module: str
    name: str

    def found(self) -> Any:
        return getattr(import_module(self.module), self.name)


_answers: list[Any] = [*get_args(FromHouse)]
_bodies: list[Any] = [Sent]


def answer_schema(kind: Any) -> Schema:
    """How an answer is described; its parts are described with all the others."""
    _answers.append(kind)
    return {"$ref": REF.format(name=kind.name)} if isinstance(kind, Elsewhere) else _schema(kind)


def body_schema(kind: Any) -> Schema:
    """How the body of a request is described."""
    _bodies.append(kind)
    return _schema(kind)


def _schema(kind: Any) -> Schema:
    (made,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return made


def components() -> dict[str, Schema]:
    """Every struct that is sent or taken, by name."""
    answers = [each.found() if isinstance(each, Elsewhere) else each for each in _answers]
    _, parts = msgspec.json.schema_components([*answers, *_bodies], ref_template=REF)
    for struct in _structs(answers):
        described = parts[struct.__name__]
        if "properties" in described:
            described["required"] = list(_always_written(struct))
    return dict(sorted(parts.items()))


def _always_written(struct: type[msgspec.Struct]) -> Iterator[str]:
    """The fields that an answer always has, whether they have a default or not."""
    config, hints = struct.__struct_config__, get_type_hints(struct)
    if config.tag is not None and config.tag_field:
        yield config.tag_field
    for field in msgspec.structs.fields(struct):
        is_left_out = config.omit_defaults and not field.required
        if not is_left_out and msgspec.UnsetType not in get_args(hints[field.name]):
            yield field.encode_name


def _structs(kinds: list[Any]) -> Iterator[type[msgspec.Struct]]:
    """The structs that answers are made of."""
    seen: set[Any] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind not in seen:
                seen.add(kind)
                waiting += get_type_hints(kind).values()
                yield kind
        elif get_origin(kind) in (list, dict, tuple, Union, UnionType) or get_args(kind):
            waiting += get_args(kind)
