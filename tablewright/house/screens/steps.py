"""Acts and orders as a page offers them: their words, and the form that each is filled in with.

The words stand with the acts. The form follows from what is sent: every field that the table does not
fill in by itself is asked for, so that a new act has a form as soon as it is declared.
"""

from typing import get_type_hints

import msgspec

from tablewright.house.screens.game_descriptions import (
    FieldDescription,
    FieldKind,
    StepDescription,
)
from tablewright.house.screens.orders import TAKEN
from tablewright.rules.language import cached_by_language
from tablewright.table.chips import Chips
from tablewright.table.record import ACTS, Group, Record
from tablewright.table.words import (
    ABOUT,
    ASKS,
    BLANK,
    BUTTON,
    DONE,
    ENGLISH,
    FIELD,
    SUBMIT,
    plain,
)

ACT_OF = {tag: kind for kind, tag in ACTS.items()}
SENT: dict[str, type[Record]] = {str(kind.__struct_config__.tag): kind for kind in TAKEN}
"""What is sent for each act: the act itself, or an order of the house that stands for it."""
OWN_CONTROLS = {
    ("bets", "stakes"),
    ("decide", "cards"),
    ("pause", "is_paused"),
    ("ready", "is_ready"),
    ("report-chips", "is_recorded"),
    ("take-back", "for_dealer"),
    ("wager", "for_dealer"),
}
"""Fields that no form asks for: chips and cards are picked on the felt, a button is on or off."""
BY_NAME: dict[str, FieldKind] = {
    "place": "place",
    "wager": "wager",
    "cash": "cash",
    "card": "cards",
    "cards": "cards",
    "kinds": "kinds",
    "plays": "plays",
    "who": "staff",
}
BY_TYPE: dict[object, FieldKind] = {
    Chips: "chips",
    tuple[str, ...]: "items",
    dict[str, tuple[int, int]]: "limits",
    int: "number",
    int | None: "number",
    str: "text",
}


@cached_by_language(8)
def steps() -> dict[str, StepDescription]:
    """Every act and every order, by its tag."""
    return {tag: step(tag) for tag in {**ACT_OF, **SENT}}


def step(tag: str) -> StepDescription:
    """An act or an order as a page offers it."""
    act = ACT_OF.get(tag)
    name = ENGLISH.say(tag, BUTTON) or plain(tag).capitalize()
    return StepDescription(
        name=name,
        names=ENGLISH.cases(tag, BUTTON),
        group=act.group if act else Group.MORE,
        about=ENGLISH.say(tag, ABOUT),
        abouts=ENGLISH.cases(tag, ABOUT),
        asks=ENGLISH.say(tag, ASKS),
        submit=ENGLISH.say(tag, SUBMIT) or name,
        done=ENGLISH.say(tag, DONE),
        fields=_fields(tag),
        is_awaited=act is not None and act.is_awaited,
    )


def _fields(tag: str) -> list[FieldDescription]:
    """What a person fills in; nothing, where nobody sends it."""
    kind, act = SENT.get(tag), ACT_OF.get(tag)
    if kind is None:
        return []
    filled, chooses = (act.filled, act.chooses) if act else ((), "")
    types = get_type_hints(kind)
    return [
        FieldDescription(
            name=each.name,
            kind=_kind(each.name, types[each.name], chooses),
            label=ENGLISH.say(tag, FIELD, each.name) or plain(each.name).capitalize(),
            blank=ENGLISH.say(tag, BLANK, each.name),
            is_optional=not each.required,
        )
        for each in msgspec.structs.fields(kind)
        if each.name not in filled and (tag, each.name) not in OWN_CONTROLS
    ]


def _kind(name: str, type: object, chooses: str) -> FieldKind:
    """What a field takes: what it is called says more than its type."""
    if name == chooses:
        return "choice"
    return BY_NAME.get(name) or BY_TYPE[type]
