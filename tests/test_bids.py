"""Bids that nobody who knows the game would dispute, however the rest lies; and bids as evidence of what is held."""

from __future__ import annotations

from itertools import islice
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

from tutor.advice import Adviser
from tutor.advice.likelihood import heard_calls
from tutor.advice.samples import Sampler
from tutor.advice.value import Value
from tutor.games.kaiser.table import RANKING
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.calls import GIVING_UP, OTHER, PASSING, CallMeaning, asks_for, bid
from tutor.kernel.game import Game
from tutor.kernel.history import Record
from tutor.kernel.moves import call
from tutor.kernel.playout import legal
from tutor.kernel.state import changed
from tutor.policies import policy_of
from tutor.policies.games import kaiser
from tutor.policies.games.schafkopf import expected_points
from tutor.policies.hand_value import best, by_suit

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.kernel.cards import Cards
    from tutor.kernel.phase import Phase
    from tutor.kernel.seats import Seat

TRIED = 2
"""Deals of the other cards for each hand."""


def after(record: Record[Any], said: str) -> Record[Any] | None:
    """The record after these calls; None where they cannot be made."""
    try:
        for word in said.split():
            record = history.play(record, record.state.turn[0], call(word))
    except ValueError:
        return None
    return record


def holding(game: Game[Any], hand: str, said: str, seed: int) -> tuple[Record[Any], Seat] | None:
    """A hand in which whoever is to call after `said` has these cards; None if this deal cannot come to that."""
    rng = Random(seed)
    dealt = history.draw(history.start(game), rng)
    told = after(dealt, said)
    if told is None or not told.state.turn:
        return None
    state, seat = dealt.state, told.state.turn[0]
    own = tuple(game.pack.read(text) for text in hand.split())
    rest = [*(c for held in state.hands for c in held), *state.away]
    for c in own:
        if c not in rest:
            return None  # turned up, perhaps
        rest.remove(c)
    rng.shuffle(rest)
    hands: list[Cards] = []
    for who, held in zip(state.seats, state.hands, strict=True):
        hands.append(game.pack.sort(own if who == seat else [rest.pop() for _ in held]))
    fields: dict[str, Any] = {"hands": tuple(hands), "away": tuple(rest)}
    if hasattr(state, "known"):
        fields["known"] = ((),) * state.players
    found = after(Record(game, (changed(state, **fields),)), said)
    if found is None or found.state.turn[:1] != (seat,) or len(legal(game, found.state, seat)) < 2:
        return None
    return found, seat


def advised(name: str, hand: str, said: str) -> list[str]:
    """What is advised to whoever holds this hand after these calls, in some deals of the other cards."""
    game = load(name)
    found = islice(filter(None, (holding(game, hand, said, seed) for seed in range(60))), TRIED)
    out = [Adviser(game).advise(record, seat, Random(i)).move.text for i, (record, seat) in enumerate(found)]
    assert len(out) == TRIED
    return out


def least(number: int) -> Callable[[str], bool]:
    """A bid of so many or more."""
    return lambda word: word.removesuffix("no").isdigit() and int(word.removesuffix("no")) >= number


def most(number: int) -> Callable[[str], bool]:
    """A pass, or a bid of so many at the most."""
    return lambda word: word == "pass" or int(word.removesuffix("no")) <= number


def says(*words: str) -> Callable[[str], bool]:
    """One of these."""
    return lambda word: word in words


AGREED: list[tuple[str, str, str, Callable[[str], bool]]] = [
    # name, what is held, what was said before, what nobody would dispute
    ("kaiser", "AH KH QH JH 5H AS AC AD", "", least(8)),  # eight winners
    ("kaiser", "AH KH QH JH 5H AS AC AD", "7", least(8)),
    ("kaiser", "QS 9S 9H 8H JD 9D TC 8C", "", most(6)),  # not a trick
    ("kaiser", "QS 9S 9H 8H JD 9D TC 8C", "7", says("pass")),
    ("kaiser", "QS 9S 9H 8H JD 9D TC 8C", "pass 8", says("pass")),  # partner has bid
    ("hasenpfeffer", "X1 JS JC AS KS AH", "", least(4)),  # the five highest trumps, and an ace
    ("hasenpfeffer", "X1 JS JC AS KS AH", "pass 4", least(5)),
    ("hasenpfeffer", "9H TH 9S QD TC 9D", "3", says("pass")),
    ("hasenpfeffer", "9H TH 9S QD TC 9D", "pass 4", says("pass")),
    ("schafkopf", "QC QS QH QD JC JS AD TD AS AH", "", says("take")),
    ("schafkopf", "QC QS QH QD JC JS AD TD AS AH", "pass pass", says("take")),
    ("schafkopf", "7S 8S 9S KS 7H 8H 9H 7C 8C KC", "", says("pass")),  # no trump at all
    ("calabrasella", "3S 2S AS 3H 2H 3D 2D AD 3C KC QC JC", "pass", says("play")),
    ("calabrasella", "4S 5S 6S 7S 4H 5H KH 6D 7D JD 4C 5C", "pass", says("pass")),
    ("back-alley", "X1 X2 AS KS QS JS AH KH AD KD AC KC QC", "", least(7)),
    ("back-alley", "2S 3H 4H 5H 6H 2D 3D 4D 5D 2C 3C 4C 6C", "2", most(1)),
    ("botifarra", "9S AS KS QS JS 8S 7S 9H AH 9D AD 9C", "", says("S", "botifarra")),  # it takes every trick
    ("botifarra", "2S 3S 4S 5H 6H 7H 2D 3D 4D 5C 6C 7C", "S", says("pass")),  # nothing to double on
    ("jo-jotte", "JS 9S AS TS AH AD", "pass pass", says("S")),
    ("dou-dizhu", "X1 X2 2 2 2 A A A K K K Q Q Q J J J", "", says("3")),
    ("dou-dizhu", "X1 X2 2 2 2 A A A K K K Q Q Q J J J", "2", says("3")),
    ("dou-dizhu", "3 3 4 4 5 6 6 7 8 8 9 9 T T J Q K", "2", says("pass")),
    ("dou-dizhu", "3 3 4 4 5 6 6 7 8 8 9 9 T T J Q K", "pass pass", says("pass")),
    ("tyzicha", "9H JH 9D JD 9C QC 9S", "110", says("pass")),
]


@pytest.mark.parametrize(
    ("game", "phase", "word", "meaning"),
    [
        ("kaiser", "auction", "7", bid(7)),
        ("kaiser", "auction", "7no", bid(7, no_trump=True)),
        ("kaiser", "trump", "H", bid(suit="H")),
        ("kaiser", "trump", "-", bid(no_trump=True)),
        ("botifarra", "auction", "botifarra", bid(no_trump=True)),
        ("botifarra", "auction", "double", OTHER),
        ("jo-jotte", "auction", "accept", bid()),
        ("bridge-solitaire", "auction", "1H", bid(1, "H")),
        ("solo", "name", "simple:H:AC", bid(suit="H", card="AC")),
        ("solo", "name", "tout:H", bid(suit="H", all_tricks=True)),
        ("jo-jotte", "stakes", "nullo", bid(no_trump=True, no_tricks=True)),
        ("calabrasella", "call", "3S", asks_for("3S")),
        ("tyzicha", "raise", "120", bid(120)),
        ("truc", "answer", "reject", GIVING_UP),
        ("truc", "play", "", OTHER),
        ("tute", "declare", "none", PASSING),
        ("big-two", "play", "pass", PASSING),
    ],
)
def test_what_a_call_means_is_told_by_its_phase(game: str, phase: str, word: str, meaning: CallMeaning) -> None:
    assert load(game).phase_of[phase].meaning(word) == meaning


@pytest.mark.parametrize(("name", "hand", "said", "agreed"), AGREED, ids=[f"{n}-{h[:5]}-{s}" for n, h, s, _ in AGREED])
def test_bids_that_nobody_disputes(name: str, hand: str, said: str, agreed: Callable[[str], bool]) -> None:
    for word in advised(name, hand, said):
        assert agreed(word), word


# -- rules of thumb for bids ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_what_is_sensible_is_legal_and_needs_no_other_hand(name: str) -> None:
    """Whatever the others hold, the same is said, and one of the legal calls."""
    game, rng = load(name), Random(name)
    for seed in range(4):
        record = history.draw(history.start(game), Random(seed))
        for _ in range(30):
            state = record.state
            if state.over:
                break
            if state.chance is not None:
                record = history.draw(record, rng)
                continue
            seat = next(seat for seat in state.turn if legal(game, state, seat))
            moves = legal(game, state, seat)
            phase: Phase[Any, Any] = game.due(state)
            if policy_of(game).of(phase).tells_bids and len(moves) > 1:
                other = game.determinize(state, seat, Random(7))
                one, two = (
                    policy_of(game)
                    .of(phase)
                    .rollout_move(s, seat, phase.see(s, seat), moves, game.allies(s, seat), Random(1))
                    for s in (state, other)
                )
                assert one == two
                assert one in moves
            record = history.play(record, seat, rng.choice(moves))


def test_the_weights_tell_good_hands_from_bad() -> None:
    pack = load("kaiser").pack
    good = pack.sort(pack.read(text) for text in ["AH", "KH", "QH", "JH", "5H", "AS", "AC", "AD"])
    poor = pack.sort(pack.read(text) for text in ["QS", "9S", "9H", "8H", "JD", "9D", "TC", "8C"])
    assert best(kaiser.TRUMPS, RANKING, good) > best(kaiser.TRUMPS, RANKING, poor) + 3
    assert next(iter(by_suit(kaiser.TRUMPS, RANKING, good))) == "H"


# -- bids as evidence ----------------------------------------------------------------------------------


def strength(record: Record[Any], seat: Seat, of: Seat, measure: Callable[[Cards], float]) -> float:
    """How strong the hand of `of` is on average in deals that `seat` thinks possible."""
    sampler = Sampler(record.game, record, seat, 10**9)
    return fmean(measure(sampler.sample(f"w{n}").state.hand(of)) for n in range(60))


def test_who_bids_high_is_thought_to_hold_high_cards() -> None:
    """In Kaiser, from the same hand of the asker: the bidder is dealt better hands than who has passed."""
    game = load("kaiser")
    hand = "KS 9S QH 8H JD 9D TC 8C"
    thought = {}
    for said in ("pass", "6", "9"):
        found = next(filter(None, (holding(game, hand, said, seed) for seed in range(60))))
        record, seat = found
        bidder = record.entries[0].seat
        thought[said] = strength(record, seat, bidder, lambda held: best(kaiser.TRUMPS, RANKING, held))
    assert thought["pass"] < thought["6"] < thought["9"]
    assert thought["9"] > thought["pass"] + 1


def test_a_declarer_is_still_thought_strong_when_cards_have_been_played() -> None:
    """In Schafkopf the widow is in the declarer's hand by then, and some cards have gone."""
    game = load("schafkopf")
    found = next(filter(None, (holding(game, "QH JH AD KD 8D AS KS 9H TC 8C", "", seed) for seed in range(60))))
    record = history.play(found[0], found[1], call("pass"))
    declarer = record.state.turn[0]
    record = history.play(record, declarer, call("take"))
    rng = Random(1)
    while record.state.phase != "play" or len(record.state.past) < 2:
        seat = record.state.turn[0]
        record = history.play(record, seat, rng.choice(legal(game, record.state, seat)))
    seat = next(seat for seat in record.state.seats if seat != declarer)
    calls = list(heard_calls(record, seat))
    assert [one.move.word for one in calls] == (["take"] if seat == found[1] else ["take", "pass"])
    gone = record.state.played(declarer)
    believed = fmean(
        expected_points((*sample.state.hand(declarer), *gone))
        for sample in (Sampler(game, record, seat, 10**9).sample(f"w{n}") for n in range(40))
    )
    blind = Sampler(game, record, seat, 10**9)
    blind._heard = []
    assert believed > fmean(expected_points((*blind.sample(f"w{n}").state.hand(declarer), *gone)) for n in range(40))


def test_the_same_cards_are_played_alike_whatever_was_bid_for_them() -> None:
    """Play-outs of two bids differ by the stake alone, where nobody bids again."""
    game, hand = load("dou-dizhu"), "X1 2 2 A A K K Q Q 9 9 8 7 6 5 4 3"
    record, seat = next(filter(None, (holding(game, hand, "pass pass", n) for n in range(60))))
    value, phase = Value(game, record.state, seat), game.due(record.state)
    bids = [[value.after(record.state, phase, call(word), Random(n)).value for word in ("2", "3")] for n in range(12)]
    alone = [(two, three) for two, three in bids if two % 2 == 0]  # else somebody has bid three over it
    assert len(alone) > 3 and all(two * 3 == three * 2 for two, three in alone), bids


def test_whoever_passed_is_thought_to_hold_nothing_higher() -> None:
    """A pass on an opponent's play tells of a hand, one on a partner's play nothing."""
    game = load("dou-dizhu")
    hidden = "hand.P2=3,4,4,6,7,9,T,J,A,2 hand.P3=3,3,5,5,7,8,8,8,J,X2 landlord={} bid=1 leader=P1"
    stage = f"hand.P1=3,6,7,7,9,T,Q,2,K,X1 {hidden}"

    def high(landlord: str, *played: str) -> float:
        record = history.staged(game, stage.format(landlord))
        for text in played:
            seat = record.state.turn[0]
            move = next(m for m in legal(game, record.state, seat) if m.text == text)
            record = history.play(record, seat, move)
        return strength(record, "P1", "P3", lambda held: sum(c.joker for c in held))

    passed, partners = (high(landlord, "K", "2", "pass") for landlord in ("P2", "P1"))
    assert passed < partners - 0.2, "P3 lets a two of the landlord stand, or one of the partner"
