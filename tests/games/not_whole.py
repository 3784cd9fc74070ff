"""A game's file that cannot be read, as an author may leave it."""

GAME = undefined  # type: ignore[name-defined]  # noqa: F821
