"""Why a command was not carried out, where that is not a rule of the table."""

from tablewright.rules.errors import Refused


class Stale(Refused):
    """A command that was made before something happened that it should have known."""


class NotWritten(Refused):
    """Something that could not be written down, or read: nothing has changed, and it may be later."""
