"""One house and one browser for all tests of the page; windows of its own for each of them."""

import os
from collections.abc import Callable, Generator, Iterator
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tablewright.house.server.app import PAGE
from tests.browser import chromium
from tests.browser.chromium import PATIENCE_MS, SIZES, Size
from tests.browser.house import OpenHouse, opened
from tests.browser.visiting import Visits, welcomed

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A real house on a free port, with a database of its own."""
    if not (PAGE / "index.html").is_file():
        pytest.fail("the page is not built: `make page` builds it", pytrace=False)
    with opened(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="package")
def browser(house: OpenHouse) -> Iterator[Browser]:
    """Chromium. It ends with this package: while it runs, no other event loop can in this thread."""
    if not chromium.path():
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is missing: set TABLEWRIGHT_CHROMIUM to its path", pytrace=False)
        pytest.skip("Chromium is missing: `make test` installs it")
    with sync_playwright() as playwright:
        started = chromium.started(playwright)
        yield started
        started.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that is not about widths is done at one of the two; at the other by `make proof`."""
    for item in items:
        if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
            continue
        width = item.callspec.params.get("size")
        if not isinstance(width, str):
            continue  # The test names its widths itself, or has none.
        taken = sorted(SIZES)[crc32(item.originalname.encode()) % len(SIZES)]
        if width != taken and not getattr(item.module, "AT_BOTH_WIDTHS", False):
            item.add_marker(pytest.mark.proof)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where a test fails, every window is kept as a picture and as it is read aloud."""
    report = yield
    visits = getattr(item, "funcargs", {}).get("visits")
    if report.when == "call" and report.failed and visits is not None:
        folder = item.config._tmp_path_factory.mktemp("windows")  # type: ignore[attr-defined]
        report.sections.append(("windows", visits.keep(folder)))
    return report


@pytest.fixture
def visits(browser: Browser, house: OpenHouse) -> Iterator[Visits]:
    """Everybody who comes in this test. Nothing may go wrong on anybody's page."""
    yield from welcomed(browser, house)


@pytest.fixture
def visit(visits: Visits) -> Callable[..., Page]:
    """Brings a person new to the lobby."""
    return visits.come


@pytest.fixture(params=sorted(SIZES))
def size(request: pytest.FixtureRequest) -> Size:
    """Both widths, one after the other."""
    return SIZES[request.param]
