"""A table for money whose staff have opened it, every step done by the one whose step it is."""

from typing import Any

from tablewright.table.setup import USUAL_FLOAT
from tests.house.clients import Visit, Visitor
from tests.house.serving import ADMINISTRATOR, PASSWORD

CREW = {"dealer": "Dan", "inspector": "Ina", "pit-boss": "Pit"}


async def staffed(visitor: Visit, table: str, **more: Any) -> tuple[str, dict[str, Visitor]]:
    """The table's id, and who is at each post."""
    staff = {post: await visitor().sign_in(name) for post, name in CREW.items()}
    body = {"table": table, "game": "duki4", "is_practice": False, "automatic": "none", "pace": 0}
    body |= {"dealer": "Dan", "inspector": "Ina"} | more
    made = await staff["pit-boss"].post("/tables", body)
    assert made.status_code == 201, made.text
    id = made.json()["id"]
    await open_up(id, staff)
    return id, staff


async def open_up(id: str, staff: dict[str, Visitor]) -> None:
    """Staff do what is due at a table until it is open."""
    for _ in range(80):
        for post, person in staff.items():
            seen = await person.ask(f"/tables/{id}/view", **{"as": post})
            if seen["view"]["status"] == "open":
                return
            if "do" in seen.get("next", {}):
                assert "chips" not in seen["next"]["do"], "no screen offers what the records say"
                counted = {"chips": USUAL_FLOAT} if seen["next"]["needs_chips"] else {}
                answer = await person.command(id, seen["next"]["do"] | counted, post)
                assert answer.is_success, (seen["next"], answer.text)
    raise AssertionError("the table never opened")


async def employed(visitor: Visit, name: str, *duties: str) -> Visitor:
    """A person of a new account with these duties, who has come in."""
    admin = await visitor().sign_in(ADMINISTRATOR)
    made = await admin.post("/accounts", {"name": name, "roles": list(duties)})
    assert made.status_code == 201, made.text
    given = made.json()["password"]
    person = await visitor().sign_in(name, given)
    changed = await person.post("/password", {"old": given, "new": PASSWORD})
    assert changed.is_success, changed.text
    return person
