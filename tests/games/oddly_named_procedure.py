"""The oddly named game at a table, for tests only: by the house's own procedure."""

from tablewright.rules.house_procedure import house_procedure
from tests.games.oddly_named import GAME

PROCEDURE = house_procedure(GAME)
