"""How a program follows a table: the whole state at first, then what has changed since."""

from typing import Any


def followed(before: Any, message: Any) -> Any:
    """The whole state after a message; what it does not name is as it was."""
    if message["type"] == "table":
        return message
    assert message["type"] == "changes"
    assert before is not None, "changes came before the first state"
    rest = {key: value for key, value in message.items() if key not in ("view", "gone", "left")}
    parts = message.get("view", {})
    view = before["view"] | parts
    places = before["view"]["places"] | parts.get("places", {})
    view["places"] = {
        key: at for key, at in places.items() if int(key) not in message.get("left", [])
    }
    for name in message.get("gone", []):
        del view[name]
    return before | rest | {"view": view, "type": "table"}
