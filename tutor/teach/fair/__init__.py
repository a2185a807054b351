"""Prove that questions are fair: what is shown decides the answer, and does not state it."""
