"""The audition command: its options, where its files go, and how it ends."""

import contextlib
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import msgspec

from tablewright.cli.interrupts import so_far
from tablewright.cli.journals.files import new_file, written
from tablewright.cli.numbers import LARGEST_SEED, whole
from tablewright.cli.play.play import dealt
from tablewright.cli.play.screen import Screen
from tablewright.cli.school.auditioning import CandidatesTable
from tablewright.cli.school.chosen import chosen_syllabus
from tablewright.cli.school.live import SECONDS_A_LINE, keys_of
from tablewright.cli.school.results import result_json, show_result
from tablewright.cli.sheets import show_as
from tablewright.rules.devices import Device
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.school.auditions import kept as keeping
from tablewright.school.auditions.audition import Audition
from tablewright.school.auditions.kept import KeptAudition
from tablewright.school.auditions.results import judged
from tablewright.school.auditions.terms import (
    LEAST_MINUTES,
    MOST_MINUTES,
    Terms,
    refuse_terms,
    usual_terms,
)
from tablewright.school.syllabus import Syllabus
from tablewright.table.rehearsal import FIRST_DAY
from tablewright.table.seal import sealed
from tablewright.table.words import counted

BESIDE = ".audition.json"
"""How the file with the inputs ends, which lies beside the journal."""
LARGEST_TERMS = 100_000
SALT_BYTES = 16


class Sown(NamedTuple):
    """The seed; its seal and salt, where it was drawn."""

    seed: str
    salt: str = ""
    seal: str = ""


def audition(
    game: str,
    readings: list[str],
    seed: str | None,
    minutes: str | None,
    device: str | None,
    players: str | None,
    terms: str | None,
    journal: str | None,
    *,
    force: bool,
    as_json: bool,
) -> int:
    """Hold an audition; the status is 0 if it was passed and 1 if it was not."""
    of = chosen_syllabus(game, readings)
    dealt_from = _device(of, device)
    agreed = _terms(of, terms, minutes, players)
    sown = _sown(seed)
    files = _files(journal, force=force)
    so_far("before the audition began")
    with _shown_beside() if as_json else contextlib.nullcontext():
        screen = Screen()
        with screen.interruptible(_breaks_off(screen)):
            kept, lines = _held(screen, of, dealt_from, agreed, sown)
            problem = _saved(files, kept, lines, force=force)
            so_far("when the audition was over")
            if not as_json:
                show_result(screen, kept)
            _say_end(screen, kept, journal, problem)
    if as_json:
        show_as(lambda: result_json(kept, journal), lambda: (), as_json=True)
    elif screen.lost:
        raise screen.lost
    return 0 if judged(kept.result, kept.terms).is_passed and not problem else 1


# What is asked for ---------------------------------------------------------------------------------


def _device(of: Syllabus, named: str | None) -> Device:
    """The device that is named, or the first."""
    if named is None:
        return of.devices[0]
    found = {each.id: each for each in of.devices}
    if named not in found:
        raise Refused(f"--device is {quoted(named)}: expected {listed(found)}")
    return found[named]


def _terms(of: Syllabus, file: str | None, minutes: str | None, players: str | None) -> Terms:
    """The terms of a file, or the usual ones, with what the options say instead."""
    places = of.ruleset.places
    terms = usual_terms(of) if file is None else _read_terms(file)
    changed = {}
    if minutes is not None:
        changed["minutes"] = whole("--minutes", minutes, LEAST_MINUTES, MOST_MINUTES)
    if players is not None:
        changed["players"] = whole("--players", players, 1, places)
    elif file is None:
        changed["players"] = min(terms.players, places)
    terms = msgspec.structs.replace(terms, **changed)
    try:
        refuse_terms(terms, places)
    except Refused as refused:
        raise Refused(f"--terms is {quoted(file)}: {refused}") from None
    return terms


def _read_terms(name: str) -> Terms:
    try:
        with open(name, "rb") as file:
            return msgspec.json.decode(file.read(LARGEST_TERMS), type=Terms)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Refused(f"--terms is {quoted(name)} ({why}): expected terms as JSON") from None


def _sown(seed: str | None) -> Sown:
    """The seed that is named; else one is drawn, and sealed."""
    if seed is not None:
        return Sown(str(whole("--seed", seed, 0, LARGEST_SEED)))
    drawn, salt = str(secrets.randbelow(LARGEST_SEED + 1)), secrets.token_hex(SALT_BYTES)
    return Sown(drawn, salt, sealed(drawn, salt))


def _files(journal: str | None, *, force: bool) -> tuple[Path, Path] | None:
    """Where the journal and the inputs will be written: looked at before anyone has dealt a card."""
    if journal is None:
        return None
    lines = new_file("--journal", journal, force=force)
    inputs = new_file("--journal", str(lines.with_suffix(BESIDE)), force=force)
    if not os.access(lines.parent, os.W_OK):
        raise Refused(f"--journal is {quoted(journal)}: expected a folder that can be written to")
    return lines, inputs


# The audition --------------------------------------------------------------------------------------


@contextlib.contextmanager
def _shown_beside() -> Iterator[None]:
    """The table is shown on standard error, so that only the result is on standard output."""
    with contextlib.redirect_stdout(sys.stderr):
        yield


def _breaks_off(screen: Screen) -> Callable[[int, FrameType | None], None]:
    """Ctrl-C leaves the table; nothing else is broken off."""

    def interrupted(signal: int, frame: FrameType | None) -> None:
        if not screen.breaks_off():
            screen.is_interrupted = True

    return interrupted


def _held(
    screen: Screen, of: Syllabus, device: Device, terms: Terms, sown: Sown
) -> tuple[KeptAudition, list[bytes]]:
    """Hold it to its end, however that comes."""
    is_typed = sys.stdin is not None and sys.stdin.isatty()
    begun = datetime.now(UTC)
    if not is_typed and not sown.seal:  # The same seed and the same lines: the same journal.
        begun = datetime.combine(FIRST_DAY, datetime.min.time(), UTC).replace(hour=18)
    assert of.skills  # They are derived now: the candidate's clock does not run for it.
    audition = Audition(of, device.id, terms, sown.seed, begun)
    _say_beginning(screen, audition, sown, is_typed=is_typed)
    table = CandidatesTable(audition, screen, keys_of(screen))
    table.run()
    screen.line()
    screen.line("The audition is over.", "bold")
    kept = KeptAudition(
        setup=of.setup,
        ruleset=of.fingerprint,
        device=device.id,
        begun=begun,
        terms=terms,
        seed=sown.seed,
        salt=sown.salt,
        seal=sown.seal,
        inputs=table.inputs,
        result=audition.result(),
    )
    return kept, list(audition.journal)


def _say_beginning(screen: Screen, audition: Audition, sown: Sown, *, is_typed: bool) -> None:
    of, terms = audition.syllabus, audition.terms
    screen.line(f"{of.game.name}: audition, {dealt(audition.t.device.name)}", "bold cyan")
    screen.line(
        f"{counted(terms.minutes, 'minute')}, {counted(terms.players, 'player')}. No round begins"
        " after that; the one under way is dealt to its end. Marks come at the end."
    )
    screen.line(f"Rules {of.fingerprint[:12]}.")
    if sown.seal:
        screen.line(f"Seed sealed: {sown.seal}")
    if not is_typed:
        screen.line(f"Each line takes {SECONDS_A_LINE:g} seconds; an empty one lets them pass.")
    screen.line("? shows what may be typed; stop stops the game; leave ends the audition.", "dim")
    screen.line()


# Its end -------------------------------------------------------------------------------------------


def _saved(
    files: tuple[Path, Path] | None, kept: KeptAudition, lines: list[bytes], *, force: bool
) -> str:
    """Write journal and inputs; why they could not be written, if so: the result is shown anyway."""
    if files is None:
        return ""
    try:
        for target, content in zip(files, (b"".join(lines), keeping.written(kept)), strict=True):
            with written(target, force=force) as file:
                file.write(content)
    except (OSError, Refused) as error:
        return getattr(error, "strerror", None) or str(error)
    return ""


def _say_end(screen: Screen, kept: KeptAudition, journal: str | None, problem: str) -> None:
    screen.line()
    if kept.seal:
        screen.line(f"Seed {kept.seed}, salt {kept.salt}: SHA-256 of salt:seed is the seal.")
    else:
        screen.line(f"Seed {kept.seed}.")
    if problem:
        print(f"tablewright: the journal could not be written ({problem})", file=sys.stderr)
    elif journal is not None:
        inputs = os.path.basename(Path(journal).with_suffix(BESIDE))
        screen.line(
            f"Journal: {journal}, {kept.result.journal_lines} lines;"
            f" tablewright verify {os.path.basename(journal)} checks it."
            f" Inputs: {inputs}; tablewright certificates {inputs} makes the audition again."
        )
