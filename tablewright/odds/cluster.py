"""Rounds dealt on a cluster of `dask.distributed`: the same rounds as here, whatever dies on the way.

Workers are sent the shoe once, and then *blocks* of chunks, a few ahead for each of their threads.
This process alone counts, each block once (`chunks.Tally`): a worker that dies has its blocks done
again by others, a scheduler that starts again is handed what is missing, and a client that is killed
goes on from its checkpoint. Nothing is counted before every worker has shown that it runs this very
code; one that joins later shows it with each block.

Only this module knows dask, and loads it when a cluster is asked for.
"""

import asyncio
import logging
import re
import secrets
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from tablewright import __version__
from tablewright.odds.chunks import Chunks, Shoe, Tally, deal_chunks
from tablewright.odds.hands import Ints
from tablewright.odds.simulation import Simulated, Workers, cores
from tablewright.odds.store import code
from tablewright.rules.errors import Refused, quoted

LOCAL = "local"
"""The address of a cluster that is started here, and ends with this process."""

CONNECT_SECONDS = 5
"""So long a cluster has to answer, and to have its first worker."""

NOBODY_SECONDS = 60
"""So long a run waits for a worker when none is left."""

LARGEST_BLOCK = 32
"""In chunks: some 8 million rounds, a fraction of a second of work."""

BLOCKS_EACH = 8
"""A short run is cut into so many blocks for each thread, that all have something to do to the end."""

AHEAD = 3
"""So many blocks are handed out for each thread."""

MOST_TRIES = 5
"""A block that has been given up so often, each time with several workers that died, is the cause."""

LOOK_SECONDS = 0.02
ROSTER_SECONDS = 1.0

NO_INTERRUPT = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
"""What local workers do first: Ctrl-C reaches them too, and is for the client alone."""


ADDRESS = re.compile(r"((tcp|tls)://)?([\w.-]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}")


class Trouble(Exception):
    """The cluster cannot go on; what was counted stands."""


def refuse_bad_address(address: str) -> None:
    """Refuse what cannot be the address of a cluster."""
    if address != LOCAL and not ADDRESS.fullmatch(address):
        raise Refused(
            f"--cluster is {quoted(address)}: expected local or the address of a dask scheduler,"
            " such as tcp://HOST:8786"
        )


@contextmanager
def joined(address: str, jobs: int | None) -> Iterator["Cluster"]:
    """A cluster whose workers all run this very code; refused in one line if there is none."""
    refuse_bad_address(address)
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise Refused(
            "--cluster needs dask.distributed: expected pip install 'tablewright[cluster]'"
        ) from None
    for name in ("distributed", "distributed.client", "distributed.nanny", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with ExitStack() as opened:
        at: Any = address
        if address == LOCAL:
            scratch = opened.enter_context(tempfile.TemporaryDirectory(prefix="tablewright-"))
            at = opened.enter_context(_local(LocalCluster, jobs or cores(), scratch))
        else:
            _knock(address)
        opening: Callable[..., Any] = Client
        client = opening(at, timeout=CONNECT_SECONDS, set_as_default=False)
        opened.enter_context(client)
        cluster = Cluster(address, client)
        cluster.refuse_others()
        yield cluster


def _knock(address: str) -> None:
    """Refuse an address where no scheduler answers. A client that is refused waits for very long."""
    from distributed.comm.core import connect
    from distributed.security import Security

    dial: Callable[..., Any] = connect
    known: Callable[[], Any] = Security  # As dask's own settings say, which may name certificates.

    async def ask() -> Any:
        async with asyncio.timeout(CONNECT_SECONDS):
            trusted = known().get_connection_args("client")
            comm = await dial(address, timeout=CONNECT_SECONDS, **trusted)
            try:
                await comm.write({"op": "identity", "reply": True})
                return (await comm.read())["type"]
            finally:
                comm.abort()

    try:
        answer = asyncio.run(ask())
    except TimeoutError:
        answer = f"nothing was heard in {CONNECT_SECONDS} s"
    except Exception as error:
        answer = f"{type(error).__name__}: {error}".splitlines()[0][:120]
    if answer != "Scheduler":
        raise Refused(
            f"no cluster answers at {quoted(address)} ({answer}): expected the address of a dask"
            " scheduler"
        )


def _local(local_cluster: Any, workers: int, scratch: str) -> Any:
    """One on this machine: a process for each worker, and connections that nobody else can use."""
    return local_cluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        security=True,
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        memory_limit=0,
        local_directory=scratch,
        silence_logs=logging.CRITICAL + 1,
        preload=[NO_INTERRUPT],
    )


class Cluster:
    """The workers at an address, seen from the client that counts."""

    def __init__(self, address: str, client: Any) -> None:
        self.address, self.client = address, client
        self._seen: set[str] = set()
        self._threads: dict[str, int] = {}

    def refuse_others(self) -> None:
        """Refuse a cluster of another Tablewright, Python or numpy, and one without workers."""
        try:
            self.client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except Exception:
            raise Refused(
                f"the cluster at {quoted(self.address)} has no worker: expected at least one"
            ) from None
        found = self.client.get_versions(packages=["tablewright"])
        ours = _versions(found["client"])
        for worker, versions in found["workers"].items():
            theirs = _versions(versions)
            for what, expected in ours.items():
                if theirs[what] != expected:
                    runs = f"has {what} {theirs[what]}" if theirs[what] else f"has no {what}"
                    raise Refused(f"worker {worker} {runs}: expected {expected}, as here")
        for worker, hashed in self.client.run(code, on_error="return").items():
            if hashed != code():
                raise Refused(_other_code(worker))
        self.look()

    def look(self) -> int:
        """Who is there; how many threads they have."""
        if self.client.status == "closed":
            raise Trouble(f"the cluster at {quoted(self.address)} no longer answers")
        try:
            self._threads = self.client.sync(
                self.client.scheduler.ncores, callback_timeout=CONNECT_SECONDS
            )
        except (OSError, TimeoutError):
            return 0  # It may be back soon: the client tries to reach it.
        self._seen |= set(self._threads)
        return sum(self._threads.values())

    @property
    def workers(self) -> Workers:
        gone = len(self._seen - set(self._threads))
        return Workers(self.address, len(self._seen) - gone, gone)

    def carry_on(
        self, shoe: Shoe, tally: Tally, on_progress: Callable[[int], None] = lambda rounds: None
    ) -> Simulated:
        """Deal what a tally lacks. An interrupt or a cluster that is gone ends it with what it has."""
        taken_up, trouble, started = tally.dealt, "", time.perf_counter()
        threads = max(self.look(), 1)
        run = _Run(self, shoe, tally, threads)
        try:
            while tally.missing:
                run.hand_out()
                time.sleep(LOOK_SECONDS)
                run.take_in()
                on_progress(tally.dealt)
        except KeyboardInterrupt:
            pass
        except Trouble as error:
            trouble = str(error)
        seconds = time.perf_counter() - started
        run.call_off()
        return replace(
            Simulated(
                tally.seed, threads, tally.asked, tally.dealt, seconds, tally.counts, taken_up
            ),
            cluster=self.workers,
            trouble=trouble,
        )


class _Run:
    """Blocks on their way: handed out, awaited, done again where they got lost."""

    def __init__(self, cluster: Cluster, shoe: Shoe, tally: Tally, threads: int) -> None:
        self._cluster, self._client = cluster, cluster.client
        self._shoe, self._tally = shoe, tally
        self._name = f"tablewright-{secrets.token_hex(8)}"
        size = min(max(tally.missing // (threads * BLOCKS_EACH), 1), LARGEST_BLOCK)
        self._left = tally.left(size)
        self._again: deque[Chunks] = deque()
        self._awaited: dict[Any, Chunks] = {}
        self._sent = 0
        self._sent_shoe: Any = None
        self._tries: Counter[Chunks] = Counter()
        self._threads, self._looked_at, self._last_seen = (
            threads,
            time.monotonic(),
            time.monotonic(),
        )

    def hand_out(self) -> None:
        """Keep every thread busy, and some work waiting for it."""
        now = time.monotonic()
        if now - self._looked_at >= ROSTER_SECONDS:
            self._threads, self._looked_at = self._cluster.look(), time.monotonic()
            if self._threads:
                self._last_seen = self._looked_at
            elif now - self._last_seen > NOBODY_SECONDS:
                address = quoted(self._cluster.address)
                raise Trouble(f"the cluster at {address} has had no worker for {NOBODY_SECONDS} s")
        while self._client.status == "running" and len(self._awaited) < AHEAD * self._threads:
            block = self._again.popleft() if self._again else next(self._left, None)
            if block is None:
                return
            self._awaited[self._send(block)] = block

    def _send(self, block: Chunks) -> Any:
        if self._sent_shoe is None or self._sent_shoe.status in ("cancelled", "lost", "error"):
            # As a task of its own it is made again where the worker that had it dies.
            self._sent_shoe = self._submit("shoe", _received, self._shoe)
        at = f"{block.first}-{block.end}"
        return self._submit(
            at, _deal, self._sent_shoe, code(), self._tally.seed, self._tally.asked, block
        )

    def _submit(self, what: str, function: Callable[..., Any], *given: Any) -> Any:
        self._sent += 1
        key = f"{self._name}-{what}-{self._sent}"
        return self._client.submit(function, *given, key=key, pure=False)

    def take_in(self) -> None:
        """Count what has been dealt, and send again what was lost."""
        for future, block in list(self._awaited.items()):
            if future.status == "pending":
                continue
            if future.status == "error":
                self._judge(future.exception(), block)
            elif future.status == "finished":
                try:
                    counts: list[Ints] = future.result(timeout=CONNECT_SECONDS)
                except TimeoutError:
                    continue  # Who had it has died since: it is being dealt again.
                except Exception as error:
                    self._judge(error, block)
                else:
                    self._tally.count(block, counts)
                    del self._awaited[future]
                    continue
            del self._awaited[future]
            self._again.append(block)

    def _judge(self, error: BaseException | None, block: Chunks) -> None:
        """Whether a block that failed is worth another try."""
        from distributed import KilledWorker

        if isinstance(error, KilledWorker | asyncio.CancelledError | OSError):
            self._tries[block] += 1
            if self._tries[block] >= MOST_TRIES:
                raise Trouble(
                    f"workers of {quoted(self._cluster.address)} die as soon as they deal"
                )
        elif isinstance(error, Refused):
            raise Trouble(str(error))
        elif isinstance(error, ImportError | AttributeError):
            raise Trouble(
                f"a worker of {quoted(self._cluster.address)} cannot deal ({error}):"
                f" expected Tablewright {__version__} on each"
            )
        elif error is not None:
            raise error

    def call_off(self) -> None:
        """Have nobody work on for nothing."""
        for future in [*self._awaited, *([self._sent_shoe] if self._sent_shoe else [])]:
            future.release()
        self._awaited.clear()


def _versions(told: dict[str, Any]) -> dict[str, str | None]:
    """What must be the same on each machine, of all that dask tells."""
    packages = told["packages"]
    python = ".".join(str(packages["python"]).split(".")[:2])
    named = ("tablewright", "numpy", "distributed")
    return {"Python": python} | {name: packages.get(name) for name in named}


def _other_code(worker: str) -> str:
    return f"worker {worker} runs other code of Tablewright {__version__}: expected the code here"


# What workers do ------------------------------------------------------------------------------------


def _received(shoe: Shoe) -> Shoe:
    return shoe


def _deal(shoe: Shoe, expected: str, seed: int, asked: int, block: Chunks) -> list[Ints] | None:
    """The tally of a block, if this is the code that is expected."""
    if code() != expected:
        from distributed import get_worker

        raise Refused(_other_code(get_worker().address))
    return deal_chunks(shoe, seed, asked, Chunks(*block))
