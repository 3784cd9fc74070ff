"""The games, one file each. A game is added to the registry by one line."""

import importlib

from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.game import Game
from tablewright.rules.procedure import Procedure

REGISTRY = {
    "duki4": "tablewright.games.duki4",
    "king-high": "tablewright.games.king_high",
    "pick2": "tablewright.games.pick2",
}
"""Where each game's file is, by the game's id. A file is read when its game is asked for."""


def game(id: str) -> Game:
    """The game with this id; `King High`, `king_high` and `Duki 4 Poker` are understood too."""
    module = {_squeezed(each): module for each, module in REGISTRY.items()}.get(_squeezed(id))
    if module is None:
        raise Refused(f"there is no game {quoted(id)}: expected {listed(REGISTRY)}")
    found: Game = importlib.import_module(module).GAME
    return found


def procedure(of: Game) -> Procedure:
    """How a game is run at a table; its file stands beside the game's."""
    found: Procedure = importlib.import_module(f"{REGISTRY[of.id]}_procedure").PROCEDURE
    return found


def _squeezed(name: str) -> str:
    """A name without spaces, hyphens and the word poker."""
    return "".join(filter(str.isalnum, name.lower())).removesuffix("poker")


def every_game() -> tuple[Game, ...]:
    """All games, in the registry's order."""
    return tuple(game(id) for id in REGISTRY)
