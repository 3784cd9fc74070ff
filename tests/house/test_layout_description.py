"""The felt that the page draws is the felt that the papers print: one source, read both ways."""

from typing import Any
from xml.etree import ElementTree

import pytest

from tablewright.house.books.options import Options
from tablewright.house.screens.layout_descriptions import layout_description
from tablewright.house.screens.table_descriptions import table_description
from tablewright.papers.editions import Edition
from tablewright.papers.felt_parts import NAMESPACE
from tablewright.papers.felts import felt_of, felt_svg, read_payouts
from tests.registry import GAMES
from tests.sent import as_sent
from tests.table.driving import at_table

EACH = pytest.mark.parametrize("id", GAMES)


def on_page(id: str) -> tuple[Any, Edition]:
    """What the page of a table gets of its felt, and the edition of the same table."""
    book = at_table(id).table.book
    sent = as_sent(table_description("D1-7", book, Options(), ()))["layout"]
    return sent, Edition.of_setup(book.setup)


def printed_words(drawing: str, kind: str) -> list[str]:
    """The words of every group of a kind on a drawing, each once, in their order."""
    found = [
        " ".join("".join(each.itertext()).split())
        for each in ElementTree.fromstring(drawing).iter(f"{NAMESPACE}g")
        if each.get("class") == kind
    ]
    return list(dict.fromkeys(found))


@EACH
def test_pay_tables_on_the_page_are_those_of_the_printed_felt(id: str) -> None:
    sent, edition = on_page(id)
    page = [tuple((row["says"], row["odds"]) for row in each["rows"]) for each in sent["payouts"]]
    assert page == list(read_payouts(felt_svg(felt_of(edition))).values())
    assert all(page)


@EACH
def test_spots_on_the_page_say_what_the_printed_ones_say(id: str) -> None:
    sent, edition = on_page(id)
    said = [
        each["suit"].upper() if each["suit"] else "".join([each["prints"], *each["notes"]])
        for each in sent["spots"]
    ]
    printed = printed_words(felt_svg(felt_of(edition)), "spot")
    assert [each.replace(" ", "") for each in said] == [each.replace(" ", "") for each in printed]


@EACH
def test_the_title_and_the_lettering_are_the_same(id: str) -> None:
    sent, edition = on_page(id)
    said = [sent["title"]["says"].upper(), *(each["says"] for each in sent["lettering"])]
    assert said == printed_words(felt_svg(felt_of(edition)), "lettering")


@EACH
def test_every_row_names_wagers_of_the_game_and_what_they_are_paid_for(id: str) -> None:
    book = at_table(id).table.book
    sent = as_sent(table_description("D1-7", book, Options(), ()))
    pays = {
        (wager["id"], row["table"], row["hand"], row["odds"])
        for wager in sent["game"]["wagers"]
        for row in wager["pays"]
    }
    rows = [row for each in sent["layout"]["payouts"] for row in each["rows"]]
    for row in rows:
        assert row["wagers"]
        for wager in row["wagers"]:
            assert (wager, row["table"], row["case"], row["odds"]) in pays


@EACH
def test_a_spot_says_the_lowest_and_the_highest_odds(id: str) -> None:
    book = at_table(id).table.book
    sent = as_sent(table_description("D1-7", book, Options(), ()))
    odds = {wager["id"]: {row["odds"] for row in wager["pays"]} for wager in sent["game"]["wagers"]}
    for spot in sent["layout"]["spots"]:
        every = set().union(*(odds[wager] for wager in spot["wagers"]))
        assert set(spot["pays"]) <= every
        assert len(spot["pays"]) == min(2, len(every))


def test_duki_pays_from_even_money_to_a_hundred() -> None:
    sent, _ = on_page("duki4")
    pays = {each["wagers"][0]: each["pays"] for each in sent["spots"]}
    assert pays["ante"][-1] == "100-1"
    assert pays["play"] == ["1-1"]


def test_a_lettering_whose_rule_is_not_in_force_is_left_out() -> None:
    book = at_table("duki4").table.book
    layout = book.procedure.layout
    assert layout
    assert not layout_description(layout, book.ruleset, {}).lettering
