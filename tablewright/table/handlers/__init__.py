"""What decides commands: each handler refuses or answers with events, and lists what it would take."""

from tablewright.table.handlers import (
    dealing,
    irregular,
    opening,
    patronage,
    paying,
    wagering,
)

__all__ = ["dealing", "irregular", "opening", "patronage", "paying", "wagering"]
