"""The floor of two hundred tables: what looking again costs the house, and how the page scrolls.

`python -m benchmarks.floor` prints it alone. The time is the server's processor time for one answer;
frames are those of a browser without a window that scrolls the whole screen up and down while it goes
on asking, as `requestAnimationFrame` has them. The processor is as it is, and shared with the house.
"""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

from benchmarks.house import Serving, opened, served
from tests.browser import chromium
from tests.browser.chromium import NARROW, WIDE, Size

TABLES = 200
LOOKS = 50
SECONDS = 8

SCROLLS = """
async (seconds) => {
  const frame = () => new Promise((next) => requestAnimationFrame(next))
  const times = [await frame()]
  let step = innerHeight / 30
  while (times.at(-1) - times[0] < seconds * 1000) {
    scrollBy(0, step)
    if (scrollY >= document.documentElement.scrollHeight - innerHeight - 1) step = -Math.abs(step)
    if (scrollY <= 0) step = Math.abs(step)
    times.push(await frame())
  }
  return times.slice(1).map((each, n) => each - times[n])
}
"""


def measure() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as serving:
        opened(serving, TABLES)
        sign_in = {"name": "Administrator", "password": "a longer password"}
        with httpx.Client(base_url=serving.address, timeout=60) as http:
            http.post("/api/sign-in", json=sign_in).raise_for_status()
            while any(each["figures"]["theoretical"] is None for each in _rows(http)):
                time.sleep(0.5)
            mark = http.get("/api/pit").json()["mark"]
            for what, path in (
                ("all rows", "/api/pit"),
                ("what has changed", f"/api/pit?since={mark}"),
                ("the day's course", "/api/pit/course"),
            ):
                sent, taken_ms = _asked(serving, http, path)
                yield (
                    f"floor of {TABLES} tables, {what}: bytes, ms of processor time",
                    f"{sent} B {taken_ms:.1f} ms",
                    "",
                )
        with sync_playwright() as playwright:
            browser = chromium.started(playwright, chromium.OPTIONS)
            for size in (WIDE, NARROW):
                gaps = _scrolled(browser, serving.address, size, sign_in)
                smooth = sum(each <= 17.2 for each in gaps) / len(gaps)
                yield (
                    f"floor of {TABLES} tables, {size['width']} px, scrolled: frames a second, in time",
                    f"{len(gaps) / (sum(gaps) / 1000):.1f} {100 * smooth:.0f} %",
                    "60",
                )
            browser.close()


def _rows(http: httpx.Client) -> list[Any]:
    return list(http.get("/api/pit").json()["tables"])


def _asked(serving: Serving, http: httpx.Client, path: str) -> tuple[int, float]:
    """What an answer weighs, and what it costs the house in milliseconds."""
    times = serving.process.cpu_times()
    before, sent = times.user + times.system, 0
    for _ in range(LOOKS):
        with http.stream("GET", path) as answer:
            sent = sum(len(each) for each in answer.iter_raw())
    times = serving.process.cpu_times()
    return sent, 1000 * (times.user + times.system - before) / LOOKS


def _scrolled(browser: Browser, address: str, size: Size, sign_in: dict[str, str]) -> list[float]:
    """How long each frame took while the floor was scrolled."""
    viewport: Any = {"width": size["width"], "height": size["height"]}
    context = browser.new_context(viewport=viewport, base_url=address)
    context.request.post("/api/sign-in", data=sign_in)
    page = context.new_page()
    page.goto("/#/pit")
    page.locator("tr.table").nth(TABLES - 1).wait_for(state="attached")
    page.wait_for_timeout(3000)
    gaps: list[float] = page.evaluate(SCROLLS, SECONDS)
    context.close()
    return gaps


if __name__ == "__main__":
    for what, measured, _ in measure():
        print(f"{what:<76}{measured:>18}")
