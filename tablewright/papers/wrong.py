"""What goes wrong, and the ruling in short: of cards with each device, and of chips."""

from collections.abc import Iterator, Mapping, Sequence

from tablewright.papers.documents import Table
from tablewright.papers.editions import Edition
from tablewright.rules.devices import Device
from tablewright.rules.english import capital, going_on
from tablewright.rules.irregularities import Effect, Irregularity, Ruling
from tablewright.rules.roles import SUPERVISORS
from tablewright.school.rulings import can_happen_with

IN_SHORT: Mapping[Effect, str] = {
    Effect.VOID: "void the round",
    Effect.PLAY_ON: "play on",
    Effect.RESHUFFLED: "shuffle, then play on",
    Effect.CARD_RETURNED: "put the card back, unused",
    Effect.CARD_BURNT: "burn the card",
    Effect.CARD_USED: "use the card as if unseen",
    Effect.NOTED: "put it right, and report it",
}
"""What each effect asks of a dealer."""
BY_A_SUPERVISOR = "A supervisor rules: "


def irregularities(edition: Edition) -> Table:
    """What can go wrong with cards here, each with its rulings."""
    return Table(
        head=("What", "Ruling"),
        rows=tuple(
            (each.says, " ".join(_ruled(edition, each)))
            for each in edition.procedure.irregularities
            if _possible(edition, each)
        ),
        widths=(1, 1),
    )


def _possible(edition: Edition, irregularity: Irregularity) -> list[Device]:
    """The devices in use here with which something can go wrong."""
    return [
        device
        for device in edition.devices
        if irregularity in can_happen_with(edition.syllabus, device)
    ]


def _ruled(edition: Edition, irregularity: Irregularity) -> Iterator[str]:
    """The rulings in short, once for all devices where they agree."""
    by_ruling: dict[str, list[Device]] = {}
    for device in _possible(edition, irregularity):
        held = irregularity.rulings_with(device, edition.ruleset.rulings)
        said = ", or ".join(dict.fromkeys(in_short(each) for each in held))
        is_left = len(held) > 1 or irregularity.declared_by == SUPERVISORS
        said = f"{BY_A_SUPERVISOR}{said}." if is_left else f"{capital(said)}."
        by_ruling.setdefault(said, []).append(device)
    for said, devices in by_ruling.items():
        if len(by_ruling) == 1:
            yield said
        else:
            yield f"{_named(edition, devices)}: {going_on(said)}"


def _named(edition: Edition, devices: Sequence[Device]) -> str:
    """Devices by their names; all machines of several, as what they are."""
    machines = [device for device in edition.devices if device.is_machine]
    if devices == machines and len(machines) > 1:
        return "By machine"
    return capital(", ".join(device.name for device in devices))


def in_short(ruling: Ruling) -> str:
    """What a ruling asks of a dealer: for the round, then for the cards and the device."""
    said = [IN_SHORT[ruling.effect]]
    if ruling.breaks_device:
        said.append("have the device checked")
    if ruling.fouls_cards:
        said.append("inspect or change the cards")
    elif ruling.reshuffles:
        said.append("shuffle")
    return f"{', '.join(said[:-1])} and {said[-1]}" if len(said) > 1 else said[0]


def incidents(edition: Edition) -> Table:
    """What can be seen to happen to chips, each with the usual ruling."""
    return Table(
        head=("What", "Ruling"),
        rows=tuple(
            (each.title, f"{capital(each.rulings[0].remedy.value)}.")
            for each in edition.procedure.incidents
        ),
        widths=(1, 1),
    )
