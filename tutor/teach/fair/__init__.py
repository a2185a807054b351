"""Whether a question can be answered from what is shown, and is not answered by it."""
