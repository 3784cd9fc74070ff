"""How a game is described to the page.

All of it is drawn from the definitions of the game, so that the page knows no rule of its own: which
spots there are, what lies beside what, what each decision costs, pay tables, rules with their sources.
"""

from enum import Enum
from typing import Any

from tablewright.house.screens.game_descriptions import (
    ChosenReading,
    ClauseDescription,
    DecisionDescription,
    DeviceDescription,
    GameDescription,
    Group,
    IncidentDescription,
    IrregularityDescription,
    PayRow,
    PayTableDescription,
    PhaseDescription,
    RankingDescription,
    RuleLine,
    RulesSection,
    RulingDescription,
    WagerDescription,
)
from tablewright.house.screens.steps import steps
from tablewright.house.screens.tour import term_descriptions, tour_description
from tablewright.rules.citations import Texts
from tablewright.rules.contest import Contest, Decision
from tablewright.rules.devices import Device
from tablewright.rules.draw import Draw
from tablewright.rules.english import capital
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.irregularities import Irregularity
from tablewright.rules.language import say, worded
from tablewright.rules.phases import IN_BRIEF, Phase
from tablewright.rules.procedure import Item, Procedure, Stage
from tablewright.rules.protection import Incident
from tablewright.rules.said import pays_said, single_odds_said, stake_said, table_rows
from tablewright.rules.stakes import Offer
from tablewright.rules.wagers import Decided, SameAs, Times
from tablewright.table.acts.forms import FORMS

WAGER, DECISION = "wager", "decision"


# How it is said ------------------------------------------------------------------------------------


def game_description(
    game: Game, ruleset: Ruleset, procedure: Procedure, jurisdiction: str = ""
) -> GameDescription:
    """A game under one ruleset, as its documents are cited in a jurisdiction."""
    texts = Texts(game.documents, jurisdiction)
    deal, rulings = ruleset.deal, ruleset.rulings
    is_draw = isinstance(deal, Draw)
    return GameDescription(
        id=game.id,
        name=game.name,
        summary=worded(game.summary),
        felt=game.felt,
        place=worded(game.place),
        places=ruleset.places,
        is_draw=is_draw,
        hand_cards=deal.cards if isinstance(deal, Draw) else deal.hand_cards,
        decided_by=deal.decided_by if isinstance(deal, Contest) else "",
        is_off_limits_refused=procedure.off_limits.name == "REFUSED",
        sources=[document.title for document in game.documents],
        wagers=[_wager(ruleset, decided, texts) for decided in ruleset.wagers.values()],
        decisions=[_decision(ruleset, each, texts) for each in _decisions(ruleset)],
        phases=[_phase(each, texts) for each in procedure.phases],
        stages=[_clause(each, texts) for each in procedure.stages_under(rulings)],
        pay_tables=_pay_tables(ruleset, texts),
        rankings=_rankings(ruleset, texts),
        rules=[*_rules(ruleset, texts), *_provisions(game, texts)],
        readings=[_reading(ruleset, id) for id in rulings],
        irregularities=[_irregularity(ruleset, each, texts) for each in procedure.irregularities],
        incidents=[_incident(each, texts) for each in procedure.incidents],
        devices=[device_description(each, texts) for each in procedure.devices],
        equipment=[_clause(each, texts) for each in procedure.equipment],
        steps=steps(),
        forms={id: worded(name) for id, name in FORMS.items()},
        tour=tour_description(procedure, ruleset, texts),
        terms=term_descriptions(procedure, texts),
    )


def _phase(each: Phase, texts: Texts) -> PhaseDescription:
    brief = IN_BRIEF[each.id]
    return PhaseDescription(
        id=each.id,
        name=worded(brief.name),
        waiting=worded(brief.waiting),
        says=worded(each.says),
        source=str(texts.cited(each.source)),
    )


def _clause(each: Stage | Item, texts: Texts) -> ClauseDescription:
    return ClauseDescription(each.id, worded(each.says), str(texts.cited(each.source)))


def _names(ruleset: Ruleset) -> dict[str, str]:
    return {id: worded(decided.wager.name, WAGER) for id, decided in ruleset.wagers.items()}


def _decisions(ruleset: Ruleset) -> tuple[Decision, ...]:
    return ruleset.deal.decisions if isinstance(ruleset.deal, Contest) else ()


def _wager(ruleset: Ruleset, decided: Decided[Any], texts: Texts) -> WagerDescription:
    wager = decided.wager
    partner = _partner(ruleset, wager.id)
    needs = [need.wager for need in decided.needs if need.wager != partner]
    same_as = wager.stake.wager if isinstance(wager.stake, SameAs) else ""
    return WagerDescription(
        id=wager.id,
        name=worded(wager.name, WAGER),
        kind=wager.kind,
        title=worded(wager.title, WAGER),
        group=_group(ruleset, decided),
        is_placed=not isinstance(wager.stake, Times),
        same_as=same_as,
        partner=partner,
        needs=needs[0] if needs else same_as,
        on_card=_is_on_card(ruleset, decided),
        may_have_maximum=wager.maximum is not None,
        pays=_pays(decided),
        says=stake_said(decided, _names(ruleset)),
        source=texts.said(wager.source),
    )


def _partner(ruleset: Ruleset, id: str) -> str:
    """The wager that must lie beside this one at the same stake."""
    for other, decided in ruleset.wagers.items():
        stake = decided.wager.stake
        if isinstance(stake, SameAs) and id in (other, stake.wager):
            return stake.wager if id == other else other
    return ""


def _is_on_card(ruleset: Ruleset, decided: Decided[Any]) -> bool:
    deal = ruleset.deal
    return isinstance(deal, Draw) and decided.space is deal.card_space


def _group(ruleset: Ruleset, decided: Decided[Any]) -> Group:
    """Where a wager lies on the layout: with the contest, the card or the round, or as a bonus."""
    deal, wager = ruleset.deal, decided.wager
    if isinstance(deal, Draw):
        return "card" if _is_on_card(ruleset, decided) else "round"
    follows = isinstance(wager.stake, Times) and wager.stake.wager == deal.decided_by
    return "contest" if follows or wager.id == deal.decided_by else "bonus"


def _pays(decided: Decided[Any]) -> list[PayRow]:
    """What a wager can pay: the rows of its tables, then the odds of single lines."""
    rows = [
        PayRow(hand=hand, odds=odds, table=worded(table.name))
        for table in decided.tables
        for hand, odds in table_rows(table)
    ]
    return rows + [
        PayRow(hand=case, odds=odds, table="") for case, odds in single_odds_said(decided)
    ]


def _decision(ruleset: Ruleset, decision: Decision, texts: Texts) -> DecisionDescription:
    following = Offer.of(ruleset.game.wagers).following
    return DecisionDescription(
        id=decision.id,
        name=worded(decision.name, DECISION),
        gives_up=decision.gives_up,
        says=worded(decision.says, DECISION),
        plays=decision.plays or 0,
        shows_hand=decision.shows_hand,
        costs={
            id: times.by_decision[decision.id]
            for id, times in following.items()
            if times.by_decision.get(decision.id)
        },
        source=texts.said(decision.source),
    )


def _pay_tables(ruleset: Ruleset, texts: Texts) -> list[PayTableDescription]:
    """Every pay table once, with the wagers it belongs to."""
    found: dict[str, PayTableDescription] = {}
    for id, decided in ruleset.wagers.items():
        combined = {table.name: line.combine for line in decided.lines for table in line.tables}
        for table in decided.tables:
            combine = combined[table.name]
            known = found.setdefault(
                table.name,
                PayTableDescription(
                    name=worded(table.name),
                    rows=table_rows(table),
                    wagers=[],
                    note=capital(worded(combine.value)) if combine else "",
                    source=texts.said(table.source),
                ),
            )
            known.wagers.append(id)
    return list(found.values())


def _rankings(ruleset: Ruleset, texts: Texts) -> list[RankingDescription]:
    """Every ranking in which the game speaks of cards, its hands highest first."""
    return [
        RankingDescription(
            name=worded(ranking.name),
            cards=ranking.cards,
            hands=[worded(shape.name) for shape in reversed(ranking.shapes)],
            examples=[
                [each.text for each in ranking.example(shape)] for shape in reversed(ranking.shapes)
            ],
            says=worded(view.says),
            suits=worded(ranking.suits.value),
            aces=worded(ranking.aces.value),
            source=texts.said(ranking.source),
        )
        for view in ruleset.spoken_views
        for ranking in reversed(view.rankings)
    ]


def _rules(ruleset: Ruleset, texts: Texts) -> list[RulesSection]:
    """The lines of each kind of wager, in the order in which they are read."""
    by_kind = {decided.wager.kind: decided for decided in reversed(ruleset.wagers.values())}
    return [
        RulesSection(
            title=worded(decided.wager.title, WAGER),
            kind=kind,
            note=stake_said(decided, _names(ruleset)),
            lines=[
                RuleLine(
                    rule=line.rule,
                    sentence=worded(line.sentence),
                    pays=pays_said(line),
                    source=texts.said(line.source),
                )
                for line in decided.lines
            ],
        )
        for kind, decided in reversed(by_kind.items())
    ]


def _provisions(game: Game, texts: Texts) -> list[RulesSection]:
    lines = [
        RuleLine(
            rule=each.rule,
            sentence=worded(each.sentence),
            pays="",
            source=texts.said(each.source),
        )
        for each in game.provisions
    ]
    return [RulesSection(title=say("For the house and the table"), kind="", note="", lines=lines)]


def _reading(ruleset: Ruleset, id: str) -> ChosenReading:
    reading, chosen = ruleset.game.reading(id), ruleset.rulings[id]
    option = reading.option(chosen)
    return ChosenReading(
        id=id,
        question=worded(reading.question),
        chosen=chosen,
        says=worded(option.means),
        warning=worded(option.warning),
        is_default=chosen == reading.default,
        is_undecided=reading.is_undecided,
        moves_money=reading.moves_money,
    )


def _irregularity(ruleset: Ruleset, each: Irregularity, texts: Texts) -> IrregularityDescription:
    return IrregularityDescription(
        id=each.id,
        title=worded(each.title),
        source=str(texts.cited(each.source)),
        concerns=_named(each.concerns),
        phases=list(each.phases),
        devices=list(each.devices),
        declared_by=[role.value for role in each.declared_by],
        rulings=[
            RulingDescription(
                id=ruling.id,
                says=worded(ruling.says),
                effect=_named(ruling.effect),
                then=worded(ruling.effect.value),
                source=str(texts.cited(ruling.source)),
                devices=list(ruling.devices),
            )
            for ruling in each.rulings
            if ruling.under is None or ruleset.rulings.hold(ruling.under)
        ],
    )


def _incident(each: Incident, texts: Texts) -> IncidentDescription:
    return IncidentDescription(
        id=each.id,
        seen=each.seen.value,
        title=worded(each.title),
        recorded=worded(each.recorded),
        source=str(texts.cited(each.source)),
        rulings=[
            RulingDescription(
                id=ruling.id,
                says=worded(ruling.says),
                effect=_named(ruling.remedy),
                then=worded(ruling.remedy.value),
                source=str(texts.cited(ruling.source)),
                devices=[],
            )
            for ruling in each.rulings
        ],
    )


def _named(member: Enum) -> str:
    """A member of an enumeration as the page knows it: `next-card`."""
    return member.name.lower().replace("_", "-")


def device_description(device: Device, texts: Texts) -> DeviceDescription:
    return DeviceDescription(
        id=device.id,
        name=worded(device.name),
        says=worded(device.says),
        is_cut=bool(device.cut),
        decks=device.decks,
        source=str(texts.cited(device.source)),
    )
