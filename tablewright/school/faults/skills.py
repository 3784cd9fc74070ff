"""Which skills a fault at a real table asks for: of the rule that was broken, with the device in use.

A journal names the rule of what was paid or left out. Where it does not say which case of the rule it
was, a few of them are asked for.
"""

from fractions import Fraction

from tablewright.rules.wagers import Combine
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus
from tablewright.table import acts
from tablewright.table.record import ACTS, GAME, Act

PAY = "pay"
"""The drill on payments."""
AND = "+"
"""Joins the rows of two pay tables in the case of a skill."""
MOST_CASES = 3
"""Where a journal does not say which case of a rule it was, so many of them are asked for."""


class FaultSkills:
    """Finds skills in the syllabus of a game."""

    def __init__(self, syllabus: Syllabus) -> None:
        self._syllabus = syllabus

    def of_rule(self, rule: str, device: str) -> list[Skill]:
        """The skills of a rule and of what is ruled under it."""
        return [
            each
            for each in self._syllabus.skills.values()
            if (each.rule == rule or each.rule.startswith(f"{rule}.")) and _holds(each, device)
        ]

    def some_of_rule(self, rule: str, device: str) -> list[Skill]:
        """A few of them."""
        return self.of_rule(rule, device)[:MOST_CASES]

    def of_step(self, kind: type[Act], device: str, during: str = "") -> list[Skill]:
        """The skills of a dealer's step, in a round or in what is done `during` it."""
        tag, rule = ACTS[kind], kind.rule.replace(GAME, self._syllabus.game.id)
        cases = (f"{during}-{tag}",) if during else (tag, f"round-{tag}", f"{tag}-{tag}")
        return [
            each
            for each in self._syllabus.skills.values()
            if each.rule == rule and each.case in cases and _holds(each, device)
        ]

    def of_left_out(self, step: str, device: str) -> list[Skill]:
        """The step that was left out, and the irregularities that leaving it out is."""
        skills = [
            skill
            for kind, tag in ACTS.items()
            if tag == step
            for skill in self.of_step(kind, device)
        ]
        for irregularity in self._syllabus.procedure.irregularities:
            if irregularity.overlooked == step:
                skills += self.of_rule(irregularity.id, device)
        return skills

    def of_payment(self, settled: acts.Settled, device: str) -> list[Skill]:
        """The skills of the line that a wager was paid by; of its pay table, the rows of those odds."""
        of_rule = self.of_rule(settled.rule, device)
        known = [each for each in of_rule if each.drill == PAY] or of_rule
        paid = [each for each in known if self._pays(each.case, settled)]
        return paid or [each for each in known if not each.case] or known[:MOST_CASES]

    def _pays(self, case: str, settled: acts.Settled) -> bool:
        """Whether a case of the line is a row of its pay tables, or two, that pay these odds."""
        for line in self._syllabus.ruleset.wagers[settled.wager].wager.lines:
            if line.rule != settled.rule or not line.tables:
                continue
            rows = {
                f"{table.prefix}{made.value}": odds.fraction - table.counts_stake
                for table in line.tables
                for made, odds in table.rows.items()
            }
            nets = [rows[row] for row in case.split(AND) if row in rows]
            together = max(nets, default=None) if line.combine is Combine.HIGHER else sum(nets)
            if len(nets) == len(case.split(AND)) and together == Fraction(settled.net or 0):
                return True
        return False


def _holds(skill: Skill, device: str) -> bool:
    return skill.device in ("", device)
