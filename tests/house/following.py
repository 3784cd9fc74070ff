"""How a program follows a table: the whole state at first, then what has changed since."""

from typing import Any

OF_THE_MESSAGE = ("type", "seq", "told", "has_gap")
"""What is said with a state, and is no part of it."""


def followed(before: Any, message: Any) -> Any:
    """The whole state after a message, with what it tells."""
    if message["type"] == "table":
        return message
    assert message["type"] == "changes"
    assert before is not None, "changes came before the first state"
    state = {name: value for name, value in before.items() if name not in OF_THE_MESSAGE}
    news = {name: value for name, value in message.items() if name != "patch"}
    return laid(state, message.get("patch", {})) | news | {"type": "table"}


def laid(before: Any, patch: Any) -> Any:
    """What a JSON merge patch makes of a value, as RFC 7396 has it."""
    if not isinstance(patch, dict):
        return patch
    made = dict(before) if isinstance(before, dict) else {}
    for name, value in patch.items():
        if value is None:
            made.pop(name, None)
        else:
            made[name] = laid(made.get(name), value)
    return made
