"""Writes `web/src/lib/types.ts`: what the house sends and takes, as the page's compiler reads it.

`python -m tablewright.house.server.typescript` writes it anew; with `--check`, it only says whether
the file is what it would write. Everything comes from `schema`, as the OpenAPI description does.
"""

import json
import sys
from pathlib import Path

import tablewright.house.server.app  # noqa: F401 - every address says what it sends and takes
from tablewright.house.server import schema
from tablewright.house.server.schema import Schema

FILE = Path(__file__).parents[3] / "web" / "src" / "lib" / "types.ts"
HEAD = """\
/** What the house sends and takes. Do not edit: python -m tablewright.house.server.typescript. */

export type Cents = number;
/** A denomination in cents, written as text, and how many chips of it. */
export type Chips = Record<string, number>;
/** `As`, `Td`: the rank, then the suit's letter. */
export type CardText = string;
/** The least and the most that may lie on a kind of wager. */
export type Limits = Record<string, [Cents, Cents]>;
/** What a person is at a table. */
export type Role = TableMessage["as"];
/** What may be done, by command. */
export type Legal = TableMessage["legal"];
/** A command of the table, or an order to the house. */
export interface Order {
  event: string;
  [field: string]: unknown;
}
"""
ORDER = "Order"
"""What a schema is titled that is a command of whatever kind."""


def types() -> str:
    """The whole file."""
    parts = {name: each for name, each in schema.components().items() if not _is_order(each)}
    unions = [
        f"export type {name} = {' | '.join(each.__name__ for each in kinds)};\n"
        for name, kinds in schema.UNIONS.items()
    ]
    return "\n".join([HEAD, *(_declared(name, each) for name, each in parts.items()), *unions])


def _is_order(part: Schema) -> bool:
    """Whether it is what is sent to a table: the page knows orders by their event alone."""
    properties = part.get("properties", {})
    return ("event" in properties and "enum" in properties["event"]) or part.get("title") == "Sent"


def _declared(name: str, part: Schema) -> str:
    required = set(part.get("required", ()))
    lines = [f"/** {part['description']} */"] if part.get("description") else []
    if part.get("type") != "object":
        return "\n".join([*lines, f"export type {name} = {_type(part)};\n"])
    lines.append(f"export interface {name} {{")
    for field, each in part.get("properties", {}).items():
        if each.get("description"):
            lines.append(f"  /** {each['description']} */")
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(each)};")
    return "\n".join([*lines, "}\n"])


def _type(part: Schema) -> str:
    """A schema as a type.

    >>> _type({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if part.get("title") == ORDER:
        return ORDER
    if "$ref" in part:
        return str(part["$ref"].rsplit("/", 1)[-1])
    if "enum" in part:
        return " | ".join(json.dumps(each) for each in part["enum"])
    if either := part.get("anyOf") or part.get("oneOf"):
        return " | ".join(_type(each) for each in either)
    match part.get("type"):
        case "array":
            return _array(part)
        case "object":
            inner = part.get("additionalProperties")
            return f"Record<string, {_type(inner) if inner else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
    return "unknown"


def _array(part: Schema) -> str:
    if "prefixItems" in part:
        return f"[{', '.join(map(_type, part['prefixItems']))}]"
    inner = _type(part.get("items") or {})
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def main(arguments: list[str]) -> str | None:
    """Write the file; or, if it is only to be checked, say what is wrong with it."""
    made = types()
    if "--check" not in arguments:
        FILE.write_text(made, "utf-8")
    elif FILE.read_text("utf-8") != made:
        return f"{FILE}: expected what `python -m tablewright.house.server.typescript` writes"
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
