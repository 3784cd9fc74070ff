"""Games and rulesets: every line cited, every rule named once, and a fingerprint of what is played."""

import hashlib
import json
from dataclasses import replace

import pytest

from tablewright.games import REGISTRY, every_game, game
from tablewright.rules.cards import DECK, Rank
from tablewright.rules.citations import HOUSE, READING
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.facts import Value
from tablewright.rules.game import Game
from tablewright.rules.readings import ActsOn, Evidence, Option, Reading
from tablewright.rules.sources import OfCard, PlayerShows
from tablewright.rules.views import Seen
from tablewright.rules.wagers import LOSE, PUSH, Odds

GAMES = every_game()
IDS = [each.id for each in GAMES]


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_every_line_cites_a_document_of_its_game_a_reading_or_the_house(of: Game) -> None:
    titles = {document.title for document in of.documents} | {HOUSE, READING}
    for wager in of.wagers:
        for line in wager.lines:
            assert line.source.document in titles
            assert line.source.section
            assert line.sentence.endswith(".")


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_a_rule_id_names_one_line(of: Game) -> None:
    sentences: dict[str, set[str]] = {}
    for wager in of.wagers:
        rules = [line.rule for line in wager.lines]
        assert len(set(rules)) == len(rules)
        for line in wager.lines:
            sentences.setdefault(line.rule, set()).add(line.sentence)
    assert all(len(each) == 1 for each in sentences.values())


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_the_fingerprint_is_the_hash_of_the_canonical_json(of: Game) -> None:
    ruleset = of.ruleset()
    canonical = ruleset.canonical()
    assert hashlib.sha256(canonical).hexdigest() == ruleset.fingerprint
    described = json.loads(canonical)
    again = json.dumps(described, sort_keys=True, separators=(",", ":")).encode()
    assert again == canonical
    assert described["readings"] == ruleset.rulings.hashed


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_the_fingerprint_is_the_same_each_time(of: Game) -> None:
    assert of.ruleset().fingerprint == of.ruleset().fingerprint


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_other_words_do_not_change_the_fingerprint(of: Game) -> None:
    reworded = replace(
        of,
        name="Another name",
        wagers=tuple(
            w._replace(lines=tuple(line._replace(sentence="Other words.") for line in w.lines))
            for w in of.wagers
        ),
    )
    assert reworded.ruleset().fingerprint == of.ruleset().fingerprint


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_one_line_that_settles_otherwise_changes_the_fingerprint(of: Game) -> None:
    first = of.wagers[0]
    lines = [line for line in first.lines if line.under is None and not line.tables]
    for line in lines:
        other = PUSH if line.pays is not PUSH else LOSE
        changed = tuple(each._replace(pays=other) if each is line else each for each in first.lines)
        game_changed = replace(of, wagers=(first._replace(lines=changed), *of.wagers[1:]))
        assert game_changed.ruleset().fingerprint != of.ruleset().fingerprint
    never = tuple(
        each._replace(when=lambda f: False) if each is lines[0] else each for each in first.lines
    )
    with pytest.raises(BadDefinition):
        replace(of, wagers=(first._replace(lines=never), *of.wagers[1:])).ruleset()


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_other_odds_change_the_fingerprint(of: Game) -> None:
    ruleset = of.ruleset()
    seen = {ruleset.fingerprint}
    keys = {key for decided in ruleset.wagers.values() for key in decided.pay_keys()}
    for key in keys:
        seen.add(of.ruleset(pay={key: Odds(77, 3)}).fingerprint)
    assert len(seen) == len(keys) + 1


def test_a_line_named_after_another_wager_is_an_error() -> None:
    of = game("duki4")
    with pytest.raises(
        BadDefinition, match=r"line duki4\.ante\.[\w-]+ of wager side: expected its rule"
    ):
        replace(of, wagers=(of.wagers[0]._replace(id="side"),))


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        Refused, match="there is no game 'faro': expected duki4, king-high or pick2"
    ):
        game("faro")


def test_the_registry_names_each_game_by_its_id() -> None:
    assert [each.id for each in GAMES] == list(REGISTRY)


def changed_deal(of: Game, **changes: object) -> Game:
    """The game with its deal changed after the rulings have been read."""
    return replace(of, deal=lambda rulings: replace(of.deal(rulings), **changes))  # type: ignore[arg-type]


def test_a_boundary_moved_by_one_rank_changes_the_fingerprint() -> None:
    duki4 = game("duki4")
    contest = duki4.deal(duki4.ruleset().rulings)
    assert isinstance(contest, Contest)
    shows = contest.sources["bonus"]
    assert isinstance(shows, PlayerShows)

    def from_fives_on(seen: Seen | None) -> Value:
        label = shows.label(seen)
        is_fours = seen is not None and seen.standing.pattern.ranks[:2] == (Rank.FOUR, Rank.FOUR)
        return type(label).NOTHING if is_fours else label  # type: ignore[union-attr]

    sources = {**contest.sources, "bonus": shows._replace(label=from_fives_on)}
    assert changed_deal(duki4, sources=sources).ruleset().fingerprint != duki4.ruleset().fingerprint


def test_another_card_zone_changes_the_fingerprint() -> None:
    king_high = game("king-high")
    draw = king_high.deal(king_high.ruleset().rulings)
    assert isinstance(draw, Draw)
    zone = draw.card_sources["zone"].label
    swapped = OfCard(lambda card: zone(DECK[(card.index + 4) % 52]))
    sources = {**draw.card_sources, "zone": swapped}
    other = changed_deal(king_high, card_sources=sources)
    assert other.ruleset().fingerprint != king_high.ruleset().fingerprint


@pytest.mark.parametrize(
    ("id", "changes"),
    [("duki4", {"hand_cards": 5}), ("pick2", {"decks": 2}), ("king-high", {"decks": 8})],
)
def test_other_cards_change_the_fingerprint(id: str, changes: dict[str, int]) -> None:
    other = changed_deal(game(id), **changes).ruleset()
    assert other.fingerprint != game(id).ruleset().fingerprint


def test_another_name_for_a_ranking_does_not_change_the_fingerprint() -> None:
    pick2 = game("pick2")
    contest = pick2.deal(pick2.ruleset().rulings)
    assert isinstance(contest, Contest)
    renamed = {"hand": replace(contest.spoken["hand"], name="Other words")}
    assert changed_deal(pick2, spoken=renamed).ruleset().fingerprint == pick2.ruleset().fingerprint


def test_a_wager_that_names_one_the_game_has_not_is_an_error() -> None:
    duki4 = game("duki4")
    with pytest.raises(BadDefinition, match="wager play names"):
        replace(duki4, wagers=(duki4.wagers[1],))


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_a_reading_found_later_moves_a_fingerprint_only_where_it_is_not_at_its_default(
    of: Game,
) -> None:
    later = Reading(
        f"{of.id}.found-later",
        "Is it so?",
        ActsOn.PROCEDURE,
        moves_money=True,
        conflict=(),
        options=(Option("no", "It is not."), Option("yes", "It is.")),
        evidence=Evidence.REASON,
        why="A test.",
        is_later=True,
    )
    known = replace(of, readings=(*of.readings, later))
    assert known.ruleset().fingerprint == of.ruleset().fingerprint
    chosen = known.ruleset({later.id: "no"})
    assert chosen.fingerprint == of.ruleset().fingerprint
    assert known.ruleset({later.id: "yes"}).fingerprint != of.ruleset().fingerprint
    hashed = replace(of, readings=(*of.readings, replace(later, is_later=False)))
    assert hashed.ruleset().fingerprint != of.ruleset().fingerprint
