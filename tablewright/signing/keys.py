"""A house's keys, in a folder of their own: made, used, rotated, retired as lost or stolen.

    ID.pem       the private key that signs now, readable by its owner alone; there is one
    ring.json    every public key (`rings.py`); it may be given to anyone
    last.json    when something was signed last, how far each house has come (`memory.py`)
    lock         held while something is signed or changed

A new key counts once `ring.json` names it: that file is put in its place whole, so that a kill between
two writes leaves the old key or the new one and nothing in between. The private half of a key that was
retired is of no use any more, but to a thief, and is removed.

No moment that is signed lies before the last one, or before its key was made. Where the clock says so,
the statement says what the clock said.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from tablewright.rules.errors import Refused, quoted
from tablewright.signing.memory import KnownHead, Last, Reached
from tablewright.signing.private_keys import (
    PRIVATE,
    NoKeys,
    PrivateKey,
    private_in,
    said_of_end,
    said_of_key,
)
from tablewright.signing.rings import (
    FIRST,
    KEY,
    LOST,
    RETIRED,
    ROTATED,
    STOLEN,
    HouseKey,
    Ring,
    checked_ring,
    read_ring,
)
from tablewright.signing.statements import (
    DoesNotHold,
    Statement,
    shown,
    time_text,
)
from tablewright.signing.whole_files import held, put, sweep

RING, LAST, LOCK = "ring.json", "last.json", "lock"
CLOCK = timedelta(minutes=1)
"""A clock that is set back by less is not worth a word."""

Now = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


class Pen:
    """Signs with the present key, as long as the folder is held."""

    def __init__(self, private: PrivateKey, ring: Ring, now: Now, earliest: datetime) -> None:
        self._private, self._now = private, now
        self.ring, self.last = ring, earliest
        self.is_used = False

    @property
    def key(self) -> str:
        return self._private.id

    def sign(self, kind: str, of: str, says: Mapping[str, str | int]) -> Statement:
        """A statement of this moment; of the last one, where the clock lies before it."""
        clock = self._now()
        if clock + CLOCK < self.last:
            says = {**says, "clock": time_text(clock)}
        self.last = max(clock, self.last)
        self.is_used = True
        return self._private.sign(kind, of, self.last, says)


class Keys:
    """The keys in a folder. Use `make`, `open` or `replace_lost`."""

    def __init__(self, folder: Path, now: Now = utc_now) -> None:
        self.folder, self._now = folder, now
        self._ring: Ring
        self._private: PrivateKey
        self._mark: tuple[int, ...] = ()
        """By what the ring's file is known to be the one that was read."""

    @classmethod
    def open(cls, folder: Path, now: Now = utc_now) -> "Keys":
        """The keys that lie in a folder; refused, if there are none or they cannot be used."""
        keys = cls(folder, now)
        if not (folder / RING).is_file():
            raise NoKeys(
                f"there are no keys in {quoted(str(folder), 200)}: expected a house's keys"
            )
        with keys._held():
            keys._read()
        return keys

    @classmethod
    def make(cls, folder: Path, now: Now = utc_now) -> "Keys":
        """The first key of a house, in a folder of its own; one that is there by now is used."""
        keys = cls(folder, now)
        with keys._held():
            if not (folder / RING).exists():
                new, at = PrivateKey.new(), now()
                keys._put(new, [new.sign(KEY, new.id, at, said_of_key(new, FIRST))])
            keys._read()
        return keys

    @classmethod
    def replace_lost(
        cls, folder: Path, before: Ring, last: datetime | None = None, now: Now = utc_now
    ) -> "Keys":
        """A new key after the private one of a ring was lost; nothing vouches for it but itself.

        What the lost key signed up to `last` stays good, whatever the clock says.
        """
        keys, old = cls(folder, now), before.current
        with keys._held():
            if (folder / RING).exists():
                _refuse_other_ring(folder, _ring_in(folder), before)
            new = PrivateKey.new()
            at = max(now(), _since(old), last or _since(old))
            keys._put(
                new,
                [
                    *before.ring,
                    new.sign(KEY, new.id, at, said_of_key(new, LOST, old, at)),
                    new.sign(RETIRED, old.id, at, said_of_end(LOST, at, new)),
                ],
            )
            keys._read()
        return keys

    @property
    def ring(self) -> Ring:
        """Every public key, as the folder has it now."""
        with self._held():
            self._read_if_changed()
            return self._ring

    # Signing --------------------------------------------------------------------------------------

    @contextmanager
    def signing(self) -> Iterator[Pen]:
        """A pen for the present key, also if the keys have changed meanwhile."""
        with self._held():
            self._read_if_changed()
            last = self._last()
            pen = Pen(self._private, self._ring, self._now, self._earliest(last))
            yield pen
            if pen.is_used:
                self._put_last(msgspec.structs.replace(last, key=pen.key, at=pen.last))

    def clock_said(self) -> str:
        """What is wrong with the clock; nothing, if it goes on from where things were signed last."""
        with self._held():
            self._read_if_changed()
            before, now = self._earliest(self._last()), self._now()
        if now + CLOCK >= before:
            return ""
        return (
            f"the clock says {shown(now)}, and the house's key has signed at {shown(before)}: set the"
            " clock; until then what is signed bears the later time and says so"
        )

    def reached(self, house: str) -> Reached:
        """How far a house had come in signing when it last said so."""
        with self._held():
            return self._last().houses.get(house, Reached())

    def remember(
        self,
        house: str,
        reached: Reached,
        heads: Mapping[str, KnownHead] | None = None,
        only: Mapping[str, KnownHead] | None = None,
    ) -> None:
        """A house has come so far, these journals with it, and it is kept for good.

        Of the heads that were known before, those in `only` are remembered, if it is named.
        """
        with self._held():
            self._put_last(self._last().with_reached(house, reached, heads or {}, only))

    def memory(self) -> Last:
        """All that is remembered of what was signed."""
        with self._held():
            return self._last()

    def note_handed(self, house: str, to: str, reached: Reached) -> None:
        """All up to here was handed out to a second party."""
        with self._held():
            self._put_last(self._last().with_handed(house, to, reached))

    def files(self, *more: str) -> dict[str, bytes]:
        """What lies in the folder now, to be copied: the keys, and these files if they are there."""
        with self._held():
            self._read_if_changed()
            names = (RING, f"{self._private.id}{PRIVATE}", LAST, *more)
            there = [each for each in names if (self.folder / each).is_file()]
            return {each: (self.folder / each).read_bytes() for each in there}

    # Other keys -----------------------------------------------------------------------------------

    def rotate(self) -> HouseKey:
        """Another key signs from now on; the old one names it, and is good for what it has signed."""
        with self._held():
            self._read()
            old, new = self._private, PrivateKey.new()
            at = self._now()
            since = max(at, self._earliest(self._last()))
            self._put(
                new,
                [
                    *self._ring.ring,
                    new.sign(KEY, new.id, at, said_of_key(new, ROTATED, self._ring.current, since)),
                    old.sign(RETIRED, old.id, since, said_of_end(ROTATED, since, new)),
                ],
            )
            self._read()
            return self._ring.current

    def retire_stolen(self, id: str, since: datetime) -> HouseKey:
        """Nothing counts that a key signed after a moment; for the present one, another is made."""
        with self._held():
            self._read()
            key = self._ring.find(id)
            if key is None:
                known = ", ".join(each.id for each in self._ring.keys)
                raise Refused(f"there is no key {quoted(id)} in the ring: expected one of {known}")
            self._refuse_moment(key, since)
            at, old = max(self._now(), _since(self._ring.current)), self._private
            if id != old.id:
                end = old.sign(RETIRED, id, at, said_of_end(STOLEN, since))
                self._put(old, [*self._ring.ring, end])
            else:
                new = PrivateKey.new()
                self._put(
                    new,
                    [
                        *self._ring.ring,
                        new.sign(KEY, new.id, at, said_of_key(new, STOLEN, key, since)),
                        # Who knows the stolen key alone hears of the theft from itself.
                        old.sign(RETIRED, id, at, said_of_end(STOLEN, since)),
                    ],
                )
            self._read()
            return self._ring.current

    def _refuse_moment(self, key: HouseKey, since: datetime) -> None:
        if since > self._now():
            raise Refused(
                f"--since is {shown(since)}, which is yet to come: expected a time before now"
            )
        if since < _since(key):
            raise Refused(
                f"--since is {shown(since)}, before key {key.id} was made:"
                f" expected {shown(_since(key))} or later"
            )

    def _earliest(self, last: Last) -> datetime:
        """The moment before which the present key signs nothing any more."""
        since = _since(self._ring.current)
        return max(since, last.at) if last.at and last.key == self._private.id else since

    # The folder -----------------------------------------------------------------------------------

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Nobody else signs with these keys or changes them meanwhile."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with held(self.folder / LOCK):
                yield
        except OSError as error:
            raise NoKeys(
                f"the keys in {quoted(str(self.folder), 200)} cannot be used ({error.strerror}):"
                " expected a folder that can be written"
            ) from None

    def _read(self) -> None:
        """Read what the folder has, and remove what is of no use in it."""
        self._mark = self._marked()
        self._ring = _ring_in(self.folder)
        self._private = private_in(self.folder, self._ring.current)
        retired = [each.id for each in self._ring.keys if each.id != self._private.id]
        sweep(self.folder, *(f"{id}{PRIVATE}" for id in retired))

    def _read_if_changed(self) -> None:
        if self._marked() != self._mark:
            self._read()

    def _marked(self) -> tuple[int, ...]:
        try:
            found = os.stat(self.folder / RING)
        except FileNotFoundError:
            raise NoKeys(
                f"the keys in {quoted(str(self.folder), 200)} are gone: put the folder back"
            ) from None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _put(self, private: PrivateKey, statements: list[Statement]) -> None:
        """Put a private key in the folder, and then the ring that has it count."""
        ring = checked_ring(statements)
        put(self.folder / f"{private.id}{PRIVATE}", private.pem, mode=0o600)
        put(self.folder / RING, ring.written(), mode=0o644)

    def _last(self) -> Last:
        """What was signed last; nothing, where the file was lost or cannot be read."""
        try:
            return msgspec.json.decode((self.folder / LAST).read_bytes(), type=Last)
        except (FileNotFoundError, msgspec.MsgspecError, ValueError):
            return Last()

    def _put_last(self, last: Last) -> None:
        put(self.folder / LAST, msgspec.json.encode(last) + b"\n", mode=0o600)


def put_copy(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put a copy of a folder of keys where none lies, whole or not at all."""
    shown_as = quoted(str(folder), 200)
    if folder.exists() and any(folder.iterdir()):
        raise NoKeys(f"there is something in {shown_as}: expected no folder, or a house's keys")
    if any(Path(name).name != name or name.startswith(".") for name in files):
        raise NoKeys("the copy of the keys names a file elsewhere: expected files of one folder")
    part = folder.with_name(f".part-{folder.name}-{os.getpid()}")
    try:
        part.mkdir(mode=0o700, parents=True)
        for name, content in files.items():
            put(part / name, content, mode=0o644 if name == RING else 0o600)
        part.replace(folder)
    except OSError as error:
        raise NoKeys(
            f"the keys cannot be put in {shown_as} ({error.strerror}): expected a folder that can be"
            " made"
        ) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _since(key: HouseKey) -> datetime:
    assert key.since is not None, "a ring says when each of its keys was made"
    return key.since


def _ring_in(folder: Path) -> Ring:
    try:
        return read_ring((folder / RING).read_bytes())
    except DoesNotHold as wrong:
        raise NoKeys(
            f"{quoted(str(folder / RING), 200)}: {wrong}: put the folder back from a copy"
        ) from None


def _refuse_other_ring(folder: Path, found: Ring, before: Ring) -> None:
    """Refuse to replace the keys of others."""
    if not all(each in before.ring for each in found.ring):
        raise NoKeys(
            f"the keys in {quoted(str(folder), 200)} are others than were lost: expected another folder"
        )
