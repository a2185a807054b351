"""`tutor check`: the proof of everything an author wrote."""
