"""The table as a seat sees it, ready to be drawn, and what is left off it while a question is open."""
