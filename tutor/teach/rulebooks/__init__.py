"""Rulebooks: their clauses, what is found in them by words, and the documents of `tutor rules`."""
