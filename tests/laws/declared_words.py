"""Everything that the house says, as it is declared in English, by its key.

`python -m tests.laws.declared_words` adds a key to the catalogues for whatever is declared and has
none, with nothing in Spanish yet, and takes out what is declared no longer. `test_translations.py`
holds that there is nothing left to do.
"""

import ast
import json
import re
from calendar import month_name
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tablewright.advice.telling import NOTHING, OUT_OF_TURN
from tablewright.games import every_game, procedure
from tablewright.house.screens import orders
from tablewright.house.screens.prompts import TAUGHT
from tablewright.house.screens.readings import THE_GAME
from tablewright.house.server import app
from tablewright.house.server.passing import NO_ANSWER
from tablewright.house.servers.peers import NOBODY
from tablewright.house.tables.live import AWAY, HAS_MOVED, IS_CLOSED, UNKNOWN
from tablewright.rules.cards import DECK
from tablewright.rules.contest import Contest
from tablewright.rules.errors import Refused
from tablewright.rules.game import Game
from tablewright.rules.house_tour import house_tour
from tablewright.rules.irregularities import Effect
from tablewright.rules.language import FOLDER, SPANISH, Entry, entries
from tablewright.rules.manners import asked
from tablewright.rules.phases import IN_BRIEF
from tablewright.rules.procedure import Procedure, UsesHand, Where
from tablewright.rules.prospects import Depends
from tablewright.rules.protection import Remedy
from tablewright.rules.ranked import slug
from tablewright.rules.rankings import Aces, Suits
from tablewright.rules.readings import Evidence
from tablewright.rules.register import register
from tablewright.rules.said import fixed_odds, single_odds_said
from tablewright.rules.spoken_cards import phrases
from tablewright.rules.terms import GENERAL
from tablewright.rules.wagers import Combine, Ends, made_said
from tablewright.table.actors import THE_HOUSE
from tablewright.table.acts.forms import FORMS
from tablewright.table.words import ENGLISH, NOUNS, ON_FORMS, plain, post_named, several

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "tablewright"
assert orders.TAKEN  # What they say is declared when they are read,
assert app.__name__  # and so are the kinds of refusals.


def every_kind(of: type[Refused]) -> set[str]:
    """The names of a class and of all that are kinds of it."""
    return {of.__name__}.union(*(every_kind(each) for each in of.__subclasses__()))


Declared = tuple[str, str]
"""A key and its English."""


def of_acts() -> Iterator[Declared]:
    """The words of acts and orders."""
    yield from ENGLISH.templates.items()


def of_phases() -> Iterator[Declared]:
    for id, brief in IN_BRIEF.items():
        yield f"phase.{id}.name", brief.name
        yield f"phase.{id}.waiting", brief.waiting
        yield f"phase.{id}.id", str(id)


def of_the_trade() -> Iterator[Declared]:
    """Words of the trade that are explained where they stand, and the house's own pictures."""
    for term in GENERAL:
        yield f"term.{term.id}.forms", term.listed
        yield f"term.{term.id}.says", term.says
    ruleset = every_game()[0].ruleset()
    for picture in house_tour(ruleset).pictures:
        yield f"tour.house.{picture.id}.title", picture.title


def of_enumerations() -> Iterator[Declared]:
    """What members of an enumeration are called."""
    for kind in (Effect, Remedy, Aces, Suits, UsesHand, Where, Combine, Ends, Evidence, Depends):
        for member in kind:
            yield f"{slug_of(kind.__name__)}.{slug_of(member.name)}", member.value


def of_words() -> Iterator[Declared]:
    """Words that sentences are put together of: nouns, posts, forms."""
    for noun in NOUNS:
        yield f"noun.{slug(noun)}", noun
        yield f"noun.{slug(noun)}.many", several(noun)
    for post in ("dealer", "inspector", "pit-boss", "surveillance"):
        yield f"post.{post}", plain(post)
        yield f"post.{post}.the", post_named(post)
    for word in ON_FORMS:
        yield f"form.word.{slug(word)}", word
    for limit in ("minimum", "maximum"):
        yield f"limit.{limit}", limit
    for form, name in FORMS.items():
        yield f"form.{form}", name
    yield from (("and", "and"), ("or", "or"), ("the-house", THE_HOUSE))
    for month in month_name[1:]:
        yield f"month.{month.lower()}", month
    yield from (("step.burn", "burn"), ("step.shuffle", "shuffle"))
    for status in ("opening", "open", "closing", "closed"):
        yield f"status.{status}", status
    yield from (("run.high", "high"), ("run.low", "low"))
    yield from (("advice.nothing", NOTHING), ("advice.out-of-turn", OUT_OF_TURN))
    yield from (("prompt.taught", TAUGHT), ("readings.the-game", THE_GAME))
    yield from (("live.away", AWAY), ("live.unknown", UNKNOWN), ("live.closed", IS_CLOSED))
    yield from (("live.has_moved", HAS_MOVED), ("peers.nobody", NOBODY))
    yield "passing.no_answer", NO_ANSWER


def slug_of(name: str) -> str:
    return slug(name.replace("_", "-"))


def of_game(game: Game, run: Procedure) -> Iterator[Declared]:
    """What one game calls things; its rules follow from the register."""
    id = game.id
    yield f"{id}.name", game.name
    yield f"{id}.summary", game.summary
    yield f"place.{game.place}", game.place
    for wager in game.wagers:
        yield f"{id}.wager.{wager.id}", wager.name
        if wager.title != wager.name:
            yield f"{id}.wager.kind.{wager.kind}", wager.title
    for ruleset in rulesets(game):
        yield from _of_ruleset(id, ruleset)
        for rule, said in register(ruleset, run).items():
            yield f"rule.{rule}", said.sentence
        for paid in asked(ruleset, run):
            yield f"{id}.how.{slug_of_words(paid.manner.how)}", paid.manner.how
        for warning in ruleset.warnings:
            yield f"{id}.warning.{slug_of_words(warning)}", warning
    for item in run.equipment:
        yield f"{id}.item.{item.id}", plain(item.id)
    for colour in run.deck_colours:
        yield f"colour.{colour}", colour
    for device in run.devices:
        yield f"{id}.device.{device.id}.name", device.name
    for each in run.irregularities:
        yield f"{each.id}.title", each.title
        for ruling in each.rulings:
            yield f"{each.id}.{ruling.id}.says", ruling.says
    for incident in run.incidents:
        yield f"{incident.id}.title", incident.title
        yield f"{incident.id}.recorded", incident.recorded
    views = [view.name for ruleset in rulesets(game) for view in ruleset.spoken_views]
    for view_name in dict.fromkeys(views):
        yield f"{id}.view.{slug(view_name)}", view_name
    if run.call:
        for card in DECK:
            yield f"{id}.call.{slug(run.call(card))}", run.call(card)
    for n, told in enumerate(run.explanation):
        yield f"{id}.explanation.{n + 1}", told.says
    for claim in game.claims:
        yield f"{id}.claim.{slug_of_words(claim.text)}", claim.text
    for reading in game.readings:
        yield f"{reading.id}.question", reading.question
        yield f"{reading.id}.why", reading.why
        for option in reading.options:
            yield f"{reading.id}.{option.id}", option.means
            if option.warning:
                yield f"{reading.id}.{option.id}.warning", option.warning
    yield from _of_layout(id, run)
    for picture in run.tour.pictures if run.tour else ():
        yield f"tour.{id}.{picture.id}.title", picture.title
        yield f"tour.{id}.{picture.id}.caption", picture.caption
    for term in run.terms:
        yield f"term.{id}.{term.id}.forms", term.listed
        yield f"term.{id}.{term.id}.says", term.says


def rulesets(game: Game) -> list[Any]:
    """The default ruleset, and one for each option that is not the default."""
    found = [game.ruleset()]
    for reading in game.readings:
        found += [game.ruleset(readings={reading.id: each.id}) for each in reading.options[1:]]
    return found


def _of_ruleset(id: str, ruleset: Any) -> Iterator[Declared]:
    deal = ruleset.deal
    if isinstance(deal, Contest):
        for each in deal.decisions:
            yield f"{id}.decision.{each.id}.id", each.id
            yield f"{id}.decision.{each.id}.name", each.name
            yield f"{id}.decision.{each.id}.does", each.does
            yield f"{id}.decision.{each.id}.done", each.done
            yield f"{id}.decision.{each.id}.doing", each.doing
            yield f"{id}.decision.{each.id}.says", each.says
    for view in ruleset.spoken_views:
        yield f"{id}.view.{slug(view.name)}.nothing", view.nothing
        if view.says:
            yield f"{id}.view.{slug(view.name)}.says", view.says
        for ranking in view.rankings:
            yield f"{id}.ranking.{slug(ranking.name)}", ranking.name
            for shape in ranking.shapes:
                yield f"shape.{shape.id}.name", shape.name
    for decided in ruleset.wagers.values():
        for table in decided.tables:
            yield f"{id}.table.{slug(table.name)}", table.name
            if table.prefix:
                yield f"{id}.table.prefix.{slug(table.prefix)}", table.prefix.removesuffix(".")
            for made in table.rows:
                yield f"{id}.row.{made.value}", made_said(made)
                if not isinstance(deal, Contest):  # The dealer announces what may be made.
                    words = str(made.value).replace("-", " ")
                    yield f"{id}.made.{made.value}", words
                    yield f"{id}.made.{made.value}.a", f"a {words}"
        for case, _ in single_odds_said(decided):
            yield f"{id}.row.{slug(case)}", case
        for key in fixed_odds(decided):  # As the workbench calls a payment that stands alone.
            yield f"{id}.case.{key}", key.replace("-", " ").capitalize()


def _of_layout(id: str, run: Procedure) -> Iterator[Declared]:
    layout = run.layout
    if layout is None:
        return
    for area in (*layout.cards, *layout.areas):
        if area.prints:
            yield f"{id}.layout.{area.id}", area.prints
    for spot in layout.spots:
        if spot.prints:
            yield f"{id}.layout.spot.{slug(spot.prints)}", spot.prints
    for each in layout.payouts:
        if each.title:
            yield f"{id}.layout.payouts.{slug(each.title)}", each.title
    for lettering in layout.lettering:
        if lettering.says:
            yield f"{id}.layout.lettering.{slug(lettering.says)}", lettering.says


class Said(NamedTuple):
    """A sentence in the code: its key, its English, and what may stand in it."""

    key: str
    english: str
    slots: frozenset[str] = frozenset()
    has_key: bool = False
    """Whether the code names the key."""


REFUSED = {"No", "Problem", "ClosingMessage"}
"""Besides the kinds of Refused: what carries a sentence to a person, and has it first."""


def said_in_code() -> Iterator[Said]:
    """What code says: every `say("English", ...)`, and every refusal that is plain words."""
    for file, node in calls():
        match node:
            case ast.Call(
                ast.Name("say"), [ast.Constant(str(key)), ast.Constant(str(english))], given
            ):
                yield Said(key, english, frozenset(str(k.arg) for k in given), has_key=True)
            case ast.Call(ast.Name(name), [ast.Constant(str(english)), *_], given):
                if name == "say" or (name in REFUSED | REFUSALS and "expected" not in english):
                    key = f"{file.stem.replace('_', '-')}.{slug_of_words(english)}"
                    yield Said(key, english, frozenset(str(k.arg) for k in given))


def refused_untranslatably() -> Iterator[str]:
    """Refusals that are put together where they stand, so that no other language can say them."""
    for file, node in calls():
        match node:
            case ast.Call(ast.Name(name), [ast.JoinedStr(values), *_]) if (
                name in REFUSED | REFUSALS
            ):
                words = [str(each.value) for each in values if isinstance(each, ast.Constant)]
                if "expected" not in "".join(words):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}"


@cache
def calls() -> tuple[tuple[Path, ast.Call], ...]:
    """Every call in the code of those parts that speak to people at a table."""
    return tuple(
        (file, node)
        for part in SPOKEN
        for file in sorted((PACKAGE / part).rglob("*.py"))
        if not str(file.relative_to(PACKAGE)).startswith(LEFT_IN_ENGLISH)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
    )


def slug_of_words(english: str) -> str:
    words = slug(re.sub(r"\{[^}]*\}|'", "", english)).split("-")
    return "-".join(words[:6]) or "words"


SPOKEN = ("rules", "games", "table", "advice", "design", "house")
"""The parts that speak to people at a table."""
LEFT_IN_ENGLISH = (
    *("house/books", "house/classroom", "house/people/approvals", "house/people/letters"),
    *("house/screens/approval_pages", "house/screens/journal_pages", "house/screens/letterhead"),
    *("house/screens/paper", "house/screens/print", "house/screens/rule_changes"),
    *(
        f"house/server/addresses/{each}"
        for each in (
            *("approvals", "auditions", "certificates", "class_screen", "dealers", "exports"),
            *("floor", "forms", "instructor", "keys", "paper", "personnel", "pit", "school"),
        )
    ),
    *("house/server/serving", "house/tables/consistency", "house/tables/head_signing"),
    *("house/tables/restore", "house/screens/earlier_packs"),
    *("house/people/erasing", "house/people/letters_offline", "house/screens/dealer_pages"),
    *("rules/letter_files", "rules/on_record", "rules/submissions", "rules/jurisdictions"),
)
"""What the school, the papers and the pit's own pages say; docs/house.md lists it."""
REFUSALS = every_kind(Refused) - {"BrokenSeal"}


@cache
def declared() -> dict[str, str]:
    """The English of every key. Words that several things share have one key, the first."""
    found: dict[str, str] = dict(of_acts())
    known: set[tuple[str, str]] = set()
    words = [*of_phases(), *of_enumerations(), *of_the_trade(), *phrases().items(), *of_words()]
    for game in every_game():
        words += of_game(game, procedure(game))

    def add(key: str, english: str) -> None:
        kind = next((each for each in APART if each in key.split(".")), "")
        if (kind, english) in known or not english:
            return
        known.add((kind, english))
        named, number = key, 1
        while named in found:
            number += 1
            named = f"{key}-{number}"
        found[named] = english

    for key, english in words:
        add(key, english)
    for each in said_in_code():
        if each.has_key:
            assert found.get(each.key, each.english) == each.english, f"{each.key} says two things"
            found[each.key] = each.english
        else:
            add(each.key, each.english)
    return found


APART = (
    *("wager", "decision", "tour", "term", "rank", "suit", "run", "form", "item", "colour", "step"),
    *("status", "phase"),
)
"""Kinds of things whose names are translated apart: Play is a wager and a decision."""


def area(key: str) -> str:
    """The catalogue in which a key stands."""
    first, *rest = key.split(".")
    if key in ENGLISH.templates:
        return "acts"
    if first in ("term", "tour"):
        return "newcomer"
    if first == "rule":
        return f"rules_{rest[0].replace('-', '_')}"
    games = {game.id for game in every_game()}
    return f"games_{first.replace('-', '_')}" if first in games else "words"


@cache
def translated() -> dict[str, Entry]:
    """Every entry of the Spanish catalogues."""
    return {key: each for found in entries(SPANISH).values() for key, each in found.items()}


def brought_up_to_date() -> list[str]:
    """Add what is missing to the catalogues, and take out what is declared no longer."""
    said, known = declared(), translated()
    said_before = {each.en: each for key, each in known.items() if key not in said}
    areas: dict[str, dict[str, Entry]] = {}
    for key, english in said.items():
        same = known.get(key) or said_before.get(english) or Entry(english, "")
        areas.setdefault(area(key), {})[key] = same
    for name, found in areas.items():
        rows = {key: {"en": each.en, "es": each.es} for key, each in found.items()}
        file = FOLDER / SPANISH / f"{name}.json"
        file.write_text(json.dumps(rows, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return [key for found in areas.values() for key, each in found.items() if not each.es]


if __name__ == "__main__":
    for missing in brought_up_to_date():
        print(f"{missing}: expected its Spanish")
