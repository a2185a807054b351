"""What every conversation with a learner shares: turns, commands, the asking of a question, help, trying out."""
