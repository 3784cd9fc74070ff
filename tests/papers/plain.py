"""What a document says in plain text: all but rule ids, quotations, and what is marked apart."""

from collections.abc import Iterator, Sequence

from tablewright.papers.documents import (
    Block,
    Document,
    Fields,
    Heading,
    Listing,
    Notice,
    Paragraph,
    Strong,
    Table,
    Text,
    every_block,
)


def plain_text(document: Document) -> str:
    """Every text of a document in which a number must be known."""
    return "\n".join(filter(None, _texts((*document.front, *document.blocks))))


def words(text: Text) -> str:
    """The words of a text that are not marked as something else."""
    runs = (text,) if isinstance(text, str) else text
    said = (each.text if isinstance(each, Strong) else each for each in runs)
    return " ".join(each for each in said if isinstance(each, str))


def _texts(blocks: Sequence[Block]) -> Iterator[str]:
    for block in every_block(blocks):
        match block:
            case Heading():
                yield block.text
            case Paragraph():
                yield from (words(block.text), block.source)
            case Listing():
                yield from map(words, block.items)
            case Table():
                yield from (block.title, words(block.note), *map(words, block.head))
                for row in block.rows:
                    yield from map(words, row)
            case Notice():
                yield from (block.title, words(block.text), *map(words, block.items))
            case Fields():
                yield from map(words, block.values)
