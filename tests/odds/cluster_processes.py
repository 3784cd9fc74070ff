"""A real cluster in processes of its own: a scheduler, and workers that can be killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 60


class Machines:
    """The processes of a cluster, each known by its number."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        found = folder / "scheduler.json"
        self.scheduler = self._start(
            *("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
            *("--scheduler-file", str(found)),
        )
        self.wait_for(found.exists)
        self.wait_for(lambda: found.read_text("utf-8").endswith("}"))
        self.address: str = json.loads(found.read_text("utf-8"))["address"]

    def add_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """One more, with one thread; no nanny starts it again."""
        worker = self._start(
            *("worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard"),
            *("--local-directory", str(self.folder), "--memory-limit", "0"),
            **environment,
        )
        self.workers.append(worker)
        return worker

    def kill_worker(self) -> None:
        """As a machine that is switched off."""
        kill(self.workers.pop(0))

    def _start(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env={**os.environ, **environment},
        )
        self._processes.append(process)
        return process

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        until = time.monotonic() + START_SECONDS
        while not is_so():
            assert time.monotonic() < until, "it did not start"
            time.sleep(0.02)

    def close(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait()


def kill(process: subprocess.Popen[bytes]) -> None:
    """End it by what it cannot hear."""
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def machines(folder: Path) -> Iterator[Machines]:
    started = Machines(folder)
    try:
        yield started
    finally:
        started.close()
