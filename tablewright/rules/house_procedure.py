"""The house's own procedure: how any game can be run before its manual's procedure is written down.

Everything here cites the house, never a manual. A new game begins with
`PROCEDURE = house_procedure(GAME)`, and then says clause by clause what its manual says instead.
"""

from tablewright.rules.citations import house
from tablewright.rules.contest import Contest
from tablewright.rules.devices import Device
from tablewright.rules.draw import Draw
from tablewright.rules.fouled_packs import in_draws, in_hands, runs_out
from tablewright.rules.game import Game
from tablewright.rules.instructions import Instruction
from tablewright.rules.irregularities import Effect, Irregularity, Ruling
from tablewright.rules.paying_manner import house_manner
from tablewright.rules.phases import Cause, Phase, contest_phases, draw_phases
from tablewright.rules.procedure import Item, OffLimits, Procedure, Stage, can_be_void
from tablewright.rules.roles import SUPERVISORS

TABLE = house("table and equipment")


def house_procedure(game: Game) -> Procedure:
    """How the house runs a game of which no procedure is printed."""
    deal = game.ruleset().deal
    phases = _of_contest() if isinstance(deal, Contest) else _of_draw()
    kinds = tuple(dict.fromkeys(wager.kind for wager in game.wagers))
    return Procedure(
        game=game,
        phases=phases,
        devices=_devices(deal),
        irregularities=_irregularities(game, phases) if can_be_void(deal) else (),
        stages=(
            Stage(
                "all",
                f"{game.place.capitalize()} by {game.place}: every wager, in the order of the rules.",
                kinds,
                house("order of settlement"),
            ),
        ),
        manner=house_manner,
        equipment=(
            Item("layout", f"A layout with a spot for each wager at each {game.place}.", TABLE),
            Item("chip-rack", "A chip rack on the dealer's side.", TABLE),
            Item("discard-holder", "A holder for used cards.", TABLE),
            Item("limit-sign", "A sign with the table's limits.", TABLE),
        ),
        sign=(),
        opening=house("opening the table"),
        examining=house("examining the cards"),
        off_limits=OffLimits.REFUSED,
        limits_source=house("limits"),
        deck_colours=("blue", "red"),
        card_change_minutes=240,
        card_change_source=house("card-change interval"),
        instructions=(
            Instruction(
                "take-up",
                ("clear",),
                "Pick up all the cards and put them where they belong.",
                house("clearing the table"),
            ),
        ),
    )


def _of_contest() -> tuple[Phase, ...]:
    source = house("a round of hands")
    return contest_phases(
        wagers=("Players place their wagers; the dealer then calls no more bets.", source),
        deal=("The dealer gives every player and the dealer a hand, face down.", source),
        decide=("Each player with the wager that calls for it decides how to play.", source),
        reveal=("When everyone has decided, the dealer turns the dealer's hand.", source),
        settle=("The dealer settles every wager, player by player.", source),
        clear=("The dealer picks up all the cards and puts them in the discard holder.", source),
    )


def _of_draw() -> tuple[Phase, ...]:
    source = house("a round of cards drawn for everyone")
    return draw_phases(
        wagers=("Players place their wagers; the dealer then calls no more bets.", source),
        draw=("The dealer draws one card face up for everyone.", source),
        settle=("The dealer settles what the card has decided, player by player.", source),
        clear=("The dealer picks up all the cards and puts them back.", source),
    )


def _devices(deal: Contest | Draw) -> tuple[Device, ...]:
    """One deck by hand, or as many in a machine as are drawn from."""
    if isinstance(deal, Contest):
        by_hand = Device(
            "hand",
            "deal by hand",
            "One deck, shuffled and cut before every round, with ten cards or more on either side.",
            house("deal by hand"),
            decks=deal.decks,
            cut=(10, 42),
        )
        return (by_hand,)
    machine = Device(
        "shuffle-device",
        "shuffle device",
        "The cards of a round go back into the device, and none is burnt.",
        house("shuffle device"),
        decks=deal.decks,
        is_machine=True,
        returns_cards=True,
    )
    return (machine,)


def _irregularities(game: Game, phases: tuple[Phase, ...]) -> tuple[Irregularity, ...]:
    """What any game has: a round that cannot be played on as it was dealt, and a fouled pack."""
    misdeal = _misdeal(game, phases)
    if isinstance(game.ruleset().deal, Contest):
        return misdeal, *in_hands(game.id)
    ends = "Every wager is settled as the rules settle it in a void round."
    return misdeal, *in_draws(game.id, ends=ends), runs_out(game.id, ends=ends)


def _misdeal(game: Game, phases: tuple[Phase, ...]) -> Irregularity:
    """The one irregularity that any game has: the round cannot be played on as it was dealt."""
    source = house("a misdeal")
    return Irregularity(
        f"{game.id}.irregularity.misdeal",
        "The cards were dealt wrongly, or seen by those who may not see them",
        source,
        phases=tuple(each.id for each in phases[1:] if Cause.VOID in each.leads),
        rulings=(
            Ruling(
                "void",
                "A supervisor declares the round void, and the cards are shuffled again.",
                Effect.VOID,
                source,
                reshuffles=True,
            ),
            Ruling(
                "play-on",
                "A supervisor has it put right, and the round goes on.",
                Effect.PLAY_ON,
                source,
            ),
        ),
        declared_by=SUPERVISORS,
        only_unfinished=True,
    )
