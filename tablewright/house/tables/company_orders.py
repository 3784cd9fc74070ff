"""How a player's orders about seats and company are carried out: another seat, simulated players."""

from functools import partial

from tablewright.house.people.person import Person
from tablewright.house.screens import orders as o
from tablewright.house.tables.carry_out import carries, refuse_unless, whole
from tablewright.house.tables.room import Room
from tablewright.rules.errors import Forbidden
from tablewright.rules.roles import PLAYER
from tablewright.table.actors import Actor
from tablewright.table.purse import change_seat


@carries(o.ChangeSeat)
def _change_seat(room: Room, person: Person, by: Actor, order: o.ChangeSeat) -> None:
    refuse_unless(by, "change seats", PLAYER)
    if not room.table.book.setup.is_practice:
        raise Forbidden(
            "You cannot change seats by yourself at a table for money: have the dealer colour you up,"
            " then take the other seat.",
            "house.places",
        )
    name = room.table.seat(by.place).player
    whole(room, lambda desk: change_seat(desk, by.place, order.place, name))
    room.desk.seat(order.place, person.key)


@carries(o.AskPatrons)
def _ask_patrons(room: Room, person: Person, by: Actor, order: o.AskPatrons) -> None:
    refuse_unless(by, "ask simulated players to the table", PLAYER)
    if not room.table.book.setup.is_practice:
        raise Forbidden(
            "Simulated players sit only at practice tables: play with the people here.",
            "house.patrons",
        )
    room.table.seat(by.place)
    room.patrons.have(order.patrons, partial(whole, room))
    room.changes.change(is_urgent=True)
