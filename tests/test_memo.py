"""What is cached of duties: asked once for all hands, asked again where they look at something else, and right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.kernel import memo
from tutor.kernel.cards import Card, cards, french
from tutor.kernel.duties import Duties, Duty, always, if_able, most, narrow
from tutor.kernel.fields import CARDS, declared, suit, whole
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Phase
from tutor.kernel.playout import allowed
from tutor.kernel.view import Options, View
from tutor.kernel.view_types import HandView

if TYPE_CHECKING:
    from collections.abc import Iterable

PACK = french("AKQJT9")


@dataclass(frozen=True, kw_only=True)
class Hand(View, HandView):
    hand: tuple[Card, ...] = declared(CARDS, "cards", ())
    trick: tuple[Card, ...] = declared(CARDS, "cards laid", ())
    trump: str = suit("trumps", "S")
    round: int = whole("which round it is", 0, low=0)

    @property
    def led(self) -> str:
        return self.trick[0].suit if self.trick else ""

    @property
    def has_suit(self) -> bool:
        return any(c.suit == self.led for c in self.hand)


class Playing(Phase[Hand, Any]):
    view = Hand
    pack = PACK

    def __init__(self, *duties: Duty[Hand]) -> None:
        self.these = duties

    def duties(self, v: Hand) -> Duties[Hand]:
        return self.these

    def candidates(self, v: Hand) -> Iterable[Move]:
        return [play(c) for c in PACK.sort(v.hand)]


class Speaking(Playing):
    def candidates(self, v: Hand) -> Iterable[Move]:
        return [*super().candidates(v), call("pass")]


def view(hand: str, trick: str = "", trump: str = "S") -> Hand:
    return Hand(options=Options(), players=4, dealer="P4", hand=cards(hand), trick=cards(trick), trump=trump)


def text(phase: Playing, v: Hand) -> str:
    return ",".join(move.text for move in allowed(phase, v))


@pytest.mark.skipif(not memo.enabled(), reason="with TUTOR_REMEMBER=0 nothing is cached")
def test_a_duty_is_asked_again_only_where_it_looks_at_something_else() -> None:
    asked: list[str] = []

    def keep(v: Hand, move: Move) -> bool:
        asked.append(move.text)
        return move.card.suit != v.trump

    phase = Playing(always("x.trump", keep))
    assert text(phase, view("KS,QH")) == "QH"
    number = len(asked)
    assert text(phase, view("AS,9D", trick="TC")) == "9D"
    assert len(asked) == number, "neither the hand nor the trick was looked at"
    assert text(phase, view("AS,9D", trump="D")) == "AS"
    assert len(asked) > number
    with memo.disabled():
        number = len(asked)
        assert text(phase, view("AS,9D", trump="D")) == "AS"
        assert len(asked) == number + 2


@pytest.mark.skipif(not memo.enabled(), reason="with TUTOR_REMEMBER=0 nothing is cached")
@pytest.mark.parametrize("times", [1, 1 + memo.MIN_HITS])
def test_where_situations_hardly_come_again_the_duties_are_asked_each_time(times: int) -> None:
    asked: list[int] = []

    def keep(v: Hand, move: Move) -> bool:
        asked.append(v.round)
        return move.card.suit != v.trump

    phase = Playing(always("x.trump", keep))
    for n in range(2 * memo.TRIAL):
        for _ in range(times):
            assert text(phase, replace(view("KS,QH"), round=n)) == "QH"
    number = len(asked)
    assert text(phase, replace(view("KS,QH"), round=n)) == "QH"
    assert (len(asked) > number) is (times == 1)


FOLLOW: Duty[Hand] = if_able("x.follow", lambda v, m: m.card.suit == v.led, when=lambda v: bool(v.trick))
RUFF: Duty[Hand] = if_able("x.ruff", lambda v, m: m.card.suit == v.trump, failing=FOLLOW)
NO_ACE: Duty[Hand] = always("x.ace", lambda v, m: m.card.rank != "A", when=lambda v: len(v.hand) > 2)
HIGH: Duty[Hand] = most("x.high", lambda v, m: "9TJQKA".index(m.card.rank))
LOWEST: Duty[Hand] = if_able("x.low", lambda v, m: m.card is v.hand[-1], when=lambda v: v.has_suit)
LAST: Duty[Hand] = always("x.last", lambda v, m: m.card not in v.trick[1:])
OWN: Duty[Hand] = always("x.own", lambda v, m: not any(c.rank == "K" for c in v.hand) or m.card.rank != "Q")
SPOKEN: Duty[Hand] = always("x.spoken", lambda v, m: bool(m.cards) or v.trump == "H")
BOUND: Duty[Hand] = always("x.bound", lambda v, m: not m.cards or m.card.suit != v.trump)

PHASES = [
    Playing(FOLLOW),
    Playing(FOLLOW, RUFF),
    Playing(NO_ACE, FOLLOW, RUFF),
    Playing(FOLLOW, RUFF, HIGH),
    Playing(LOWEST, FOLLOW),
    Playing(LAST, OWN, FOLLOW),
    Speaking(SPOKEN, BOUND),
    Speaking(SPOKEN, if_able("x.any", lambda v, m: not m.cards or m.card.suit == v.led)),
]
HANDS = st.lists(st.sampled_from(PACK.order), min_size=1, max_size=10, unique=True)


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: "-".join(duty.clause for duty in phase.these))
@given(HANDS, st.integers(0, 3), st.sampled_from("SHDC"))
def test_what_is_cached_is_what_narrow_says(phase: Playing, held: list[Card], laid: int, trump: str) -> None:
    trick, hand = tuple(held[:laid]), PACK.sort(held[laid:])
    if hand:
        v = Hand(options=Options(), players=4, dealer="P4", hand=hand, trick=trick, trump=trump)
        assert allowed(phase, v) == narrow(phase.duties(v), v, phase.candidates(v)).legal
