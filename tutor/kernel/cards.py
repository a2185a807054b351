"""Cards and packs.

A card is a value: two copies of the queen of hearts are the same object, so a hand is a multiset.
Cards are interned, compare by identity and carry their canonical text (`KH`, `TD`, `X1`; `K` where
a game has no suits). How high a card is belongs to a game, never to the card.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from tutor.kernel.echo import echoed
from tutor.kernel.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SUITS: Final = "SHDC"
RANKS: Final = "AKQJT98765432"
JOKERS: Final = ("X1", "X2")
SUIT_NAMES: Final[Mapping[str, str]] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_NAMES: Final[Mapping[str, str]] = dict(
    zip(RANKS, "ace king queen jack ten nine eight seven six five four three two".split(), strict=True)
)

_SYMBOLS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")


class Card:
    """One kind of card. Get it from `card("KH")`; never construct it."""

    __slots__ = ("joker", "rank", "suit", "text")
    text: str
    rank: str
    suit: str
    joker: bool
    """Whether this is a joker, which has neither rank nor suit of its own."""

    def __init__(self, text: str) -> None:
        """Only `card` calls this; `text` is canonical."""
        object.__setattr__(self, "text", text)
        joker = text[0] == "X"
        object.__setattr__(self, "joker", joker)
        object.__setattr__(self, "rank", text if joker else text[0])
        object.__setattr__(self, "suit", "" if joker else text[1:])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card never changes")

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, ...]:
        return (card, (self.text,))


Cards: TypeAlias = tuple[Card, ...]

_CARDS: dict[str, Card] = {text: Card(text) for text in (*(r + s for s in SUITS for r in RANKS), *RANKS, *JOKERS)}


def card(text: str) -> Card:
    """The card with this canonical text (`KH`, `TD`, `X1`, or `K` without suit); KeyError if there is none."""
    return _CARDS[text]


def is_card(text: object) -> bool:
    """Whether a value is the canonical text of a card."""
    return text in _CARDS if isinstance(text, str) else False


def cards(text: str) -> Cards:
    """Canonical cards separated by commas, `"AS,KH"`; the empty string is no cards. KeyError for anything else."""
    return tuple(_CARDS[token] for token in text.split(",")) if text else ()


def spelled(token: str) -> str:
    """Normalize what a person typed for one card (`10h`, `♥10` -> `TH`); other texts are only put in upper case."""
    text = token.strip().translate(_SYMBOLS).upper().replace("10", "T")
    if len(text) == 2 and text[0] in SUITS and text[1] in RANKS:
        text = text[1] + text[0]
    return text


_NAMES: Final = {name: rank for rank, name in RANK_NAMES.items()} | {"10": "T"}
_NAMED: Final = rf"({'|'.join(_NAMES)}|[{RANKS}])\s*(?:of\s)?\s*({'|'.join(SUIT_NAMES.values())})"
"""A card by its name: `ace of hearts`, `10 hearts`."""
_ONE: Final = f"X[12]|[{RANKS}][{SUITS}]|[{SUITS}][{RANKS}]"
_BETWEEN: Final = r"[\s,+;/|&.-]"


def _of_name(token: str) -> str:
    """The card that is called so, as text; "" if none is."""
    named = re.fullmatch(_NAMED, token.strip().lower() + ("" if token[-1:] in "sS" else "s"), re.IGNORECASE)
    return _NAMES.get(named[1], named[1]).upper() + named[2][0].upper() if named else ""


def _by_suits(text: str) -> list[str]:
    """The cards of a hand written by suits, `♠KQ ♥7` or `KQS 7H` with letters for suits; [] if it is not."""
    found: list[str] = []
    for part in text.split():
        before = re.fullmatch(f"([{SUITS}]):?([{RANKS}]+)", part)
        behind = re.fullmatch(f"([{RANKS}]+)([{SUITS}])", part)
        if not before and not behind:
            return []
        suit, ranks = before.groups() if before else behind.groups()[::-1]  # type: ignore[union-attr]
        found += [rank + suit for rank in ranks]
    return found


MISSPELT: Final = 4
"""The most characters of a token that may be a misspelt card, with a digit, or a rank first and a suit last."""


class UnknownCard(ValueError):
    """A token that is no card of the pack; the message names it and the nearest card that is.

    `several` are the cards of a token that is more than one.
    """

    def __init__(self, message: str, several: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.several = several


class Pack:
    """The cards a game is played with, and the order in which they are shown.

    `cards` lists every card once per copy. `order` lists the distinct cards as people sort a hand: suits S H D C, each
    from high to low as given by `ranks`, jokers last. In a `suitless` pack cards are ranks only; typed suits are
    accepted and dropped. A game that sorts otherwise passes `order` itself.
    """

    def __init__(
        self, contents: Iterable[Card], ranks: str = RANKS, *, suitless: bool = False, order: Cards = ()
    ) -> None:
        """Take `contents` in any order; `ranks` from high to low; `order` as every distinct card, first to last."""
        self.copies: Counter[Card] = Counter(contents)
        self.suitless = suitless

        def place(c: Card) -> tuple[int, int]:
            if c.joker:
                return (len(SUITS), JOKERS.index(c.text))
            return (SUITS.index(c.suit) if c.suit else 0, ranks.index(c.rank))

        self.order: Cards = order or tuple(sorted(self.copies, key=place))
        self.place: dict[Card, int] = {c: i for i, c in enumerate(self.order)}
        self.cards: Cards = tuple(c for c in self.order for _ in range(self.copies[c]))
        self.single = len(self.cards) == len(self.order)
        """Whether there is one copy of each card."""

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, c: object) -> bool:
        return c in self.copies

    def sort(self, held: Iterable[Card]) -> Cards:
        """`held` in the order in which a hand is shown."""
        return tuple(sorted(held, key=self.place.__getitem__))

    def read(self, token: str, held: Iterable[Card] = ()) -> Card:
        """The card a person means by `token`; raises `UnknownCard` naming the token and the nearest card.

        If the suit is missing, the nearest cards are those of this rank among `held`, or any where that is not known.
        """
        text = spelled(token)
        if self.suitless and len(text) == 2 and text[0] != "X" and text[1] in SUITS:
            text = text[0]
        found = _CARDS.get(text)
        if found is not None and found in self.copies:
            return found
        why = f"{echoed(token)} is not a card"
        if found is not None and not found.suit and not found.joker and not self.suitless:
            of_rank = [c for c in self.order if c.rank == found.rank]
            mine = set(held)
            if not of_rank:
                raise UnknownCard(f"there is no {echoed(token)} in this pack")
            same_rank = [c.text for c in of_rank if c in mine or not mine]
            if not same_rank:
                raise UnknownCard(f"{echoed(token)} names no suit, and you hold none of that rank")
            raise UnknownCard(f"{echoed(token)} names no suit; did you mean {' or '.join(same_rank)}?")
        if found is not None and any(found.suit == c.suit for c in self.order if c.suit):
            raise UnknownCard(self._left_out(found))
        if found is not None:
            why = f"{text} is not in this pack"
        called = self._called(token)
        like = len(text) <= MISSPELT and not token.strip().isdigit()
        like = like and (any(map(str.isdigit, text)) or (text[:1] in RANKS and text[-1:] in SUITS))
        ace = _CARDS.get(f"A{text[1:]}") if text[:1] == "1" else None
        near = nearest(text, [c.text for c in self.order], 0.45) if like else ""
        near = ace.text if ace is not None and ace in self.copies else called.text if called is not None else near
        hint = f"; did you mean {near}?" if near else ""
        raise UnknownCard(why + hint)

    def _called(self, token: str) -> Card | None:
        """The card meant by a name such as `ace of hearts`; UnknownCard for jokers and several cards."""
        several = self._run(token)
        if several:
            raise UnknownCard(f"{echoed(token)} is {len(several)} cards, not one", several)
        if "joker" in token.lower() and any(c.joker for c in self.order):
            both = " for the big or red joker, X2 for the little or black one" if _CARDS["X2"] in self.copies else ""
            raise UnknownCard(f"{echoed(token)} is not a card; a joker is written X1{both}")
        called = _CARDS.get(_of_name(token))
        if called is not None and called not in self.copies:
            raise UnknownCard(self._left_out(called))
        return called

    def _run(self, token: str) -> list[str]:
        """The cards of which a token is made, run together or with other signs between them; [] if it is not."""
        text = token.translate(_SYMBOLS).upper().replace("10", "T")
        one = f"X[12]|[{RANKS}][{SUITS}]?" if self.suitless else _ONE
        left = re.sub(f"{one}|{_BETWEEN}", "", text)
        found = _by_suits(text) if left else [spelled(part) for part in re.findall(one, text)]
        return found if len(found) > 1 else []

    def _left_out(self, gone: Card) -> str:
        """Why nobody can mean the card `gone`: it is not in the pack, whose next card of its suit is named."""
        none = "" if any(c.rank == gone.rank for c in self.order) else f", which has no {gone.rank.replace('T', '10')}"
        beside = [c for c in self.order if c.suit == gone.suit]
        far = {c: abs(RANKS.index(c.rank) - RANKS.index(gone.rank)) for c in beside}
        text = gone.text.replace("T", "10")
        return f"{text} is not in this pack{none}; did you mean {min(beside, key=far.__getitem__).text}?"

    def rest(self, seen: Iterable[Card]) -> Cards:
        """The cards of the pack that are not in `seen` (copies counted), in showing order."""
        left = self.copies.copy()
        left.subtract(seen)
        return tuple(c for c in self.order for _ in range(left[c]))


def french(ranks: str = RANKS, *, packs: int = 1, jokers: int = 0, without: str = "", order: str = "") -> Pack:
    """Make a pack of the four suits.

    `ranks` are the ranks in it, in any order; `order` the same ranks from high to low for showing (default A K Q J T …
    2); `packs` how many packs are shuffled together; `jokers` how many of X1 and X2 each pack has; `without` the cards
    left out, as text.
    """
    out = set(cards(without))
    one = [card(r + s) for s in SUITS for r in ranks if card(r + s) not in out] + [card(j) for j in JOKERS[:jokers]]
    return Pack(one * packs, order or RANKS)


def without(held: Cards, gone: Iterable[Card]) -> Cards:
    """`held` less one copy of each card in `gone`, in the same order; ValueError if one of them is not held."""
    left = list(held)
    for c in gone:
        left.remove(c)
    return tuple(left)


def lacking(held: Iterable[Card], wanted: Iterable[Card]) -> Cards:
    """The cards of `wanted` that are not in `held`; copies count."""
    left = Counter(held)
    out = []
    for c in wanted:
        if left[c] > 0:
            left[c] -= 1
        else:
            out.append(c)
    return tuple(out)
