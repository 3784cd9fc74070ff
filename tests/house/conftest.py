"""Databases for the tests of the house: a file of SQLite and a real PostgreSQL server, both fresh."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.house.databases import Server, shape

if TYPE_CHECKING:
    from tests.house.serving import Serving

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server of this test process alone."""
    # Short, as a socket's path may not be long; in memory where there is plenty of it.
    folder = Path(tempfile.mkdtemp(prefix="tw-", dir=roomy_memory()))
    server = Server(folder / "pg")
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def roomy_memory() -> Path | None:
    memory = Path("/dev/shm")
    is_roomy = memory.is_dir() and shutil.disk_usage(memory).free >= 2 << 30
    return memory if is_roomy else None


@pytest.fixture
def quick_path() -> Iterator[Path]:
    """A folder for many files that are soon gone, in memory where there is plenty of it."""
    folder = Path(tempfile.mkdtemp(prefix="tw-", dir=roomy_memory()))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """A folder for a house's keys, which nobody has made yet."""
    return tmp_path / "apart" / "keys"


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that nobody has opened yet; every test runs on both kinds."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'house.db'}"
        return
    server: Server = request.getfixturevalue("postgres")
    name = f"test{next(_NUMBERS)}"
    yield server.empty(name)
    server.drop(name)


@pytest.fixture(params=["sqlite", "postgres"])
def ready_address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that has its present shape already, and no rows: quicker to open."""
    if request.param == "sqlite":
        path = tmp_path / "house.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
        return
    server: Server = request.getfixturevalue("postgres")
    name = f"test{next(_NUMBERS)}"
    yield server.copied(name)
    server.drop(name)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite that has its present shape, to be copied."""
    path = tmp_path_factory.mktemp("template") / "house.db"
    asyncio.run(shape(f"sqlite:///{path}"))
    return path


# A house that is served, with an account for every duty (tests/house/serving.py) -------------------


@pytest.fixture(scope="module")
def serving(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator["Serving"]:
    """A house on a file of SQLite."""
    from tests.house.serving import served

    path = tmp_path_factory.mktemp("served") / "house.db"
    shutil.copy(sqlite_template, path)
    with served(f"sqlite:///{path}") as serving:
        yield serving


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def serving_both(
    request: pytest.FixtureRequest, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator["Serving"]:
    """The same on either kind of database."""
    from tests.house.serving import served

    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("served") / "house.db"
        shutil.copy(sqlite_template, path)
        address = f"sqlite:///{path}"
    else:
        server: Server = request.getfixturevalue("postgres")
        address = server.copied(f"served{next(_NUMBERS)}")
    with served(address) as serving:
        yield serving


@pytest.fixture(scope="module")
def sums(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator["Serving"]:
    """A house in whose school nothing but sums is taught (tests/house/schooling.py)."""
    from tests.house.schooling import sums_are_taught
    from tests.house.serving import served

    path = tmp_path_factory.mktemp("sums") / "house.db"
    shutil.copy(sqlite_template, path)
    with sums_are_taught(), served(f"sqlite:///{path}", keeps_standing=False) as serving:
        yield serving


@pytest.fixture
def shared(postgres: Server) -> Iterator[str]:
    yield postgres.copied("shared")
    postgres.drop("shared")
