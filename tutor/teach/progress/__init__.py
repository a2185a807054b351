"""Progress: the log of a learner's events, and everything derived from it."""
