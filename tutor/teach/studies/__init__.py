"""Studies (`tutor simulate`): play many sampled hands from a moment and count how they end."""
