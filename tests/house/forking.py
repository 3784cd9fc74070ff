"""Programs to be killed at any moment, forked from one process that has loaded everything already.

That process is started with the first of them and serves all tests of this one.
"""

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

LONGEST_SECONDS = 120.0
"""How long a program may take to say something."""
Say = Callable[[str], None]
"""How a program tells its test something."""

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.house.preloaded"])


class Fork:
    """A function that runs in a process of its own, and says lines."""

    def __init__(self, work: Callable[..., None], *given: Any) -> None:
        self._heard, said = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(target=_run, args=(work, said, given), daemon=True)
        self._process.start()
        said.close()

    def hear(self) -> str:
        """What it says next; nothing once it has ended."""
        try:
            assert self._heard.poll(LONGEST_SECONDS), "a program that was started says nothing"
            return str(self._heard.recv())
        except (EOFError, OSError):  # Ended between two lines, or in one.
            return ""

    def end(self) -> int:
        """Wait until it has ended by itself; how."""
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode

    def kill(self) -> None:
        """End it at once, as a power failure would. What it has said can still be heard."""
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        self.kill()
        self._heard.close()


@contextmanager
def forked(work: Callable[..., None], *given: Any) -> Iterator[Fork]:
    """A program that is ended with the test."""
    fork = Fork(work, *given)
    try:
        yield fork
    finally:
        fork.close()


def _run(work: Callable[..., None], said: Any, given: tuple[Any, ...]) -> None:
    work(said.send, *given)
