"""Reasons in climbing games: `climbing` puts them together."""
