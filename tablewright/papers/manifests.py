"""The edition that an earlier pack was printed for, made again from its manifest.

A manifest states the readings and odds of its ruleset and every setting of the house, so that nothing
else is needed. What is made again must have the fingerprints that it states, or it is refused.
"""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from tablewright.games import game
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.rules.errors import Refused, quoted
from tablewright.table.setup import Setup

APART = ("game", "day", "ruleset", "readings", "pay", "jurisdiction", "on_record", "staff")
"""What a manifest states under keys of its own, or not at all, since it names people."""
LARGEST_BYTES = 10_000_000


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What of a manifest says which edition it is of; it may say more."""

    game: str
    ruleset: str
    readings: dict[str, str]
    pay: dict[str, str]
    jurisdiction: str
    date: date
    house_settings: str
    version: str
    house: str | None = None
    settings: dict[str, Any] = {}


def settings_stated(edition: Edition) -> Mapping[str, Any]:
    """Every setting of the house, in cents and plain keys, as a manifest states it."""
    plain: dict[str, Any] = msgspec.to_builtins(edition.book.setup, str_keys=True)
    return {name: each for name, each in plain.items() if name not in APART}


def edition_before(file: Path) -> Edition:
    """The edition of an earlier pack; refused in one line where its manifest does not make it again."""
    where = quoted(str(file))
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST_BYTES)
    except OSError as error:
        raise Refused(f"{where} cannot be read: {error.strerror or 'no such file'}") from None
    return edition_stated(content, where)


def edition_stated(content: bytes, where: str) -> Edition:
    """The edition that a manifest states; `where` says in a refusal which manifest it is."""
    try:
        found = msgspec.json.decode(content, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())
        raise Refused(f"{where} is no manifest ({why}): expected manifest.json of a pack") from None
    try:
        return _made_again(found)
    except Refused as refused:
        raise Refused(f"{where}: {refused}") from None


def _made_again(stated: Manifest) -> Edition:
    of = game(stated.game)
    readings = {of.reading(id).id: option for id, option in stated.readings.items()}
    chosen = {id: each for id, each in readings.items() if each != of.reading(id).default}
    plain = {"table": "1", **stated.settings, "game": of.id, "day": stated.date.isoformat()}
    plain |= {"readings": chosen, "pay": stated.pay, "jurisdiction": stated.jurisdiction}
    try:
        setup = msgspec.convert(plain, type=Setup, str_keys=True)
    except msgspec.ValidationError as error:
        raise Refused(f"its settings are wrong ({error}): expected those of a table") from None
    made = Edition.of_setup(setup, House(name=stated.house or ""))
    if made.fingerprint != stated.ruleset:
        raise Refused(
            f"it is of ruleset {stated.ruleset[:12]}, its readings and odds make"
            f" {made.fingerprint[:12]}: expected one that version {made.version} can make again"
            f" (printed by {stated.version})"
        )
    if made.book.house_fingerprint != stated.house_settings:
        raise Refused(
            "its settings do not make the hash that it states: expected a manifest that has all of"
            " them, unchanged"
        )
    return made
