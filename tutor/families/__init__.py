"""Families: phases, views and duties that similar games share. A family imports the kernel, never a game."""
