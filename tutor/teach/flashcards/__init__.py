"""Drills as cards for flash-card programs."""
