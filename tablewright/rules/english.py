"""How words begin a sentence, go on in one, and follow an article."""


def capital(says: str) -> str:
    """A sentence as it begins.

    >>> capital("pair of nines")
    'Pair of nines'
    """
    return f"{says[:1].upper()}{says[1:]}"


def going_on(says: str) -> str:
    """A sentence as it goes on from another.

    >>> going_on("The round is void.")
    'the round is void.'
    """
    return f"{says[:1].lower()}{says[1:]}"


def article(words: str) -> str:
    """`a` or `an`, before the word of a rank or what begins with one.

    >>> article("eight"), article("king")
    ('an', 'a')
    """
    return "an" if words[0] in "ae" else "a"
