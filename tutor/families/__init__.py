"""Families: vocabulary that games share. A family imports the kernel, never a game."""
