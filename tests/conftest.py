"""Settings of every test: none is judged by the clock, failures repeat, no user's cache is touched."""

import os
import tempfile

from hypothesis import settings

settings.register_profile("tablewright", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tablewright")

_KEPT = tempfile.TemporaryDirectory(prefix="tablewright-tests-")
os.environ["TABLEWRIGHT_CACHE"] = _KEPT.name
