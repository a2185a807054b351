"""Conversations at a terminal or through a pipe: the prompt, its keys, completion, long replies, waiting."""
