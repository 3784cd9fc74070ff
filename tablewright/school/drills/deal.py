"""Deal it: a whole round with nothing shown but the felt, done and said from memory.

Whatever the dealer's page would say as a prompt is asked: what comes next, among everything that a
dealer does; what is called; what becomes of every wager. Patrons bet and decide in between. A mistake
is named in the table's own words, and the round goes on as it should.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK
from tablewright.rules.english import capital
from tablewright.rules.phases import PhaseId
from tablewright.rules.protection import LOOK_OVER_RULE
from tablewright.school.calling import called_otherwise
from tablewright.school.deciding import card_said
from tablewright.school.keys import key, question
from tablewright.school.payments import Asked, payments
from tablewright.school.questions import Key, Question, Say, Shown, Stage
from tablewright.school.skills import Skill, Topic
from tablewright.school.spoken import offered, variants
from tablewright.school.steps import dealers_kinds, next_part, steps_of
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import MOST_TOLD, DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER
from tablewright.table.acts.dealing import said_of
from tablewright.table.acts.decks import CARDS
from tablewright.table.automation import Step, due
from tablewright.table.machine import Table
from tablewright.table.record import GAME, Act, Record
from tablewright.table.words import ENGLISH, HAPPENED

CALL = "call"
CALLED_IN = (PhaseId.WAGERS, PhaseId.REVEAL, PhaseId.DRAW)
"""The phases in which the dealer calls something."""
SEATS_WITH_HANDS, SEATS_AT_A_DRAW = (2, 3), (1, 2)
"""How many players there are: a round stays one that can be dealt at a sitting."""
MOST_STAGES = 60
OFFERED = 5
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
        if called := self._call(act, records, rule):
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

    def _call(self, act: Act, records: Sequence[Record], phase_rule: str) -> tuple[Say, Key] | None:
        """What is called with a step, among what would be called at another time or of other cards."""
        right, wrong = self._said(act, records)
        if not right:
            return None
        options, id = offered(right, wrong, self.rng, most=OFFERED)
        answer = key(
            self._find(phase_rule, CALL),
            id,
            also=[right, *variants(right)],
            missed=self._called_of(act),
            said=right,
        )
        return Say(id=CALL, asks="What do you call?", options=options), answer

    def _called_of(self, act: Act) -> str:
        """What is seen when something is called: a card, the dealer's hand, or that bets are in."""
        t = self.t
        if isinstance(act, acts.NoMoreBets):
            return "Everyone has bet."
        if isinstance(act, acts.Draw):
            card = t.course.hand(t.state.drawn[-1])[0]
            return card_said(t.book.draw, card, list(t.book.draw.card_sources))
        return f"{capital(said_of(t.book.contest, t.judged(t.state.dealer_cards)))}."

    def _said(self, act: Act, records: Sequence[Record]) -> tuple[str, list[str]]:
        """The call of a step, and other calls."""
        if isinstance(act, acts.NoMoreBets):
            return self._bets_closed()
        called = [each.says for each in records if isinstance(each, acts.Called)]
        if not called:
            return "", []
        if isinstance(act, acts.Draw):
            call = self.t.book.procedure.call
            assert call is not None
            card = self.t.course.hand(self.t.state.drawn[-1])[0]
            near = [each for each in DECK if each.suit is card.suit or each.rank == card.rank]
            return called[0], sorted({call(each) for each in near})
        held = tuple(self.t.course.hand(self.t.state.dealer_cards))
        return called[0], called_otherwise(self.t, held, self.rng)

    def _bets_closed(self) -> tuple[str, list[str]]:
        name = acts.NoMoreBets().name
        right = ENGLISH.say(name, HAPPENED, acts.NoMoreBets.call_case(self.t.book))
        others = [ENGLISH.say(name, HAPPENED), *ENGLISH.cases(name, HAPPENED).values()]
        return right, [*others, "Place your bets", "Last bets, please"]


DEAL = DealIt()
