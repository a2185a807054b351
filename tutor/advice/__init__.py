"""Advice: hidden worlds consistent with a view, and an adviser that searches them. Knows the kernel only."""
