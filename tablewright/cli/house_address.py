"""Where a house's database lies, for commands that look into one."""

from pathlib import Path


def house_address(data: str | None, database: str | None) -> tuple[str, str]:
    """The database of a house, and how it is called here; the usual folder's, if none is named."""
    from platformdirs import user_data_path

    from tablewright.house.books.places import FILE

    if database:
        return database, "the house's database"
    folder = Path(data) if data else user_data_path("tablewright", appauthor=False)
    return f"sqlite:///{folder.resolve() / FILE}", str(folder / FILE)
