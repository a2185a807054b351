"""Hasenpfeffer: whole hands, and its rules held against a naive second telling."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.drawn import played, staged, told
from tests.oracles import hasenpfeffer as oracle
from tests.small_worlds import agrees
from tests.tables import LONG
from tutor.games.hasenpfeffer import GAME
from tutor.games.hasenpfeffer.score import SCORE, Result
from tutor.games.hasenpfeffer.table import JOKER, PACK, SIDES, WIDOW, HasenpfefferState, Rules
from tutor.kernel import record
from tutor.kernel.cards import Cards, cards
from tutor.kernel.game import IllegalMove
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout
from tutor.teach.tables.tabletop import table_of

PLAY = GAME.phase_of["play"]
AUCTION = GAME.phase_of["auction"]
SEATS = ("P1", "P2", "P3", "P4")
HANDS = {
    "P1": "X1,9S,TS,QH,9H,AD",
    "P2": "JC,AS,KS,KH,TD,9C",
    "P3": "JS,QS,AH,JH,TH,KD",
    "P4": "AC,KC,QC,TC,QD,9D",
}


def begun(dealer: str = "P4", hands: dict[str, str] | None = None) -> record.Record[HasenpfefferState]:
    """A game after the deal of these hands; the card that is nowhere is the widow."""
    held = {seat: cards(text) for seat, text in (hands or HANDS).items()}
    first = SEATS.index(dealer) + 1
    given: Cards = tuple(c for i in range(4) for c in held[SEATS[(first + i) % 4]])
    start = record.start(GAME, 4, Rules(), dealer)
    return record.play(start, "deck", Move("deal", (*given, *PACK.rest(given))))


def made(found: record.Record[HasenpfefferState], *moves: str) -> record.Record[HasenpfefferState]:
    """The record after these moves, each by whoever is to act."""
    for text in moves:
        phase, seat = GAME.due(found.state), found.state.turn[0]
        found = record.play(found, seat, phase.read(phase.see(found.state, seat), text))
    return found


def legal(found: record.Record[HasenpfefferState]) -> set[str]:
    return {move.text for move in GAME.judge(found.state, found.state.turn[0]).legal}


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_a_whole_hand() -> None:
    found = begun()
    assert found.state.away == cards("JD")
    found = made(found, "pass", "pass", "pass", "pass")
    assert (found.state.phase, found.state.turn, legal(found)) == ("auction", ("P1",), {"3"})
    assert [event.what for event in found.entries[-1].events] == ["called", "joker shown"]
    found = made(found, "3")
    assert (found.state.declarer, found.state.contract, found.state.phase) == ("P1", 3, "trump")
    assert set(found.state.hand("P1")) == set(cards("X1,9S,TS,QH,9H,AD,JD"))
    found = made(found, "H", "9S")
    assert set(found.state.hand("P1")) == set(cards("X1,JD,QH,9H,AD,TS"))
    assert (found.state.away, found.state.phase, found.state.turn) == (cards("9S"), "play", ("P1",))

    found = made(found, "X1")
    assert legal(found) == {"KH"}
    found = made(found, "KH")
    assert legal(found) == {"JH", "AH", "TH"}
    found = made(found, "TH")
    assert len(legal(found)) == 6
    found = made(found, "9D")
    assert found.state.turn == ("P1",)

    found = made(found, "JD", "9C")
    assert legal(found) == {"JH", "AH"}
    found = made(found, "AH", "QD")
    assert found.state.turn == ("P1",)

    found = made(found, "AD")
    assert legal(found) == {"TD"}
    found = made(found, "TD")
    assert legal(found) == {"KD"}
    found = made(found, "KD")
    assert legal(found) == {"AC", "KC", "QC", "TC"}
    found = made(found, "TC")
    assert found.state.turn == ("P1",)

    found = made(found, "TS", "AS")
    assert legal(found) == {"JS", "QS"}
    found = made(found, "QS", "QC")
    assert found.state.turn == ("P2",)

    found = made(found, "JC")
    assert legal(found) == {"JS", "JH"}
    found = made(found, "JS")
    assert legal(found) == {"AC", "KC"}
    found = made(found, "AC")
    assert legal(found) == {"QH", "9H"}
    found = made(found, "9H")
    assert found.state.turn == ("P1",)

    found = made(found, "QH", "KS")
    assert legal(found) == {"JH"}
    found = made(found, "JH", "KC")
    assert (found.state.scores, found.state.dealer, found.state.hand_no) == ((5, 1), "P1", 2)


def test_sequence_2_a_void_hand() -> None:
    hands = HANDS | {"P1": "JD,9S,TS,QH,9H,AD"}
    found = made(begun("P2", hands), "pass", "pass", "pass", "pass")
    assert (found.state.chance is not None, found.state.dealer, found.state.scores) == (True, "P3", (0, 0))
    found = record.draw(found, Random(1))
    assert found.state.turn == ("P4",)


def test_a_dealer_with_the_joker_may_bid_one() -> None:
    found = made(begun("P1"), "pass", "pass", "pass")
    assert found.state.turn == ("P1",)
    found = made(found, "1")
    assert (found.state.declarer, found.state.contract) == ("P1", 1)


# -- what is hidden ----------------------------------------------------------------------------------------


def test_a_joker_that_was_shown_stays_with_its_holder() -> None:
    found = made(begun(), "pass", "pass", "pass", "pass")
    for n in range(20):
        assert JOKER in GAME.determinize(found.state, "P3", Random(n)).hand("P1")
    found = made(found, "3", "H", "9S")
    places: Counter[tuple[bool, bool]] = Counter()
    for n in range(300):
        sample = GAME.determinize(found.state, "P3", Random(n))
        places[JOKER in sample.hand("P1"), JOKER in sample.away] += 1
        assert GAME.determinize(found.state, "P1", Random(n)).away == cards("9S")
    assert set(places) == {(True, False), (False, True)}


# -- random games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20 + 100 * LONG))
def test_random_games(seed: int) -> None:
    """Six tricks a hand, and the sheet is the sum of its lines."""
    rng = Random(seed)
    options = Rules(defenders_win_only_if_set=rng.random() < 0.5, target=rng.randint(1, 12), most_hands=60)
    state = GAME.begin(4, options, rng.choice(SEATS))
    sheet, tricks = dict.fromkeys(SIDES, 0.0), 0
    for ply in playout(GAME, state, rng):
        for event in ply.events:
            tricks += event.what == "trick won"
            if event.what == "scored":
                sheet[event.seat] += event.facts["points"]
            elif event.what == "hand over":
                assert tricks == 6
                tricks = 0
        state = ply.state
    assert GAME.standing(state) == sheet
    winners = GAME.winners(state)
    assert all(sheet[side] >= options.target for side in winners)
    assert winners or state.hand_no >= 60


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", ["H", "D", "S", "C"])
def test_cards_agree_with_the_oracle_in_a_small_world(trump: str) -> None:
    """Tricks of up to three of nine cards, hands of one to three others: what may be played, and who wins."""
    fields: dict[str, Any] = {"players": 4, "dealer": "P4", "options": Rules(), "trump": trump}
    legal, winner = partial(oracle.legal, trump=trump), partial(oracle.winner, trump=trump)
    agrees(PLAY, "hasenpfeffer.play.follow", oracle.SMALL, legal, winner, **fields)


@pytest.mark.parametrize("joker", [*SEATS, WIDOW])
def test_every_auction_agrees_with_the_oracle(joker: str) -> None:
    place = SEATS.index(joker) if joker in SEATS else -1
    order = (*SEATS, joker)
    todo: list[tuple[str, ...]] = [()]
    seen = 0
    while todo:
        words = todo.pop()
        bids = tuple(zip(order, words, strict=False))
        v = AUCTION.view(players=4, dealer="P4", options=Rules(), bids=bids, joker=joker)
        assert not list(AUCTION.problems(v))
        found = judge(AUCTION, v)
        want = oracle.calls(list(words), place)
        assert {move.text for move in found.legal} == want, words
        forced = len(words) == 4
        clause = f"hasenpfeffer.bid.{'forced' if forced else 'calls'}"
        assert all(ruling.clause == clause for ruling in found.rulings)
        if want:
            todo += [(*words, word) for word in want]
        else:
            facts = AUCTION.facts(v)
            made = [(seat, int(word)) for seat, word in bids if word != "pass"]
            assert facts == (
                {"declarer": made[-1][0], "contract": made[-1][1], "leader": made[-1][0]}
                if made
                else {"void": True, "next_dealer": "P1"}
            )
        seen += 1
    assert seen > 200


def test_settling_agrees_with_the_oracle() -> None:
    for contract, tricks, ours, theirs, only in product(
        range(1, 7), range(7), (-5, 0, 4, 6, 9), (-3, 4, 6, 8, 9), (False, True)
    ):
        result = Result(
            players=4,
            dealer="P4",
            options=Rules(defenders_win_only_if_set=only),
            declarer="P2",
            contract=contract,
            tricks=tricks,
            before={SIDES[1]: ours, SIDES[0]: theirs},
        )
        assert not list(SCORE.problems(result))
        done = SCORE.settle(result)
        declarers, defenders, hand, game = oracle.settled(contract, tricks, (ours, theirs), 10, only)
        names = {"d": [SIDES[1]], "f": [SIDES[0]], "": []}
        assert done.scores == {SIDES[1]: declarers, SIDES[0]: defenders}
        assert (done.outcome["hand"], done.outcome["game"]) == (names[hand], names[game])
        both = ours + declarers >= 10 and theirs + defenders >= 10
        clause = f"hasenpfeffer.end.{'both' if both else 'target'}" if game else ""
        assert done.outcome.get("clause", "") == clause


def test_an_auction_goes_on_only_with_higher_bids() -> None:
    found = made(begun(), "2")
    with pytest.raises(IllegalMove) as why:
        made(found, "2")
    assert why.value.ruling.clause == "hasenpfeffer.bid.calls"


# -- the table -------------------------------------------------------------------------------------------------


def test_the_table_says_the_contract_and_the_three_highest_trumps() -> None:
    hands = "hand.P1=JH,JD,AS hand.P2=9H,KS hand.P3=AC,KC,QC hand.P4=QH,QS,QD"
    won = "won.P1+P3=9C,TC,9D,JC score.P2+P4=7"
    state = staged("hasenpfeffer", f"trump=H declarer=P2 contract=4 leader=P2 trick=X1 {hands} {won}")
    table = told("hasenpfeffer", state)
    assert table["trumps"] == "trumps H, highest X1, JH and JD"
    assert table["contract"] == "Left and Right need 4 tricks, bid by Left"
    assert table["score"] == "score (10 wins): you and Partner 0, Left and Right 7"
    assert table["tricks"] == "tricks: you and Partner 1, Left and Right 0"
    assert table_of(GAME, state, "P1").held == cards("JH,JD,AS")


def test_who_has_shown_the_joker_stands_on_the_table_until_it_is_played() -> None:
    hands = "hand.P1=X1,9C,TC,9D,TD,9S hand.P2=9H,KS,AS,AD,KD,QD hand.P3=AC,KC,QC,JC,TS,JS hand.P4=QH,QS,TH,JH,KH,AH"
    state = staged("hasenpfeffer", f"at=auction {hands}")
    state = played(GAME, state, *((seat, "pass") for seat in state.seats))
    assert told("hasenpfeffer", state, "P2")["Right"] == "with X1, passed, to call"
    state = played(GAME, state, ("P1", "3"), ("P1", "C"), ("P1", "9S"))
    assert told("hasenpfeffer", state, "P2")["Right"] == "with X1, to lead"
    state = played(GAME, state, ("P1", "X1"))
    assert told("hasenpfeffer", state, "P2")["Right"] == "X1 led"
