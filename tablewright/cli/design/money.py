"""What the design command prints about money: the win of an hour, bands by rounds, the risk of ruin."""

from collections.abc import Iterator

from tablewright.cli.design.asked import Answered
from tablewright.cli.sheets import Sheet, dollars
from tablewright.design.bank import HoldBand, Seating, WinAnHour
from tablewright.design.ruin import Ruin

HOW = {
    "stepwise": "worked out round by round",
    "diffusion": "by a diffusion: approximately",
    "solved": "over all rounds to come",
    "bounds": "between bounds that hold exactly",
    "certain": "for certain",
    "impossible": "exactly",
}


def money_sheets(found: Answered) -> Iterator[Sheet]:
    """Whatever was asked about money."""
    seating = found.seating
    if seating is None:
        return
    if found.hour is not None:
        yield _hour(found.hour, seating)
    if found.bands is not None:
        yield _bands(found.bands, seating)
    for of, ruin in (found.ruin or {}).items():
        yield _ruin(of, ruin, seating)


def staked(seating: Seating) -> str:
    """What lies on the felt: `Ante $10.00, 6 seats`."""
    wagers = seating.ruleset.wagers
    each = ", ".join(f"{wagers[id].wager.name} {dollars(c)}" for id, c in seating.placed.items())
    return f"{each}, {seating.seats} {'seat' if seating.seats == 1 else 'seats'}"


def _hour(hour: WinAnHour, seating: Seating) -> Sheet:
    return Sheet(
        f"The theoretical win of an hour: {hour.win.text}",
        [
            ["win", hour.win.text, f"{hour.rounds_an_hour} rounds an hour"],
            ["of one seat", hour.a_seat.text, staked(seating)],
            ["staked", hour.staked.text, "on average, by all seats"],
            ["win per amount staked", hour.of_staked.text, ""],
        ],
        amounts=(1,),
        note="Exact, every hand played for the best.",
    )


def _bands(bands: list[HoldBand], seating: Seating) -> Sheet:
    levels = [each.level for each in bands[0].levels]
    return Sheet(
        "What the house wins by chance alone",
        [
            [
                f"{band.rounds:,}",
                band.expected.text,
                *(text for each in band.levels for text in (each.low, each.high)),
            ]
            for band in bands
        ],
        header=(
            *("rounds", "expected"),
            *(f"{level} % {end}" for level in levels for end in ("low", "high")),
        ),
        amounts=tuple(range(2 + 2 * len(levels))),
        note=f"{staked(seating)}. {_found_by(bands)}",
    )


def _found_by(bands: list[HoldBand]) -> str:
    if all(band.is_bell_curve for band in bands):
        return "By the bell curve."
    if any(band.is_bell_curve for band in bands):
        return "Quantiles of the sum of all results; of the longest runs, by the bell curve."
    return "Quantiles of the sum of all results."


def _ruin(of: str, ruin: Ruin, seating: Seating) -> Sheet:
    whose = "The house's bank" if of == "house" else "A player's bankroll"
    rows = [
        [f"within {ruin.rounds:,} rounds", ruin.within.text, HOW[ruin.within.method]],
        ["ever", ruin.ever, HOW[ruin.ever_method]],
        *(
            [f"enough for {each.risk} ever", dollars(each.cents), HOW[ruin.ever_method]]
            for each in ruin.banks_needed
        ),
    ]
    return Sheet(
        f"{whose} of {dollars(ruin.bank_cents)} used up",
        rows,
        amounts=(1,),
        note=f"{staked(seating)}.",
    )
