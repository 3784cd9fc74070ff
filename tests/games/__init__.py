"""Games that only tests play: known from the literature, so their figures can be checked."""
