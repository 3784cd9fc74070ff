"""A command that is run within a test hears Ctrl-C; afterwards the tests do again."""

import signal
from collections.abc import Iterator

import pytest

collect_ignore = ["taught.py"]
"""Importing it derives a syllabus, which only commands that are interrupted need."""


@pytest.fixture(autouse=True)
def _ctrl_c_ends_the_tests() -> Iterator[None]:
    heard = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in heard.items():
        signal.signal(number, handler)
