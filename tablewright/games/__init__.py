"""The games, one file each. A game is added to the registry by one line."""

import importlib
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

from tablewright.rules.errors import BadDefinition, Refused, TablewrightError, listed, quoted
from tablewright.rules.game import Game
from tablewright.rules.procedure import Procedure, refuse_misfit

REGISTRY = {
    "duki4": "tablewright.games.duki4",
    "king-high": "tablewright.games.king_high",
    "pick2": "tablewright.games.pick2",
}
"""Where each game's file is, by the game's id. A file is read when its game is asked for."""


def game(id: str) -> Game:
    """The game with this id; `King High`, `king_high` and `Duki 4 Poker` are understood too."""
    known = {_squeezed(each): each for each in REGISTRY}.get(_squeezed(id))
    if known is None:
        raise Refused(f"there is no game {quoted(id)}: expected {listed(REGISTRY)}")
    module = REGISTRY[known]
    found = getattr(_read(module, f"the file of {known}"), "GAME", None)
    if not isinstance(found, Game):
        raise BadDefinition(f"{module} has no GAME: expected the game there, of the type Game")
    if found.id != known:
        raise BadDefinition(f"{module} holds the game {found.id}: expected {known}, as registered")
    return found


def procedure(of: Game) -> Procedure:
    """How a game is run at a table; its file stands beside the game's."""
    module = f"{REGISTRY[of.id]}_procedure"
    found = getattr(_read(module, f"the procedure of {of.id}"), "PROCEDURE", None)
    if not isinstance(found, Procedure):
        raise BadDefinition(
            f"{module} has no PROCEDURE: expected {of.name}'s there, of the type Procedure"
        )
    if found.game is not of:
        raise BadDefinition(f"{module} is about {found.game.id}: expected it to be about {of.id}")
    return found


def _read(module: str, what: str) -> ModuleType:
    """A file of a game. What its author got wrong is said in one line."""
    try:
        return importlib.import_module(module)
    except TablewrightError:
        raise
    except ModuleNotFoundError as error:
        if error.name != module:
            raise BadDefinition(f"{module} cannot be read: {error}") from error
        raise BadDefinition(f"{what} is missing: expected {module}") from None
    except Exception as error:
        raise BadDefinition(f"{module} cannot be read: {type(error).__name__}: {error}") from error


def _squeezed(name: str) -> str:
    """A name without spaces, hyphens and the word poker."""
    return "".join(filter(str.isalnum, name.lower())).removesuffix("poker")


def every_game() -> tuple[Game, ...]:
    """All games, in the registry's order."""
    return tuple(game(id) for id in REGISTRY)


class AtTables(NamedTuple):
    """The games that tables can deal, and why others cannot."""

    procedures: tuple[Procedure, ...]
    left_out: tuple[str, ...]
    """A line for each game whose files are not whole."""


def at_tables() -> AtTables:
    """The games that can be dealt at a table. One whose files are not whole stops no other."""
    return _at_tables(tuple(REGISTRY.items()))


@lru_cache(maxsize=1)
def _at_tables(registered: tuple[tuple[str, str], ...]) -> AtTables:
    found, left_out = [], []
    for id, _ in registered:
        try:
            of = game(id)
            run = procedure(of)
            refuse_misfit(run, of.ruleset().deal)
            found.append(run)
        except BadDefinition as wrong:
            left_out.append(f"{id} is not dealt here: {wrong}")
    return AtTables(tuple(found), tuple(left_out))
