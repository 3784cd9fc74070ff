"""Every irregularity with its rulings, by hand: what the printed manuals and the house say of each.

Duki 4 Poker and Pick 2 Poker, "Procedures & Training": Irregularities (a) to (e); Pick 2's Procedures
for completion for a round of play (a). "King High, Dealers Manual & Pit Procedures": 12.
Irregularities, 10. Game protection, 6. Shuffle procedure. No manual rules on a fouled pack or an empty
shoe: the house does. The product never imports it.
"""

from typing import NamedTuple

ANYONE, SUPERVISOR = "anyone on duty", "a supervisor"
SHUFFLE, DEVICE, INSPECT = "shuffle", "device", "inspect"
"""What must be done before cards are dealt again."""


class Ruled(NamedTuple):
    """One ruling: what becomes of the round, and what is done with the cards."""

    effect: str
    then: tuple[str, ...] = ()


class Irregular(NamedTuple):
    """What can go wrong, who may declare it, and the rulings by the names they have in the register."""

    by: str
    rulings: dict[str, Ruled]


VOID_SHUFFLED = Ruled("void", (SHUFFLE,))
VOID_DEVICE = Ruled("void", (SHUFFLE, DEVICE))
VOID_FOULED = Ruled("void", (INSPECT,))
MACHINES = ("shuffler", "one-deck-shuffler")
BY_HAND = "hand"


def of_hands(game: str, readings: dict[str, str]) -> dict[tuple[str, str], Irregular]:
    """Duki 4 Poker and Pick 2 Poker, Irregularities, clause by clause, by device."""
    found: dict[tuple[str, str], Irregular] = {}
    # (a) a card face up, (b) a wrong number of cards, (c) a dealer's card exposed: all hands are void
    # and the cards reshuffled.
    for clause in ("a-face-up", "b-wrong-count", "c-dealer-exposed"):
        for device in MACHINES:
            found[clause, device] = Irregular(ANYONE, {f"void.{device}": VOID_SHUFFLED})
        # (e) the rules above hold only with a machine: by hand a supervisor rules, void or play on;
        # another reading takes them as with a machine.
        if readings.get(f"{game}.irregularities-by-hand") == "as-machine":
            rulings = {"void.hand": VOID_SHUFFLED}
        else:
            rulings = {"void.hand": VOID_SHUFFLED, "play-on.hand": Ruled("play on")}
        found[clause, BY_HAND] = Irregular(ANYONE, rulings)
    # (d) the machine fails: void, the cards come out and are checked and reshuffled. Once every hand is
    # dealt it can fail over the other deck only, where there are two.
    for device in MACHINES:
        found["d-malfunction", device] = Irregular(ANYONE, {"void": VOID_DEVICE})
    found["d-malfunction-after-deal", "shuffler"] = Irregular(ANYONE, {"void": VOID_DEVICE})
    # The house: a fouled pack ends the round, and the cards are inspected or changed.
    for device in (*MACHINES, BY_HAND):
        for each in ("foreign-card", "pack-runs-out"):
            found[each, device] = Irregular(SUPERVISOR, {"void": VOID_FOULED})
    if game == "pick2":
        # Procedures for completion for a round of play (a): nobody else touches a wager; cards stay in
        # view. What is done about it is the house's.
        for device in (*MACHINES, BY_HAND):
            found["touched-wager", device] = Irregular(ANYONE, {"put-back": Ruled("put right")})
            found["cards-out-of-view", device] = Irregular(
                ANYONE, {"brought-back": Ruled("put right")}
            )
    return found


def of_king_high(readings: dict[str, str]) -> dict[tuple[str, str], Irregular]:
    """King High, 12. Irregularities, rule by rule, by device."""
    machine, shoe = "six-deck-shuffler", "shoe"
    early = "used" if readings.get("king-high.early-exposure") == "use" else "burnt"
    found = {
        # Mechanical shuffle device, first rule.
        ("face-up-in-shuffler", machine): Irregular(ANYONE, {"returned": Ruled("card returned")}),
        # Second to fourth rule: an inspector tries to fix it; else void, and another device.
        ("not-delivered", machine): Irregular(
            SUPERVISOR, {"fixed": Ruled("play on"), "void": Ruled("void", (DEVICE,))}
        ),
        # Manual dealing shoe, first rule.
        ("missed-burn", shoe): Irregular(ANYONE, {"play-on": Ruled("play on")}),
        # Second rule: a burn card is burnt; a card after the call is used.
        ("exposed-burn", shoe): Irregular(ANYONE, {"burnt": Ruled("card burnt")}),
        ("exposed-after-call", shoe): Irregular(ANYONE, {"used": Ruled("card used")}),
        # Before the call nothing is printed: an inspector decides, by a reading.
        ("exposed-before-call", shoe): Irregular(SUPERVISOR, {early: Ruled(f"card {early}")}),
        # Third rule: no shuffle after the cut card.
        ("unshuffled-round", shoe): Irregular(ANYONE, {"void": VOID_SHUFFLED}),
        # 6. Shuffle procedure: other shuffles that were due; the round is played out.
        ("shuffle-left-out", shoe): Irregular(
            SUPERVISOR, {"completed": Ruled("play on", (SHUFFLE,))}
        ),
        # The house: an empty shoe.
        ("shoe-runs-out", shoe): Irregular(
            SUPERVISOR, {"reshuffled": Ruled("reshuffled", (SHUFFLE,)), "void": VOID_SHUFFLED}
        ),
    }
    for device in (machine, shoe):
        # 10. Game protection: hands are kept back.
        found["hand-near-wagers", device] = Irregular(ANYONE, {"hands-back": Ruled("put right")})
        # The house: a fouled pack.
        found["foreign-card", device] = Irregular(
            SUPERVISOR, {"laid-aside": Ruled("play on", (INSPECT,)), "void": VOID_FOULED}
        )
        found["foreign-card-drawn", device] = Irregular(
            SUPERVISOR, {"stands": Ruled("play on", (INSPECT,)), "void": VOID_FOULED}
        )
    return found


def irregularities(game: str, readings: dict[str, str]) -> dict[tuple[str, str], Irregular]:
    """Everything that can go wrong with each device."""
    return of_king_high(readings) if game == "king-high" else of_hands(game, readings)
