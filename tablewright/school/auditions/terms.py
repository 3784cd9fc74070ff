"""The terms of an audition, which the house sets for each game: how long, how fast, what is enough."""

from collections.abc import Mapping

import msgspec

from tablewright.rules.draw import Draw
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.school.syllabus import Syllabus

MONEY, ORDER, MANNER, CALLS, RULINGS, GUARDING = (
    "money",
    "order",
    "manner",
    "calls",
    "rulings",
    "guarding",
)
AREAS: Mapping[str, str] = {
    MONEY: "What becomes of each wager, and how much is paid",
    ORDER: "What comes next, and which wager is settled first",
    MANNER: "With which hand, where to and how chips are moved",
    CALLS: "What is called, and that nothing is where nothing is due",
    RULINGS: "What is done about what went wrong",
    GUARDING: "What is improper is seen when it happens, and nothing else is taken for it",
}
"""What is marked."""
BET, DECIDE = "bet", "decide"
STEPS: Mapping[str, str] = {
    BET: "A player makes their wagers, or changes them",
    DECIDE: "A player looks at their hand and decides",
}
"""What patrons take their time for."""
LEAST_MINUTES, MOST_MINUTES = 1, 240
LEAST_SECONDS, MOST_SECONDS = 0.0, 600.0
MOST_AN_HOUR = 100_000


class StepPace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long a step of a patron takes, in seconds: on average, and how far it is off that."""

    mean: float
    spread: float


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an audition is, and what it takes to pass."""

    minutes: int = 20
    """No round begins after so long; the one under way is dealt to its end."""
    players: int = 4
    goes_wrong: int = 40
    """In how many rounds of a hundred something improper happens; or with how many cards, where wagers
    are made on each."""
    paces: dict[str, StepPace] = msgspec.field(
        default_factory=lambda: {
            BET: StepPace(mean=6.0, spread=3.0),
            DECIDE: StepPace(mean=5.0, spread=3.0),
        }
    )
    marks: dict[str, int] = msgspec.field(
        default_factory=lambda: {
            MONEY: 95,
            ORDER: 90,
            MANNER: 80,
            CALLS: 90,
            RULINGS: 80,
            GUARDING: 75,
        }
    )
    """The pass mark of each area in percent; an area with none is marked all the same."""
    rounds_an_hour: int = 12
    decisions_an_hour: int = 40
    """Wagers settled in an hour, at least."""


def usual_terms(syllabus: Syllabus) -> Terms:
    """The terms of a house that has set none: a round with wagers on every card is a longer one."""
    cards = syllabus.deal.cards if isinstance(syllabus.deal, Draw) else 1
    players = min(Terms().players, syllabus.ruleset.places)
    return Terms(players=players, rounds_an_hour=12 // cards)


def refuse_terms(terms: Terms, places: int) -> None:
    """Refuse terms under which no audition can be held; `places` are those of the table."""
    if not LEAST_MINUTES <= terms.minutes <= MOST_MINUTES:
        raise Refused(f"minutes is {terms.minutes}: expected {LEAST_MINUTES} to {MOST_MINUTES}")
    if not 1 <= terms.players <= places:
        raise Refused(f"players is {terms.players}: expected 1 to {places}")
    if not 0 <= terms.goes_wrong <= 100:
        raise Refused(f"goes_wrong is {terms.goes_wrong}: expected 0 to 100 rounds of a hundred")
    for what, known, found in (("paces", STEPS, terms.paces), ("marks", AREAS, terms.marks)):
        for id in found:
            if id not in known:
                raise Refused(f"{what} names {quoted(id)}: expected {listed(known)}")
    for step, pace in terms.paces.items():
        for seconds in (pace.mean, pace.spread):
            if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
                raise Refused(
                    f"the pace of {step} is {seconds:g} seconds:"
                    f" expected {LEAST_SECONDS:g} to {MOST_SECONDS:g}"
                )
    for area, mark in terms.marks.items():
        if not 0 <= mark <= 100:
            raise Refused(f"the pass mark of {area} is {mark}: expected 0 to 100 percent")
    for what, count in (
        ("rounds_an_hour", terms.rounds_an_hour),
        ("decisions_an_hour", terms.decisions_an_hour),
    ):
        if not 0 <= count <= MOST_AN_HOUR:
            raise Refused(f"{what} is {count}: expected 0 to {MOST_AN_HOUR}")
