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
from tablewright.table import acts
from tablewright.table.machine import Actor
from tablewright.table.story.house import FORMS
from tablewright.table.story.words import amount, joined, result


@says(acts.Moved)
def moved(s: Scene, event: acts.Moved, by: Actor) -> Happening:
    if any(move.source.startswith("spot:") for move in event.moves):
        return Happening(MONEY, "Wagers that stayed on the felt go back to their owners.")
    if any(
        move.source.startswith("rail:") or move.target.startswith("rail:") for move in event.moves
    ):
        return Happening(MONEY, "A payment is put right.")
    return Happening(MONEY, "The float is booked as it was counted.", to=STAFF)


@says(acts.Open)
def open_table(s: Scene, event: acts.Open, by: Actor) -> Happening:
    return Happening(HOUSE, "The table is open.")


@says(acts.Opened)
def opened(s: Scene, event: acts.Opened, by: Actor) -> Happening:
    return Happening(HOUSE, f"The rules are approved ({event.approval}).", to=STAFF)


@says(acts.BeginClosing)
def begin_closing(s: Scene, event: acts.BeginClosing, by: Actor) -> Happening:
    return Happening(HOUSE, "The table is closing: no further round is dealt.")


@says(acts.Close)
def close(s: Scene, event: acts.Close, by: Actor) -> Happening:
    return Happening(HOUSE, "The table is closed.")


@says(acts.Closed)
def closed(s: Scene, event: acts.Closed, by: Actor) -> Happening:
    return Happening(HOUSE, f"In all {result(event.result)}.", to=STAFF)


@says(acts.Relieve)
def relieve(s: Scene, event: acts.Relieve, by: Actor) -> Happening:
    post = event.post.replace("-", " ")
    said = (
        f"{event.who} takes over as {post}."
        if by.is_house
        else f"{s.staff(by)} puts {event.who} on as {post}."
    )
    return Happening(HOUSE, said, to=ALL if event.post == "dealer" else STAFF)


@says(acts.SetUp)
def set_up(s: Scene, event: acts.SetUp, by: Actor) -> Happening:
    table = f"Table {event.setup.table} is set up for {s.book.game.name}"
    return Happening(HOUSE, f"{table}, dealt from the {s.book.device.name}.", to=STAFF)


@says(acts.UnlockRack)
def unlock_rack(s: Scene, event: acts.UnlockRack, by: Actor) -> Happening:
    return Happening(HOUSE, f"{s.staff(by)} unlocks the rack.", to=STAFF)


@says(acts.CountFloat)
def count_float(s: Scene, event: acts.CountFloat, by: Actor) -> Happening:
    return Happening(MONEY, f"{s.staff(by)} counts the float: {amount(event.chips)}.", to=STAFF)


@says(acts.ReportError)
def report_error(s: Scene, event: acts.ReportError, by: Actor) -> Happening:
    wrong = f"{s.staff(by)} reports an error in the float: {event.nature}."
    return Happening(MONEY, wrong, to=STAFF)


@says(acts.Sign)
def sign(s: Scene, event: acts.Sign, by: Actor) -> Happening:
    form = FORMS.get(event.form, event.form).lower()
    return Happening(HOUSE, f"{s.staff(by)} signs the {form}.", to=STAFF)


@says(acts.FormCompleted)
def form_completed(s: Scene, event: acts.FormCompleted, by: Actor) -> Happening:
    form, names = FORMS.get(event.form, event.form), joined(list(event.signed.values()))
    total = f", {event.says['total']}" if "total" in event.says else ""
    return Happening(HOUSE, f"{form}{total}: signed by {names}.", to=STAFF)


@says(acts.CheckEquipment)
def check_equipment(s: Scene, event: acts.CheckEquipment, by: Actor) -> Happening:
    return Happening(HOUSE, f"{s.staff(by)} finds all equipment in its place.", to=STAFF)


@says(acts.DisplaySign)
def display_sign(s: Scene, event: acts.DisplaySign, by: Actor) -> Happening:
    return Happening(HOUSE, f"{s.staff(by)} puts up the sign.", to=STAFF)


@says(acts.SignDisplayed)
def sign_displayed(s: Scene, event: acts.SignDisplayed, by: Actor) -> Happening:
    return Happening(HOUSE, f"The sign reads: {' · '.join(event.lines)}", to=JOURNAL)


@says(acts.RemoveDropBox)
def remove_drop_box(s: Scene, event: acts.RemoveDropBox, by: Actor) -> Happening:
    return Happening(MONEY, f"{s.staff(by)} takes the drop box away, locked.", to=STAFF)


@says(acts.Fill)
def fill(s: Scene, event: acts.Fill, by: Actor) -> Happening:
    return Happening(MONEY, f"{s.staff(by)} orders a fill from the cage.", to=STAFF)


@says(acts.Credit)
def credit(s: Scene, event: acts.Credit, by: Actor) -> Happening:
    return Happening(MONEY, f"{s.staff(by)} orders chips back to the cage.", to=STAFF)


@says(acts.SlipPrepared)
def slip_prepared(s: Scene, event: acts.SlipPrepared, by: Actor) -> Happening:
    posts = [f"the {post}".replace("-", " ") for post in s.book.second_signers(event.post)]
    form = f"{FORMS[event.form]} {event.slip}"
    said = f"{form}, signed by {event.who}, waits for {joined(posts, 'or')} to sign."
    if event.form == acts.VOID:
        return Happening(HOUSE, f"{said} The round is held.")
    return Happening(HOUSE, said, to=STAFF)


@says(acts.Countersign)
def countersign(s: Scene, event: acts.Countersign, by: Actor) -> Happening:
    does = f"signs {FORMS[event.form].lower()} {event.slip}"
    if event.differs:
        wrong = f"{s.staff(by)}'s count differs from {FORMS[event.form].lower()} {event.slip}"
        return Happening(MONEY, f"{wrong}: count again, or cancel the slip.", to=STAFF)
    if event.form == acts.VOID:
        return Happening(HOUSE, f"{s.staff(by)} {does}: the round is void.")
    counted = f"counts {amount(event.chips)} and " if event.chips else ""
    return Happening(HOUSE, f"{s.staff(by)} {counted}{does}.", to=STAFF)


@says(acts.CancelSlip)
def cancel_slip(s: Scene, event: acts.CancelSlip, by: Actor) -> Happening:
    return Happening(HOUSE, f"{s.staff(by)} cancels slip {event.slip}: {event.reason}.")
