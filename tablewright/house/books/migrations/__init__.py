"""The steps that bring a database to its present shape, run by `database` when it is opened."""
