"""Everything that the house says, as it is declared in English, by its key.

`python -m tests.laws.declared_words` adds a key to the catalogues for whatever is declared and has
none, with nothing in Spanish yet, and takes out what is declared no longer. `test_translations.py`
holds that there is nothing left to do.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablewright.games import every_game, procedure
from tablewright.house.screens import orders
from tablewright.rules.contest import Contest
from tablewright.rules.game import Game
from tablewright.rules.house_tour import house_tour
from tablewright.rules.irregularities import Effect
from tablewright.rules.language import FOLDER, SPANISH, Entry, entries
from tablewright.rules.phases import IN_BRIEF
from tablewright.rules.procedure import Procedure, UsesHand, Where
from tablewright.rules.protection import Remedy
from tablewright.rules.ranked import slug
from tablewright.rules.rankings import Aces, Suits
from tablewright.rules.register import register
from tablewright.rules.said import single_odds_said
from tablewright.rules.terms import GENERAL
from tablewright.rules.wagers import Combine, Ends, made_said
from tablewright.table.words import ENGLISH

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "tablewright"
assert orders.TAKEN  # The words of orders are declared when they are read.

Declared = tuple[str, str]
"""A key and its English."""


def of_acts() -> Iterator[Declared]:
    """The words of acts and orders."""
    yield from ENGLISH.templates.items()


def of_phases() -> Iterator[Declared]:
    for id, brief in IN_BRIEF.items():
        yield f"phase.{id}.name", brief.name
        yield f"phase.{id}.waiting", brief.waiting


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
    for kind in (Effect, Remedy, Aces, Suits, UsesHand, Where, Combine, Ends):
        for member in kind:
            yield f"{slug_of(kind.__name__)}.{slug_of(member.name)}", member.value


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
    for device in run.devices:
        yield f"{id}.device.{device.id}.name", device.name
    for each in run.irregularities:
        yield f"{each.id}.title", each.title
        for ruling in each.rulings:
            yield f"{each.id}.{ruling.id}.says", ruling.says
    for incident in run.incidents:
        yield f"{incident.id}.title", incident.title
        yield f"{incident.id}.recorded", incident.recorded
    for n, told in enumerate(run.explanation):
        yield f"{id}.explanation.{n + 1}", told.says
    for reading in game.readings:
        yield f"{reading.id}.question", reading.question
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
            for made in table.rows:
                yield f"{id}.row.{made.value}", made_said(made)
        for case, _ in single_odds_said(decided):
            yield f"{id}.row.{slug(case)}", case


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


def said_in_code() -> Iterator[Declared]:
    """What code says by a key: every `say("key", "English", ...)`."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name("say"), [ast.Constant(key), ast.Constant(english)]):
                    yield str(key), str(english)


def declared() -> dict[str, str]:
    """The English of every key. Words that several things share have one key, the first."""
    found: dict[str, str] = dict(of_acts())
    known: set[tuple[str, str]] = set()
    words = [*of_phases(), *of_enumerations(), *of_the_trade()]
    for game in every_game():
        words += of_game(game, procedure(game))
    for key, english in words:
        kind = next((each for each in APART if each in key.split(".")), "")
        if (kind, english) not in known and english:
            known.add((kind, english))
            while key in found:  # Another ruleset says it otherwise.
                key += "-otherwise"
            found[key] = english
    for key, english in said_in_code():
        assert found.get(key, english) == english, f"{key} says two things"
        found[key] = english
    return found


APART = ("wager", "decision", "term", "tour")
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


def translated() -> dict[str, Entry]:
    """Every entry of the Spanish catalogues."""
    return {key: each for found in entries(SPANISH).values() for key, each in found.items()}


def brought_up_to_date() -> list[str]:
    """Add what is missing to the catalogues, and take out what is declared no longer."""
    said, known = declared(), translated()
    areas: dict[str, dict[str, Entry]] = {}
    for key, english in said.items():
        areas.setdefault(area(key), {})[key] = known.get(key) or Entry(english, "")
    for name, found in areas.items():
        rows = {key: {"en": each.en, "es": each.es} for key, each in found.items()}
        file = FOLDER / SPANISH / f"{name}.json"
        file.write_text(json.dumps(rows, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return [key for found in areas.values() for key, each in found.items() if not each.es]


if __name__ == "__main__":
    for missing in brought_up_to_date():
        print(f"{missing}: expected its Spanish")
