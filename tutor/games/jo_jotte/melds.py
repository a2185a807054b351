"""Melds in Jo-Jotte: fours and sequences, and which is better."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from tutor.games.jo_jotte.table import NATURAL, PACK, PLAIN, TRUMPS
from tutor.kernel.cards import SUITS, Card, Cards, UnknownCard, card
from tutor.kernel.seats import Seat

FOUR: Final = "four"
SEQ: Final = "seq"
KINDS: Final = (FOUR, SEQ)
SHORTEST: Final = 3
RANK_NAMES: Final = dict(zip(NATURAL, "ace king queen jack ten nine eight seven".split(), strict=True))
_RANKS: Final = {f"{RANK_NAMES[rank]}s": rank for rank in NATURAL}
_FOUR: Final = re.compile(rf"(?:(?:four|4|my|the)\s+)*({'|'.join(_RANKS)})")
"""A four as it is named: "four tens", or "tens" alone."""


class Meld(NamedTuple):
    """A four of a kind or a sequence: `four:9`, `seq:4KH` (length and top card)."""

    kind: str
    cards: Cards

    @property
    def name(self) -> str:
        """How it is announced within its category: `9`, `4KH`."""
        return self.cards[0].rank if self.kind == FOUR else f"{len(self.cards)}{self.cards[0]}"

    @property
    def text(self) -> str:
        """How it is written."""
        return f"{self.kind}:{self.name}"

    @property
    def points(self) -> int:
        """The points it scores (`jo-jotte.meld.four`, `jo-jotte.meld.seq`)."""
        return 100 if self.kind == FOUR else {3: 20, 4: 40}.get(len(self.cards), 50)

    def rank(self, trump: str) -> tuple[int, ...]:
        """A key for comparing melds of a category: the greater is better."""
        top = self.cards[0]
        if self.kind == FOUR:
            return (-(TRUMPS if trump else PLAIN).index(top.rank),)
        return len(self.cards), -NATURAL.index(top.rank), top.suit == trump


def four(rank: str) -> Meld:
    """The four of a rank."""
    return Meld(FOUR, tuple(card(rank + s) for s in SUITS))


def run(length: int, top: Card) -> Meld:
    """The sequence of `length` cards down from `top`; ValueError if there is none."""
    ranks = NATURAL[NATURAL.index(top.rank) :][:length]
    if length < SHORTEST or len(ranks) < length:
        raise ValueError(f"there is no sequence of {length} cards down from {top}")
    return Meld(SEQ, tuple(card(rank + top.suit) for rank in ranks))


def parsed(text: str) -> Meld:
    """The meld with this text form; ValueError says what is wrong with it."""
    kind, _, name = text.strip().upper().replace("10", "T").partition(":")
    if kind == FOUR.upper() and len(name) == 1 and name in NATURAL:
        return four(name)
    if kind == SEQ.upper() and name[:1].isdigit():
        try:
            return run(int(name[0]), PACK.read(name[1:]))
        except UnknownCard as why:
            raise ValueError(str(why)) from None
    raise ValueError("write four:RANK, or seq: with the length and the top card, such as seq:4KH")


def of_cards(text: str) -> Meld | None:
    """The meld that consists of the cards in `text` (`KH QH JH`), or the four that it names; None if there is none."""
    named = _FOUR.fullmatch(text.strip().lower())
    if named:
        return four(_RANKS[named[1]])
    meant = _cards(text)
    fours = (four(rank) for rank in NATURAL)
    return next((meld for meld in (*fours, *every_run()) if set(meld.cards) == meant), None)


def no_run(text: str) -> str:
    """Why the cards in `text` are no sequence; "" if it names none, or they are one."""
    meant = sorted(_cards(text), key=lambda one: NATURAL.index(one.rank))
    if len(meant) <= 1:
        return ""
    if len({one.suit for one in meant}) > 1:
        return "the cards of a sequence are all of one suit"
    for high, low in pairwise(meant):
        missing = NATURAL[NATURAL.index(high.rank) + 1 : NATURAL.index(low.rank)]
        if missing:
            them = " and ".join(f"the {RANK_NAMES[rank]}" for rank in missing)
            between = f"{RANK_NAMES[high.rank]} and {RANK_NAMES[low.rank]}"
            return f"these are not in a row, for between {between} {them} {'are' if missing[1:] else 'is'} missing"
    return "" if len(meant) >= SHORTEST else "a sequence has at least three cards"


def _cards(text: str) -> set[Card]:
    """The cards in `text`; none if it names anything else."""
    try:
        return {PACK.read(token) for token in re.split(r"[\s,+]+", text.strip())}
    except UnknownCard:
        return set()


def every_run() -> Iterator[Meld]:
    """Every run of the pack: longest first, by suit."""
    for length in range(len(NATURAL), SHORTEST - 1, -1):
        yield from (run(length, card(top + s)) for s in SUITS for top in NATURAL[: len(NATURAL) - length + 1])


def melds(kind: str, hand: Iterable[Card], trump: str) -> tuple[Meld, ...]:
    """The fours or the unbroken sequences in `hand`, best first, equal ones in the order S H D C."""
    held = set(hand)
    if kind == FOUR:
        found = [four(rank) for rank in NATURAL if held.issuperset(four(rank).cards)]
    else:
        found = []
        for s in SUITS:
            own = "".join(rank if card(rank + s) in held else " " for rank in NATURAL)
            tops = (card(part[0] + s) for part in own.split() if len(part) >= SHORTEST)
            lengths = (len(part) for part in own.split() if len(part) >= SHORTEST)
            found += [run(length, top) for length, top in zip(lengths, tops, strict=True)]
    return tuple(sorted(found, key=lambda meld: meld.rank(trump), reverse=True))


def owner(kind: str, hands: Mapping[Seat, Cards], trump: str, declarer: Seat) -> Seat | None:
    """The player in `hands` with the best meld of this category; of equal ones the defender. None without any."""
    best = {seat: found[0].rank(trump) for seat, hand in hands.items() if (found := melds(kind, hand, trump))}
    return max(sorted(best, key=declarer.__eq__), key=best.__getitem__, default=None)
