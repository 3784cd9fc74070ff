"""What the pit must see to at once at a live table: who is away, who lost a duty, cards put off."""

from tablewright.house.people.person import stranded
from tablewright.house.tables.live import LiveTable
from tablewright.table.acts.card_changes import change_is_due
from tablewright.table.machine import Table


def alerts(live: LiveTable) -> list[str]:
    """What the pit must see to at once, each after the table's name."""
    away, table = live.room.post.alert(live.room.ticker.now()), live.table.book.setup.table
    later = _put_off(live.table)
    return [each for each in (away, later) if each] + [
        f"{table}: the {words} {name} no longer has that duty: another {words} can take the post"
        for post, name in stranded(live.table, live.room.house.roster).items()
        for words in [post.replace("-", " ")]
    ]


def _put_off(table: Table) -> str:
    """That the cards stay in play beyond their time, and why; nothing, if they do not."""
    decks, name = table.state.decks, table.book.setup.table
    if decks.put_off_until is None or change_is_due(table):
        return ""
    until = decks.put_off_until.strftime("%H:%M")
    return f"{name}: the card change is put off until {until} ({decks.put_off_reason})"
