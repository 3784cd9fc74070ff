"""The benchmarks, where they must not mislead."""
