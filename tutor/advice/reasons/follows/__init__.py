"""Reasons for a card to a trick that somebody has led: taking it, losing it, throwing a card away."""
