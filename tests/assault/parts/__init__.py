"""A module for each kind of assault."""
