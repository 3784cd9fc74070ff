"""The file that a simulation is kept in while it runs, so that it goes on where it was."""

import time
from pathlib import Path

from tablewright.odds.checkpoints import LARGEST, Checkpoint, Run, read, taken_up, written
from tablewright.odds.chunks import Shoe, Tally
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.whole_files import part_of, put

EVERY_SECONDS = 2.0
"""A client that is killed has so much to do again."""

LONGEST_PATH = 400


class KeptRun:
    """A checkpoint's file. Each time the whole of it is replaced, or nothing is."""

    def __init__(self, file: str) -> None:
        self.file = Path(file)
        self.named = f"--checkpoint {quoted(file, LONGEST_PATH)}"
        self._held = self._read()
        self._kept_at = time.monotonic()
        self.trouble = ""
        """Why the file holds less than it might, if it does."""

    @property
    def seed(self) -> int | None:
        """The seed of the run that is kept, if there is one."""
        return self._held.run.seed if self._held else None

    def begin(self, run: Run, shoe: Shoe) -> Tally:
        """The run as it stands, or a new one; the file is there from now on."""
        self._run = run
        if self._held:
            tally = taken_up(self.named, self._held, run, shoe)
        else:
            tally = Tally(run.seed, run.rounds, shoe.blank())
        try:
            for left in self.file.parent.iterdir():
                if left.name.startswith(part_of(self.file)):  # A client was killed while it wrote.
                    left.unlink(missing_ok=True)
            put(self.file, written(run, tally), mode=0o644)
        except OSError as error:
            raise self._refused(error, "a file that can be written") from None
        return tally

    def keep_now_and_then(self, tally: Tally) -> None:
        if time.monotonic() - self._kept_at >= EVERY_SECONDS:
            self.keep(tally)

    def keep(self, tally: Tally) -> None:
        """Keep it as it stands. A full disk does not end the run: the next time may go well."""
        try:
            put(self.file, written(self._run, tally), mode=0o644)
            self.trouble = ""
        except OSError as error:
            self.trouble = f"{self.named} is behind: {error.strerror}"
        self._kept_at = time.monotonic()

    def _read(self) -> Checkpoint | None:
        try:
            with self.file.open("rb") as opened:
                content = opened.read(LARGEST)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._refused(error, "a file that can be read") from None
        return read(self.named, content)

    def _refused(self, error: OSError, expected: str) -> Refused:
        return Refused(f"{self.named}: {error.strerror}: expected {expected}")
