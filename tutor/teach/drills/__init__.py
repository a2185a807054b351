"""Drills: questions about any clause, found in play or made from patterns; reviews are drills of due clauses."""
