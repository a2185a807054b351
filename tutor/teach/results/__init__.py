"""How results come about, in words: sums, tricks, standings, and the sheet of a hand."""
