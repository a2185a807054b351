"""The machinery of all conversations with a learner: sessions, commands, asking questions, levels of help."""
