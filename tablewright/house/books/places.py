"""Where the database of a house lies that names none: in a file, in the folder of its data."""

from pathlib import Path

from platformdirs import user_data_path

from tablewright.rules.errors import Refused, quoted

FILE = "house.db"


def data_folder(named: str | None) -> Path:
    """The folder that a house keeps its data in, made if need be."""
    folder = Path(named) if named else user_data_path("tablewright", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Refused(
            f"--data is {quoted(str(folder))} ({why}): expected a folder that can be written"
        ) from None
    return folder


def database_address(named: str | None, data: str | None) -> str:
    """The database that is named, or the embedded one in the folder of the data."""
    if named:
        return named
    return f"sqlite:///{data_folder(data).resolve() / FILE}"
