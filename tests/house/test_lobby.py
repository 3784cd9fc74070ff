"""The lobby's board: everything at first, then only what has changed, for each who looks."""

from tests.house.clients import Visit, Visitor, eventually, play
from tests.house.serving import Serving


async def changed(visitor: Visitor, mark: str) -> set[str]:
    """The tables that a person who names a mark is told of."""
    return {each["id"] for each in (await visitor.ask("/lobby", since=mark))["tables"]}


def test_who_looks_again_is_told_only_what_has_changed(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        looks = visitor()
        first = await looks.ask("/lobby")
        rows = await looks.ask("/tables")
        assert first["tables"] == rows
        assert first["ids"] == [each["id"] for each in rows]

        again = await looks.ask("/lobby", since=first["mark"])
        assert again == {"mark": first["mark"], "tables": [], "ids": None}

        table = await guest.table_of("duki4")
        async with await guest.follow(table) as follower:
            place = await follower.sit_down()
            assert await changed(looks, first["mark"]) == {table}
            seen = await looks.ask("/lobby", since=first["mark"])
            assert seen["ids"] is None
            assert list(seen["tables"][0]["taken"]) == [str(place)]
            assert seen["tables"][0]["your_place"] == 0
            own = await guest.ask("/lobby", since=first["mark"])
            assert own["tables"][0]["your_place"] == place

            mark = seen["mark"]
            await follower.play_round({"ante": 1000}, "fold")
            assert await changed(looks, mark) == set(), "a round alone is no news"
            await follower.must("leave", place=place)
            await eventually(lambda: _is_told(looks, mark, table))

    play(serving, scene)


async def _is_told(looks: Visitor, mark: str, table: str) -> bool:
    return await changed(looks, mark) == {table}


def test_tables_that_are_opened_and_closed(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        teacher, looks = await visitor().sign_in("Ivo"), visitor()
        before = await looks.ask("/lobby")
        made = (await teacher.post("/tables", {"table": "Z1", "game": "pick2"})).json()["id"]
        opened = await looks.ask("/lobby", since=before["mark"])
        assert [each["id"] for each in opened["tables"]] == [made]
        assert opened["ids"] == [*before["ids"], made]
        assert (await teacher.post(f"/tables/{made}/close")).status_code == 200
        await looks.until_gone(f"/tables/{made}")
        closed = await looks.ask("/lobby", since=opened["mark"])
        assert closed["tables"] == []
        assert closed["ids"] == before["ids"]

    play(serving, scene)


def test_a_mark_that_the_board_has_not_given_is_told_everything(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        looks = visitor()
        whole = await looks.ask("/lobby")
        for mark in ("", "x", "00000000.999", f"{whole['mark']}x", "٣.٣"):
            told = await looks.ask("/lobby", since=mark)
            assert told["ids"] == whole["ids"], mark
            assert told["tables"] == whole["tables"], mark

    play(serving, scene)
