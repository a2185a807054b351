"""Reasons before the first card is played: bids, doubles, declarations, cards laid away or exchanged."""
