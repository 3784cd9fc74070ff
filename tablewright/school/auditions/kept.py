"""An audition as a file keeps it: what it was made of and every input, so that it can be made again."""

from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec

from tablewright import __version__
from tablewright.rules.errors import Refused
from tablewright.school.auditions.audition import Audition
from tablewright.school.auditions.results import Result
from tablewright.school.auditions.terms import Terms
from tablewright.school.questions import Given
from tablewright.school.syllabus import syllabus_of
from tablewright.table.seal import sealed
from tablewright.table.setup import Setup

FORMAT = 1


class KeptInput(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came from the candidate, and when: an answer to a turn; or the table was left."""

    seconds: float
    turn: int
    given: Given = {}
    has_left: bool = False


class KeptAudition(msgspec.Struct, frozen=True, kw_only=True, tag="audition", tag_field="kind"):
    """What an audition was made of, what came from the candidate, and what it came to."""

    format: int = FORMAT
    version: str = __version__
    """Of Tablewright: another one may deal other cards for the same seed."""
    setup: Setup
    ruleset: str
    """The fingerprint."""
    device: str
    begun: datetime
    terms: Terms
    seed: str
    salt: str = ""
    seal: str = ""
    """What was shown of the seed before it began; nothing, where the seed was chosen."""
    inputs: list[KeptInput]
    result: Result


def _fraction(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(kind)


_encode = msgspec.json.Encoder(enc_hook=str).encode
_decode = msgspec.json.Decoder(KeptAudition, dec_hook=_fraction).decode


def written(kept: KeptAudition) -> bytes:
    """The file of an audition."""
    return msgspec.json.format(_encode(kept), indent=1) + b"\n"


def read(file: bytes) -> KeptAudition:
    """The audition that a file keeps."""
    try:
        kept = _decode(file)
    except (msgspec.MsgspecError, ValueError, ZeroDivisionError, RecursionError) as wrong:
        raise Refused(
            f"it is no audition ({wrong}): expected a file that `audition` wrote"
        ) from None
    if kept.format != FORMAT:
        raise Refused(f"it has format {kept.format}: expected {FORMAT}")
    return kept


def give(audition: Audition, each: KeptInput) -> None:
    """What came from the candidate goes to the engine."""
    if each.has_left:
        audition.abandon(each.seconds)
    else:
        audition.answer(each.seconds, each.turn, each.given)


def made_again(kept: KeptAudition) -> Audition:
    """The audition made again: the same seed, the same inputs."""
    course = syllabus_of(kept.setup)
    audition = Audition(course, kept.device, kept.terms, kept.seed, kept.begun)
    for each in kept.inputs:
        give(audition, each)
    if not audition.is_over:  # Its last round may have ended by itself.
        audition.pass_time(kept.result.seconds)
    return audition


def wrongs(kept: KeptAudition) -> list[str]:
    """What is not as it says: the seal of the seed, the rules, the result and the journal's hash."""
    found = []
    if kept.seal and sealed(kept.seed, kept.salt) != kept.seal:
        found.append("the seed is not the one that was sealed")
    if kept.version != __version__:
        found.append(
            f"it was taken with Tablewright {kept.version}: expected {__version__} to make it again"
        )
        return found
    try:
        if syllabus_of(kept.setup).fingerprint != kept.ruleset:
            found.append("its set-up makes another ruleset")
        audition = made_again(kept)
        result = audition.result()
    except Refused as refused:
        return [*found, f"it cannot be made again: {refused}"]
    if result.journal_hash != kept.result.journal_hash:
        found.append("made again, it has another journal")
    elif result != kept.result:
        found.append("made again, it comes to another result")
    return found
