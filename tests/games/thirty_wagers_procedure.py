"""The game with thirty wagers at a table, for tests only: by the house's own procedure."""

from tablewright.rules.house_procedure import house_procedure
from tests.games.thirty_wagers import GAME

PROCEDURE = house_procedure(GAME)
