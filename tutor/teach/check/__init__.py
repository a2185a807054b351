"""`tutor check`: prove that rulebooks, lessons and templates are correct."""
