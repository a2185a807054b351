"""How anything is said: documents before they have a look, facts as words, seats as names, where sentences are kept."""
