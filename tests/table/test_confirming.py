"""What one person has to do in a row is confirmed in one act; each act stays its own."""

import msgspec
import pytest

from tablewright.rules.errors import Forbidden
from tablewright.rules.roles import DEALER, INSPECTOR, PIT_BOSS, Role
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.acts.forms import CLOSER, ERROR, OPENER
from tablewright.table.chips import FLOAT
from tablewright.table.confirming import confirm, key_of, row_of
from tablewright.table.randomness import seeded
from tablewright.table.session import SeededClock, Session
from tablewright.table.setup import Staff
from tests.house.listening import GAMES
from tests.table_play import START, set_up_at

PEOPLE = Staff("Dan", "Ina", "Pit", "Sue")


def a_table(game: str, device: str) -> Session:
    setup = msgspec.structs.replace(set_up_at(game, device), automatic=(), staff=PEOPLE)
    session = Session(setup, seeded(game), SeededClock(seeded("clock"), START))
    session.table.set_up(session.clock.now())
    return session


def row(session: Session, role: Role) -> list[str]:
    return [key_of(act) for _, act in row_of(session.table, role)]


def confirms(session: Session, role: Role, keys: list[str] | None = None) -> None:
    """The person at a post confirms what is due for them, and counts what lies in the rack."""
    chips = dict(session.table.state.bank.chips(FLOAT))
    confirm(session, Actor(role), row(session, role) if keys is None else keys, chips)


@pytest.mark.parametrize(("game", "device"), GAMES)
def test_a_table_opens_and_closes_by_rows_alone_and_every_act_is_there(
    game: str, device: str
) -> None:
    """The same acts as one by one, each once; those who sign are those who did."""
    session = a_table(game, device)
    table = session.table
    acts_given = 0
    while table.state.status == "opening":
        acts_given += 1
        confirms(session, INSPECTOR if row(session, INSPECTOR) else DEALER)
    assert table.state.status == "open"
    assert acts_given == (5 if table.book.procedure.slip else 3)
    assert OPENER in table.state.completed
    session.do(acts.BeginClosing(), Actor(INSPECTOR))
    confirms(session, DEALER)
    confirms(session, INSPECTOR)
    assert (table.state.status, CLOSER in table.state.completed) == ("closed", True)


def test_a_row_ends_where_another_person_must_act() -> None:
    session = a_table("king-high", "six-deck-shuffler")
    assert row(session, INSPECTOR) == ["unlock-rack", "bring-decks", "examine"]
    assert row(session, PIT_BOSS) == row(session, INSPECTOR)
    assert row(session, DEALER) == ["check-equipment", "display-sign"]
    confirms(session, INSPECTOR)
    assert not row(session, INSPECTOR)
    first, *rest = row(session, DEALER)
    assert (first, rest[0], rest[-1]) == (
        "count-float",
        "sign opener",
        "sign card-and-dice-slip-in",
    )


def test_a_count_that_differs_is_written_down_and_signed_by_nobody() -> None:
    session = a_table("duki4", "shuffler")
    confirms(session, INSPECTOR)
    keys = row(session, DEALER)
    confirm(session, Actor(DEALER), keys, {500: 1})
    state = session.table.state
    assert state.counted == {500: 1}
    assert not state.signatures
    assert not state.has_equipment, "what follows waits to be confirmed anew"
    assert row(session, INSPECTOR) == [], "words must be found for the error"
    session.do(acts.ReportError("chips are missing"), Actor(INSPECTOR))
    assert row(session, DEALER)[0] == f"sign {ERROR}"


def test_what_was_done_meanwhile_is_not_done_again() -> None:
    session = a_table("duki4", "shuffler")
    seen = row(session, INSPECTOR)
    confirms(session, PIT_BOSS)
    before = session.table.lines
    with pytest.raises(Forbidden, match="done meanwhile"):
        confirms(session, INSPECTOR, seen)
    assert session.table.lines == before


def test_one_person_never_signs_for_two() -> None:
    session = a_table("duki4", "shuffler")
    confirms(session, INSPECTOR)
    confirms(session, DEALER)
    confirms(session, PIT_BOSS)
    assert session.table.state.status == "open"
    assert not row(session, INSPECTOR)


def test_a_row_looked_at_changes_nothing() -> None:
    session = a_table("pick2", "shuffler")
    before = session.table.lines, msgspec.json.encode(session.table.state, enc_hook=str)
    for role in (DEALER, INSPECTOR, PIT_BOSS):
        row(session, role)
    assert (session.table.lines, msgspec.json.encode(session.table.state, enc_hook=str)) == before
