"""The register of rules: every rule that something at a table names, once, by its id.

    GAME.WAGER.LINE           how a wager is settled
    GAME.WAGER                how high a wager is, and what must be on the felt beside it
    GAME.TOPIC.CLAUSE         what the manual provides beside that
    GAME.ranking.NAME         what beats what (`rules/ranked.py`)
    GAME.manner.WHERE         how payments are made; likewise .HAND (`rules/manners.py`)
    GAME.phase.ID             a part of a round; likewise stage, device, equipment, sign, instruction
    GAME.irregularity.ID      what can go wrong; with .RULING, and .DEVICE where it holds with some
    GAME.protection.SEEN      what can be seen to happen to chips; with .RULING. Beside these
                              .hands-back and .look-over, where the manual asks for them
    GAME.opening, GAME.cards  what every game has
    house.ID                  what no manual states (`rules/house_rules.py`)

A refusal, a line of a journal, a prompt and a payment name a rule by its id. Two rules of one id that
say different things are an error of the game's file.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import and_
from typing import NamedTuple

from tablewright.rules.citations import Passage, Texts, house
from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.house_rules import HOUSE_RULES
from tablewright.rules.instructions import Instruction
from tablewright.rules.irregularities import Irregularity, Ruling
from tablewright.rules.language import in_english
from tablewright.rules.manners import manners
from tablewright.rules.procedure import Item, OffLimits, Procedure
from tablewright.rules.protection import (
    HANDS_BACK_RULE,
    HANDS_BACK_SAYS,
    LOOK_OVER_RULE,
    LOOK_OVER_SAYS,
)
from tablewright.rules.ranked import ranked
from tablewright.rules.readings import Rulings, Under
from tablewright.rules.said import stake_said


class Rule(NamedTuple):
    """A rule by which something is done, refused or paid."""

    id: str
    sentence: str
    source: Passage
    is_taught: bool = False
    """Whether it is a hand skill: a prompt says it and the school teaches it."""


@in_english
def register(ruleset: Ruleset, procedure: Procedure, jurisdiction: str = "") -> Mapping[str, Rule]:
    """Every rule in force at a table that plays this ruleset, by its id, as it is cited there."""
    found: dict[str, Rule] = {}
    for rule in (
        *of_wagers(ruleset),
        *of_rankings(ruleset),
        *of_manners(ruleset, procedure),
        *of_provisions(ruleset.game),
        *of_rounds(procedure, ruleset.rulings),
        *of_irregularities(procedure, ruleset.rulings),
        *of_protection(procedure),
        *of_house(),
    ):
        if found.setdefault(rule.id, rule) != rule:
            raise BadDefinition(
                f"rule {rule.id} stands twice, as {found[rule.id].sentence!r} and"
                f" {rule.sentence!r}: expected it once"
            )
    for rule in of_every_game(ruleset, procedure):
        found.setdefault(rule.id, rule)  # A game's own clause goes before the general one.
    texts = Texts(ruleset.game.documents, jurisdiction)
    return {id: rule._replace(source=texts.cited(rule.source)) for id, rule in found.items()}


def _in_force(under: Under | None, rulings: Rulings) -> bool:
    return under is None or rulings.hold(under)


def of_wagers(ruleset: Ruleset) -> Iterator[Rule]:
    """Every wager, and every line by which it is settled."""
    names = {id: decided.wager.name for id, decided in ruleset.wagers.items()}
    for id, decided in ruleset.wagers.items():
        said = f"{names[id]}. {stake_said(decided, names)}"
        yield Rule(f"{ruleset.game.id}.{id}", said, decided.wager.source)
        for line in decided.lines:
            yield Rule(line.rule, line.sentence, line.source)


def of_rankings(ruleset: Ruleset) -> Iterator[Rule]:
    """What beats what."""
    for id, sentence, source in ranked(ruleset):
        yield Rule(id, sentence, source)


def of_manners(ruleset: Ruleset, procedure: Procedure) -> Iterator[Rule]:
    """How payments are made."""
    for id, sentence, source in manners(ruleset, procedure):
        yield Rule(id, sentence, source)


def of_provisions(game: Game) -> Iterator[Rule]:
    """What the manual says of wagers and payment beside the lines."""
    for each in game.provisions:
        yield Rule(each.rule, each.sentence, each.source)


def of_rounds(procedure: Procedure, rulings: Rulings) -> Iterator[Rule]:
    """The parts of a round, the passes of settlement, instructions; devices, equipment and sign."""
    game = procedure.game.id
    for phase in procedure.phases:
        yield Rule(f"{game}.phase.{phase.id}", phase.says, phase.source)
    for stage in procedure.stages_under(rulings):
        yield Rule(f"{game}.stage.{stage.id}", stage.says, stage.source)
    yield from of_instructions(procedure, rulings)
    for device in procedure.devices:
        yield Rule(f"{game}.device.{device.id}", device.says, device.source)
    yield from _items(f"{game}.equipment", procedure.equipment, rulings)
    yield from _items(f"{game}.sign", procedure.sign, rulings)


def of_instructions(procedure: Procedure, rulings: Rulings) -> Iterator[Rule]:
    """What the dealer is told with each step."""
    for each in procedure.instructions_under(rulings):
        id = instruction_id(procedure, each)
        yield Rule(id, each.says, each.source, each.is_taught)


def instruction_id(procedure: Procedure, instruction: Instruction) -> str:
    """The rule that an instruction is."""
    return f"{procedure.game.id}.instruction.{instruction.id}"


def _items(prefix: str, items: Iterable[Item], rulings: Rulings) -> Iterator[Rule]:
    for item in items:
        if _in_force(item.under, rulings):
            yield Rule(f"{prefix}.{item.id}", item.says, item.source)


def of_irregularities(procedure: Procedure, rulings: Rulings) -> Iterator[Rule]:
    """What can go wrong, and every ruling on it."""
    for irregularity in procedure.irregularities:
        yield Rule(irregularity.id, f"{irregularity.says}.", irregularity.source)
        for ruling in irregularity.rulings:
            if _in_force(ruling.under, rulings):
                for id in ruling_ids(irregularity, ruling):
                    yield Rule(id, ruling.says, ruling.source)


def ruling_ids(irregularity: Irregularity, ruling: Ruling) -> tuple[str, ...]:
    """The ids of a ruling: one, or one for each device with which it holds."""
    id = f"{irregularity.id}.{ruling.id}"
    return tuple(f"{id}.{device}" for device in ruling.devices) or (id,)


def of_protection(procedure: Procedure) -> Iterator[Rule]:
    """What can be seen to happen to chips, every ruling on it, and what is done against it."""
    game, protection = procedure.game.id, procedure.protection
    for incident in procedure.incidents:
        yield Rule(incident.id, f"{incident.title}.", incident.source)
        for ruling in incident.rulings:
            yield Rule(incident.rule(ruling), ruling.says, ruling.source)
    if protection.hands_back:
        yield Rule(f"{game}.{HANDS_BACK_RULE}", HANDS_BACK_SAYS, protection.hands_back)
    if protection.look_over:
        yield Rule(f"{game}.{LOOK_OVER_RULE}", LOOK_OVER_SAYS, protection.look_over)


def of_every_game(ruleset: Ruleset, procedure: Procedure) -> Iterator[Rule]:
    """What every game has, at the passages that its procedure names."""
    game, conflict = ruleset.game, ruleset.game.places.conflict
    yield Rule(
        f"{game.id}.opening",
        "The table opens when the float is counted and signed for, the equipment checked, the sign"
        " displayed and the cards are ready; it closes when all of it is counted and signed for"
        " again.",
        procedure.opening
        & procedure.equipment_source
        & procedure.sign_source
        & house("closing the table"),
    )
    yield Rule(
        f"{game.id}.cards",
        "The cards are examined and washed before play, shuffled and cut before they are dealt, and"
        " replaced at set times.",
        procedure.examining & procedure.washing_source & procedure.card_change_source,
    )
    yield Rule(
        f"{game.id}.places",
        f"The table has places for {ruleset.places} players, one to each {game.place}.",
        reduce(and_, conflict) if conflict else house("places"),
    )
    yield Rule(
        f"{game.id}.welcome",
        "A player who sits down for the first time is welcomed, and the game is explained to them.",
        procedure.welcome,
    )
    if procedure.personal_limits:
        yield Rule(
            f"{game.id}.wagers.personal-limits",
            "A pit boss may agree other limits with one player.",
            procedure.personal_limits,
        )
    if procedure.off_limits is OffLimits.REFUSED:
        yield Rule(
            f"{game.id}.wagers.limits",
            "Each wager keeps to the limits posted at the table.",
            procedure.limits_source,
        )
    else:
        yield Rule(
            f"{game.id}.wagers.under-minimum",
            "A wager under the minimum stands; once its owner has been advised, the house may give"
            " further ones back.",
            procedure.limits_source,
        )
    if procedure.chips_only:
        yield Rule(
            f"{game.id}.wagers.chips", "Wagers are made with chips only.", procedure.chips_only
        )


def of_house() -> Iterator[Rule]:
    """What no manual states and the house does."""
    for id, (sentence, setting) in HOUSE_RULES.items():
        yield Rule(id, sentence, house(setting))
