"""Practice: whole games against the program, with rulings, hints, undo, saved games, and a review of mistakes."""
