"""Several servers of one house on one machine, so that it uses more than one core: `serve --workers N`.

The process that was started keeps the port, starts the servers, says what the first of them says,
starts one again that has ended by itself, and ends when all have. All listen at the same port, among
which the system shares out new connections, and each at one of its own where the others reach it.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

from tablewright.house.server.serving import OPEN_AT, listening

AGAIN_SECONDS = 1.0
"""How long the house waits before a server that has ended by itself is started again."""
LOOK_SECONDS = 0.1
ENDED_AT_START = 2
ONCE = ("--new", "--new-key", "--new-secret", "--accept-gap")
"""What the first server does, and no other after it."""


def serve_with_workers(
    number: int,
    host: str,
    port: int,
    words: Sequence[str],
    say: Callable[[str], None],
    stop: object,
) -> int:
    """Run so many servers until `stop` becomes true; the status that the first refusal ended with.

    `words` are those that this process was started with.
    """
    kept = listening(host, port, is_shared=True, is_listening=False)
    crew = _Crew(number, [*words, "--worker", "--port", str(kept.getsockname()[1])], say)
    try:
        return crew.run(stop)
    finally:
        crew.end()
        kept.close()


class _Crew:
    """The servers that were started."""

    def __init__(self, number: int, words: Sequence[str], say: Callable[[str], None]) -> None:
        self._number, self._words, self._say = number, words, say
        self._running: list[subprocess.Popen[str]] = []
        self._is_open = threading.Event()

    def run(self, stop: object) -> int:
        first = self._start(is_first=True)
        while not self._is_open.wait(LOOK_SECONDS):
            if stop:
                return 0
            if first.poll() is not None:
                return first.returncode or ENDED_AT_START
        for _ in range(self._number - 1):
            self._start()
        self._say(f"  {self._number} servers share the work.")
        while not stop:
            time.sleep(LOOK_SECONDS)
            for each in [each for each in self._running if each.poll() is not None]:
                self._running.remove(each)
                sys.stderr.write(
                    f"tablewright: a server of the house has ended ({each.returncode});"
                    " another is started\n"
                )
                time.sleep(AGAIN_SECONDS)
                self._start()
        return 0

    def _start(self, *, is_first: bool = False) -> "subprocess.Popen[str]":
        words = [each for each in self._words if is_first or each not in ONCE]
        started = subprocess.Popen(
            [sys.executable, "-m", "tablewright", *words],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is heard here, and passed on once.
        )
        self._running.append(started)
        listen = threading.Thread(target=self._relay, args=(started, is_first), daemon=True)
        listen.start()
        return started

    def _relay(self, started: "subprocess.Popen[str]", is_first: bool) -> None:
        """Say what the first says; the others say the same."""
        assert started.stdout is not None
        for line in started.stdout:
            if is_first:
                self._say(line.rstrip("\n"))
                if line.startswith(OPEN_AT):
                    self._is_open.set()

    def end(self) -> None:
        """Have all end in order, and wait until they have."""
        for each in self._running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each.pid, signal.SIGTERM)
        for each in self._running:
            each.wait()
