"""The language a browser asks for: what the person chose (a cookie), or what the browser prefers."""

from starlette.requests import HTTPConnection

from tablewright.rules.language import ENGLISH, LANGUAGES

COOKIE = "language"


def asked_language(connection: HTTPConnection) -> str:
    """The language to speak on a connection."""
    chosen = connection.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return preferred(connection.headers.get("accept-language", ""))


def preferred(accepts: str) -> str:
    """The first language we speak of those that a browser accepts, by weight; English, if none.

    >>> preferred("es-MX,es;q=0.9,en;q=0.8"), preferred("de, en;q=0.5"), preferred("")
    ('es', 'en', 'en')
    """
    weighed = [_weighed(each) for each in accepts.split(",")[:20]]
    for weight, tag in sorted(weighed, key=lambda each: -each[0]):
        name = tag.partition("-")[0]
        if name in LANGUAGES and weight > 0:
            return name
    return ENGLISH


def _weighed(range: str) -> tuple[float, str]:
    """A language with its weight, which is 1 where none is given and 0 where it cannot be read."""
    tag, _, weight = range.strip().lower().partition(";q=")
    try:
        return float(weight or 1), tag
    except ValueError:
        return 0.0, tag
