"""What went wrong at a table, as a report says it: declared or seen, by whom, and the ruling.

Words, rulings and sources are asked of the story of the table as it stands just before the line.
"""

from tablewright.papers.forms import kinds
from tablewright.papers.forms.entries import Effect, Report
from tablewright.rules.irregularities import Effect as OfRuling
from tablewright.rules.irregularities import Irregularity, Ruling
from tablewright.rules.phases import IN_BRIEF, PhaseId
from tablewright.rules.register import ruling_ids
from tablewright.table import acts
from tablewright.table.actors import THE_HOUSE
from tablewright.table.journal import Line
from tablewright.table.story import Story
from tablewright.table.words import plain


def acting(story: Story) -> str:
    """Who acts, in words: the house says for which post it stands in."""
    by = story.by
    return f"{THE_HOUSE} as {plain(by.role.value)}" if by.is_house else story.actor


def declared(story: Story, line: Line, did: acts.Declare) -> Report:
    """A report on something that was declared."""
    irregularity, ruling = story.ruling(did)
    (told,) = did.tell(story)
    return Report(
        form=kinds.IRREGULARITY,
        at=line.at,
        round=line.round,
        title=irregularity.title,
        about=told.slots["about"].removeprefix(": "),
        declared_by=acting(story),
        phase=_phase(story),
        ruling=ruling.says,
        effect=ruling.effect.value,
        rules=(irregularity.id, _ruled_by(story, irregularity, ruling)),
        source=str(story.book.texts.cited(ruling.source)),
        is_void=ruling.effect is OfRuling.VOID,
    )


def _ruled_by(story: Story, irregularity: Irregularity, ruling: Ruling) -> str:
    """The rule that a ruling is, with the device in use."""
    ids = ruling_ids(irregularity, ruling)
    with_device = f"{irregularity.id}.{ruling.id}.{story.device.id}"
    return with_device if with_device in ids else ids[0]


def seen(story: Story, line: Line, did: acts.ReportChips) -> Report:
    """A report on what was seen to happen to chips."""
    incident, ruling = story.chip_ruling(did.incident, did.ruling)
    (told,) = did.tell(story)
    return Report(
        form=kinds.PROTECTION,
        at=line.at,
        round=line.round,
        title=incident.title,
        about=told.slots["what"],
        declared_by=acting(story),
        phase=_phase(story),
        ruling=ruling.says,
        effect=ruling.remedy.value,
        rules=(incident.id, incident.rule(ruling)),
        source=str(story.book.texts.cited(ruling.source)),
        recorded=incident.recorded if did.is_recorded else "",
    )


def _phase(story: Story) -> str:
    """The part of the round; where cards come one at a time, also for which of them."""
    state = story.state
    name = IN_BRIEF[PhaseId(state.phase)].name if state.phase else ""
    if not (name and story.book.is_draw):
        return name
    has_come = state.phase in (PhaseId.SETTLE, PhaseId.CLEAR)
    return f"{name}, card {len(state.drawn) + (not has_come)}"


def effect_on(story: Story, did: acts.Settled | acts.TakenBack | acts.Reckoned) -> Effect:
    """What became of one wager by a ruling."""
    if isinstance(did, acts.Settled):
        how = f"{did.slots(story)['outcome']}. {did.explained}".strip()
    else:
        how = " ".join(story.says(did, told) for told in did.tell(story))
    return Effect(story.who(did.place), story.name(did.wager), did.stake, did.returned, how)
