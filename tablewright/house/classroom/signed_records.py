"""The house's signatures in a dealer's record: under its register, and under the sums of all its files.

The heads that the house has signed of the register answer for every certificate in it. The same record
gets the same signatures, as long as the keys are the same.
"""

from collections.abc import Iterable

from tablewright.house.books.signing import Signing
from tablewright.school.signed import SIGNED_REGISTER, THE_REGISTER, Entry
from tablewright.signing.files import digest, signature_file, signature_name
from tablewright.signing.statements import Statement

REGISTER = "register.jsonl"


async def signed_register(
    signing: Signing, number: int, content: bytes, own: Iterable[Entry]
) -> dict[str, bytes]:
    """What lies beside the register of a record: the first head that answers for each own entry."""
    heads = await signing.heads(THE_REGISTER, SIGNED_REGISTER)
    needed: dict[int, Statement] = {}
    for entry in own:
        head = next((each for each in heads if each.number("lines") >= entry.n), None)
        if head is not None:
            needed[head.number("lines")] = head
    chosen = [needed[lines] for lines in sorted(needed)]
    says: dict[str, str | int] = {"heads": len(chosen)}
    made = await signing.sign_file(
        f"record-{number}/{REGISTER}", digest(content), f"the register of record {number}", says
    )
    file = signature_file([*chosen, made], await signing.ring())
    return {signature_name(REGISTER): file}


async def signed_sums(signing: Signing, number: int, name: str, content: bytes) -> dict[str, bytes]:
    """What lies beside the sums of a record's files."""
    made = await signing.sign_file(
        f"record-{number}/{name}", digest(content), f"the files of record {number}"
    )
    return {signature_name(name): signature_file([made], await signing.ring())}
