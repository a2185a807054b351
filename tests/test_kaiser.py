"""Kaiser: what runs over several tricks and hands, and its rules held against a naive second telling."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.oracles import follow_suit
from tests.oracles import kaiser as oracle
from tests.records import in_turn
from tests.small_worlds import agrees
from tutor.games.kaiser import GAME
from tutor.games.kaiser.score import SCORE, Result
from tutor.games.kaiser.table import BIDS, PACK, SIDES, KaiserState, Rules, value
from tutor.kernel import record
from tutor.kernel.cards import cards
from tutor.kernel.game import IllegalMove
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAY = GAME.phase_of["play"]
AUCTION = GAME.phase_of["auction"]
SEATS = ("P1", "P2", "P3", "P4")
POOR = "7C,8C,9C,9D,TD,8H,9S,TS"


def dealt(*calls: str, options: Rules | None = None, seed: int = 1) -> record.Record[KaiserState]:
    """A game dealt by P4 after these calls, each by whoever is to speak."""
    found = record.draw(record.start(GAME, 4, options or Rules(), "P4"), Random(seed))
    return in_turn(found, *calls)


def refused(found: record.Record[KaiserState], word: str) -> str:
    """The clause that refuses a call."""
    with pytest.raises(IllegalMove) as why:
        GAME.play(found.state, found.state.turn[0], Move(word))
    return why.value.ruling.clause


def ended(game: KaiserState, seed: int) -> KaiserState:
    """The state after the hand that is being played, by chance."""
    states: Iterator[KaiserState] = (ply.state for ply in playout(GAME, game, Random(seed)))
    return next(state for state in states if state.chance is not None or state.over)


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_misdeal() -> None:
    begun = GAME.begin(4, Rules(), "P4")
    poor = cards(POOR)
    rest = iter(PACK.rest(poor))
    mine = iter(poor)
    draw = Move("deal", tuple(next(mine) if place // 8 == 1 else next(rest) for place in range(32)))
    state = GAME.play(begun, "deck", draw).state
    assert (state.phase, state.turn, state.hand("P2")) == ("misdeal", ("P2",), PACK.sort(poor))
    again = GAME.play(state, "P2", Move("misdeal")).state
    assert (again.dealer, again.hand_no, again.chance is not None, again.hands) == ("P4", 2, True, ())
    kept = GAME.play(state, "P2", Move("keep")).state
    assert (kept.phase, kept.turn) == ("auction", ("P1",))
    called = GAME.play(kept, "P1", Move("pass")).state
    with pytest.raises(IllegalMove):
        GAME.play(called, "P2", Move("misdeal"))


def test_only_one_player_can_have_a_misdeal() -> None:
    assert sum(c.rank in "T987" for c in PACK.cards) < 16


@pytest.mark.parametrize("first_lead", ["dealers_left", "bidder"])
def test_sequence_2_from_the_auction_to_the_next_deal(first_lead: str) -> None:
    found = dealt("6", "pass", "7", "7", options=Rules(first_lead=first_lead))
    assert (found.state.phase, found.state.turn, found.state.contract) == ("trump", ("P4",), "7")
    found = record.play(found, "P4", Move("H"))
    leader = "P4" if first_lead == "bidder" else "P1"
    assert (found.state.trump, found.state.turn, found.state.bidder) == ("H", (leader,), "P4")
    after = ended(found.state, 1)
    assert (after.dealer, after.hand_no, after.contract) == ("P1", 2, "")
    result = Result(
        players=4,
        dealer="P4",
        options=Rules(),
        contract="7",
        declarers="P2+P4",
        tricks={"P2+P4": 5, "P1+P3": 3},
        won={"P2+P4": cards("5H,3S")},
    )
    done = SCORE.settle(result)
    assert done.scores == {"P1+P3": 3, "P2+P4": 7}
    assert (done.outcome["made"], done.outcome["clause"]) == (True, "kaiser.next")


def test_sequence_3_three_passes() -> None:
    found = dealt("pass", "pass", "pass")
    assert refused(found, "pass") == "kaiser.bid.forced"
    found = record.play(found, "P4", Move("6no"))
    assert (found.state.phase, found.state.turn, found.state.trump) == ("play", ("P1",), "")
    found = dealt("pass", "pass", "pass", "pass", options=Rules(all_pass="redeal_next"))
    assert (found.state.dealer, found.state.hand_no, found.state.chance is not None) == ("P1", 2, True)


def test_sequence_4_no_second_call() -> None:
    found = dealt("7", "7no", "pass", "pass")
    assert (found.state.phase, found.state.turn) == ("play", ("P1",))
    assert (found.state.bidder, found.state.contract) == ("P2", "7no")


def test_sequence_5_values_by_tricks() -> None:
    for tricks in range(9):
        assert [value(tricks, cards(held)) for held in ("", "5H", "3S", "5H,3S")] == [
            tricks,
            tricks + 5,
            tricks - 3,
            tricks + 2,
        ]
        assert value(tricks, cards("5H")) + value(8 - tricks, cards("3S")) == 10


# -- invariants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_every_hand_counts_ten(seed: int) -> None:
    options = Rules(
        all_pass=("dealer_forced", "redeal_next")[seed % 2],
        first_lead=("dealers_left", "bidder")[seed // 2 % 2],
        fail_cost=("tricks", "bid")[seed // 4 % 2],
        nt_doubles_defenders=bool(seed // 8 % 2),
        most_hands=30,
    )
    tricks = counted = 0
    end = GAME.begin(4, options, "P1")
    for ply in playout(GAME, end, Random(seed)):
        for event in ply.events:
            if event.what == "trick won":
                tricks, counted = tricks + 1, counted + event.facts["value"]
            if event.what == "hand over":
                assert (tricks, counted) == (8, 10)
                tricks = counted = 0
        end = ply.state
    assert end.hand_no >= 30 or max(end.scores) >= 52
    assert len(GAME.winners(end)) <= 1


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", ["S", "H", ""])
def test_cards_agree_with_the_oracle_in_a_small_world(trump: str) -> None:
    """Tricks of up to three of nine cards, hands of one to three others: what may be played, and who wins."""
    fields: dict[str, Any] = {"players": 4, "dealer": "P4", "options": Rules(), "trump": trump}

    def counted(trick: list[str], view: Any) -> bool:
        return PLAY.facts(view) == {"value": oracle.worth(trick)}

    agrees(PLAY, "kaiser.follow", oracle.SMALL, follow_suit, lambda t: oracle.winner(t, trump), counted, **fields)


@pytest.mark.parametrize("all_pass", ["dealer_forced", "redeal_next"])
def test_every_auction_agrees_with_the_oracle(all_pass: str) -> None:
    options, seen = Rules(all_pass=all_pass), 0
    todo: list[tuple[str, ...]] = [()]
    while todo:
        words = todo.pop()
        v = AUCTION.view(players=4, dealer="P4", options=options, bids=tuple(zip(SEATS, words, strict=False)))
        assert not list(AUCTION.problems(v)) if len(words) < 3 else True
        found = judge(AUCTION, v)
        want = oracle.calls(list(words), all_pass == "redeal_next")
        assert {move.text for move in found.legal} == want, words
        assert all(r.legal or r.clause in ("kaiser.bid.higher", "kaiser.bid.forced") for r in found.rulings)
        if len(words) < 3:
            todo += [(*words, word) for word in want]
        seen += 1
    assert seen > 500


def test_settling_agrees_with_the_oracle() -> None:
    rng = Random(3)
    for _ in range(3000):
        tricks = rng.randint(1, 7)
        mine = [name for name in ("5H", "3S") if rng.random() < 0.5]
        theirs = [name for name in ("5H", "3S") if name not in mine]
        by_bid, both, bid = rng.random() < 0.5, rng.random() < 0.5, rng.choice(BIDS)
        before = [rng.randint(-20, 51), rng.randint(30, 51)]
        result = Result(
            players=4,
            dealer="P4",
            options=Rules(fail_cost="bid" if by_bid else "tricks", nt_doubles_defenders=both),
            contract=bid,
            declarers=SIDES[0],
            tricks={SIDES[0]: tricks, SIDES[1]: 8 - tricks},
            won={SIDES[0]: cards(",".join(mine)), SIDES[1]: cards(",".join(theirs))},
            before=dict(zip(SIDES, before, strict=True)),
        )
        assert not list(SCORE.problems(result))
        worths = []
        for number, held in ((tricks, mine), (8 - tricks, theirs)):
            worths.append(number + (5 if "5H" in held else 0) - (3 if "3S" in held else 0))
        assert list(SCORE.settle(result).scores.values()) == oracle.points(bid, worths, before, by_bid, both)
