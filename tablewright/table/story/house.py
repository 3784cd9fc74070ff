"""What is told of the house: opening and closing, forms and signatures, decks, staff."""

from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import DROP, FLOAT, Chips, money, worth
from tablewright.table.machine import THE_HOUSE
from tablewright.table.state import IN_PLAY
from tablewright.table.story.chapters import Story, tells
from tablewright.table.story.words import amount, counted, joined, pairs, result

FORMS = {
    "opener": "Opener",
    "closer": "Closer",
    "error-notification": "Error notification",
    "card-and-dice-slip-in": "Card and dice slip, cards in",
    "card-and-dice-slip-out": "Card and dice slip, cards out",
    "fill": "Fill slip",
    "credit": "Credit slip",
    "correction": "Correction slip",
    "void-round": "Void slip",
}
ON_EVERY_FORM = ("table", "game", "date", "time")
ONLY_IN_FULL = ("float",)
"""What a form lists chip by chip; its total stands beside it."""


# Setting up ----------------------------------------------------------------------------------------


@tells(c.SetUp)
def set_up(s: Story, event: c.SetUp) -> None:
    book, setup = s.book, s.book.setup
    s.state.staff = {"pit-boss": setup.staff.pit_boss}
    practice = ", for practice" if setup.is_practice else ""
    places = book.game.place_plural
    s.say(
        f"{s.who()} sets up table {setup.table} for {book.game.name}{practice}:"
        f" {book.ruleset.places} {places}, {book.device.name}, jurisdiction"
        f" {book.jurisdiction.name}.",
        f"Ruleset {setup.ruleset}",
    )
    titles = {wager.kind: wager.title for wager in book.game.wagers}
    limits = [
        f"{titles[kind]} {money(low)} to {money(high)}"
        for kind, (low, high) in setup.limits.items()
    ]
    s.say(f"The limits: {', '.join(limits)}.")
    _tell_readings(s)
    if setup.pay:
        s.say(f"Paid apart from the manual: {pairs(setup.pay)}.")


def _tell_readings(s: Story) -> None:
    """What the pit chose, what nobody has decided, and what the players gain by it."""
    ruleset, chosen = s.book.ruleset, s.book.setup.readings
    if chosen:
        s.say(f"The pit reads {', '.join(f'{id} as {option}' for id, option in chosen.items())}.")
    for id, option in ruleset.undecided_without(chosen).items():
        s.say(f"Nobody has decided {id}: it is taken as {option}.")
    for warning in ruleset.warnings:
        s.say(f"WARNING: {warning}")


@tells(c.UnlockRack)
def unlock_rack(s: Story, event: c.UnlockRack) -> None:
    s.say(f"{s.who()} unlocks the rack.")


@tells(c.CountFloat)
def count_float(s: Story, event: c.CountFloat) -> None:
    s.say(f"{s.who()} counts the float: {s.amount(event.chips)}.")


@tells(c.ReportError)
def report_error(s: Story, event: c.ReportError) -> None:
    s.say(f"{s.who()} reports an error in the float: {event.nature}.")


@tells(c.CheckEquipment)
def check_equipment(s: Story, event: c.CheckEquipment) -> None:
    items = [item.replace("-", " ") for item in event.items]
    which = f": {', '.join(items)}" if s.is_full else ""
    s.say(f"{s.who()} finds all equipment in its place{which}.")


@tells(c.DisplaySign)
def display_sign(s: Story, event: c.DisplaySign) -> None:
    s.say(f"{s.who()} puts up the sign.")


@tells(e.SignDisplayed)
def sign_displayed(s: Story, event: e.SignDisplayed) -> None:
    if s.is_full:
        s.say(f"It reads: {' · '.join(event.lines)}")


# Forms ---------------------------------------------------------------------------------------------


@tells(c.Sign)
def sign(s: Story, event: c.Sign) -> None:
    if s.is_full:
        s.say(f"{s.who()} signs the {FORMS.get(event.form, event.form).lower()}.")


@tells(e.FormCompleted)
def form_completed(s: Story, event: e.FormCompleted) -> None:
    names = dict.fromkeys(_signed(post, name) for post, name in event.signed.items())
    signed = joined(list(names))
    title = FORMS.get(event.form, event.form)
    if "number" in event.says:
        s.add(f" {title} {event.says['number']} is signed by {signed}.")
        return
    left_out = ON_EVERY_FORM if s.is_full else (*ON_EVERY_FORM, *ONLY_IN_FULL)
    says = {name: each for name, each in event.says.items() if name not in left_out}
    s.say(f"{title}{': ' if says else ''}{pairs(says)}. Signed by {signed}.")


def _signed(post: str, name: str) -> str:
    words = post.replace("-", " ")
    return name if name in (f"the {words}", THE_HOUSE) else f"{name} ({words})"


@tells(e.Moved)
def moved(s: Story, event: e.Moved) -> None:
    back = [move for move in event.moves if move.source.startswith("spot:")]
    if back:
        each = [_taken_up(s, move.source, move.chips) for move in back]
        s.add(f" Wagers still on the felt go back: {', '.join(each)}.")
        return
    if s.state.status == IN_PLAY:
        return  # What a slip moves is told where it is signed.
    for move in event.moves:
        way = "more" if move.target == FLOAT else "less"
        s.add(f" The float is booked with {amount(move.chips)} {way}.")


def _taken_up(s: Story, account: str, chips: Chips) -> str:
    _, place, wager, *_ = account.split(":")
    return f"{s.person(int(place))} {s.name(wager)} {money(worth(chips))}"


@tells(c.Fill)
def fill(s: Story, event: c.Fill) -> None:
    s.say(f"{s.who()} orders a fill from the cage: {s.amount(event.chips)}.")


@tells(c.Credit)
def credit(s: Story, event: c.Credit) -> None:
    s.say(f"{s.who()} orders chips back to the cage: {s.amount(event.chips)}.")


@tells(e.SlipPrepared)
def slip_prepared(s: Story, event: e.SlipPrepared) -> None:
    posts = joined([s.staff(post) for post in s.book.second_signers(event.post)], "or")
    held = "; the round is held" if event.form == e.VOID else ""
    s.add(f" Slip {event.slip} waits for {posts} to sign{held}.")


@tells(c.Countersign)
def countersign(s: Story, event: c.Countersign) -> None:
    slip = s.state.slips[event.slip]
    if event.differs:
        counted = s.amount(event.chips) if event.chips else "nothing"
        s.say(f"{s.who()} counts {counted}, and {FORMS[slip.form].lower()} {slip.slip} differs.")
    elif slip.to_count:
        s.say(f"{s.who()} counts {s.amount(event.chips)} and signs.")
    elif event.form == e.VOID:
        s.begin_round()
        s.chapter.is_void = True
        s.say(f"{s.who()} signs too: the round is void.")
    else:
        (move,) = slip.moves
        way = "to" if move.source == FLOAT else "from"
        s.say(f"{s.who()} signs too: {amount(move.chips)} {way} {s.person(slip.place)}.")


@tells(c.CancelSlip)
def cancel_slip(s: Story, event: c.CancelSlip) -> None:
    slip = s.state.slips[event.slip]
    form = FORMS[slip.form].lower()
    s.say(f"{s.who()} cancels {form} {event.slip}, asked for by {slip.who}: {event.reason}.")


# Decks ---------------------------------------------------------------------------------------------


@tells(c.BringDecks)
def bring_decks(s: Story, event: c.BringDecks) -> None:
    s.backs = event.backs
    backs = {back: event.backs.count(back) for back in event.backs}
    colours = joined([f"{count} {back}" for back, count in backs.items()])
    decks = counted(len(event.backs), "deck")
    s.say(f"{s.who()} brings {decks}, sealed ({colours}), and opens them at the table.")


@tells(c.Examine)
def examine(s: Story, event: c.Examine) -> None:
    found = event.found or "nothing missing, nothing marked"
    s.say(f"{s.who()} looks the cards through: {found}.")


@tells(e.CardsRejected)
def cards_rejected(s: Story, event: e.CardsRejected) -> None:
    s.say("The cards are rejected; others must be brought.")


@tells(c.Wash)
def wash(s: Story, event: c.Wash) -> None:
    s.say(f"{s.who()} washes the cards.")


@tells(c.RemoveCards)
def remove_cards(s: Story, event: c.RemoveCards) -> None:
    s.say(f"{s.who()} takes the cards from the table.")


# Opening, staff, closing ---------------------------------------------------------------------------


@tells(c.Open)
def open_table(s: Story, event: c.Open) -> None:
    s.say(f"{s.who()} opens the table.")


@tells(e.Opened)
def opened(s: Story, event: e.Opened) -> None:
    s.add(f" Its ruleset is approved ({event.approval}).")


@tells(c.Relieve)
def relieve(s: Story, event: c.Relieve) -> None:
    post, who = event.post.replace("-", " "), s.who()
    if who == THE_HOUSE:
        s.say(f"{event.who} takes over as {post}.")
    else:
        s.say(f"{who} puts {event.who} on as {post}.")


@tells(c.BeginClosing)
def begin_closing(s: Story, event: c.BeginClosing) -> None:
    s.say(f"{s.who()} closes the game: no further round is dealt.")


@tells(c.RemoveDropBox)
def remove_drop_box(s: Story, event: c.RemoveDropBox) -> None:
    held = money(s.state.bank.cents(DROP))
    s.say(f"{s.who()} locks the drop box and takes it away, with {held} in it.")


@tells(c.Close)
def close(s: Story, event: c.Close) -> None:
    s.say(f"{s.who()} closes the table.")


@tells(e.Closed)
def closed(s: Story, event: e.Closed) -> None:
    s.add(f" In all {result(event.result)}. The journal has {event.lines:,} lines.")
