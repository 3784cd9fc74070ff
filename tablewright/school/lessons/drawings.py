"""Line drawings of hand skills: acts at the table, and chips as they are paid. None knows a game."""

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin

from tablewright.school.lessons.pen import (
    CHIP_HIGH,
    CHIP_WIDE,
    Frame,
    arrow,
    box,
    card,
    drawing,
    eye,
    hand,
    line,
    pack,
    stack,
    turn,
    words,
)

BETWEEN = 18
"""The room between two stacks."""
LAST_BOXES = 2
"""So many boxes at the end are looked at longest."""
MOST_DRAWN = 4
"""Stacks of more chips are drawn so high: what matters is that they are level."""


# Acts ----------------------------------------------------------------------------------------------


def cut() -> str:
    """The top half onto the cut card, then the bottom half on top, with one hand."""
    return drawing(
        "One hand sets the top half onto the cut card, then the bottom half on top of it",
        pack(30, 108, layers=8),
        line((24, 88), (96, 88), dashed=True),
        words(60, 128, "deck"),
        arrow((98, 76), (138, 92)),
        words(118, 66, "1"),
        box(140, 104, 70, 4),
        pack(145, 104, layers=4),
        words(175, 128, "cut card"),
        arrow((212, 92), (244, 80)),
        words(228, 72, "2"),
        box(246, 104, 64, 4),
        pack(248, 104, layers=8),
        hand(278, 34),
        frame=Frame(18, 9, 316, 137),
    )


def shuffle() -> str:
    """Two halves, riffled into each other."""
    leaves = [line((96, 62 + 6 * n), (160, 72 + 6 * n)) for n in range(6)]
    others = [line((224, 65 + 6 * n), (160, 75 + 6 * n)) for n in range(6)]
    return drawing(
        "Two halves of the deck are riffled into each other",
        *leaves,
        *others,
        hand(70, 84, is_left=True),
        hand(250, 84),
        frame=Frame(39, 50, 281, 118),
    )


def wash() -> str:
    """Cards face down all over the layout, pushed round with flat hands."""
    places = [
        (96, 34, -20),
        (140, 24, 12),
        (186, 34, 38),
        (120, 66, 70),
        (166, 62, -8),
        (206, 70, 20),
    ]
    return drawing(
        "Cards face down on the layout, pushed round with both hands",
        *[card(x, y, tilt) for x, y, tilt in places],
        turn(165, 40, 76),
        hand(58, 92, is_left=True),
        hand(262, 92),
        frame=Frame(27, 0, 293, 126),
    )


def load() -> str:
    """A squared deck goes into the device."""
    return drawing(
        "A squared deck goes into the device",
        pack(50, 96, layers=7),
        words(80, 118, "squared deck"),
        arrow((118, 80), (170, 80)),
        box(176, 36, 104, 70),
        line((176, 74), (196, 74), (196, 90), (176, 90)),
        words(228, 124, "device"),
        frame=Frame(30, 30, 286, 133),
    )


def examine() -> str:
    """Cards are looked at for marks."""
    return drawing(
        "Cards are looked at for marks",
        card(70, 50),
        card(112, 50),
        card(154, 50, is_back=False),
        f'<circle cx="{204}" cy="{66}" r="26"/>',
        line((222, 86), (246, 114)),
        line((196, 58), (206, 68), (200, 74)),
        eye(204, 24),
        frame=Frame(64, 10, 252, 120),
    )


def clear() -> str:
    """Cards are looked over as they are taken up."""
    return drawing(
        "The cards are looked over as they are taken up",
        card(60, 56, -8),
        card(96, 56, 4),
        card(132, 56, -3),
        arrow((172, 78), (212, 78)),
        box(220, 46, 52, 62),
        pack(224, 104, wide=44, layers=5),
        eye(112, 28),
        words(246, 126, "holder"),
        frame=Frame(51, 14, 278, 135),
    )


def sign() -> str:
    """The table's sign: limits and odds."""
    return drawing(
        "The sign with the limits and odds of every wager",
        box(90, 22, 140, 84),
        line((160, 106), (160, 126)),
        line((130, 126), (190, 126)),
        words(160, 46, "min   max   odds"),
        *[line((106, 60 + 14 * n), (214, 60 + 14 * n)) for n in range(3)],
        eye(50, 60),
        frame=Frame(28, 16, 236, 132),
    )


def welcome() -> str:
    """The dealer speaks to a player who is new."""
    return drawing(
        "The dealer speaks to a new player",
        *_person(80, 62),
        *_person(246, 62),
        '<path d="M104,26 h98 a8,8 0 0 1 8,8 v22 a8,8 0 0 1 -8,8 h-78 l-14,12 l2,-12 h-8'
        ' a8,8 0 0 1 -8,-8 v-22 a8,8 0 0 1 8,-8z"/>',
        *[line((112, 38 + 9 * n), (196 - 18 * n, 38 + 9 * n)) for n in range(3)],
        words(80, 138, "dealer"),
        words(246, 138, "new player"),
        frame=Frame(50, 20, 289, 147),
    )


def _person(x: float, y: float) -> tuple[str, str]:
    body = f'<path d="M{x - 24:g},{y + 58:g} q0,-34 24,-34 q24,0 24,34"/>'
    return f'<circle cx="{x:g}" cy="{y + 6:g}" r="13"/>', body


def no_more_bets() -> str:
    """A hand sweeps over the layout, and the next card is unknown."""
    return drawing(
        "A hand sweeps over the layout; the next card stays unknown",
        line((30, 112), (290, 112)),
        hand(90, 66),
        arrow((122, 70), (196, 70)),
        card(228, 54),
        words(243, 44, "?"),
        words(243, 132, "next card"),
        frame=Frame(24, 26, 296, 141),
    )


def draw_card() -> str:
    """The card lies in its box, and the areas that win are pointed out."""
    return drawing(
        "The card lies in the middle, and the dealer points out the areas that win",
        box(140, 18, 44, 56, dashed=True),
        card(147, 25, is_back=False),
        box(30, 92, 70, 36),
        box(126, 92, 70, 36),
        box(222, 92, 70, 36),
        line((30, 92), (100, 128)),
        line((100, 92), (30, 128)),
        words(161, 115, "wins"),
        words(257, 115, "wins"),
        arrow((196, 60), (240, 88)),
        arrow((162, 78), (162, 90)),
        frame=Frame(24, 12, 298, 134),
    )


def settle() -> str:
    """A player's box from the dealer's side, with a hand on either side of it."""
    return drawing(
        "A player's box from the dealer's side, far and near, and a hand on either side of it",
        box(90, 14, 140, 84),
        line((160, 14), (160, 98)),
        line((90, 42), (230, 42)),
        line((90, 70), (230, 70)),
        words(125, 33, "far"),
        words(195, 33, "far"),
        words(125, 89, "near"),
        words(195, 89, "near"),
        hand(52, 112, is_left=True),
        hand(268, 112),
        arrow((64, 84), (96, 44)),
        arrow((256, 84), (224, 44)),
        words(160, 128, "you"),
        frame=Frame(31, 8, 289, 145),
    )


def any_act() -> str:
    """Hands over a layout: an act that has no drawing of its own."""
    return drawing(
        "Both hands on the layout, cards in full view",
        line((30, 116), (290, 116)),
        card(120, 50),
        card(170, 50),
        hand(70, 90, is_left=True),
        hand(250, 90),
        frame=Frame(24, 44, 296, 123),
    )


OF_ACTS: Mapping[str, Callable[[], str]] = {
    "cut": cut,
    "shuffle": shuffle,
    "hand-shuffle": shuffle,
    "wash": wash,
    "load": load,
    "examine": examine,
    "clear": clear,
    "display-sign": sign,
    "welcome": welcome,
    "no-more-bets": no_more_bets,
    "draw": draw_card,
    "settle": settle,
}
"""A drawing for each act that has one."""


def of_acts(acts: Sequence[str], *, by_machine: bool = False) -> str:
    """The drawing for an instruction that is given with these acts."""
    if by_machine and "shuffle" in acts:
        return load()
    return next((OF_ACTS[act]() for act in acts if act in OF_ACTS), any_act())


# Payments ------------------------------------------------------------------------------------------


def sized_in(staked: int, paid: int, title: str) -> str:
    """Chips set against a wager, level with it; what is left over goes on top."""
    high = min(staked, MOST_DRAWN)
    whole, rest = divmod(paid, staked)
    x, y = 26, 104
    parts = [stack(x, y, high), words(x + CHIP_WIDE / 2, y + 20, "wager")]
    level = y - CHIP_HIGH * high
    for n in range(whole):
        parts.append(stack(x + (n + 1) * (CHIP_WIDE + BETWEEN), y, high))
    if rest:
        capped = x + whole * (CHIP_WIDE + BETWEEN)
        parts.append(stack(capped, level, min(rest, MOST_DRAWN)))
        parts.append(words(capped + CHIP_WIDE / 2, level - CHIP_HIGH * min(rest, 4) - 6, "cap"))
    end = x + (whole + 1) * (CHIP_WIDE + BETWEEN)
    if whole:
        parts.append(line((x - 14, level), (end, level), dashed=True))
        parts.append(words((x + CHIP_WIDE + end) / 2, y + 20, "winnings"))
    parts += [line((12, y), (308, y)), hand(min(end + 30, 284), 40)]
    return drawing(title, *parts, frame=Frame(6, 15, 320, 133))


def made_up(title: str, *, is_passed: bool) -> str:
    """Winnings made up in the work area, then set beside the wager or passed to the player."""
    return drawing(
        title,
        box(24, 50, 116, 62, dashed=True),
        stack(40, 104, 5),
        stack(84, 104, 3),
        words(82, 130, "work area"),
        arrow((146, 84), (188, 84)),
        stack(196, 104, 2),
        words(213, 130, "wager"),
        *((arrow((236, 92), (282, 92)), words(268, 78, "player")) if is_passed else ()),
        *(() if is_passed else (stack(238, 104, 4), words(262, 66, "beside"))),
        frame=Frame(18, 44, 295, 139),
    )


# Guarding ------------------------------------------------------------------------------------------


def layout(places: int, *, looked_at_longest: int = 0) -> list[str]:
    """The places in an arc before the dealer, numbered from the dealer's right."""
    parts = []
    for number in range(1, places + 1):
        angle = pi * (0.06 + 0.88 * (number - 1) / max(places - 1, 1))
        x, y = 160 + 128 * cos(angle), 20 + 92 * sin(angle)
        parts.append(box(x - 15, y - 12, 30, 24))
        parts.append(words(x, y + 5, str(number)))
        if number > places - looked_at_longest:
            parts.append(box(x - 19, y - 16, 38, 32))
    return parts


def look_over(places: int) -> str:
    """The dealer pauses and looks over every box, longest over the last."""
    return drawing(
        "The dealer pauses and looks over every place, longest over those settled last",
        *layout(places, looked_at_longest=LAST_BOXES),
        eye(160, 22),
        arrow((178, 30), (250, 44)),
        arrow((142, 30), (70, 44)),
        frame=Frame(7, 2, 313, 134),
    )


def hands_back(places: int) -> str:
    """Hands and chips are well back from the wagers."""
    return drawing(
        "Players' hands are well back from the wagers before the call",
        box(110, 16, 100, 44),
        words(160, 43, "wagers"),
        line((40, 84), (280, 84), dashed=True),
        hand(100, 118),
        hand(220, 118, is_left=True),
        arrow((160, 70), (160, 102)),
        frame=Frame(34, 10, 286, 150),
    )
