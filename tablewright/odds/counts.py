"""Where counts made before are looked up: a dictionary in a test, the cache folder for a person."""

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
import numpy.typing as npt

OnProgress = Callable[[int, int], None]
"""Told how much is done, and of how much."""
Arrays = Mapping[str, npt.NDArray[np.integer]]


class Counts(Protocol):
    """Counts made before, by the hash of all that they depend on: arrays by name."""

    def get(self, key: str, /) -> Arrays | None: ...

    def __setitem__(self, key: str, counts: Arrays, /) -> None: ...
