"""Folders that papers are printed into: filled whole or not at all, and never over anything else."""

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tablewright.cli.interrupts import cleared, unbroken
from tablewright.papers.pack import MANIFEST
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.files import signature_name


class Folder:
    """Where papers go: a new folder, an empty one, or one that holds papers which they replace."""

    def __init__(self, name: str, replaces: str, is_replaced: Callable[[Any], bool]) -> None:
        """`replaces` says in words, and `is_replaced` by its manifest, what may lie there already."""
        if name in ("", "-"):
            raise Refused(f"--out is {quoted(name)}: expected a folder's name")
        self.name, self.path = name, Path(os.path.realpath(name))
        self.replaces, self._is_replaced = replaces, is_replaced
        self.before = self._held()

    def _held(self) -> tuple[str, ...]:
        """The files that papers printed here before consist of; refused if the folder is not ours."""
        if not self.path.exists():
            if not self.path.parent.is_dir():
                raise Refused(
                    f"--out is {quoted(self.name)}, and there is no folder for it:"
                    " expected one that exists"
                )
            return ()
        if not self.path.is_dir():
            raise Refused(f"--out is {quoted(self.name)}, which is no folder: expected a folder")
        held = sorted(each.name for each in self.path.iterdir())
        if not held:
            return ()
        known = self._listed()
        strangers = [each for each in held if each not in known]
        if strangers:
            raise Refused(
                f"--out is {quoted(self.name)}, which holds {quoted(strangers[0])}:"
                f" expected a new folder, or one with {self.replaces}"
            )
        return tuple(held)

    def _listed(self) -> frozenset[str]:
        """The manifest and what it names, with signatures, if it is one of what is replaced."""
        try:
            found: Any = json.loads((self.path / MANIFEST).read_bytes())
            if self._is_replaced(found):
                named = [MANIFEST, *(str(each["file"]) for each in found["documents"])]
                return frozenset([*named, *map(signature_name, named)])
        except (OSError, ValueError, LookupError, TypeError):
            pass
        return frozenset()

    @contextmanager
    def filled(self) -> Iterator[Path]:
        """A folder to print into; when all is there it takes its place, else nothing is left of it."""
        part = self.path.with_name(f".tablewright-{os.getpid()}-{secrets.token_hex(4)}.part")
        try:
            part.mkdir()
        except OSError as error:
            raise Refused(
                f"--out is {quoted(self.name)} ({error.strerror}): expected a folder that can be made"
            ) from None
        with cleared(lambda: shutil.rmtree(part, ignore_errors=True)):
            try:
                yield part
                with unbroken():
                    self._put(part)
            finally:
                shutil.rmtree(part, ignore_errors=True)

    def _put(self, part: Path) -> None:
        """Put what was printed in its place; what was printed before goes."""
        if not self.path.exists():
            part.rename(self.path)
            return
        new = {each.name for each in part.iterdir()}
        for name in new - {MANIFEST}:
            os.replace(part / name, self.path / name)
        os.replace(part / MANIFEST, self.path / MANIFEST)
        for name in set(self.before) - new:
            (self.path / name).unlink(missing_ok=True)
