"""Which browser the page is tried in, and how wide its windows are."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from playwright.sync_api import Browser, Playwright


class Size(TypedDict):
    """The inside of a browser's window, in pixels."""

    width: int
    height: int


WIDE = Size(width=1440, height=900)
NARROW = Size(width=390, height=844)
SIZES = {"wide": WIDE, "narrow": NARROW}

PATIENCE_MS = 180_000
"""How long something may take to appear before it is held to be missing.

What prints and counts gives way to all else, and tests keep every core busy.
"""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The one that has no windows to draw comes first: a new page costs it a quarter of the work."""
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SHORT_LIVED = [*OPTIONS, "--js-flags=--no-opt"]
"""For pages that live for seconds: a compiler that optimises would never earn back what it costs."""


def path() -> str:
    """Where Chromium is on this machine; empty if there is none."""
    named = os.environ.get("TABLEWRIGHT_CHROMIUM", "")
    if named:
        return named if Path(named).is_file() else ""
    return next((found for name in NAMES if (found := shutil.which(name))), "")


def started(playwright: Playwright, options: Sequence[str] = SHORT_LIVED) -> Browser:
    """A browser whose windows are nowhere to be seen; what is to be timed takes the plain `OPTIONS`."""
    return playwright.chromium.launch(executable_path=path(), args=options)
