"""A full table in the browser: how long frames take while chips and cards move before seven players.

The house is the real one with its own pace, the page the one that is served; six patrons are simulated
and the seventh player is a browser without a window, whose frames are timed by `requestAnimationFrame`
while something is in the air. The processor is as it is, and shared with the house. Sitting down builds
up the player's side of the page and its service worker: one view becomes another, which is timed apart.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.house import Serving, served
from tests.browser import chromium
from tests.browser.chromium import NARROW, WIDE, Size

SECONDS = int(os.environ.get("BENCH_PAGE_SECONDS", "40"))
GAMES = ("duki4", "king-high", "pick2")
SIZES = (WIDE, NARROW)
PATRONS = 6
SETTLED_SECONDS = 3
"""How long sitting down is given until frames are counted."""
SMOOTH_MS, STEADY_MS = 16.7, 33.4
"""A frame at 60 a second; one that was missed, and no more."""

TIMES = """
window.frames60 = []; window.longTasks = []; window.mostFlying = 0
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.longTasks.push(each.duration)
}).observe({ type: 'longtask', buffered: true })
let last = 0
let layer = null
const look = (now) => {
  // Counting is part of the frame: as little as possible is asked of the page.
  if (!layer?.isConnected) layer = document.querySelector('.flights')
  const flying = layer?.childElementCount ?? 0
  const isMoving = flying > 0 || document.getAnimations().some((each) => each.playState === 'running')
  if (isMoving && last) window.frames60.push(now - last)
  window.mostFlying = Math.max(window.mostFlying, flying)
  last = isMoving ? now : 0
  requestAnimationFrame(look)
}
requestAnimationFrame(look)
"""

ACTS = """() => {
  const choice = document.querySelector('.choices button:enabled')
  if (choice) return choice.click(), false
  const spots = [...document.querySelectorAll('[data-spot]')]
  if (spots.some((each) => each.parentElement.querySelector('.chip'))) return true
  for (const each of spots.slice(0, 3)) each.click()
  return spots.length > 0
}"""
"""Plays a hand, or puts chips on the first spots; whether it is time to say that all bets are made."""


class Frames(msgspec.Struct, frozen=True):
    """What was seen of one page while things moved."""

    game: str
    width: int
    frames: int
    smooth: float
    """The share of frames that took no longer than a 60th of a second, as a timer has them."""
    steady: float
    p95_ms: float
    longest_frame_ms: float
    longest_task_ms: float
    most_flying: int
    sat_down_ms: float
    """The longest frame while sitting down."""


def opened(serving: Serving) -> dict[tuple[str, int], str]:
    """For each game and width a practice table with patrons, at the house's own pace."""
    with httpx.Client(base_url=serving.address, timeout=60) as http:
        old, new = serving.password, "a longer password"
        name = {"name": "Administrator", "password": old}
        http.post("/api/sign-in", json=name).raise_for_status()
        http.post("/api/password", json={"old": old, "new": new}).raise_for_status()
        made = {}
        for game in GAMES:
            for size in SIZES:
                named = f"{game} {size['width']}"
                asked = {"table": named, "game": game, "patrons": PATRONS}
                answer = http.post("/api/tables", json=asked)
                answer.raise_for_status()
                made[game, size["width"]] = answer.json()["id"]
        return made


def played(browser: Browser, address: str, game: str, table: str, size: Size) -> Frames:
    """Play at a table for a while, and time its frames."""
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        base_url=address,
        reduced_motion="no-preference",
    )
    context.add_init_script(TIMES)
    context.request.post("/api/guest", data={})
    page = context.new_page()
    page.goto(f"/#/table/{table}")
    _sit(page)
    page.wait_for_timeout(1000 * SETTLED_SECONDS)
    sat_down = page.evaluate("Math.max(0, ...window.frames60)")
    page.evaluate("window.frames60 = []; window.longTasks = []")
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        _act(page)
        page.wait_for_timeout(120)
    frames, tasks, flying = page.evaluate("[window.frames60, window.longTasks, window.mostFlying]")
    context.close()
    return _frames(game, size["width"], frames, tasks, flying, sat_down)


def _sit(page: Page) -> None:
    """Take a free seat, and put aside the pictures that a newcomer is shown over the table."""
    page.locator(".seat.free button, .free button").first.click()
    page.locator("[data-spot]").first.wait_for()
    page.locator("dialog[open] .next button").last.click()


def _act(page: Page) -> None:
    """Whatever a player can do now: bet and deal, or play the hand."""
    if page.evaluate(ACTS):
        page.wait_for_timeout(400)
        page.keyboard.press("Enter")


def _frames(
    game: str, width: int, frames: list[float], tasks: list[float], flying: int, sat_down: float
) -> Frames:
    if not frames:
        raise SystemExit(f"{game}: nothing moved on the page")
    ordered = sorted(frames)
    # Timers of frames are rounded: a frame that is a tenth of a millisecond late is in time.
    smooth = sum(each <= SMOOTH_MS + 0.5 for each in frames) / len(frames)
    return Frames(
        game,
        width,
        len(frames),
        smooth,
        sum(each <= STEADY_MS + 0.5 for each in frames) / len(frames),
        ordered[len(ordered) * 95 // 100],
        ordered[-1],
        max(tasks, default=0.0),
        flying,
        sat_down,
    )


def seen() -> Iterator[Frames]:
    """Every game at both widths."""
    with (
        tempfile.TemporaryDirectory() as name,
        served(Path(name)) as serving,
        sync_playwright() as playwright,
    ):
        tables = opened(serving)
        browser: Any = chromium.started(playwright, chromium.OPTIONS)
        for game in GAMES:
            for size in SIZES:
                table = tables[game, size["width"]]
                yield played(browser, serving.address, game, table, size)
        browser.close()


def measure() -> Iterator[tuple[str, str, str]]:
    for each in seen():
        what = f"page, {each.game} with seven players, {each.width} px"
        yield f"{what}, frames in time while chips move", f"{each.smooth:.1%}", "95 %"
        yield f"{what}, frames late by one at most", f"{each.steady:.1%}", ""
        yield f"{what}, 95th percentile of a frame", f"{each.p95_ms:.1f} ms", "16.7 ms"
        yield f"{what}, longest task", f"{each.longest_task_ms:.0f} ms", ""
        yield f"{what}, longest frame while sitting down", f"{each.sat_down_ms:.0f} ms", ""
        yield f"{what}, most in the air at once", f"{each.most_flying}", ""
