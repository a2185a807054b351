"""Rulings in words and as data: why a move is legal or not, what follows from it, what cannot be read."""
