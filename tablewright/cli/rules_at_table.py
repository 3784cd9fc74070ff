"""How a game is run, for `tablewright rules`: a round, what deals it, the table, what goes wrong."""

from collections.abc import Iterable, Iterator
from typing import Any

from tablewright.cli.sheets import Sheet
from tablewright.rules.devices import Device
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.irregularities import Irregularity, Ruling
from tablewright.rules.procedure import Item, Procedure
from tablewright.rules.register import (
    Rule,
    of_every_game,
    of_house,
    of_instructions,
    of_manners,
    of_protection,
    ruling_ids,
)
from tablewright.rules.said import source_said

RULE_AND_SOURCE = ("rule", "source")


def _games_own(ruleset: Ruleset, of: Procedure) -> list[Rule]:
    """What every game has, where the game has no provision of its own for it."""
    printed = {each.rule for each in ruleset.game.provisions}
    return [rule for rule in of_every_game(ruleset, of) if rule.id not in printed]


def _in_force(ruleset: Ruleset, items: Iterable[Item]) -> list[Item]:
    return [i for i in items if i.under is None or ruleset.rulings.hold(i.under)]


def _rulings(ruleset: Ruleset, of: Irregularity) -> list[Ruling]:
    return [r for r in of.rulings if r.under is None or ruleset.rulings.hold(r.under)]


# For a program -------------------------------------------------------------------------------------


def procedure_json(ruleset: Ruleset, of: Procedure) -> dict[str, Any]:
    game = ruleset.game.id
    return {
        "phases": [
            {
                "rule": f"{game}.phase.{phase.id}",
                "line": phase.says,
                "source": str(phase.source),
                "allows": {
                    step: [role.value for role in roles] for step, roles in phase.allows.items()
                },
            }
            for phase in of.phases
        ],
        "stages": [
            {
                "rule": f"{game}.stage.{stage.id}",
                "line": stage.says,
                "source": str(stage.source),
                "settles": list(stage.kinds),
            }
            for stage in of.stages_under(ruleset.rulings)
        ],
        "manners": [_rule_json(rule) for rule in of_manners(ruleset, of)],
        "instructions": [
            _rule_json(rule) | {"is_taught": rule.is_taught}
            for rule in of_instructions(of, ruleset.rulings)
        ],
        "devices": [_device_json(game, device) for device in of.devices],
        "equipment": _items_json(f"{game}.equipment", _in_force(ruleset, of.equipment)),
        "sign": _items_json(f"{game}.sign", _in_force(ruleset, of.sign)),
        "irregularities": [_irregularity_json(ruleset, each) for each in of.irregularities],
        "protection": [_rule_json(rule) for rule in of_protection(of)],
        "at_every_table": [_rule_json(rule) for rule in _games_own(ruleset, of)],
        "house": [_rule_json(rule) for rule in of_house()],
    }


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {"rule": rule.id, "line": rule.sentence, "source": str(rule.source)}


def _device_json(game: str, device: Device) -> dict[str, Any]:
    return {
        "rule": f"{game}.device.{device.id}",
        "device": device.id,
        "name": device.name,
        "line": device.says,
        "source": str(device.source),
        "decks": device.decks * device.packs,
        "refused_in": list(device.refused_in),
    }


def _items_json(prefix: str, items: Iterable[Item]) -> list[dict[str, Any]]:
    return [
        {
            "rule": f"{prefix}.{item.id}",
            "line": item.says,
            "source": str(item.source),
            "devices": list(item.devices),
            "is_optional": item.is_optional,
        }
        for item in items
    ]


def _irregularity_json(ruleset: Ruleset, of: Irregularity) -> dict[str, Any]:
    return {
        "rule": of.id,
        "line": of.title,
        "source": str(of.source),
        "phases": list(of.phases),
        "devices": list(of.devices),
        "declared_by": [role.value for role in of.declared_by],
        "rulings": [
            {
                "ruling": ruling.id,
                "rules": list(ruling_ids(of, ruling)),
                "line": ruling.says,
                "source": str(ruling.source),
                "effect": ruling.effect.value,
                "devices": list(ruling.devices),
            }
            for ruling in _rulings(ruleset, of)
        ],
    }


# For a person --------------------------------------------------------------------------------------


def procedure_sheets(ruleset: Ruleset, of: Procedure) -> Iterator[Sheet]:
    game, prefix = ruleset.game, ruleset.game.id
    yield Sheet(
        "A round",
        [
            [phase.id, phase.says, f"{prefix}.phase.{phase.id}", source_said(game, phase.source)]
            for phase in of.phases
        ],
        header=("phase", "what is done", *RULE_AND_SOURCE),
        tucked=(2, 3),
    )
    yield Sheet(
        "Order of settlement",
        [
            [stage.says, f"{prefix}.stage.{stage.id}", source_said(game, stage.source)]
            for stage in of.stages_under(ruleset.rulings)
        ],
        header=("wagers are settled", *RULE_AND_SOURCE),
        tucked=(1, 2),
    )
    yield _rules_sheet(game, "How payments are made", of_manners(ruleset, of))
    instructions = list(of_instructions(of, ruleset.rulings))
    if instructions:
        yield Sheet(
            "What the dealer is told with each step",
            [
                [
                    f"{rule.sentence} Taught by hand." if rule.is_taught else rule.sentence,
                    rule.id,
                    source_said(game, rule.source),
                ]
                for rule in instructions
            ],
            header=("what is done", *RULE_AND_SOURCE),
            tucked=(1, 2),
        )
    yield Sheet(
        "What deals the cards",
        [
            [each.name, each.says, f"{prefix}.device.{each.id}", source_said(game, each.source)]
            for each in of.devices
        ],
        header=("device", "how it deals", *RULE_AND_SOURCE),
        tucked=(2, 3),
    )
    yield _items_sheet(
        game, "On the table", f"{prefix}.equipment", _in_force(ruleset, of.equipment)
    )
    sign = _in_force(ruleset, of.sign)
    if sign:
        yield _items_sheet(game, "On its sign, beside limits and payouts", f"{prefix}.sign", sign)
    if of.irregularities:
        yield _irregularities_sheet(ruleset, of)
    yield _rules_sheet(game, "Game protection", of_protection(of))
    yield _rules_sheet(game, "At every table of the game", _games_own(ruleset, of))
    yield _rules_sheet(game, "The house's own rules", of_house())


def _items_sheet(game: Game, title: str, prefix: str, items: Iterable[Item]) -> Sheet:
    rows = [
        [
            f"{item.says} Optional." if item.is_optional else item.says,
            f"{prefix}.{item.id}",
            source_said(game, item.source),
        ]
        for item in items
    ]
    return Sheet(title, rows, ("item", *RULE_AND_SOURCE), tucked=(1, 2))


def _irregularities_sheet(ruleset: Ruleset, of: Procedure) -> Sheet:
    """What can go wrong, each with its rulings below it."""
    game, rows = ruleset.game, []
    names = {device.id: device.name for device in of.devices}

    def only(devices: tuple[str, ...]) -> str:
        return f" ({', '.join(names[device] for device in devices)})" if devices else ""

    for each in of.irregularities:
        said = f"{each.title}.{only(each.devices)}"
        rows.append([said, each.id, source_said(game, each.source)])
        for ruling in _rulings(ruleset, each):
            said = f"- {ruling.says}{only(ruling.devices)}"
            ids = ", ".join(ruling_ids(each, ruling))
            rows.append([said, ids, source_said(game, ruling.source)])
    header = ("what goes wrong, and the ruling", *RULE_AND_SOURCE)
    return Sheet("Irregularities", rows, header, tucked=(1, 2))


def _rules_sheet(game: Game, title: str, rules: Iterable[Rule]) -> Sheet:
    rows = [[rule.sentence, rule.id, source_said(game, rule.source)] for rule in rules]
    return Sheet(title, rows, ("what holds", *RULE_AND_SOURCE), tucked=(1, 2))
