"""Text: documents independent of their rendering, sentences from facts, names of seats, and the template files."""
