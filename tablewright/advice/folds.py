"""What is added up from events can be written down at any line, and taken up there again.

A fold names all that it remembers, in a struct whose fields are called as its attributes are. So there
is one way to add up, and a journal need not be read from its first line for it.
"""

from collections import Counter
from typing import Any, ClassVar, Generic, TypeVar, cast, get_args, get_origin

import msgspec

M = TypeVar("M", bound=msgspec.Struct)


class Fold(Generic[M]):
    """Something that is added up from every event of a table."""

    memory: ClassVar[type[msgspec.Struct]]
    """All that it remembers."""

    def remembered(self) -> M:
        """What it remembers now; to be written down before it goes on."""
        found = {name: getattr(self, name) for name in self.memory.__struct_fields__}
        return cast(
            M,
            self.memory(
                **{n: of.remembered() if isinstance(of, Fold) else of for n, of in found.items()}
            ),
        )

    def take_up(self, memory: M) -> None:
        """Go on from what was written down."""
        for name in self.memory.__struct_fields__:
            held, kept = getattr(self, name), getattr(memory, name)
            if isinstance(held, Fold):
                held.take_up(kept)
            else:
                setattr(self, name, kept)


def decoded_as(kind: Any, value: Any) -> Any:
    """A counter, which is written down as any mapping is; for `msgspec`."""
    if get_origin(kind) is Counter:
        return Counter(msgspec.convert(value, dict[get_args(kind)[0], int]))  # type: ignore[misc]
    raise NotImplementedError(f"{kind}: expected a type that can be written down")
