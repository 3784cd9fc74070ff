"""Which browser the page is tried in, and how wide its windows are."""

import os
import shutil
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

PATIENCE_MS = 60_000
"""How long something may take to appear before it is held to be missing."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The one that has no windows to draw comes first: a new page costs it a quarter of the work."""
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--js-flags=--no-opt",
]


def path() -> str:
    """Where Chromium is on this machine; empty if there is none."""
    named = os.environ.get("TABLEWRIGHT_CHROMIUM", "")
    if named:
        return named if Path(named).is_file() else ""
    return next((found for name in NAMES if (found := shutil.which(name))), "")


def started(playwright: Playwright) -> Browser:
    """A browser whose windows are nowhere to be seen."""
    return playwright.chromium.launch(executable_path=path(), args=OPTIONS)
