"""Pluck: what runs over several tricks and hands, and its rules held against a naive second telling."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.drawn import told
from tests.oracles import pluck as oracle
from tests.oracles import small_world
from tutor.games.pluck import GAME
from tutor.games.pluck.plucking import Returning
from tutor.games.pluck.score import SCORE, Result
from tutor.games.pluck.table import PACK, PLAYERS, PluckState, Rules
from tutor.kernel.cards import Cards, cards
from tutor.kernel.game import IllegalMove
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.phase import Unreadable
from tutor.kernel.playout import playout
from tutor.kernel.position import read_view
from tutor.kernel.position_text import split

if TYPE_CHECKING:
    from tutor.kernel.events import Event

PLAY, PLUCK, RETURN = (GAME.phase_of[name] for name in ("play", "pluck", "return"))
ONE = "3H,4C,AC,KC,QC,JC,TC,9C,8C,7C,6C,5C,3C,2C,AS,KS,QS"
TWO = "AH,QH,JH,TH,AD,KD,QD,JD,TD,9D,8D,7D,JS,TS,9S,8S,X2"
"""No clubs at all."""
THREE = ",".join(c.text for c in PACK.rest(cards(f"{ONE},{TWO}")))
"""Among others KH 9H 4S X1, but not AH."""


def staged(fields: str) -> PluckState:
    state: PluckState = GAME.setup.build(read_view(GAME, GAME.setup, split(fields.split())))
    return state


def run(state: PluckState, *moves: str) -> PluckState:
    """`SEAT MOVE` one after the other."""
    for text in moves:
        seat, word = text.split()
        phase = GAME.due(state)
        state = GAME.play(state, seat, phase.read(phase.see(state, seat), word)).state
    return state


def refused(state: PluckState, text: str) -> str:
    """The clause that refuses a move."""
    seat, word = text.split()
    with pytest.raises(IllegalMove) as why:
        GAME.play(state, seat, Move(word))
    return why.value.ruling.clause


SECOND = f"at=deal dealer=P2 hand.P1={ONE} hand.P2={TWO} hand.P3={THREE}"

# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_from_one_hand_to_the_next() -> None:
    result = Result(players=3, dealer="P1", options=Rules(), tricks={"P1": 9, "P2": 5, "P3": 3})
    assert SCORE.settle(result).scores == {"P1": 2, "P2": 0, "P3": 0}
    state = staged(f"{SECOND} tricks.P1=9 tricks.P2=5 tricks.P3=3")
    assert (state.phase, state.turn) == ("pluck", ("P1",))
    assert {"KH", "9H", "4S", "X1"} <= {c.text for c in state.hand("P3")}
    state = run(state, "P1 P3:3H")
    assert (state.phase, state.turn) == ("return", ("P3",))
    assert refused(state, "P3 9H") == refused(state, "P3 3H") == refused(state, "P3 X1") == "pluck.pluck.return"
    state = run(state, "P3 KH")
    assert cards("KH")[0] in state.hand("P1")
    assert cards("3H")[0] in state.hand("P3")
    assert (state.phase, state.turn) == ("pluck", ("P1",))
    assert refused(state, "P1 P3:4C") == "pluck.pluck.liability"
    state = run(state, "P1 P2:4C", "P2 4C")
    assert cards("4C")[0] in state.hand("P1")
    assert (state.phase, state.turn) == ("trump", ("P2",))
    state = run(state, "P2 hearts")
    assert (state.phase, state.turn, state.trump) == ("play", ("P1",), "H")
    assert refused(state, "P1 AC") == "pluck.play.first-lead"
    assert {len(hand) for hand in state.hands} == {17}


def test_sequence_2_two_players_with_plucks() -> None:
    state = staged(f"{SECOND} tricks.P1=8 tricks.P2=7 tricks.P3=2")
    assert state.turn == ("P2",), "equal numbers: the new dealer first"
    state = run(state, "P2 P3:AH", "P3 AH")
    assert (state.phase, state.turn) == ("pluck", ("P1",))
    state = run(state, "P1 P3:3H", "P3 KH")
    assert (state.phase, state.turn) == ("trump", ("P2",))


def test_a_card_received_may_be_passed_on() -> None:
    state = run(staged(f"{SECOND} tricks.P1=9 tricks.P2=5 tricks.P3=3"), "P1 P3:3H", "P3 KH")
    assert Move("P2:KH") in GAME.judge(state, "P1").legal
    state = run(state, "P1 P2:KH", "P2 AH")
    assert [c.text for c in state.hand("P2") if c.suit == "H"] == ["KH", "QH", "JH", "TH"]


def test_sequence_3_breaking_trumps() -> None:
    state = staged("trump=H leader=P2 hand.P2=2C,AS,3D hand.P3=9C,4H,X1 hand.P1=KC,5S,QH")
    state = run(state, "P2 2C", "P3 9C", "P1 KC")
    assert (state.broken, state.turn) == (False, ("P1",))
    assert refused(state, "P1 QH") == "pluck.play.trump-lead-ban"
    state = run(state, "P1 5S", "P2 AS", "P3 4H")
    assert (state.broken, state.turn) == (True, ("P3",))
    assert [m.text for m in GAME.judge(state, "P3").legal] == ["X1"]


# -- more of what runs over several moves ------------------------------------------------------------------


def test_passing_gives_up_all_plucks() -> None:
    state = run(staged(f"{SECOND} tricks.P1=9 tricks.P2=5 tricks.P3=3"), "P1 pass")
    assert (state.phase, state.turn) == ("trump", ("P2",))


def test_trumps_are_broken_once() -> None:
    state = staged("trump=D leader=P1 hand.P1=5S,3S hand.P2=4D,3C hand.P3=7D,4C")
    events: list[Event] = []
    for seat, move in (("P1", "5S"), ("P2", "4D"), ("P3", "7D"), ("P3", "4C")):
        turn = GAME.play(state, seat, Move(move))
        state, events = turn.state, [*events, *turn.events]
    assert [event.seat for event in events if event.what == "trumps broken"] == ["P2"]
    assert state.broken


def test_what_was_passed_is_remembered_by_the_two_and_by_nobody_else() -> None:
    state = run(staged(f"{SECOND} tricks.P1=9 tricks.P2=5 tricks.P3=3"), "P1 P3:3H", "P3 KH")
    three, king = cards("3H")[0], cards("KH")[0]

    def places(who: str, card: object, now: PluckState) -> set[str]:
        samples = [GAME.determinize(now, who, Random(n)) for n in range(60)]
        return {seat for sample in samples for seat in PLAYERS if card in sample.hand(seat)}

    assert places("P1", three, state) == {"P3"}
    assert places("P3", king, state) == {"P1"}
    assert places("P2", three, state) == places("P2", king, state) == {"P1", "P3"}
    later = run(state, "P1 P2:KH", "P2 AH")
    assert places("P3", king, later) == {"P1", "P2"}, "it may have been passed on"
    assert places("P1", three, later) == {"P3"}
    assert places("P1", king, later) == {"P2"}
    transit = run(state, "P1 P2:KH")
    seen = {sample.away for sample in (GAME.determinize(transit, "P3", Random(n)) for n in range(60))}
    assert len(seen) > 5
    assert {GAME.determinize(transit, "P2", Random(n)).away for n in range(9)} == {(king,)}


@pytest.mark.parametrize("seed", range(12))
def test_games_end_and_add_up(seed: int) -> None:
    options = Rules(
        pluck_order=("most-first", "dealer-first")[seed % 2], tie_at_target=("extra-hand", "shared")[seed // 2 % 2]
    )
    state, whole = GAME.begin(3, options, PLAYERS[seed % 3]), Counter(PACK.cards)
    tricks: Counter[str] = Counter()
    for ply in playout(GAME, state, Random(seed)):
        assert Counter(GAME.cards(ply.state)) == whole
        for event in ply.events:
            if event.what == "trick won":
                tricks[event.seat] += 1
            if event.what == "hand over":
                taken = [tricks[seat] for seat in PLAYERS]
                won = oracle.points(taken, PLAYERS.index(state.dealer))
                assert [event.facts["scores"][seat] for seat in PLAYERS] == won
                assert ply.state.last == tuple(taken)
                tricks.clear()
        state = ply.state
    assert state.over
    winners = oracle.ended([int(n) for n in state.scores], 20, options.tie_at_target == "shared")
    assert GAME.winners(state) == tuple(PLAYERS[seat] for seat in winners)


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", ["H", "C"])
def test_cards_agree_with_the_oracle_in_a_small_world(trump: str) -> None:
    """Tricks of up to two of nine cards, hands of one to four others: what may be played, and who wins."""
    positions = 0
    for table, hand in small_world(oracle.SMALL, range(3), (1, 2, 3, 4)):
        for broken in (False, True):
            v = PLAY.view(
                players=3,
                dealer="P3",
                options=Rules(),
                trump=trump,
                broken=broken,
                trick=cards(",".join(table)),
                hand=cards(",".join(hand)),
            )
            assert {move.text for move in judge(PLAY, v).legal} == oracle.legal(table, hand, trump, broken)
            assert PLAY.facts(v) == {"broken": oracle.is_broken(table, trump, broken)}
            positions += 1
        if len(table) == 2:
            whole = [*table, hand[0]]
            full = PLAY.view(players=3, dealer="P3", options=Rules(), trump=trump, trick=cards(",".join(whole)))
            won = PLAY.winner(full)
            assert won is not None
            at = oracle.winner(whole, trump)
            assert (won.card, won.seat) == (whole[at], PLAYERS[at])
    assert positions >= 10_000


def test_plucks_agree_with_the_oracle() -> None:
    """Every result of a hand with every dealer: who plucks, how often, in which order, and from whom."""
    seen = 0
    for first in range(18):
        for second in range(18 - first):
            tricks = [first, second, 17 - first - second]
            for dealer in range(3):
                for order in ("most-first", "dealer-first"):
                    v = PLUCK.view(
                        players=3,
                        dealer=PLAYERS[dealer],
                        options=Rules(pluck_order=order),
                        tricks=dict(zip(PLAYERS, tricks, strict=True)),
                    )
                    want = oracle.plucks(tricks, dealer, order == "most-first")
                    assert [(PLAYERS.index(seat), v.entitled[seat]) for seat in v.order] == want
                    assert sum(v.liable.values()) == sum(n for _, n in want)
                    assert all(not (v.liable[seat] and v.entitled[seat]) for seat in PLAYERS)
                    plucked: tuple[tuple[str, str], ...] = ()
                    for seat, n in want:
                        for _ in range(n):
                            now = PLUCK.view(
                                players=3, dealer=v.dealer, options=v.options, tricks=v.tricks, plucks=plucked
                            )
                            assert PLUCK.actor(now) == PLAYERS[seat]
                            whom = next(one for one in PLAYERS if now.now.owes[one])
                            plucked = (*plucked, (PLAYERS[seat], whom))
                    done = PLUCK.view(players=3, dealer=v.dealer, options=v.options, tricks=v.tricks, plucks=plucked)
                    assert PLUCK.actor(done) is None
                    assert not list(PLUCK.problems(done))
                    seen += 1
    assert seen > 1000


def test_what_goes_back_agrees_with_the_oracle() -> None:
    rng = Random(2)
    for _ in range(2000):
        drawn: Cards = tuple(rng.sample(PACK.cards, rng.randint(1, 17)))
        given = drawn[0]
        if given.joker:
            continue
        v = Returning(players=3, dealer="P3", options=Rules(), card=given, hand=drawn[1:])
        assert [m.text for m in judge(RETURN, v).legal] == [oracle.back(given.text, [c.text for c in drawn[1:]])]


def test_settling_agrees_with_the_oracle() -> None:
    rng = Random(3)
    for _ in range(3000):
        first = rng.randint(0, 17)
        second = rng.randint(0, 17 - first)
        tricks, before = [first, second, 17 - first - second], [rng.randint(8, 19) for _ in range(3)]
        dealer, shared = rng.randrange(3), rng.random() < 0.5
        result = Result(
            players=3,
            dealer=PLAYERS[dealer],
            options=Rules(tie_at_target="shared" if shared else "extra-hand"),
            tricks=dict(zip(PLAYERS, tricks, strict=True)),
            before=dict(zip(PLAYERS, before, strict=True)),
        )
        assert not list(SCORE.problems(result))
        done, won = SCORE.settle(result), oracle.points(tricks, dealer)
        assert [done.scores[seat] for seat in PLAYERS] == won
        totals = [old + new for old, new in zip(before, won, strict=True)]
        assert done.outcome["game"] == [PLAYERS[seat] for seat in oracle.ended(totals, 20, shared)]


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_says_who_may_pluck_and_who_owes() -> None:
    hands = "hand.P1=2C,3C hand.P2=4C,5C hand.P3=6C,7C"
    state = staged(f"at=deal dealer=P3 tricks.P1=9 tricks.P2=3 tricks.P3=5 plucks=P1:P3 {hands}")
    table = told("pluck", state, "P2")
    assert table["Right"] == "quota 6, 4 plucks to make, plucked Left, to decide"
    assert (table["You"], table["Left"]) == ("quota 4, 4 plucks owed", "dealer, quota 7")
    assert table["tricks_before"] == "tricks last time, when you dealt: you 3, Left 5, Right 9"
    assert "trumps" not in table


def test_only_the_two_of_a_pluck_see_its_cards() -> None:
    hands = "hand.P1=2C,9H hand.P2=4C,KH hand.P3=6C,7C"
    state = staged(f"at=deal dealer=P3 tricks.P1=9 tricks.P2=3 tricks.P3=5 plucks=P1:P3 {hands}")
    state, _ = GAME.play(state, "P1", Move("P2", cards("9H")))
    assert [told("pluck", state, seat)["passed"] for seat in ("P1", "P2", "P3")] == [
        "You gave Left: 9H",
        "Right gave you: 9H",
        "Left gave Right a card",
    ]
    state, _ = GAME.play(state, "P2", Move("", cards("KH")))
    assert "holds 9H" in told("pluck", state, "P1")["Left"]
    assert "holds KH" in told("pluck", state, "P2")["Right"]
    assert "holds" not in told("pluck", state, "P3")["Left"] + told("pluck", state, "P3")["Right"]


def test_the_table_says_whether_trumps_are_broken() -> None:
    state = staged("trump=S leader=P1 hand.P1=9H hand.P2=8H hand.P3=7H")
    table = told("pluck", state, "P1")
    assert table["trumps"] == "trumps S with both jokers on top"
    assert table["broken"] == "trumps not broken"


def test_a_card_alone_is_a_pluck_where_only_one_player_can_be_plucked() -> None:
    view = read_view(GAME, PLUCK, split("dealer=P1 tricks.P1=8 tricks.P2=5 tricks.P3=4 hand=3S,KH".split()))
    assert [seat for seat, n in view.now.owes.items() if n] == ["P3"]
    assert PLUCK.read(view, "3S") == Move("P3", cards("3S"))
    both = read_view(GAME, PLUCK, split("dealer=P2 tricks.P1=11 tricks.P2=4 tricks.P3=2 hand=3S,KH".split()))
    with pytest.raises(Unreadable):
        PLUCK.read(both, "3S")
