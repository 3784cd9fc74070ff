"""The house's own rules: what no manual states and every table keeps to, each once, by its id.

A refusal or a line of a journal that rests on the house names one of these; `rules/register.py` puts
them beside the game's own. Each has its sentence and the setting of the house that it belongs to.
"""

from collections.abc import Mapping
from typing import NamedTuple


class HouseRule(NamedTuple):
    """What the house says, and the setting it belongs to."""

    sentence: str
    setting: str


OPENING = "opening and closing a table"
STAFF = "posts and signatures"
PLAYERS = "players and their places"
CHIPS = "chips and cash"
WAGERS = "wagers and decisions"
PAYING = "payments"
CARDS = "cards"
TIME = "time"
SERVER = "the house's server"

HOUSE_RULES: Mapping[str, HouseRule] = {
    # A table opens and closes
    "house.set-up": HouseRule(
        "A table is set up once, before anything else is done at it.", OPENING
    ),
    "house.opening": HouseRule(
        "What is counted, checked and signed at the opening and the closing is done in order, once,"
        " and written down in plain words.",
        OPENING,
    ),
    "house.approved-rules": HouseRule(
        "A table opens only with rules that its jurisdiction approves on that day; a table for money"
        " also needs a choice for every undecided reading.",
        OPENING,
    ),
    "house.conditions": HouseRule(
        "A table opens for money only while every condition that its jurisdiction has people attest,"
        " and the limit on wagers where our sources lack it, is on record for its gaming day: one"
        " person attests it with evidence, another confirms it. A table that is open when a record"
        " expires or is withdrawn may finish its gaming day, and the pit is warned.",
        OPENING,
    ),
    "house.regulators-answers": HouseRule(
        "A reading that the approved text does not decide, and only the figures submitted with it do,"
        " is taken otherwise than by default only with the regulator's answer on record.",
        OPENING,
    ),
    "house.register": HouseRule(
        "The register of approvals is only ever added to: a pit boss or an administrator attests,"
        " another person confirms, and one of them can withdraw it with a reason.",
        STAFF,
    ),
    "house.gaming-day": HouseRule(
        "A table is opened on its gaming day: approvals and limits are those of that day.", TIME
    ),
    "house.time": HouseRule(
        "Every act bears the time with its time zone, and time never goes back.", TIME
    ),
    # Who does what
    "house.posts": HouseRule(
        "A post is held by a person whose account has that duty, and nobody works at a table where"
        " they play; a supervisor names people to the posts of a table for money.",
        STAFF,
    ),
    "house.certified-dealers": HouseRule(
        "Where a table for money accepts only certified dealers, nobody becomes its dealer without a"
        " certificate for its game, its ruleset and the device in use; one whose certificate ends"
        " while they deal goes on until they are relieved, and the pit is warned.",
        STAFF,
    ),
    "house.erasure": HouseRule(
        "The records of a person whose account is closed are erased on request: an administrator asks,"
        " another administrator or an instructor confirms; what others signed stays, without a name.",
        STAFF,
    ),
    "house.relief": HouseRule(
        "A supervisor relieves a post; at a table for money nobody leaves theirs without relief.",
        STAFF,
    ),
    "house.signatures": HouseRule(
        "A slip moves nothing until a second person has signed it, and a round that waits to be"
        " voided goes no further; at a table for money people sign, never the house.",
        STAFF,
    ),
    "house.signing": HouseRule(
        "Staff may countersign at a colleague's screen with their own name and PIN.", STAFF
    ),
    "house.alerts": HouseRule(
        "An alert of the floor is taken by a person by name, and stays until its cause is gone or"
        " a supervisor has said what was found.",
        STAFF,
    ),
    "house.calls": HouseRule("A call to the pit waits until a supervisor has seen to it.", STAFF),
    "house.commands": HouseRule(
        "A table takes only what its game provides for, and each command has an id of its own.",
        SERVER,
    ),
    # Players
    "house.accounts": HouseRule(
        "Players come in with an account, or as guests, who play at practice tables only.", PLAYERS
    ),
    "house.places": HouseRule(
        "One player sits at each place, and leaves it when no wager or card of theirs is on the felt;"
        " onlookers do not act.",
        PLAYERS,
    ),
    "house.own-place": HouseRule("Players act only for themselves, at their own place.", PLAYERS),
    "house.rehearsal": HouseRule(
        "Guests do not play at a rehearsal, where things go wrong on purpose.", PLAYERS
    ),
    "house.pause": HouseRule(
        "While a table is paused nobody sits down and nothing more is wagered.", PLAYERS
    ),
    "house.patrons": HouseRule(
        "Simulated players sit at practice tables only, where they make room for people.", PLAYERS
    ),
    "house.own-limits": HouseRule(
        "Players may limit their own losses and time, be told how they stand, or take a break: until"
        " then nothing new of theirs is wagered, and a looser limit holds a day later.",
        PLAYERS,
    ),
    "house.dealer-away": HouseRule("Nobody sits down while the dealer is away.", PLAYERS),
    "house.words": HouseRule(
        "Names, reasons and remarks are a few printable words that a journal can hold.", STAFF
    ),
    # Chips
    "house.chips": HouseRule(
        "Chips are the house's own, are counted where they lie and change hands at equal worth; cash"
        " is not wagered.",
        CHIPS,
    ),
    "house.buy-in": HouseRule(
        "The dealer changes cash for chips of the same worth, and the cash goes into the drop box.",
        CHIPS,
    ),
    "house.colour-change": HouseRule("Chips are changed for others of the same worth.", CHIPS),
    "house.tips": HouseRule(
        "Where the house allows tips, chips that a player gives the dealer go into the tip box.",
        CHIPS,
    ),
    "house.fill": HouseRule(
        "Chips come from the cage to the float on a slip with two signatures; a payment that the rack"
        " cannot make up waits for them.",
        CHIPS,
    ),
    "house.credit": HouseRule(
        "Chips go from the float to the cage on a slip with two signatures.", CHIPS
    ),
    # Wagers and decisions
    "house.wagers": HouseRule(
        "Wagers are those that the game offers; those that must be equal are made equal.", WAGERS
    ),
    "house.limits": HouseRule(
        "Personal limits are agreed while no wager of that player is on the felt, within what the"
        " jurisdiction allows.",
        WAGERS,
    ),
    "house.personal-limits": HouseRule(
        "Where the manual speaks of posted limits only, a pit boss agrees others with one player only"
        " at a table that the house has opened with personal limits.",
        WAGERS,
    ),
    "house.for-the-dealer": HouseRule(
        "Where the house allows wagers for the dealer, each is no higher than the player's own and"
        " within the limit together with it.",
        WAGERS,
    ),
    "house.decisions": HouseRule(
        "A supervisor decides for a player only when that player is gone or has had their time.",
        WAGERS,
    ),
    # Payments
    "house.hand-turned": HouseRule(
        "A hand is turned before anything is said or paid of it.", PAYING
    ),
    "house.approval": HouseRule(
        "A payment at or above the house's threshold waits for a supervisor's approval.", PAYING
    ),
    "house.correction": HouseRule(
        "A wrong payment is put right by another movement of chips, with a reason and two"
        " signatures.",
        PAYING,
    ),
    # Cards
    "house.irregularity": HouseRule(
        "Staff and surveillance declare what went wrong, as the game's procedure names it.", CARDS
    ),
    "house.card-change": HouseRule(
        "No round begins with cards whose time is up: a supervisor has them changed, or puts the"
        " change off with a reason.",
        CARDS,
    ),
    "house.protection": HouseRule(
        "Staff and surveillance report chips that were laid late, added, taken off, moved or put in the"
        " wrong box, where chips lie on a felt; what moves money once cards have decided takes two"
        " signatures.",
        CHIPS,
    ),
    "house.overlooked": HouseRule(
        "A step can be overlooked only where it is due and a person handles the cards.", CARDS
    ),
    "house.seal": HouseRule(
        "A shuffle is sealed when it is made, and its order is opened when the cards go out of play.",
        CARDS,
    ),
    # The server
    "house.name": HouseRule("The server answers only to the names it was given.", SERVER),
    "house.origin": HouseRule("Only the house's own page sends commands from a browser.", SERVER),
}
"""By id, in the order in which a handbook of the house would print them."""
