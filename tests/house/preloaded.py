"""What programs that tests fork have loaded and worked out before (tests/house/forking.py)."""

from tablewright.cli import backup
from tablewright.games import at_tables
from tests.house import contending, crashing, recorded, schooling, writing

__all__ = ["backup", "contending", "crashing", "schooling", "writing"]

at_tables()
recorded.entries("")
