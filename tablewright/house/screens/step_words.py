"""How each step is said to whoever must do it, and where it is printed."""

from collections.abc import Callable
from typing import Any, TypeVar

from tablewright.rules.citations import Passage
from tablewright.rules.procedure import house
from tablewright.table import acts
from tablewright.table.chips import FLOAT, money, worth
from tablewright.table.handlers.paying import settlement
from tablewright.table.machine import Table
from tablewright.table.state import CLOSING, IN_PLAY
from tablewright.table.story.house import FORMS
from tablewright.table.story.words import amount, joined, spelled

C = TypeVar("C", bound=Act)
Said = tuple[str, Passage]
SAID: dict[type[Act], Callable[[Table, Any], Said]] = {}
CLOSING_THE_TABLE = house("closing the table")


def said(kind: type[C]) -> Callable[[Callable[[Table, C], Said]], Callable[[Table, C], Said]]:
    """Marks how a step is said to whoever does it, and where it is printed."""

    def mark(words: Callable[[Table, C], Said]) -> Callable[[Table, C], Said]:
        SAID[kind] = words
        return words

    return mark


def _of_phase(t: Table) -> Passage:
    return t.book.phase[t.state.phase].source


def _of_day(t: Table) -> Passage:
    """Where the opening is printed; no manual prints how a table is closed, so that is the house's."""
    return CLOSING_THE_TABLE if t.state.status == CLOSING else t.book.procedure.opening


@said(acts.NoMoreBets)
def no_more_bets(t: Table, command: acts.NoMoreBets) -> Said:
    return "When everybody has bet, call no more bets.", _of_phase(t)


@said(acts.TakeBack)
def take_back(t: Table, command: acts.TakeBack) -> Said:
    name, place = t.book.wagers[command.wager].name, t.place(command.place)
    return f"The {name} at {place} cannot stand as it lies: give it back.", _of_phase(t)


@said(acts.Deal)
def deal(t: Table, command: acts.Deal) -> Said:
    places = [place for place in t.state.seats if t.stakes(place)]
    first = places[0] if t.book.setup.deals_from_right else places[-1]
    each = spelled(t.book.contest.hand_cards, "card")
    return (
        f"Deal {each} to each hand, one at a time, starting at {t.place(first)}; your own last.",
        _of_phase(t),
    )


@said(acts.Reveal)
def reveal(t: Table, command: acts.Reveal) -> Said:
    enter = " and enter it" if t.must_name(1) else ""
    return f"Turn your hand{enter}, and say what it is.", _of_phase(t)


@said(acts.Show)
def show(t: Table, command: acts.Show) -> Said:
    enter = " and enter it" if t.must_name(1) else ""
    return f"Turn the hand of {t.place(command.place)}{enter}.", _of_phase(t)


@said(acts.Burn)
def burn(t: Table, command: acts.Burn) -> Said:
    return f"Burn {spelled(t.state.burn_due, 'card')}, face down.", _of_phase(t)


@said(acts.Draw)
def draw(t: Table, command: acts.Draw) -> Said:
    enter = ", enter it" if t.must_name(1) else ""
    number = len(t.state.drawn) + 1
    return f"Draw card {number} of {t.book.draw.cards} face up{enter} and call it.", _of_phase(t)


@said(acts.Clear)
def clear(t: Table, command: acts.Clear) -> Said:
    return f"Clear the table. {t.book.phase['clear'].says}", _of_phase(t)


@said(acts.Shuffle)
def shuffle(t: Table, command: acts.Shuffle) -> Said:
    device = t.device
    since = f" ({t.state.packs.due})" if t.state.packs.due else ""
    what = "cards" if device.decks > 1 else "deck"
    how = f"Start the {device.name}" if device.is_machine else f"Shuffle the {what}"
    return f"{how}{since}.", device.source


@said(acts.Cut)
def cut(t: Table, command: acts.Cut) -> Said:
    device = t.device
    least, most = device.cut or (0, 0)
    what = "Put the cut card in" if device.has_cut_card_within else "Cut the deck"
    return f"{what}, {least} to {most} cards down.", device.source


@said(acts.Mend)
def mend(t: Table, command: acts.Mend) -> Said:
    name = t.device.name
    return f"The {name} is out of order: have it mended and its cards checked.", t.device.source


@said(acts.Approve)
def approve(t: Table, command: acts.Approve) -> Said:
    large = [
        f"{money(each.winnings)} on the {t.book.wagers[each.wager].name}"
        for each in settlement(t)
        if each.payment and each.payment.needs_approval
    ]
    place = t.place(command.place)
    return f"Approve the payment at {place}: {joined(large)}.", house("large payments")


@said(acts.Fill)
def fill(t: Table, command: acts.Fill) -> Said:
    chips = amount(command.chips)
    return f"The rack cannot make up the payment: order a fill, {chips}.", house("fills")


@said(acts.UnlockRack)
def unlock_rack(t: Table, command: acts.UnlockRack) -> Said:
    return "Unlock the rack.", t.book.procedure.opening


@said(acts.CountFloat)
def count_float(t: Table, command: acts.CountFloat) -> Said:
    return "Count the chips in the rack, by denomination.", _of_day(t)


@said(acts.ReportError)
def report_error(t: Table, command: acts.ReportError) -> Said:
    return (
        "The count is not what the records say: have it counted again, or write down the error.",
        _of_day(t),
    )


@said(acts.Sign)
def sign(t: Table, command: acts.Sign) -> Said:
    form = FORMS.get(command.form, command.form).lower()
    slip = t.book.procedure.slip if command.form.startswith("card-and-dice") else None
    return f"Sign the {form}.", slip or _of_day(t)


@said(acts.Countersign)
def countersign(t: Table, command: acts.Countersign) -> Said:
    slip = t.state.slips[command.slip]
    form = f"{FORMS[slip.form].lower()} {slip.slip} of {slip.who}"
    source = house("two signatures")
    match slip.form:
        case acts.FILL:
            return f"Count the chips that came from the cage, then sign {form}.", source
        case acts.CREDIT:
            return f"Count the chips that go to the cage, then sign {form}.", source
        case acts.VOID:
            return f"Sign {form}, or have it cancelled: the round is held.", source
    (move,) = slip.moves
    way = "to" if move.source == FLOAT else "from"
    paid = f"{money(worth(move.chips))} {way} {t.place(slip.place)} ({slip.reason})"
    return f"Sign {form}: {paid}.", source


@said(acts.CheckEquipment)
def check_equipment(t: Table, command: acts.CheckEquipment) -> Said:
    items = joined([item.replace("-", " ") for item in command.items])
    return f"Check that everything lies on the table: {items}.", t.book.procedure.opening


@said(acts.DisplaySign)
def display_sign(t: Table, command: acts.DisplaySign) -> Said:
    return "Put up the table's sign.", t.book.procedure.opening


@said(acts.BringDecks)
def bring_decks(t: Table, command: acts.BringDecks) -> Said:
    colours = [
        f"{spelled(command.backs.count(back), 'deck')} with {back} backs"
        for back in dict.fromkeys(command.backs)
    ]
    return (
        f"Bring {joined(colours)}, sealed, and open them before the dealer.",
        t.book.procedure.examining,
    )


@said(acts.Examine)
def examine(t: Table, command: acts.Examine) -> Said:
    return (
        "Look the cards through, front and back, for any that are missing, double or marked.",
        t.book.procedure.examining,
    )


@said(acts.Wash)
def wash(t: Table, command: acts.Wash) -> Said:
    return "Wash the cards: mix them face down on the table.", t.book.procedure.examining


@said(acts.RemoveCards)
def remove_cards(t: Table, command: acts.RemoveCards) -> Said:
    if t.state.status == IN_PLAY:
        why = "The cards are due for a change: take them from the table."
        return why, t.book.procedure.card_change_source
    return "Take the cards from the table.", CLOSING_THE_TABLE


@said(acts.Open)
def open_table(t: Table, command: acts.Open) -> Said:
    return "Everything is in place: open the table.", t.book.procedure.opening


@said(acts.Leave)
def leave(t: Table, command: acts.Leave) -> Said:
    return (
        f"The table is closing: see {t.place(command.place)} off with his chips.",
        CLOSING_THE_TABLE,
    )


@said(acts.RemoveDropBox)
def remove_drop_box(t: Table, command: acts.RemoveDropBox) -> Said:
    return "Lock the drop box and take it away.", CLOSING_THE_TABLE


@said(acts.Close)
def close(t: Table, command: acts.Close) -> Said:
    return "Everything is counted and signed: close the table.", CLOSING_THE_TABLE
