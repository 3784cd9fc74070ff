"""What a table's owner chooses beside its set-up: timers, advice, company, and who opened it."""

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the house runs a table. None of it moves money, so none of it is in the set-up."""

    opened_by: str = "the house"
    is_standing: bool = False
    """One of the tables that the house keeps ready, every day anew."""
    has_advice: bool = True
    bet_seconds: int = 0
    """From the first wager to the end of betting; as long as it takes, if 0."""
    decide_seconds: int = 0
    gone_seconds: int = 20
    """How long a player who has lost their connection is waited for."""
    leave_seconds: int = 180
    """How long their place is kept at a practice table."""
    dealer_away_seconds: int = 60
    """How long a dealer who has gone is waited for at a practice table, before the house deals on."""
    patrons: int = 0
    """Simulated players, for a dealer who practises."""
    certified_only: bool = False
    """Whether only those become its dealer who hold a certificate for it; for money only."""
    pace: float = 1.0
    """How long the house takes over its steps: 0 for none of the time, 2 for twice as long."""
