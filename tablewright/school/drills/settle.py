"""Settle the table: the trainee turns hands, reads them, takes and pays in the order of the manual.

A full felt, the dealer's hand turned or a card drawn. Stage by stage it is asked what becomes of the
wagers of one place, and what comes next. What is right the table itself says: what is due there, and
what it makes of every wager.
"""

from collections.abc import Iterable
from random import Random

from tablewright.rules.instructions import Instruction
from tablewright.rules.phases import PhaseId
from tablewright.rules.procedure import Stage as Pass
from tablewright.rules.protection import LOOK_OVER_RULE
from tablewright.rules.register import instruction_id
from tablewright.school.felts import HAND, MANNER, ORDER, READ, VOID, Felt, felt_for
from tablewright.school.instructed import instruction_part
from tablewright.school.keys import key
from tablewright.school.payments import Asked, Manners, approval_said, payments, reading
from tablewright.school.questions import Choose, Key, Option, Question, Shown, Stage
from tablewright.school.rounds import result
from tablewright.school.skills import Skill, Topic
from tablewright.school.steps import next_part, steps_of
from tablewright.school.syllabus import Syllabus
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER
from tablewright.table.acts.payments import APPROVE_FIRST, SHOW_FIRST, settlement
from tablewright.table.automation import Step, due
from tablewright.table.chips import money
from tablewright.table.machine import Table

STEP = "settle"
GROUP = "Settlement"
NEXT = (acts.LookOver, acts.Show, acts.Settle, acts.Clear, acts.NoMoreBets)


class SettleTheTable:
    """A whole table is settled, place by place."""

    id = "settle"
    title = "Settle the table"
    about = (
        "Turn the hands, read them, take and pay; say what becomes of each wager, and what is next."
    )
    seconds = 120.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        """What settlement asks for, pass by pass, and what goes with it."""
        game, is_draw = syllabus.game.id, syllabus.book.is_draw
        phase = f"{game}.phase.{PhaseId.SETTLE}"
        yield _skill(syllabus, phase)
        if not is_draw:
            yield _skill(syllabus, SHOW_FIRST)
            yield _skill(
                syllabus, phase, READ, "Every hand that is turned is read before it is paid."
            )
        else:
            yield _skill(syllabus, phase, VOID, "A void round is settled as far as it has come.")
        if syllabus.procedure.protection.look_over:
            yield _skill(syllabus, f"{game}.{LOOK_OVER_RULE}")
        for stage, wagers in zip(syllabus.book.stages, syllabus.book.stage_wagers, strict=True):
            rule = f"{game}.stage.{stage.id}"
            yield _skill(syllabus, rule)
            if len(wagers) > 1:
                yield _skill(syllabus, rule, ORDER, _order_says(stage))
            if syllabus.procedure.right_hand_only:
                yield _skill(
                    syllabus, rule, HAND, "Each wager is taken and paid with its own hand."
                )
            yield _skill(
                syllabus, rule, MANNER, "Each payment is made up and set down in its own way."
            )
        if syllabus.setup.approval_from is not None:
            yield _skill(syllabus, APPROVE_FIRST)
        for each in _instructions(syllabus):
            yield _skill(syllabus, instruction_id(syllabus.procedure, each))

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        return Settling(felt_for(syllabus, skill, rng), skill).question()

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """Another felt of the same kind: the cards that decide are others."""
        rng.random()
        return self.ask(syllabus, skill, rng)


def _skill(syllabus: Syllabus, rule: str, case: str = "", says: str = "") -> Skill:
    return syllabus.skill("settle", rule, Topic.PAYMENTS, GROUP, case=case, says=says)


def _order_says(stage: Pass) -> str:
    if stage.takes_first:
        return "At each place what lost is taken before anything is paid."
    return "At each place the wagers are settled in their order."


def _instructions(syllabus: Syllabus) -> list[Instruction]:
    return [each for each in syllabus.instructions if STEP in each.steps]


# The question --------------------------------------------------------------------------------------


class Settling:
    """Settles a felt step by step, and asks for each step before it is done."""

    def __init__(self, felt: Felt, skill: Skill) -> None:
        self.table, self.notes = felt
        self.syllabus, self.skill = self.table.syllabus, skill
        self.stages: list[Stage] = []
        self.keys: list[dict[str, Key]] = []
        self.facts: list[str] = []
        self._is_told = False
        self.notes.is_void = self.t.state.is_void
        if skill.rule == APPROVE_FIRST:
            self.facts = approval_said(self.t)

    @property
    def t(self) -> Table:
        return self.table.table

    def question(self) -> Question:
        asked, shown = Asked([], {}), self.table.shown(self.facts)
        says = "The wagers are to be settled."
        while True:
            step = due(self.t, bets_are_in=True)
            is_over = self.t.state.phase != PhaseId.SETTLE
            if not (is_over and self.t.book.is_draw and self.t.state.phase != PhaseId.CLEAR):
                self._ask_next(asked, step, is_over)
            if asked.parts:
                self.stages.append(Stage(asks=says, shown=shown, parts=asked.parts))
                self.keys.append(asked.keys)
            if is_over:
                break
            asked, shown, says = self._do(step)
        self._play_on()
        written = self.notes.written()
        return Question(
            drill="settle",
            skill=self.skill.id,
            rule=self.skill.rule,
            source=self.skill.source,
            stages=self.stages,
            keys=self.keys,
            round=written,
            result=result(self.t, written),
        )

    def _find(self, rule: str, case: str = "") -> Skill:
        return self.syllabus.find(f"settle {rule}{f'/{case}' if case else ''}")

    def _stage_rule(self) -> str:
        return f"{self.t.book.game.id}.stage.{self.t.book.stages[self.t.state.pending[0][0]].id}"

    def _ask_next(self, asked: Asked, step: Step | None, is_over: bool) -> None:
        assert step is not None
        among = steps_of(self.t, [kind for kind in NEXT if self._is_there(kind)])
        asks = "What comes next?" if not asked.parts else "And what comes next?"
        asked.add(*next_part(self.table, step, among, self._skill_of(step[0], is_over), asks=asks))

    def _is_there(self, kind: type) -> bool:
        if kind is acts.Show:
            return not self.t.book.is_draw
        if kind is acts.LookOver:
            return self.t.book.procedure.protection.look_over is not None
        return True

    def _skill_of(self, act: object, is_over: bool) -> Skill:
        game = self.t.book.game.id
        if is_over:
            return self._find(f"{game}.phase.{PhaseId.SETTLE}")
        if self.skill.case == VOID:
            return self.skill
        match act:
            case acts.LookOver():
                return self._find(f"{game}.{LOOK_OVER_RULE}")
            case acts.Show() if self.skill.rule != self._stage_rule():
                return self._find(SHOW_FIRST)
        return self._find(self._stage_rule())

    def _do(self, step: Step | None) -> tuple[Asked, Shown, str]:
        """Do a step, up to the settlement of a place, which is asked before it is done."""
        assert step is not None
        told = len(self.table.told)
        if not isinstance(step[0], acts.Settle):
            self.table.do(*step)
        asked = Asked([], {})
        if isinstance(step[0], acts.LookOver):
            return asked, self.table.shown(self.facts), "You have looked over the layout."
        place = self.t.state.pending[0][1]
        shown = self.table.shown(self.facts, told, place)
        if isinstance(step[0], acts.Show):
            phase = f"{self.t.book.game.id}.phase.{PhaseId.SETTLE}"
            asked.add(*reading(self.t, place, self._find(phase, READ), self.table.source))
        self._ask_about_place(asked)
        self.table.do(acts.Settle(place), THE_DEALER)
        return asked, shown, f"Settle {self.t.place(place)}."

    def _ask_about_place(self, asked: Asked) -> None:
        rule = self._stage_rule()
        if self.skill.rule == APPROVE_FIRST:
            asked.add(*self._approval())
        self.table.supervise()
        if not self._is_told:
            self._ask_instruction(asked)
        hand = where = None
        if self.t.book.procedure.right_hand_only:
            hand = self._find(rule, HAND)
        if self.skill.case == MANNER:
            where = self._find(rule, MANNER)
        order = self.syllabus.skills.get(f"settle {rule}/{ORDER}")
        parts, _ = payments(
            self.syllabus, self.t, self._find(rule), order=order, manners=Manners(hand, where)
        )
        for part in parts.parts:
            asked.add(part, parts.keys[part.id])

    def _ask_instruction(self, asked: Asked) -> None:
        """What goes with settling, asked once where the question is about it."""
        self._is_told = True
        for each in _instructions(self.syllabus):
            if self.skill.rule == instruction_id(self.syllabus.procedure, each):
                by = self.syllabus, self.t.device
                asked.add(*instruction_part(*by, each, STEP, self.skill, self.table.source))

    def _approval(self) -> tuple[Choose, Key]:
        """Whether a supervisor is called before this place is paid."""
        wagers = settlement(self.t)
        large = any(each.needs_approval for each in wagers)
        most = max((each.winnings for each in wagers), default=0)
        missed = f"The largest payment here is {money(most)}."
        right = key(self.skill, "yes" if large else "no", missed=missed)
        options = [Option("yes", "Yes: it is approved first"), Option("no", "No: go on")]
        return Choose(id="approval", asks="Do you call a supervisor first?", options=options), right

    def _play_on(self) -> None:
        """The rest of the round, in which nobody bets any more: `settle` reads whole rounds."""
        while self.t.state.phase != PhaseId.CLEAR and self.t.book.is_draw:
            if self.t.state.phase == PhaseId.DRAW and not self.t.state.burn_due:
                self.notes.note_card()
            if self.table.step() is None:
                break


SETTLE = SettleTheTable()
