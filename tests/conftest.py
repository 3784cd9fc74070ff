"""Settings of every test: none is judged by the clock, failures repeat, no user's cache is touched.

The long proofs draw a fresh seed each time and print it; `make proof SEED=...` takes it back.
"""

import asyncio
import gc
import importlib
import os
import secrets
import signal
import tempfile
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
import uvloop
from _pytest.doctest import DoctestItem, DoctestModule
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.proven import is_left_to_proof, taken_by_others

settings.register_profile("tablewright", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tablewright")

asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())  # As the house is served.

gc.disable()  # Until all tests are collected: nothing of them is garbage.

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background: commands under test must still hear Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if "PYTEST_XDIST_WORKER" not in os.environ:
    # Workers share what the one that started them keeps.
    _KEPT = tempfile.TemporaryDirectory(prefix="tablewright-tests-")
    os.environ["TABLEWRIGHT_CACHE"] = _KEPT.name
    os.environ["TABLEWRIGHT_PROOF_SEED"] = os.environ.get("SEED") or str(secrets.randbelow(10**9))


TESTS = Path(__file__).parent


def pytest_sessionstart() -> None:
    """Each of several workers begins to load the tests at a place of its own, then goes around:
    what one has compiled is there for the others."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker:
        files = sorted(TESTS.rglob("test_*.py"))
        share = len(files) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        first = share * int(worker.removeprefix("gw"))
        for file in files[first:] + files[:first]:
            path = file.relative_to(TESTS.parent).with_suffix("")
            try:
                importlib.import_module(".".join(path.parts))
            except Exception:
                return  # It is told of where the tests are collected.


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Any, Any]:
    """Examples are looked for in files that have some."""
    found = yield
    if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
        return [each for each in found if not isinstance(each, DoctestModule)]
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, then tests, then examples.

    Files that wait for servers and processes are mixed evenly with those that never wait, so that
    the processor always has work. What repeats another test is left to `make proof`.
    """
    for item in items:
        if is_left_to_proof(item.nodeid):
            item.add_marker(pytest.mark.proof)
    for item in taken_by_others(each for each in items if not each.get_closest_marker("proof")):
        item.add_marker(pytest.mark.proof)
    files = dict.fromkeys(each.path for each in items if not each.nodeid.startswith(LONGEST))
    waiting = [each for each in files if each.parent.name in WAITING]
    others = [each for each in files if each.parent.name not in WAITING]
    turns = {file: n / len(kind) for kind in (waiting, others) for n, file in enumerate(kind)}
    items.sort(key=lambda each: (isinstance(each, DoctestItem), turns.get(each.path, -1)))


BROWSER = "tests/browser/"
LONGEST = (BROWSER, "tests/test_readme.py")
WAITING = ("benchmarks", "cli", "house", "signing")
"""Folders of tests that wait."""


SHARED = {
    "tests/papers/test_mathematics.py": "tests/papers/test_laws.py",
    "tests/papers/test_change_request.py": "tests/papers/test_changes.py",
    "tests/papers/test_consequences.py": "tests/papers/test_changes.py",
}
"""Files that build up the same as another, and run where that does."""


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Tests of one file run in one process, one after another, and so do all that need the browser:
    they share what they build up."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return BROWSER if nodeid.startswith(BROWSER) else SHARED.get(file, file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    config.option.loadscopereorder = False
    return ByFile(config, log)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Of tests with one name several processes would run the first and no other.

    Thousands of tests stay until the end: no collection of garbage looks at them again.
    """
    names = Counter(each.nodeid for each in session.items)
    for name in (each for each, times in names.items() if times > 1):
        raise pytest.UsageError(f"{name}: expected a name of its own for each test")
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Nor at the end, when pytest has it look through gigabytes that were kept from test to test."""
    gc.freeze()


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
