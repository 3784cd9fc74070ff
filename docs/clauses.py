"""Writes `docs/clauses.md`: every clause of the manuals, what carries and shows it, who is prompted.

The clauses stand in `clauses.toml`, each with a few words of its manual; the rules come from the
register, the people from the acts. `python -m docs.clauses` writes it anew. Tests hold that it is up to
date, that every rule, test and act it names is there, and that no rule of a manual is left out.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from tablewright.games import every_game, procedure
from tablewright.rules.phases import CONTEST, DRAW
from tablewright.rules.register import Rule, register
from tablewright.table import acts
from tablewright.table.record import ACTS, Act

PAGE = Path(__file__).parent / "clauses.md"
DATA = Path(__file__).parent / "clauses.toml"
NOBODY_YET = "pit"
"""Who sets a table up: no post is held there yet."""

HEAD = """\
# Every clause

What the five manuals rule, clause by clause: in our words, the rules that carry it (`tablewright rules
GAME --id RULE` prints one), the tests that show it, and the act with which people are prompted by it.
Where it says *taught*, the clause is a skill of the hand or the voice that no program can see: a prompt
says it at the right moment, and the school teaches it.

This page is written from `docs/clauses.toml`, the register and the acts (`python -m docs.clauses`).
"""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that the manuals print."""

    documents: tuple[str, ...] = msgspec.field(name="in")
    section: str
    words: tuple[str, ...]


class Clause(Entry, frozen=True, kw_only=True):
    """A clause: what it says, and what becomes of it here."""

    says: str
    rules: tuple[str, ...]
    act: str
    tests: tuple[str, ...]

    @property
    def is_taught(self) -> bool:
        """Whether it is a hand skill: so is the rule that carries it, the first of its rules."""
        return rules()[self.rules[0]].is_taught


class NoRule(Entry, frozen=True, kw_only=True):
    """A sentence that sounds like a rule and is none."""

    why: str


class Clauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    documents: dict[str, str]
    clauses: tuple[Clause, ...] = msgspec.field(name="clause")
    no_rules: tuple[NoRule, ...] = msgspec.field(name="no_rule")


@cache
def clauses() -> Clauses:
    """What `clauses.toml` holds."""
    return msgspec.toml.decode(DATA.read_bytes(), type=Clauses)


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule that some ruleset of some game has, by its id."""
    found: dict[str, Rule] = {}
    for of in every_game():
        for reading in of.readings:
            for option in reading.options:
                found |= register(of.ruleset({reading.id: option.id}), procedure(of))
    return found


@cache
def kinds() -> Mapping[str, type[Act]]:
    """Every act by its name."""
    assert acts.JOURNALLED
    return {name: kind for kind, name in ACTS.items()}


def prompted(act: str) -> str:
    """Who is asked for an act, and its name."""
    roles = kinds()[act].by
    for steps in (*CONTEST.values(), *DRAW.values()):
        roles = roles or steps.allows.get(act, ())
    people = ", ".join(role.value.replace("-", " ") for role in roles) or NOBODY_YET
    return f"{people}: `{act}`"


def rows(document: str, section: str) -> Iterator[str]:
    """The clauses that a section of a document has, a row each."""
    for clause in clauses().clauses:
        if clause.documents[0] == document and clause.section == section:
            carried = "<br>".join(f"`{rule}`" for rule in clause.rules)
            taught = "*taught*<br>" if clause.is_taught else ""
            shown = "<br>".join(f"`{_test(test)}`" for test in clause.tests)
            yield f"| {clause.says} | {taught}{carried} | {shown} | {prompted(clause.act)} |"


def _test(named: str) -> str:
    """A test as it is listed: without the folder that they all stand in."""
    return named.removeprefix("tests/")


def page() -> str:
    """The whole page."""
    found = clauses()
    taught = sum(clause.is_taught for clause in found.clauses)
    lines = [HEAD, f"{len(found.clauses)} clauses, {taught} of them taught.", ""]
    for document, title in found.documents.items():
        own = [each for each in found.clauses if each.documents[0] == document]
        again = sum(document in each.documents[1:] for each in found.clauses)
        lines += [f"## {title}", ""]
        if again:
            lines += [f"{again} clauses above stand here in the same words.", ""]
        for section in dict.fromkeys(each.section for each in own):
            lines += [f"### {section}", "", "| clause | carried by | shown by | prompted |"]
            lines += ["|---|---|---|---|", *rows(document, section), ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
