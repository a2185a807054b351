"""Practice: a whole game against the program, with rulings, hints, take-back, saves, and a look back at slips."""
