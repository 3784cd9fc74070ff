"""Deal it: a whole round with nothing shown but the felt, done and said from memory.

Whatever the dealer's page would say as a prompt is asked: what comes next, among everything that a
dealer does; what is called; what becomes of every wager. Patrons bet and decide in between. A mistake
is named in the table's own words, and the round goes on as it should.
"""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from tablewright.rules.phases import PhaseId
from tablewright.rules.protection import LOOK_OVER_RULE
from tablewright.school.called import CALL, CALLED_IN, call_part
from tablewright.school.keys import question
from tablewright.school.payments import Asked, payments
from tablewright.school.questions import Key, Question, Shown, Stage
from tablewright.school.skills import Skill, Topic
from tablewright.school.steps import dealers_kinds, next_part, steps_of
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import MOST_TOLD, DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER
from tablewright.table.acts.decks import CARDS
from tablewright.table.automation import Step, due
from tablewright.table.machine import Table
from tablewright.table.record import GAME

SEATS_WITH_HANDS, SEATS_AT_A_DRAW = (2, 3), (1, 2)
"""How many players there are: a round stays one that can be dealt at a sitting."""
MOST_STAGES = 60
EXTRAS = 0.25
"""How likely a wager is made that need not be."""


class DealIt:
    """A whole round from memory."""

    id = "deal"
    title = "Deal a round"
    about = "Deal a whole round from memory: say what you do next, what you call and what you pay."
    seconds = 240.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        """Every part of a round with every device, the cards between rounds, and the calls."""
        game, several = syllabus.game.id, len(syllabus.devices) > 1
        rules = [f"{game}.phase.{phase.id}" for phase in syllabus.procedure.phases]
        if syllabus.procedure.protection.look_over:
            rules.append(f"{game}.{LOOK_OVER_RULE}")
        rules.append(CARDS.replace(GAME, game))
        for device in syllabus.devices:
            for rule in rules:
                yield syllabus.skill(
                    "deal",
                    rule,
                    Topic.DEAL,
                    f"A round: {device.name}",
                    device=device.id if several else "",
                )
        for phase in syllabus.procedure.phases:
            if phase.id in CALLED_IN:
                yield syllabus.skill(
                    "deal", f"{game}.phase.{phase.id}", Topic.CALLS, "Calls in a round", case=CALL
                )

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        device = skill.device or rng.choice(syllabus.devices).id
        return Dealing(syllabus, skill, device, rng).question()

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """Another round with the same device."""
        rng.random()
        return self.ask(syllabus, skill, rng)


class Moment(NamedTuple):
    """A moment of the round: what is asked about what was just done, and how the felt lies."""

    asked: Asked
    shown: Shown
    says: str


class Dealing:
    """Deals a round step by step, and asks for each step before it is done."""

    def __init__(self, syllabus: Syllabus, skill: Skill, device: str, rng: Random) -> None:
        self.syllabus, self.skill, self.rng = syllabus, skill, rng
        self.table = DrillTable(syllabus, device, rng)
        self.stages: list[Stage] = []
        self.keys: list[dict[str, Key]] = []
        self._players_bet = False
        """Whether the players are still to bet on the next card."""
        self.table.seat_some(*(SEATS_AT_A_DRAW if self.t.book.is_draw else SEATS_WITH_HANDS))
        self.table.stack([], is_cut=False)
        self.table.forget_told()
        self.table.bet(EXTRAS)
        if self.t.device.cut:
            bets = self.table.told[1 - MOST_TOLD :]
            self.table.told = ["The cards have just been shuffled.", *bets]

    @property
    def t(self) -> Table:
        return self.table.table

    def question(self) -> Question:
        moment = Moment(Asked([], {}), self._shown(), "A round begins.")
        while len(self.stages) < MOST_STAGES:
            step = self._due()
            is_over = self.t.state.round > 1 and step is None
            if not is_over:
                self._ask_next(moment.asked, step)
            if moment.asked.parts:
                self.stages.append(
                    Stage(asks=moment.says, shown=moment.shown, parts=moment.asked.parts)
                )
                self.keys.append(moment.asked.keys)
            if is_over:
                break
            moment = self._do(step)
        return question(self.skill, self.stages, self.keys, hides_length=True)

    def _due(self) -> Step | None:
        """What the dealer does next; nothing, while the players act."""
        if self.t.state.phase == PhaseId.DECIDE or self._players_bet:
            return None
        return due(self.t, bets_are_in=True)

    def _find(self, rule: str, case: str = "") -> Skill:
        """A skill of this drill, with the device where it is one for each."""
        if case:
            return self.syllabus.find(f"deal {rule}/{case}")
        several = len(self.syllabus.devices) > 1
        return self.syllabus.find(f"deal {rule}{f'@{self.t.device.id}' if several else ''}")

    def _shown(self, told: int | None = None, place: int = 0) -> Shown:
        facts = []
        state, device = self.t.state, self.t.device
        if state.phase == PhaseId.WAGERS and not (self._players_bet or self.t.is_felt_bare()):
            facts.append("Everyone has bet.")
        if device.rounds_between_shuffles > 1:
            facts.append(f"Rounds since the last shuffle: {state.packs.rounds}.")
        return self.table.shown(facts, told, place)

    def _ask_next(self, asked: Asked, step: Step | None) -> None:
        rule = self.t.rule_of(type(step[0])) if step else self.t.phase_rule
        among = steps_of(self.t, dealers_kinds(self.t))
        asked.add(*next_part(self.table, step, among, self._find(rule), may_wait=True))

    # What is done, and what is asked about it -----------------------------------------------------

    def _do(self, step: Step | None) -> Moment:
        if step is None:
            return self._players_act()
        act, told = step[0], len(self.table.told)
        if isinstance(act, acts.Show):
            self.table.do(*step)
        if isinstance(act, acts.Show | acts.Settle):
            return self._settle(self.t.state.pending[0][1], told)
        rule = self.t.phase_rule
        records = self.table.do(*self.table.filled(step))
        asked = Asked([], {})
        if called := call_part(self.t, act, records, lambda: self._find(rule, CALL), self.rng):
            asked.add(*called)
        self._note_bets()
        return Moment(asked, self._shown(told if called else None), "The round goes on.")

    def _players_act(self) -> Moment:
        """Patrons decide on their hands, or bet on the next card."""
        if self._players_bet:
            self._players_bet = False
            self.table.bet(EXTRAS)
            return Moment(Asked([], {}), self._shown(), "The players have had their time to bet.")
        self.table.decide()
        return Moment(Asked([], {}), self._shown(), "The players have decided.")

    def _note_bets(self) -> None:
        """Between two cards of a round the players may change their wagers."""
        state = self.t.state
        self._players_bet = state.phase == PhaseId.WAGERS and state.is_begun

    def _settle(self, place: int, told: int) -> Moment:
        """A place is settled: what becomes of each wager is asked before it is done."""
        shown = self._shown(told, place)
        self.table.supervise()
        asked, _ = payments(self.syllabus, self.t, self._find(self.t.phase_rule))
        self.table.do(acts.Settle(place), THE_DEALER)
        self._note_bets()
        return Moment(asked, shown, f"Settle {self.t.place(place)}.")


DEAL = DealIt()
