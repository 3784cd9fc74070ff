"""The tables that the training manual tells of, walked again with their journals kept."""

from collections.abc import Iterator

import msgspec

from tablewright.papers.editions import Edition
from tablewright.papers.walked import PLAYERS, Walk
from tablewright.table.journal import Journal
from tablewright.table.patrons import EVERY_HABIT, Patron


def journals(of: Edition) -> Iterator[list[bytes]]:
    """The journal of a table walked with each device."""
    for device in of.devices:
        setup = msgspec.structs.replace(of.syllabus.setup, device=device.id)
        written: list[bytes] = []
        walk = Walk(setup, Journal(written.append))
        walk.open()
        for place, name in enumerate(PLAYERS, start=1):
            walk.seat(place, Patron(name, EVERY_HABIT[0]))
        while not walk.play_round():
            pass
        walk.close()
        yield written
