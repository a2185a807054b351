"""A second telling of what advice says of the cards: claims by kinds, read from its sentences and checked naively.

Each module has kinds of claims, found by the words of a sentence and checked against what can be known by counting
cards (`knowledge`), against the true hands, and by playing on. Nothing is shared with the finders of reasons. A
sentence without a kind claims nothing that is checked here: what is likely, and what was counted in sampled deals.
"""

from __future__ import annotations

from tests.claims import (
    beating,
    bids,
    chances,
    climbs,
    hand,
    lines,
    others,
    own_cards,
    players,
    points,
    race,
    ranks,
    sheds,
    stock,
)
from tests.claims.words import CLAIMS, judged

__all__ = [
    "CLAIMS",
    "beating",
    "bids",
    "chances",
    "climbs",
    "hand",
    "judged",
    "lines",
    "others",
    "own_cards",
    "players",
    "points",
    "race",
    "ranks",
    "sheds",
    "stock",
]
