"""Drills: questions about any clause, found in random play or made of patterns; reviews are drills of what is due."""
