"""Lessons: files read into values, the scene each step stands on, and the conversation in which one is taken."""
