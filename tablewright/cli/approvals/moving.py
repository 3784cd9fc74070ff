"""Letters to a file and back: exported from a house that may be open, entered in one that is shut."""

import asyncio
import getpass
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tablewright.cli.house_address import house_address
from tablewright.cli.interrupts import so_far, unbroken
from tablewright.cli.journals.files import new_file, written
from tablewright.cli.sheets import Sheet, show_as
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.letter_files import letters_text, read_letters
from tablewright.rules.on_record import Records
from tablewright.table.words import counted

LARGEST_BYTES = 10_000_000


def refuse_mixed(moving: Mapping[str, str | None], *others: object) -> None:
    """Refuse to move letters and to list approvals at once."""
    chosen = [option for option, file in moving.items() if file is not None]
    if len(chosen) > 1 or (chosen and any(others)):
        raise Refused(f"{chosen[0]} stands alone: expected a house beside it, and nothing else")


def export_letters(name: str, data: str | None, database: str | None, *, force: bool) -> int:
    """Write a house's letters to a file, whole or not at all."""
    from tablewright.house.people.letters_offline import records_of

    target = None if name == "-" else new_file("--export", name, force=force)
    address, _ = house_address(data, database)
    text = letters_text(asyncio.run(records_of(address)))
    if target is None:
        with unbroken():
            print(text, end="")
        return 0
    with written(target, force=force) as file:
        file.write(text.encode())
    print(f"{name}: {counted(text.count('[[letter]]'), 'letter')}")
    return 0


def import_letters(
    name: str, by: str | None, data: str | None, database: str | None, *, as_json: bool
) -> int:
    """Enter the letters of a file under a person's own name; another person confirms them later."""
    from tablewright.house.people.letters_offline import Entered, enter_letters

    letters = letters_in(name)
    if not by:
        raise Refused("nobody is named: expected --by NAME, whose password is then asked for")
    address, house = house_address(data, database)
    entered = asyncio.run(enter_letters(address, by, _password(by), letters))
    done = f"{counted(len(entered.numbers), 'letter')} entered in {house}"
    so_far(done)

    def sheets(found: Entered) -> Iterator[Sheet]:
        rows = [["waits", f"record {number}, to be confirmed"] for number in found.numbers]
        left_out = f"{counted(found.left_out, 'letter')}: here already, or expired"
        yield Sheet(done, [*rows, *([["left out", left_out]] if found.left_out else [])])

    return show_as(lambda found: found._asdict(), sheets, entered, as_json=as_json, done=done)


def letters_in(name: str) -> Records:
    """The letters that a file holds."""
    try:
        content = Path(name).read_bytes() if Path(name).stat().st_size <= LARGEST_BYTES else b""
        if not content:
            raise Refused(f"{quoted(name)} is empty or too large: expected a file of letters")
        return read_letters(content.decode("utf-8"), name)
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise Refused(f"{quoted(name)} cannot be read ({why}): expected a file") from None
    except UnicodeDecodeError:
        raise Refused(f"{quoted(name)} is not text in UTF-8: expected a file of letters") from None


def _password(name: str) -> str:
    """A person's password: asked for in a terminal and not shown, else the next line that comes."""
    if sys.stdin.isatty():
        return getpass.getpass(f"Password of {name}: ")
    return sys.stdin.readline().rstrip("\n")
