"""What is said of the house: opening and closing, forms, the float, relief."""

from tablewright.house.screens.happenings.scene import (
    ALL,
    HOUSE,
    JOURNAL,
    MONEY,
    STAFF,
    Happening,
    Scene,
    says,
)
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.machine import Actor
from tablewright.table.story.house import FORMS
from tablewright.table.story.words import amount, joined, result


@says(e.Moved)
def moved(s: Scene, event: e.Moved, by: Actor) -> Happening:
    if any(move.source.startswith("spot:") for move in event.moves):
        return Happening(MONEY, "Wagers that stayed on the felt go back to their owners.")
    if any(
        move.source.startswith("rail:") or move.target.startswith("rail:") for move in event.moves
    ):
        return Happening(MONEY, "A payment is put right.")
    return Happening(MONEY, "The float is booked as it was counted.", to=STAFF)


@says(c.Open)
def open_table(s: Scene, event: c.Open, by: Actor) -> Happening:
    return Happening(HOUSE, "The table is open.")


@says(e.Opened)
def opened(s: Scene, event: e.Opened, by: Actor) -> Happening:
    return Happening(HOUSE, f"The rules are approved ({event.approval}).", to=STAFF)


@says(c.BeginClosing)
def begin_closing(s: Scene, event: c.BeginClosing, by: Actor) -> Happening:
    return Happening(HOUSE, "The table is closing: no further round is dealt.")


@says(c.Close)
def close(s: Scene, event: c.Close, by: Actor) -> Happening:
    return Happening(HOUSE, "The table is closed.")


@says(e.Closed)
def closed(s: Scene, event: e.Closed, by: Actor) -> Happening:
    return Happening(HOUSE, f"In all {result(event.result)}.", to=STAFF)


@says(c.Relieve)
def relieve(s: Scene, event: c.Relieve, by: Actor) -> Happening:
    post = event.post.replace("-", " ")
    said = (
        f"{event.who} takes over as {post}."
        if by.is_house
        else f"{s.staff(by)} puts {event.who} on as {post}."
    )
    return Happening(HOUSE, said, to=ALL if event.post == "dealer" else STAFF)


@says(c.SetUp)
def set_up(s: Scene, event: c.SetUp, by: Actor) -> Happening:
    table = f"Table {event.setup.table} is set up for {s.book.game.name}"
    return Happening(HOUSE, f"{table}, dealt from the {s.book.device.name}.", to=STAFF)


@says(c.UnlockRack)
def unlock_rack(s: Scene, event: c.UnlockRack, by: Actor) -> Happening:
    return Happening(HOUSE, f"{s.staff(by)} unlocks the rack.", to=STAFF)


@says(c.CountFloat)
def count_float(s: Scene, event: c.CountFloat, by: Actor) -> Happening:
    return Happening(MONEY, f"{s.staff(by)} counts the float: {amount(event.chips)}.", to=STAFF)


@says(c.ReportError)
def report_error(s: Scene, event: c.ReportError, by: Actor) -> Happening:
    wrong = f"{s.staff(by)} reports an error in the float: {event.nature}."
    return Happening(MONEY, wrong, to=STAFF)


@says(c.Sign)
def sign(s: Scene, event: c.Sign, by: Actor) -> Happening:
    form = FORMS.get(event.form, event.form).lower()
    return Happening(HOUSE, f"{s.staff(by)} signs the {form}.", to=STAFF)


@says(e.FormCompleted)
def form_completed(s: Scene, event: e.FormCompleted, by: Actor) -> Happening:
    form, names = FORMS.get(event.form, event.form), joined(list(event.signed.values()))
    total = f", {event.says['total']}" if "total" in event.says else ""
    return Happening(HOUSE, f"{form}{total}: signed by {names}.", to=STAFF)


@says(c.CheckEquipment)
def check_equipment(s: Scene, event: c.CheckEquipment, by: Actor) -> Happening:
    return Happening(HOUSE, f"{s.staff(by)} finds all equipment in its place.", to=STAFF)


@says(c.DisplaySign)
def display_sign(s: Scene, event: c.DisplaySign, by: Actor) -> Happening:
    return Happening(HOUSE, f"{s.staff(by)} puts up the sign.", to=STAFF)


@says(e.SignDisplayed)
def sign_displayed(s: Scene, event: e.SignDisplayed, by: Actor) -> Happening:
    return Happening(HOUSE, f"The sign reads: {' · '.join(event.lines)}", to=JOURNAL)


@says(c.RemoveDropBox)
def remove_drop_box(s: Scene, event: c.RemoveDropBox, by: Actor) -> Happening:
    return Happening(MONEY, f"{s.staff(by)} takes the drop box away, locked.", to=STAFF)


@says(c.Fill)
def fill(s: Scene, event: c.Fill, by: Actor) -> Happening:
    return Happening(MONEY, f"{s.staff(by)} orders a fill from the cage.", to=STAFF)


@says(c.Credit)
def credit(s: Scene, event: c.Credit, by: Actor) -> Happening:
    return Happening(MONEY, f"{s.staff(by)} orders chips back to the cage.", to=STAFF)


@says(e.SlipPrepared)
def slip_prepared(s: Scene, event: e.SlipPrepared, by: Actor) -> Happening:
    posts = [f"the {post}".replace("-", " ") for post in s.book.second_signers(event.post)]
    form = f"{FORMS[event.form]} {event.slip}"
    said = f"{form}, signed by {event.who}, waits for {joined(posts, 'or')} to sign."
    if event.form == e.VOID:
        return Happening(HOUSE, f"{said} The round is held.")
    return Happening(HOUSE, said, to=STAFF)


@says(c.Countersign)
def countersign(s: Scene, event: c.Countersign, by: Actor) -> Happening:
    does = f"signs {FORMS[event.form].lower()} {event.slip}"
    if event.differs:
        wrong = f"{s.staff(by)}'s count differs from {FORMS[event.form].lower()} {event.slip}"
        return Happening(MONEY, f"{wrong}: count again, or cancel the slip.", to=STAFF)
    if event.form == e.VOID:
        return Happening(HOUSE, f"{s.staff(by)} {does}: the round is void.")
    counted = f"counts {amount(event.chips)} and " if event.chips else ""
    return Happening(HOUSE, f"{s.staff(by)} {counted}{does}.", to=STAFF)


@says(c.CancelSlip)
def cancel_slip(s: Scene, event: c.CancelSlip, by: Actor) -> Happening:
    return Happening(HOUSE, f"{s.staff(by)} cancels slip {event.slip}: {event.reason}.")
