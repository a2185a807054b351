"""What a hand of Dou Dizhu is worth to a landlord: advice about bidding, not rules."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from tutor.kernel.cards import Cards

HIGH: Final = {"X1": 4.0, "X2": 3.0, "2": 2.0, "A": 0.5}
ROCKET: Final = 1.0
BOMB: Final = 5.0
LOOSE: Final = -0.5
"""A low card without a second one."""
CALLS: Final = (3.0, 5.0, 7.0)
"""From how much on one, two and three are called."""
DOUBT: Final = 1.0


@lru_cache(4096)
def promise(hand: Cards) -> float:
    """High cards and bombs, less what is hard to be rid of; about 4 on average."""
    times = Counter(c.text if c.joker else c.rank for c in hand)
    worth = sum(HIGH.get(rank, 0.0) * n for rank, n in times.items() if n < 4)
    worth += sum(BOMB for n in times.values() if n == 4) + ROCKET * (times["X1"] and times["X2"])
    return worth + LOOSE * sum(times[rank] == 1 for rank in "345678")
