"""Benchmarks: ratios against peers measured in the same run, since absolute times mean little here."""
