"""Settings of every test: none is judged by the clock, failures repeat, no user's cache is touched."""

import os
import signal
import tempfile

from hypothesis import settings

settings.register_profile("tablewright", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tablewright")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background: commands under test must still hear Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if "PYTEST_XDIST_WORKER" not in os.environ:
    # Workers share what the one that started them keeps.
    _KEPT = tempfile.TemporaryDirectory(prefix="tablewright-tests-")
    os.environ["TABLEWRIGHT_CACHE"] = _KEPT.name
