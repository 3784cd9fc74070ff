"""What waits for one person at their posts, table by table: what comes next, and how much of it.

A page that opens shows it first. What is due is asked of the table as its own page asks; nothing is
said of chips that are to be counted.
"""

from collections.abc import Iterable
from typing import cast

import msgspec

from tablewright.house.screens.messages import CallShown
from tablewright.house.screens.prompts import Next, next_for
from tablewright.rules.language import worded
from tablewright.rules.roles import DEALER, INSPECTOR, PIT_BOSS
from tablewright.table.machine import Table
from tablewright.table.views import Status
from tablewright.table.words import BUTTON, ENGLISH

POSTS = {role.value: role for role in (DEALER, INSPECTOR, PIT_BOSS)}


class OwnWork(msgspec.Struct, frozen=True, kw_only=True):
    """What one person has to do at one of their posts now."""

    id: str
    table: str
    game_name: str
    post: str
    status: Status
    is_practice: bool
    does: str
    """What is done next, as its button says; empty, where nothing waits for this person."""
    says: str
    """The same in a sentence, or who is waited for."""
    more: int
    """How many steps follow in a row, confirmed in the same act."""
    calls: list[CallShown]
    """Who calls for a supervisor."""


def own_work(id: str, table: Table, posts: Iterable[str], calls: list[CallShown]) -> list[OwnWork]:
    """What a person has to do at each post that they hold at a table.

    Who holds several there is told of each piece of work once.
    """
    found: list[OwnWork] = []
    for post in posts:
        if post not in POSTS:
            continue
        next = next_for(table, POSTS[post])
        is_due = next is not None and next.do is not None
        if is_due and any(each.says == next.says for each in found):  # type: ignore[union-attr]
            continue
        found.append(
            OwnWork(
                id=id,
                table=table.book.setup.table,
                game_name=worded(table.book.game.name),
                post=post,
                status=cast(Status, table.state.status),
                is_practice=table.book.setup.is_practice,
                does=_button(next) if next and is_due else "",
                says=next.says if next else "",
                more=max(0, len(next.confirms) - 1) if next else 0,
                calls=calls if post != DEALER.value else [],
            )
        )
    return found


def _button(next: Next) -> str:
    """What is done, in the words of its button."""
    return ENGLISH.say(next.command, BUTTON) or next.says
