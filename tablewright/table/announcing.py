"""What the dealer announces: of all that is permitted, what concerns a wager on the felt."""

from tablewright.rules.language import cached_by_language
from tablewright.table.chips import wager_in
from tablewright.table.course import Course
from tablewright.table.setup import Book
from tablewright.table.state import State


def announced(book: Book, course: Course, state: State) -> tuple[str, ...]:
    """What is announced as a table stands."""
    announce = book.procedure.announce
    if announce is None or not state.drawn or state.is_void:
        return ()
    held = {*map(wager_in, state.bank.accounts)} - book.on_card - {""}
    if not held:
        return ()
    return _announced(book, course, state.drawn, frozenset(held))


@cached_by_language(256)
def _announced(
    book: Book, course: Course, drawn: tuple[str, ...], held: frozenset[str]
) -> tuple[str, ...]:
    """The same for all who look, as long as no other card is drawn and no other wager laid."""
    announce = book.procedure.announce
    assert announce is not None
    found = announce(book.ruleset, course.hand(drawn))
    return tuple(each.says for each in found if each.about & held)
