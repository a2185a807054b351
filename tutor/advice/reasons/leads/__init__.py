"""Reasons for a card that is led to a trick that is wanted: `leading` puts them together."""
