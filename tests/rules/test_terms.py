"""Words that are explained where they stand: each occurs, none is explained twice, every wager is."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tablewright.games import game, procedure
from tablewright.house.screens.describe_game import game_description
from tablewright.rules.contest import Contest
from tablewright.rules.english import capital
from tablewright.rules.terms import GENERAL, Term, terms_of
from tests.registry import GAMES
from tests.sent import as_sent

MOST_WORDS = 22


def strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for each in data.values():
            yield from strings(each)
    elif isinstance(data, list):
        for each in data:
            yield from strings(each)


@cache
def said(id: str) -> str:
    """Everything that a game says of itself, terms and pictures aside, and what hands are called."""
    of = game(id)
    told = as_sent(game_description(of, of.ruleset(), procedure(of)))
    for aside in ("terms", "tour", "documents"):
        told.pop(aside, None)
    hands = [
        str(standing)
        for view in of.ruleset().spoken_views
        for ranking in view.rankings
        for standing in ranking.standings
    ]
    every = [
        reading.option(option.id).means for reading in of.readings for option in reading.options
    ]
    deal = of.ruleset().deal
    decided = [each.does for each in deal.decisions] if isinstance(deal, Contest) else []
    nothing = [view.nothing for view in of.ruleset().spoken_views]
    calls = ["Dealer has ace high, and qualifies", "Dealer does not qualify", "no more bets"]
    return "\n".join([*strings(told), *hands, *every, *nothing, *decided, *calls])


def occurs(form: str, text: str) -> bool:
    return any(
        re.search(rf"(?<![\w-]){re.escape(each)}(?![\w-])", text) for each in (form, capital(form))
    )


@pytest.mark.parametrize("id", GAMES)
def test_every_form_of_a_games_own_terms_occurs_in_what_the_game_says(id: str) -> None:
    own = procedure(game(id)).terms
    assert own
    lacking = [form for term in own for form in term.forms if not occurs(form, said(id))]
    assert lacking == []


def test_every_form_of_the_trades_terms_occurs_in_some_game() -> None:
    everything = "\n".join(said(id) for id in GAMES)
    lacking = [form for term in GENERAL for form in term.forms if not occurs(form, everything)]
    assert lacking == []


@pytest.mark.parametrize("id", GAMES)
def test_every_wager_that_is_named_in_sentences_is_explained(id: str) -> None:
    of = game(id)
    forms = {form for term in procedure(of).terms for form in term.forms}
    for wager in of.wagers:
        assert wager.name in forms or f"{wager.name} wager" in forms, wager.name


@pytest.mark.parametrize("id", GAMES)
def test_a_form_belongs_to_one_term_and_is_explained_briefly(id: str) -> None:
    terms = terms_of(procedure(game(id)).terms)
    forms = [form for term in terms for form in term.forms]
    assert len(forms) == len(set(forms))
    assert len({term.id for term in terms}) == len(terms)
    for term in terms:
        assert term.says.endswith(".")
        assert len(term.says.split()) <= MOST_WORDS, term.says
        assert term.source.section


def test_what_a_game_explains_goes_before_what_the_trade_says() -> None:
    own = Term("push", ("push",), "Here it means something else.")
    found = [term for term in terms_of([own]) if term.id == "push"]
    assert found == [own]
