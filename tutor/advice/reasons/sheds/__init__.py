"""Reasons in games that are won by having no card left: what a card rids one of, whom it hits, runs of cards."""
