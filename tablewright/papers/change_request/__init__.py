"""The change request: two rulesets side by side, and all that follows from the change."""

from tablewright.papers.change_request.document import NAME, TITLE, change_request

__all__ = ["NAME", "TITLE", "change_request"]
