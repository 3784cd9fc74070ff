"""Hands named, picked and compared by hand, for the school's questions: as the manuals list them.

It builds on the naive settlements beside it, and like them never imports the product.
"""

from itertools import combinations

from tests.by_hand import duki4, king_high, pick2

# The classes of the Pokerpot, lowest first, as the payout scale lists them from the bottom up; below
# them stand what it does not pay.
POKERPOT_LOWEST_FIRST = [
    "high-card",
    "one-pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "five-of-a-kind",
    "straight-flush",
    "royal-flush",
]


def named(game: str, view: str, cards: str) -> str:
    """What a hand is called: `3-card-duki.straight`, `no-duki`, `flush`."""
    if game == "duki4":
        name = duki4.judge_hand(duki4.read_cards(cards), {}).name
        return name.replace("-card-", "-card-duki.", 1)
    if game == "pick2":
        held = pick2.read_cards(cards)
        if view == "Best three cards":
            name = pick2.judge_three(pick2.best_three(held))[1]
            return "royal-flush" if name == "suited-ace-king-queen" else name
        return pick2.judge_five(held)[1]
    return pokerpot_named(cards)


def pokerpot_named(cards: str) -> str:
    """The class of five cards from six decks, those that are not paid told apart too."""
    drawn = king_high.read_cards(cards)
    name = king_high.pokerpot_hand(drawn, {})
    if name == "nothing":
        return "high-card" if len({card.rank for card in drawn}) == len(drawn) else "one-pair"
    return {"qualifying-pair": "one-pair", "two-pairs": "two-pair"}.get(name, name)


def on_table(game: str, table: str, cards: str, readings: dict[str, str]) -> str:
    """The row of a pay table that a hand is on; `not-on-table` where it is on none."""
    if game == "duki4":
        name = duki4.judge_bonus(duki4.read_cards(cards), readings)
    elif game == "king-high":
        name = king_high.pokerpot_hand(king_high.read_cards(cards), readings)
    elif "three-card" in table:
        name = pick2.three_for_bonus(pick2.best_three(pick2.read_cards(cards)))
    else:
        name = pick2.five_for_bonus(pick2.read_cards(cards))
    return "not-on-table" if name == "nothing" else name


def best_picks(game: str, cards: list[str]) -> list[list[int]]:
    """Every choice of three cards that makes the best three-card hand, by where they lie."""
    judged: dict[tuple[int, ...], object] = {}
    for places in combinations(range(len(cards)), 3):
        text = " ".join(cards[n] for n in places)
        if game == "duki4":
            three = duki4.read_cards(text)
            if len({card.suit for card in three}) == 3:
                hand = duki4.judge_three_cards(three, {})
                judged[places] = (-duki4.HIGHEST_FIRST.index(hand.name), hand.deciding)
        else:
            judged[places] = pick2.judge_three(pick2.read_cards(text))
    best = max(judged.values())  # type: ignore[type-var]
    return [list(places) for places, value in judged.items() if value == best]


def compared(game: str, view: str, player: str, dealer: str) -> str:
    """Which hand is higher: `player`, `dealer` or `copy`."""
    if game == "duki4":
        versus = duki4.player_versus_dealer(duki4.read_cards(player), duki4.read_cards(dealer), {})
    elif game == "pick2":
        one, other = pick2.read_cards(player), pick2.read_cards(dealer)
        if view == "Best three cards":
            versus = pick2.compare(
                pick2.judge_three(pick2.best_three(one)), pick2.judge_three(pick2.best_three(other))
            )
        else:
            versus = pick2.compare(pick2.judge_five(one), pick2.judge_five(other))
    else:
        places = [POKERPOT_LOWEST_FIRST.index(pokerpot_named(each)) for each in (player, dealer)]
        versus = "higher" if places[0] > places[1] else "lower" if places[0] < places[1] else "copy"
    return {"higher": "player", "lower": "dealer", "copy": "copy"}[versus]


def qualifies(game: str, dealer: str) -> bool:
    """Whether the dealer's hand qualifies."""
    if game == "duki4":
        return duki4.duki_held(duki4.read_cards(dealer)) != "none"
    return pick2.is_qualified(pick2.read_cards(dealer))


def decided_by(game: str, view: str, player: str, dealer: str) -> str:
    """What decides between two hands: `ranking`, `kind`, `rank`, `kicker` or `nothing`."""
    if compared(game, view, player, dealer) == "copy":
        return "nothing"
    names = [named(game, view, each) for each in (player, dealer)]
    if game == "duki4" and len({name.partition(".")[0] for name in names}) == 2:
        return "ranking"
    if names[0] != names[1]:
        return "kind"
    name = names[0].rpartition(".")[2]
    if name in ("straight", "straight-flush"):
        return "rank"
    ranks = [_ranks_that_play(game, view, each) for each in (player, dealer)]
    made = {"high-card": 1, "flush": 1, "two-pair": 2, "full-house": 2}.get(name, 1)
    return "rank" if ranks[0][:made] != ranks[1][:made] else "kicker"


def _ranks_that_play(game: str, view: str, cards: str) -> list[int]:
    """The ranks that decide within a kind of hand, those that come in groups first, each once."""
    if game == "duki4":
        return list(duki4.judge_hand(duki4.read_cards(cards), {}).deciding)
    held = pick2.read_cards(cards)
    if view == "Best three cards":
        return pick2.judge_three(pick2.best_three(held))[2]
    return pick2.judge_five(held)[2]
