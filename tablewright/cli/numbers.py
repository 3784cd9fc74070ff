"""Numbers as options give them, refused in one line if they are not what was asked for."""

import re

from tablewright.rules.errors import Refused, quoted

LARGEST_SEED = 2**64 - 1


def whole(option: str, text: str, least: int, most: int) -> int:
    """A whole number within bounds, as an option gives it; 1_000 and 1,000 are understood."""
    if re.fullmatch(r"[0-9]{1,20}|[0-9]{1,3}([,_][0-9]{3}){1,6}", text):
        number = int(re.sub("[,_]", "", text))
        if least <= number <= most:
            return number
    raise Refused(f"{option} is {quoted(text)}: expected a whole number from {least} to {most}")


def share(option: str, text: str) -> float:
    """A part of one, as an option gives it."""
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{0,20})?|\.[0-9]{1,20}", text) and float(text) <= 1:
        return float(text)
    raise Refused(f"{option} is {quoted(text)}: expected a number from 0 to 1, such as 0.05")
