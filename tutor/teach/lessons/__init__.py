"""Lessons: parsing their files, the scenes of their steps, and the conversation in which a learner takes one."""
