"""What has changed at a table since it was last shown, and for whom.

The parts of a table say here that something has changed; what shows it asks here.
"""

from tablewright.house.screens.sent_state import Fields


class Changes:
    """What is still to be shown of one table. Of a table that was just taken up, all of it."""

    def __init__(self) -> None:
        self.is_changed = self.is_urgent = True
        self.is_everywhere = True
        """Whether something has happened that is seen at places anywhere."""
        self.places: set[int] = set()
        """The places at which something has happened."""
        self.seen: dict[int, dict[str, Fields]] = {}
        """What is seen of each place in each language, until something happens there."""

    def change(self, *, is_urgent: bool = False) -> None:
        """Something has changed, perhaps what no journal keeps: who is ready, a call."""
        self.is_changed = True
        if is_urgent:
            self.is_urgent = self.is_everywhere = True

    def change_at(self, place: int) -> None:
        """Something has happened at a place that players at others need not be shown at once."""
        self.is_changed = True
        self.places.add(place)
        self.seen.pop(place, None)

    def change_anywhere(self) -> None:
        """Something has happened that is seen at places anywhere."""
        self.is_changed = self.is_everywhere = True
        self.seen.clear()

    def is_for(self, place: int) -> bool:
        """Whether what is a player's own may have changed."""
        return self.is_everywhere or place in self.places

    def note_marked(self) -> None:
        """Everybody whose own may have changed has been marked."""
        self.places.clear()
        self.is_everywhere = False

    def note_shown(self) -> None:
        """All of it has been shown, or will be when its time comes."""
        self.is_changed = self.is_urgent = False
