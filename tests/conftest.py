"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

from tests.tables import LONG

# The same examples in every run, so that a change fails for its own faults only; the long form looks for new ones.
settings.register_profile("repeatable", derandomize=not LONG, deadline=None)
settings.load_profile("repeatable")
