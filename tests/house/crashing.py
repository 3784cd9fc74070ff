"""A house that is served by a process of its own and can be killed at any moment.

    python -m tests.house.crashing ADDRESS PACE COMPLAINTS

The program loads everything once. For every line that it reads it forks a server on a free port, which
says its process and its port, so that a killed house opens again within a moment.
"""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import uvicorn

from tablewright.house.house import House
from tablewright.house.server.app import create
from tablewright.house.server.serving import configuration, listening
from tests.house.serving import ADMINISTRATOR, employ


class Crashing:
    """A house on one database that is started and killed again and again."""

    def __init__(
        self, database: str, folder: Path, pace: float = 0.0, program: str = "tests.house.crashing"
    ) -> None:
        self.complaints = folder / "complaints.log"
        self._nursery = subprocess.Popen(
            [sys.executable, "-m", program, database, str(pace), self.complaints],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._pid = 0
        self.address = ""

    def start(self) -> str:
        """Open the doors; where they are."""
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.write("start\n")
        self._nursery.stdin.flush()
        said = self._nursery.stdout.readline().split()
        assert len(said) == 2, self.complaints.read_text()
        self._pid, port = map(int, said)
        self.address = f"http://127.0.0.1:{port}"
        return self.address

    def kill(self) -> None:
        """End the server at once, as a power failure would."""
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            self._pid = 0

    def close(self) -> None:
        self.kill()
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.close()
        self._nursery.wait()
        self._nursery.stdout.close()


async def _serve(database: str, pace: float) -> None:
    house = await House.open(database, pace=pace)
    if await house.accounts.by_name(ADMINISTRATOR) is None:
        await employ(house, {ADMINISTRATOR: ["administrator"]})
    taken = listening("127.0.0.1", 0)
    taken.listen(100)
    print(os.getpid(), taken.getsockname()[1], flush=True)
    await uvicorn.Server(configuration(create(house))).serve(sockets=[taken])


def main(database: str, pace: float, complaints: str) -> None:
    """Fork a server for every line that is read."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    logging.basicConfig(filename=complaints, level=logging.WARNING)
    for _ in sys.stdin:
        if os.fork() == 0:
            try:
                asyncio.run(_serve(database, pace))
            except BaseException:
                logging.exception("the server ended")
            finally:
                os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), sys.argv[3])
