"""Other ways of searching are held against the adviser fairly, and each does what it is named after."""

from __future__ import annotations

import math
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

from tests.strength import beside
from tests.strength.alternatives import ALTERNATIVES
from tests.strength.alternatives.alpha_mu import FRONT, _best, _joined
from tests.strength.alternatives.inference import Choice, PolicySampler, chances, choices, fitted, weights
from tests.strength.beside import GAMES, Deal, played, row
from tests.strength.hands import hand, sides
from tests.strength.textbook import textbook
from tutor.advice import Adviser, Budget
from tutor.advice.adviser import Strength
from tutor.advice.samples import Sampler
from tutor.kernel.by_name import load
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat


def moments(name: str, deal: int) -> list[tuple[Record[Any], Seat]]:
    """The decisions about cards of a hand played by the book."""
    game, found = load(name), []
    book = textbook(game)

    def noted(record: Record[Any], seat: Seat) -> Any:
        if record.state.phase == "play":
            found.append((record, seat))
        return book(record, seat)

    hand(game, deal, noted, sides(game)[0], noted)
    return found


@pytest.mark.parametrize("way", ALTERNATIVES)
@pytest.mark.parametrize("name", GAMES)
def test_every_way_plays_legal_cards_in_little_time(name: str, way: str) -> None:
    game = load(name)
    choose = ALTERNATIVES[way](game, Adviser(game, Strength(4, Budget(work=2000))), lambda: 0.004)
    for record, seat in moments(name, 3)[::9]:
        assert choose(record, seat) in legal(game, record.state, seat)


def test_what_one_side_gains_in_tricks_the_other_loses() -> None:
    game = load("court-piece")
    gains = [hand(game, 7, textbook(game), ours, textbook(game), tricks=True) for ours in sides(game)]
    assert gains[0] == -gains[1] and abs(gains[0]) in range(1, 14, 2)


def test_a_way_that_plays_as_the_others_do_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "advised", lambda adviser, rng: textbook(adviser.game))
    monkeypatch.setitem(ALTERNATIVES, "the book", lambda game, adviser, seconds: textbook(game))
    deals = [played(name, "the book", n, 1000) for name in GAMES for n in range(2)]
    assert all(sum(deal.gains) == 0 and deal.seconds > 0 for deal in deals)
    assert "0.00 ± 0.00" in row("tresette", "the book", deals)
    ahead = [Deal([n, 1.0], 0.05, 0.05) for n in (1.0, 2.0, 3.0, 2.0)]
    assert row("tresette", "x", ahead).endswith("| 4 | 8 | 50 | 50 | 1.50 ± 0.56 | points | gains |")


# -- alpha-mu ----------------------------------------------------------------------------------------------


def test_fronts_keep_what_is_best_somewhere() -> None:
    """One's own choices stay apart, for one must be made for all deals; others choose deal by deal."""
    first, second, worse = {0: 1.0, 1: 0.0}, {0: 0.0, 1: 1.0}, {0: 0.0, 1: 0.0}
    assert _best([first, worse, second]) == [first, second]
    assert _joined(first, second, min) == worse and _joined(first, second, max) == {0: 1.0, 1: 1.0}
    assert _joined({0: 1.0}, {1: 0.5}, min) == {0: 1.0, 1: 0.5}, "where a move cannot be made, the others count"
    assert len(_best([{n: 1.0} | {m: 0.0 for m in range(20) if m != n} for n in range(20)])) == FRONT


# -- inference by a policy ---------------------------------------------------------------------------------


def test_a_policy_learns_what_is_chosen() -> None:
    found = [Choice(0, [[(0, 1.0)], [(1, 1.0)], []])] * 30 + [Choice(2, [[(0, 1.0)], [(1, 1.0)], []])] * 10
    first, second, third = chances(found[0], fitted(found))
    assert first > third > second and first == pytest.approx(0.75, abs=0.05)


@pytest.mark.parametrize("name", ["court-piece", "tresette"])
def test_the_true_deal_is_likelier_than_others_that_fit(name: str) -> None:
    game, ahead = load(name), []
    for record, seat in moments(name, 2)[12:36:4]:
        past = list(Sampler(game, record, seat, math.inf).past)

        def likely(state: Any, seat: Seat = seat, past: Any = past) -> float:
            return sum(math.log(chances(one, weights(name))[one.made]) for one in choices(game, state, seat, past))

        others = [Sampler(game, record, seat, 1e6).sample(str(n)).state for n in range(8)]
        ahead.append(likely(record.state) - fmean(likely(state) for state in others))
    assert fmean(ahead) > 0.3


def test_deals_are_drawn_by_how_likely_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PolicySampler, "seconds", 1.0)
    record, seat = moments("court-piece", 2)[20]
    sampler = PolicySampler(record.game, record, seat, math.inf)
    drawn = [sampler.sample(f"one:{n}") for n in range(50)]
    assert drawn[3] is sampler.sample("one:3")
    upto = sampler._upto
    often = {id(deal): sum(one is deal for one in drawn) / 50 for deal in sampler._pool}
    for deal, low, high in zip(sampler._pool, [0.0, *upto], upto, strict=False):
        assert often[id(deal)] == pytest.approx((high - low) / upto[-1], abs=0.05)
    assert Random(1).choice(drawn).fits
