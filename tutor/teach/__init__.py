"""Teaching: rulebooks, rulings in words, lessons, practice, progress. Knows no terminal."""
