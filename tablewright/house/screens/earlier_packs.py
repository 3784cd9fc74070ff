"""Earlier packs: the editions of manifests that were sent, so that papers can be compared with them."""

import asyncio
import hashlib
from collections import OrderedDict

from tablewright.house.screens.paper_orders import PaperOrder, without_staff
from tablewright.rules.errors import Refused, TablewrightError

LARGEST_MANIFEST = 128 * 1024
"""In bytes: a pack for the most demanding regulator has a tenth of it."""
MOST_KEPT = 64
LONGEST = 300
MANIFEST = "manifest.json"


class EarlierPacks:
    """The newest manifests that were sent, each under the SHA-256 of the file."""

    def __init__(self) -> None:
        self._orders: OrderedDict[str, PaperOrder] = OrderedDict()

    async def keep(self, content: bytes) -> tuple[str, PaperOrder]:
        """A manifest's id, and what its pack was printed for; refused if that cannot be made again."""
        id = hashlib.sha256(content).hexdigest()
        order = self._orders.get(id)
        if order is None:
            order = await asyncio.to_thread(_order, content)
        self._orders[id] = order
        self._orders.move_to_end(id)
        while len(self._orders) > MOST_KEPT:
            self._orders.popitem(last=False)
        return id, order

    def find(self, id: str) -> PaperOrder:
        found = self._orders.get(id)
        if found is None:
            raise Refused("That manifest is no longer at hand: send it again.")
        return found


def _order(content: bytes) -> PaperOrder:
    from tablewright.papers.manifests import edition_stated  # It loads what counts deals.

    try:
        made = edition_stated(content, MANIFEST)
    except TablewrightError as wrong:
        why = str(wrong)
    except (ArithmeticError, LookupError, RecursionError, ValueError):  # The writer's fault.
        why = f"{MANIFEST} states what no pack does: expected it unchanged"
    else:
        return PaperOrder(setup=without_staff(made.book.setup), house=made.house)
    raise Refused((why if why.isprintable() else ascii(why)[1:-1])[:LONGEST])
