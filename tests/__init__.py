"""The tests; `python -m tests.golden --update` renews the golden records."""
