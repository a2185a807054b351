"""Export drills as cards for flash-card programs."""
