"""What is in force where papers are printed: no rule of a way of dealing that is not allowed there.

The register holds every rule of a ruleset. A jurisdiction may refuse a device, and a text may hold in
other places only; a rule that rests on nothing else is printed as not in force, never left out.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from tablewright.rules.register import instruction_id, ruling_ids

if TYPE_CHECKING:
    from tablewright.papers.editions import Edition


@lru_cache(maxsize=32)
def not_in_force(edition: "Edition") -> frozenset[str]:
    """The rules of the game that hold elsewhere only."""
    return frozenset({*_of_refused_devices(edition), *_of_other_places(edition)})


def in_force(edition: "Edition") -> list[str]:
    """The rules of the game that hold here, in the order of the register."""
    return [id for id in of_game(edition) if id not in not_in_force(edition)]


def of_game(edition: "Edition") -> list[str]:
    """Every rule of the game and its procedure, in the order of the register."""
    return [id for id in edition.rules if id.startswith(f"{edition.game.id}.")]


def _of_refused_devices(edition: "Edition") -> Iterator[str]:
    game, procedure = edition.game.id, edition.procedure
    refused = {device.id for device in edition.refused_devices}

    def is_refused(devices: tuple[str, ...]) -> bool:
        return bool(devices) and set(devices) <= refused

    yield from (f"{game}.device.{device}" for device in refused)
    for told in procedure.instructions_under(edition.ruleset.rulings):
        if is_refused(told.devices):
            yield instruction_id(procedure, told)
    for item in procedure.equipment:
        if is_refused(item.devices):
            yield f"{game}.equipment.{item.id}"
    for irregularity in procedure.irregularities:
        if is_refused(irregularity.devices):
            yield irregularity.id
        for ruling in irregularity.rulings:
            ids = ruling_ids(irregularity, ruling)
            for id, device in zip(ids, ruling.devices or ("",) * len(ids), strict=True):
                if device in refused or is_refused(irregularity.devices):
                    yield id


def _of_other_places(edition: "Edition") -> Iterator[str]:
    """Rules that stand only in texts which hold in other jurisdictions."""
    here = edition.jurisdiction.id
    elsewhere = {
        document.title
        for document in edition.game.documents
        if document.holds_in and here not in document.holds_in
    }
    for id in of_game(edition):
        if all(place.document in elsewhere for place in edition.rules[id].source.places):
            yield id


@lru_cache(maxsize=32)
def same_ruling(edition: "Edition") -> Mapping[str, tuple[str, ...]]:
    """For each ruling, its ids with all the devices that may deal here: one ruling, printed once."""
    found: dict[str, tuple[str, ...]] = {}
    for irregularity in edition.procedure.irregularities:
        for ruling in irregularity.rulings:
            ids = tuple(
                id
                for id in ruling_ids(irregularity, ruling)
                if id in edition.rules and id not in not_in_force(edition)
            )
            found |= dict.fromkeys(ids, ids)
    return found
