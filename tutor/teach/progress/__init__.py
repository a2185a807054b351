"""Progress: a log of what the learner did, and everything that is derived from it."""
