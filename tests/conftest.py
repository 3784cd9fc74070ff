"""Settings of every test: no test is judged by the clock, and a failure repeats."""

from hypothesis import settings

settings.register_profile("tablewright", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tablewright")
