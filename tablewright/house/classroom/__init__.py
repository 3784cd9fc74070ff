"""The classroom: what each person has learnt, the questions that are under way, and the marks."""
