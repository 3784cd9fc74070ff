"""Three Card Poker at a table, for tests only: by the house's own procedure."""

from tablewright.rules.house_procedure import house_procedure
from tests.games.three_card_poker import GAME

PROCEDURE = house_procedure(GAME)
