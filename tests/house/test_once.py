"""No acknowledged command has effect twice, however often it comes and whatever is forgotten."""

import asyncio
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tablewright.house.house import House
from tablewright.house.screens.orders import Sent
from tablewright.house.tables import idempotency
from tablewright.rules.errors import Forbidden, Refused
from tablewright.table import acts
from tests.house.company import QUICK, guest, open_table, sent, written


class FewRemembered(RuleBasedStateMachine):
    """A table that remembers one command or two; every buy-in is told from others by its amount."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "house.db"
        shutil.copy(self.template, path)
        self.address = f"sqlite:///{path}"
        self.house = self.runner.run(House.open(self.address, keeps_standing=False, pace=0))
        self.live = self.runner.run(open_table(self.house, "duki4", QUICK))
        self.sent: list[tuple[int, Sent]] = []
        """Everything that was acknowledged, and by whom."""
        self.bought: Counter[int] = Counter()
        self.last: tuple[int, Sent] | None = None
        """The last buy-in."""
        for number in (1, 2):
            self._ask(number, {"event": "sit", "place": number}, f"sit {number}", self.live.seq)

    def _ask(self, number: int, do: Any, id: str, seq: int) -> bool:
        message = sent(do, seq, id)
        return self._send(number, message)

    def _send(self, number: int, message: Sent) -> bool:
        try:
            self.runner.run(self.live.ask(guest(number), message))
        except Refused:
            return False
        if (number, message) not in self.sent:
            self.sent.append((number, message))
        return True

    @rule(numbers=st.lists(st.integers(1, 2), min_size=1, max_size=4), behind=st.integers(0, 3))
    def buy(self, numbers: list[int], behind: int) -> None:
        """New commands; the last by a person who may have seen the table some lines ago."""
        for left, number in enumerate(reversed(numbers)):
            cash = 500 * (len(self.sent) + 1)
            do = {"event": "buy-in", "place": number, "cash": cash}
            seen = self.live.seq if left else max(0, self.live.seq - behind)
            if self._ask(number, do, f"n{len(self.sent)}", seen):
                self.bought[cash] += 1
                self.last = self.sent[-1]

    @rule(number=st.integers(1, 2))
    def be_ready(self, number: int) -> None:
        """A command that writes no line pushes none out that wrote one."""
        self._ask(number, {"event": "ready"}, f"n{len(self.sent)}", self.live.seq)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """The very message comes again: it is answered, or refused as stale."""
        self._send(*data.draw(st.sampled_from(self.sent)))

    @precondition(lambda self: self.last is not None)
    @rule(amount=st.integers(1, 5), is_same_role=st.booleans())
    def use_an_id_again(self, amount: int, is_same_role: bool) -> None:
        """The id of a command that is remembered says something else: that is never "done"."""
        assert self.last is not None
        number, old = self.last
        other = sent({"event": "tip", "place": number, "chips": {"100": amount}}, old.seq, old.id)
        if not is_same_role:
            other = Sent(old.id, old.seq, old.do, "watch")
        with pytest.raises(Forbidden, match="used for another command"):
            self.runner.run(self.live.ask(guest(number), other))

    @rule()
    def restart(self) -> None:
        self.runner.run(self.house.close())
        self.house = self.runner.run(House.open(self.address, keeps_standing=False, pace=0))
        self.live = self.house.floor.table(self.live.id)

    @invariant()
    def nothing_was_done_twice(self) -> None:
        lines = self.runner.run(written(self.live))
        cash = Counter(each.did.cash for each in lines if isinstance(each.did, acts.BuyIn))
        assert cash == self.bought
        kept = self.runner.run(self.house.ledger.commands(self.live.id))
        assert len(kept) <= 2

    def teardown(self) -> None:
        self.runner.run(self.house.close())
        self.runner.close()
        self.folder.cleanup()


TRIED = settings(max_examples=2, stateful_step_count=25, phases=[Phase.generate])


@pytest.fixture
def forgetful(sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> type[FewRemembered]:
    monkeypatch.setattr(idempotency, "REMEMBERED", 1)
    FewRemembered.template = sqlite_template
    return FewRemembered


def test_whatever_is_resent_forgotten_and_restarted(forgetful: type[FewRemembered]) -> None:
    run_state_machine_as_test(forgetful, settings=TRIED)


@pytest.mark.proof
def test_much_more_that_is_resent_forgotten_and_restarted(
    forgetful: type[FewRemembered], proof_seed: int
) -> None:
    drawn = settings(TRIED, max_examples=100, derandomize=False)
    run_state_machine_as_test(seed(proof_seed)(forgetful), settings=drawn)
