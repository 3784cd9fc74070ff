"""Lessons from the procedure: the deal on each device, calls, irregularities, guarding the table."""

from collections.abc import Iterable, Iterator

from tablewright.rules.cards import DECK, Suit
from tablewright.rules.devices import Device
from tablewright.rules.instructions import Instruction
from tablewright.rules.irregularities import Irregularity
from tablewright.rules.phases import IN_BRIEF
from tablewright.rules.procedure import Item
from tablewright.rules.protection import HANDS_BACK_RULE, LOOK_OVER_RULE
from tablewright.rules.register import instruction_id, ruling_ids
from tablewright.school.lessons import connecting as so
from tablewright.school.lessons.paragraphs import Paragraph, Writer
from tablewright.school.lessons.rule_book import examples, explained, provisions
from tablewright.school.rulings import can_happen_with
from tablewright.school.skills import Topic

ABOUT_CARDS = "cards"
"""The topic of the register's clauses on cards."""
CALLED_SUIT = Suit.SPADE
DEALT_FROM = ["Dealt from"]
"""The head of a list of devices with which something holds."""


# The deal ------------------------------------------------------------------------------------------


def deal(w: Writer) -> Iterator[Paragraph]:
    """Opening, a round phase by phase, then what each device adds."""
    game, procedure = w.of.game.id, w.of.procedure
    yield w.rule(f"{game}.opening", title="Opening and closing")
    yield from _items(w, f"{game}.equipment", procedure.equipment, so.ON_THE_TABLE)
    yield from _items(w, f"{game}.sign", procedure.sign, so.ON_THE_SIGN)
    yield w.rule(f"{game}.cards", title="The cards")
    yield from provisions(w, ABOUT_CARDS, "")
    told = [each for each in w.of.instructions if not each.devices]
    in_round = {step for phase in procedure.phases for step in phase.allows}
    yield from _told(w, [each for each in told if not in_round & set(each.steps)], "Before a round")
    said: set[str] = set()
    for phase in procedure.phases:
        yield w.rule(f"{game}.phase.{phase.id}", title=IN_BRIEF[phase.id].name)
        here = [i for i in told if set(i.steps) & set(phase.allows) and i.id not in said]
        said |= {each.id for each in here}
        yield from _told(w, here)
    yield Paragraph(says=so.DEALT_FROM, title="Devices")
    for device in w.of.devices:
        yield from _device(w, device)


def _items(w: Writer, prefix: str, items: Iterable[Item], says: str) -> Iterator[Paragraph]:
    here = {device.id for device in w.of.devices}
    ids = [f"{prefix}.{i.id}" for i in items if not i.devices or here & set(i.devices)]
    rows = [[w.of.rules[id].sentence] for id in ids if id in w.of.rules]
    if rows:
        yield Paragraph(says=says, rows=[["Item"], *rows])


def _told(w: Writer, told: Iterable[Instruction], title: str = "") -> Iterator[Paragraph]:
    yield from w.rules([instruction_id(w.of.procedure, each) for each in told], title)


def _device(w: Writer, device: Device) -> Iterator[Paragraph]:
    yield w.rule(f"{w.of.game.id}.device.{device.id}", title=device.name.capitalize())
    before_round, before_card = device.burns_under(w.of.ruleset.rulings)
    if before_round or before_card:
        rows = [["Before the round", str(before_round)], ["Before each card", str(before_card)]]
        yield Paragraph(
            says=so.BURNS, source=w.cited(device.source), rows=[["When", "Cards"], *rows]
        )
    yield from _told(w, [i for i in w.of.instructions if device.id in i.devices])


# Calls ---------------------------------------------------------------------------------------------


def calls(w: Writer) -> Iterator[Paragraph]:
    """What is said to a new player, what is called of cards, and whatever else the drills ask for."""
    yield w.rule(f"{w.of.game.id}.welcome", title="A new player")
    yield from explained(w)
    call, source = w.of.procedure.call, w.of.procedure.calls_source
    if call is not None:
        rows = [[card.face, call(card)] for card in DECK if card.suit is CALLED_SUIT]
        yield Paragraph(
            says=so.CALLED,
            title="The cards",
            source=w.cited(source) if source else "",
            rows=[["Card", "Call"], *rows],
        )
    yield from examples(w, Topic.CALLS)


# Irregularities ------------------------------------------------------------------------------------


def irregularities(w: Writer) -> Iterator[Paragraph]:
    """What can go wrong with the devices that may deal here, each with its rulings."""
    happens = [each for device in w.of.devices for each in can_happen_with(w.of, device)]
    for each in w.of.procedure.irregularities:
        if each in happens:
            yield w.headed(each.id, each.says, so.RULED, _dealt_from(w, each.devices))
            yield from _rulings(w, each)


def _rulings(w: Writer, of: Irregularity) -> Iterator[Paragraph]:
    """Every ruling in force, once for each way of saying it, with the devices it holds with."""
    here = {device.id for device in w.of.devices}
    for ruling in of.rulings:
        if ruling.devices and not here & set(ruling.devices):
            continue
        ids = [id for id in ruling_ids(of, ruling) if id in w.of.rules]
        if ids and (ruling.under is None or w.of.ruleset.rulings.hold(ruling.under)):
            yield w.rule(ids[0], rows=_dealt_from(w, ruling.devices))


def _dealt_from(w: Writer, devices: Iterable[str]) -> list[list[str]]:
    """The devices with which something holds, where it does not hold with all."""
    named = [device for device in w.of.devices if device.id in tuple(devices)]
    names = [[device.name.capitalize()] for device in named]
    return [DEALT_FROM, *names] if names else []


# Guarding ------------------------------------------------------------------------------------------


def guarding(w: Writer) -> Iterator[Paragraph]:
    game = w.of.game.id
    for id in (HANDS_BACK_RULE, LOOK_OVER_RULE):
        if f"{game}.{id}" in w.of.rules:
            yield w.rule(f"{game}.{id}")
    for incident in w.of.procedure.incidents:
        yield w.headed(incident.id, incident.title, so.RULED)
        yield from w.rules([incident.rule(ruling) for ruling in incident.rulings])
