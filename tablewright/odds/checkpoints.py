"""A run that is under way, as a file holds it: which chunks are counted, their sum, and of what run.

The same run is the same ruleset, strategy, seed and number of rounds, dealt in chunks of the same size
by the very same code. A checkpoint of any other, or one that is damaged, is refused in one line.
Whether rounds were dealt here or on a cluster makes no difference: either takes up what the other left.
"""

import hashlib
import re

import msgspec
import numpy as np

from tablewright import __version__
from tablewright.odds.chunks import CHUNK, Chunks, Shoe, Tally
from tablewright.odds.store import code
from tablewright.rules.errors import Refused

FORMAT = 1
OPENING = re.compile(rb"tablewright checkpoint ([0-9a-f]{64})\n")
"""The line that a file opens with: the hash of all that follows."""
LARGEST = 2**26
"""No checkpoint has so many bytes."""


class Run(msgspec.Struct, frozen=True):
    """What makes two runs the same, in the order in which a difference is told."""

    format: int
    tablewright: str
    code: str
    numpy: str
    """Whose streams of random words they are."""
    game: str
    ruleset: str
    strategy: str
    chunk: int
    rounds: int
    seed: int


class Checkpoint(msgspec.Struct, frozen=True):
    """What a file holds after its first line."""

    run: Run
    counted: list[Chunks]
    counts: list[list[int]]


def run_of(game: str, ruleset: str, strategy: str, rounds: int, seed: int) -> Run:
    """A run of this very code."""
    return Run(
        FORMAT,
        __version__,
        code(),
        np.__version__,
        game,
        ruleset,
        strategy,
        CHUNK,
        rounds,
        seed,
    )


def written(run: Run, tally: Tally) -> bytes:
    """What is counted of a run, as a file holds it."""
    counted, counts = tally.so_far()
    content = msgspec.json.encode(Checkpoint(run, counted, [each.tolist() for each in counts]))
    digest = hashlib.sha256(content).hexdigest()
    return f"tablewright checkpoint {digest}\n".encode("ascii") + content


def read(named: str, content: bytes) -> Checkpoint:
    """A checkpoint, if it is one and whole; `named` is the file, for a refusal."""
    opening = OPENING.match(content)
    if not opening:
        raise Refused(f"{named} is no checkpoint: expected one, or a file that is not there yet")
    held = content[opening.end() :]
    if hashlib.sha256(held).hexdigest().encode("ascii") != opening[1]:
        raise Refused(f"{named} is damaged: expected the checkpoint as it was written")
    try:
        return msgspec.json.decode(held, type=Checkpoint)
    except msgspec.DecodeError as error:
        raise Refused(f"{named} is of another format ({error}): expected format {FORMAT}") from None


def taken_up(named: str, checkpoint: Checkpoint, run: Run, shoe: Shoe) -> Tally:
    """The tally to go on with, if the checkpoint is of this very run."""
    for field in Run.__struct_fields__:
        theirs, ours = getattr(checkpoint.run, field), getattr(run, field)
        if theirs != ours:
            raise Refused(
                f"{named} is of another run ({field} {_short(theirs)}): expected {field}"
                f" {_short(ours)}, or another file"
            )
    tally = Tally(run.seed, run.rounds, shoe.blank())
    counts = [np.array(each, dtype=np.int64) for each in checkpoint.counts]
    bounds = [0, *(bound for each in checkpoint.counted for bound in each), tally.chunks]
    is_in_order = bounds == sorted(bounds) and len(set(bounds[1:-1])) == len(bounds) - 2
    tally.counted = list(checkpoint.counted)
    tally.dealt = sum(tally.rounds_of(each) for each in tally.counted)
    are_of_this_game = [each.shape for each in counts] == [each.shape for each in tally.counts]
    if not is_in_order or not are_of_this_game or tally.dealt != int(counts[0].sum()):
        raise Refused(f"{named} contradicts itself: expected another file")
    tally.counts = counts
    return tally


def _short(value: object) -> str:
    return f"{value[:12]}..." if isinstance(value, str) and len(value) == 64 else str(value)
