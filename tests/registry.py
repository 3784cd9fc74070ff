"""The games that are registered, for tests that hold for every game, or for every game of a kind."""

from tablewright.games import every_game
from tablewright.rules.contest import Contest

GAMES = [of.id for of in every_game()]
CONTESTS = [of.id for of in every_game() if isinstance(of.ruleset().deal, Contest)]
"""Those with hands against a dealer's."""
