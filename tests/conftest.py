"""Settings of every test: none is judged by the clock, failures repeat, no user's cache is touched.

The long proofs draw a fresh seed each time and print it; `make proof SEED=...` takes it back.
"""

import gc
import os
import secrets
import signal
import tempfile

import pytest
from hypothesis import settings

settings.register_profile("tablewright", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tablewright")

gc.disable()  # Until all tests are collected: nothing of them is garbage.

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background: commands under test must still hear Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if "PYTEST_XDIST_WORKER" not in os.environ:
    # Workers share what the one that started them keeps.
    _KEPT = tempfile.TemporaryDirectory(prefix="tablewright-tests-")
    os.environ["TABLEWRIGHT_CACHE"] = _KEPT.name
    os.environ["TABLEWRIGHT_PROOF_SEED"] = os.environ.get("SEED") or str(secrets.randbelow(10**9))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one file run in one process, one after another, and so do all that need the browser:
    they share what they build up. The longest begin; examples, which are short, end together."""
    for item in items:
        group = "browser" if _place(item) == 0 else item.location[0]
        item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    if item.location[0].startswith("tests/browser/"):
        return 0
    return 2 if isinstance(item, pytest.DoctestItem) else 1


def pytest_collection_finish() -> None:
    """Thousands of tests stay until the end: no collection of garbage looks at them again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session")
def proof_seed() -> int:
    """What the long proofs draw by."""
    return int(os.environ["TABLEWRIGHT_PROOF_SEED"])


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if config.option.markexpr == "proof":
        seed = os.environ["TABLEWRIGHT_PROOF_SEED"]
        terminalreporter.write_line(f"seed {seed}: `make proof SEED={seed}` repeats this proof")
