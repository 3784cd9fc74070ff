"""A game's file as an author may leave it: one that cannot be read."""

from pathlib import Path

import pytest

from tablewright.games import REGISTRY

MODULE = "faro_unfinished"


def register_unfinished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have such a file in the registry, as the game `faro`."""
    (folder / f"{MODULE}.py").write_text('"""Faro."""\n\nGAME = undefined\n', "utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setitem(REGISTRY, "faro", MODULE)
