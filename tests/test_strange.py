"""Reoccurring Strange: what runs over several tricks and rounds, and whatever is special about its turn-ups."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.drawn import played, staged, told
from tests.oracles import strange as oracle
from tests.records import named, set_up
from tests.tables import LONG
from tutor.games.strange import GAME
from tutor.games.strange.table import PACK, Playing, Rules
from tutor.kernel import record
from tutor.kernel.cards import cards
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import Ply, legal, playout, step
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.seats import DECK

if TYPE_CHECKING:
    from tutor.games.strange.rounds import StrangeState

PICKS = ((16, 2), (8, 3), (4, 4), (2, 5))


game = partial(set_up, "strange")


def hands(state: StrangeState) -> tuple[str, ...]:
    return tuple(",".join(c.text for c in hand) for hand in state.hands)


def piles(state: StrangeState) -> tuple[str, ...]:
    return tuple(",".join(c.text for c in pile) for pile in state.held)


def view(**values: Any) -> Playing:
    return Playing(**{"players": 3, "dealer": "P3", "options": Rules(), **values})


# -- the worked sequences ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "out"), [(3, 6), (2, 38)])
def test_sequence_1_the_first_deal(players: int, out: int) -> None:
    whole = record.draw(record.start(GAME, players), Random(1))
    order = record.write(whole).split("deal:")[1].strip().split("+")
    state = whole.state
    assert (state.round, state.phase, state.turn, state.trick, state.won) == (1, "play", ("P1",), (), (0,) * players)
    for i, hand in enumerate(state.hands):
        assert Counter(c.text for c in hand) == Counter(order[32 * i : 32 * i + 32])
        assert hand == PACK.sort(hand)
    assert [c.text for c in state.upcard] == order[32 * players : 32 * players + 2]
    assert Counter(c.text for c in state.undealt) == Counter(order[-out:])
    assert (len(state.undealt), state.away) == (out, ())


def test_the_player_after_the_dealer_leads() -> None:
    for dealer, leader in (("P1", "P2"), ("P2", "P3"), ("P3", "P1")):
        assert record.draw(record.start(GAME, 3, dealer=dealer), Random(1)).state.turn == (leader,)


def test_sequence_2_holding_over() -> None:
    stage = "players=2 upcard=6C,KD hand.P1=JD,3S,2H,2C hand.P2=9D,4S,3H,3C"
    trick = game(stage, "P1 JD+3S; P2 4S+9D")  # a lead lies sorted: 3S in slot 1
    assert trick.state.holding().sums == {"P1": 27, "P2": 26}
    assert (trick.state.phase, trick.state.turn) == ("hold", ("P2",))
    state = game(stage, "P1 JD+3S; P2 4S+9D; P2 JD; P1 9D").state
    assert (state.phase, state.turn, state.won, state.trick) == ("play", ("P1",), (1, 0), ())
    assert piles(state) == ("9D", "JD")
    assert hands(state) == ("2H,2C", "3H,3C")
    assert state.away[-2:] == cards("3S,4S")


EXAMPLE_2 = (
    "upcard=JS,4H hand.P1=AD,JH,QH,QH,2S,3S hand.P2=5S,7H,JS,TS,5C,6C hand.P3=QD,KH,2C,6H,3C,4C",
    "P1 AD+JH; P2 7H+5S; P3 KH+QD",
    "P1 QH+QH; P2 JS+TS; P3 2C+6H",
)


def test_sequence_3_a_draw_and_then_a_decision() -> None:
    drawn = game(*EXAMPLE_2[:2]).state
    assert (drawn.phase, drawn.turn, drawn.won, drawn.trick) == ("play", ("P1",), (0, 0, 0), ())
    assert drawn.drawn == (cards("JH,AD,7H,5S,KH,QD"),)
    assert named(game(*EXAMPLE_2[:2]), "trick drawn")[0].facts["totals"] == {"P1": 38, "P2": 38, "P3": 38}
    won = game(*EXAMPLE_2).state
    assert won.holding().sums == {"P1": 50, "P2": 52, "P3": 19}
    assert (won.phase, won.turn, won.holding().order) == ("hold", ("P3",), ("P3", "P1", "P2"))
    after = game(*EXAMPLE_2, "P3 KH+JS; P1 JH+QH; P2 7H+QH")
    state = after.state
    assert piles(state) == ("QH,JH", "QH,7H", "JS,KH")
    assert hands(state) == ("3S,2S", "6C,5C", "4C,3C")
    assert (state.won, state.leader, state.turn, state.drawn) == ((0, 2, 0), "P2", ("P2",), ())
    assert Counter(named(after, "tricks collected")[0].cards) == Counter(cards("AD,5S,QD,TS,2C,6H"))


def test_example_3_in_round_five() -> None:
    stage = "round=5 upcard=JS,4H hand.P1=QH,QH hand.P2=JS,TS hand.P3=2C,6H tricks.P1=15 tricks.P2=15"
    over = game(stage, "P1 QH+QH; P2 JS+TS; P3 2C+6H")
    assert over.state.over
    assert over.state.won == (16, 16, 0)
    assert [(event.seat, event.facts["slot"]) for event in named(over, "slot won")] == [("P2", 1), ("P1", 2)]
    assert GAME.winners(over.state) == ("P1", "P2")


# P1 and P2 hold the same cards, so that the answerer can draw every trick; P3 can only throw diamonds, which count 0.
LIKE = "AS,KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,3H,2H"
JUNK = "AD,AD,KD,KD,QD,QD,JD,JD,TD,TD,9D,9D,8D,8D,7D"
CARRY = (
    f"upcard=JC,QC leader=P2 hand.P1=5H,4H hand.P2=5H,4H hand.P3=2D,2D held.P1={LIKE} held.P2={LIKE} held.P3={JUNK} "
    "tricks.P1=5 tricks.P2=6 tricks.P3=4"
)
LAST_OF_ROUND_1 = "P2 5H+4H; P3 2D+2D; P1 5H+4H"
HEAP_1 = "5H,4H,2D,2D,5H,4H"


def draws(pairs: int) -> list[str]:
    """The first tricks of round two, all drawn: P2 leads spades from the top, P1 answers with the same."""
    lines = []
    mine, junk = LIKE.split(","), JUNK.split(",")
    for i in range(pairs):
        pair, thrown = "+".join(mine[2 * i : 2 * i + 2]), "+".join(junk[2 * i : 2 * i + 2])
        lines += [f"P2 {pair}", f"P3 {thrown}", f"P1 {pair}"]
    return lines


def test_sequence_4_a_heap_is_carried_into_the_next_round() -> None:
    start = game(CARRY, LAST_OF_ROUND_1).state
    assert (start.round, start.phase, start.turn, start.leader) == (2, "play", ("P2",), "P2")
    assert [len(hand) for hand in start.hands] == [15, 15, 15]
    assert (start.held, start.carried, start.drawn) == (((), (), ()), (cards(HEAP_1),), ())
    decided = game(CARRY, LAST_OF_ROUND_1, "P2 AS+KS; P3 AD+AD; P1 3S+2S; P3 5H+AS; P1 5H+KS; P2 4H+3S")
    state = decided.state
    assert [len(hand) for hand in state.hands] == [14, 14, 14]
    assert piles(state) == ("KS", "3S", "AS")
    assert [cards("5H")[0] in state.hand("P3"), cards("5H")[0] in state.hand("P1")] == [True, True]
    assert cards("4H")[0] in state.hand("P2")
    assert state.won == (5, 8, 4)
    assert (state.turn, state.carried, state.round) == (("P2",), (), 2)
    picked = named(decided, "picked")[0]
    assert (picked.facts["to_hand"], picked.facts["to_pile"]) == (cards("5H"), cards("AS"))


def test_sequence_5_a_carried_heap_is_broken_up() -> None:
    due = game(CARRY, LAST_OF_ROUND_1, *draws(7)).state
    assert [len(hand) for hand in due.hands] == [1, 1, 1]
    assert hands(due)[:2] == ("2H", "2H")
    assert (due.turn, len(due.drawn), len(due.carried)) == ((), 7, 1)
    assert due.chance is not None
    assert (due.chance.word, due.chance.pool) == ("breakup", cards(HEAP_1))
    broken = game(CARRY, LAST_OF_ROUND_1, *draws(7), "deck breakup:4H+5H+2D+2D+4H+5H")
    assert hands(broken.state) == ("4H,2H", "5H,2H", "7D,2D")
    assert (broken.state.turn, broken.state.carried) == (("P2",), ())
    assert Counter(broken.state.away) - Counter(due.away) == Counter(cards("2D,4H,5H"))
    assert named(broken, "heap broken up")[0].facts["given"] == {
        "P1": cards("4H")[0],
        "P2": cards("5H")[0],
        "P3": cards("2D")[0],
    }
    decided = game(
        CARRY,
        LAST_OF_ROUND_1,
        *draws(7),
        "deck breakup:4H+5H+2D+2D+4H+5H",
        "P2 5H+2H; P3 7D+2D; P1 4H+2H",
        "P3 AS+QS+TS+8S+6S+4S+3H+7D; P1 AS+QS+TS+8S+6S+4S+3H+4H; P2 KS+JS+9S+7S+5S+3S+2S+5H",
    )
    state = decided.state
    assert state.won == (5, 14, 4)
    assert (state.round, [len(hand) for hand in state.hands]) == (3, [8, 8, 8])
    assert (state.drawn, state.carried, state.turn) == ((), (), ("P2",))


def test_sequence_6_every_trick_of_a_round_is_drawn() -> None:
    lines = [*draws(7), "deck breakup:5H+5H+2D+2D+4H+4H", "P2 5H+2H; P3 7D+2D; P1 5H+2H"]
    start = game(CARRY, LAST_OF_ROUND_1, *lines).state
    assert (start.round, [len(hand) for hand in start.hands], len(start.carried)) == (3, [0, 0, 0], 8)
    assert start.chance is not None
    assert start.chance.pool == start.carried[0] == cards("AS,KS,AD,AD,AS,KS")
    lines += ["deck breakup:KS+AS+AD+AD+AS+KS", "deck breakup:JS+QS+KD+KD+JS+QS"]
    state = game(CARRY, LAST_OF_ROUND_1, *lines).state
    assert hands(state) == ("KS,JS", "AS,QS", "AD,KD")
    assert (state.turn, len(state.carried), state.chance) == (("P2",), 6, None)
    lines += ["P2 AS+QS", f"P3 {'+'.join(c.text for c in state.hand('P3'))}", "P1 KS+JS"]
    heaps = [[c.text for c in heap] for heap in state.carried]
    for i, seat in enumerate(("P3", "P1", "P2")):
        last = {"P3": "AS", "P1": "KS", "P2": "QS"}[seat]
        lines.append(f"{seat} {'+'.join([*(heap[i] for heap in heaps), last])}")
    after = game(CARRY, LAST_OF_ROUND_1, *lines).state
    assert after.won == (5, 13, 4)
    assert [len(hand) for hand in after.hands] == [6, 6, 6]
    assert piles(after) == ("KS", "QS", "AS")
    assert (after.round, after.turn, after.carried) == (3, ("P2",), ())


def one_game(players: int, seed: int) -> tuple[int, int]:
    """Plays a random game, holding its counts against what must be; gives the plies and the break-ups."""
    state: StrangeState = record.start(GAME, players).state
    whole, due = Counter(PACK.cards), iter(PICKS)
    broken_up = tied = plies = 0
    for ply in playout(GAME, state, Random(seed)):
        state, plies = ply.state, plies + 1
        for event in ply.events:
            broken_up += event.what == "heap broken up"
            tied += event.what == "slot tied"
            if event.what == "round begun":
                size, number = next(due)
                assert state.round == number
                assert [len(hand) + len(state.carried) for hand in state.hands] == [size] * players, state
                assert not state.drawn
        if any(event.what in ("trick won", "round begun", "tricks collected") for event in ply.events):
            assert Counter(GAME.cards(state)) == whole, f"seed {seed}: {ply}"
    assert not list(due), "five rounds are played"
    assert sum(state.won) + broken_up + tied == 32, f"seed {seed}: {state.won}, {broken_up}, {tied}"
    assert Counter(GAME.cards(state)) == whole
    return plies, broken_up


@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize("players", [2, 3])
def test_sequence_7_counts_in_many_games(players: int, chunk: int) -> None:
    """With each number of players, in ten parts so that several processors may share them."""
    games = 10 + 90 * LONG
    for seed in range(chunk * games, (chunk + 1) * games):
        one_game(players, seed)


def test_every_held_card_of_a_round_is_played_in_the_next() -> None:
    whole = record.draw(record.start(GAME, 2), Random(4))
    state: StrangeState = whole.state
    for ply in playout(GAME, state, Random(4)):
        if any(event.what == "round begun" for event in ply.events):
            assert ply.state.held == ((), ())
            if ply.seat != "deck" and not state.holding().heaps[1:]:
                piles_before = [Counter(pile) for pile in state.held]
                last = ply.move.cards[-1:]
                at = state.seats.index(ply.seat)
                piles_before[at] += Counter(last if ply.move.cards and state.phase == "hold" else ())
                assert [Counter(hand) for hand in ply.state.hands] == piles_before
        state = ply.state


# -- turn-ups ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("upcard", "equal", "trumps", "supers"),
    [
        ("JC,QH", "28", "HC", {"JC": 28, "QH": 29}),
        ("QH,JC", "28", "HC", {"JC": 28, "QH": 29}),
        ("AC,2S", "29", "SC", {"AC": 29, "2S": 28}),
        ("JC,JH", "28", "HC", {"JC": 28, "JH": 28}),
        ("JC,JH", "29", "HC", {"JC": 29, "JH": 29}),
        ("JC,JC", "28", "C", {}),
        ("JC,JC", "29", "C", {}),
        ("6C,KC", "28", "C", {"6C": 28, "KC": 29}),
        ("KC,6C", "29", "C", {"6C": 28, "KC": 29}),
    ],
)
def test_turn_ups_make_trumps_and_super_trumps(upcard: str, equal: str, trumps: str, supers: dict[str, int]) -> None:
    v = view(upcard=cards(upcard), options=Rules(equal_supers=equal))
    assert "".join(v.pips.trumps) == trumps
    assert {c.text: pips for c, pips in v.pips.supers.items()} == supers
    for c in PACK.order:
        assert v.pips.of(c) == oracle.pips(c.text, None, upcard.split(","), int(equal)), c
    assert v.pips.of(cards("2C")[0], cards("AD")[0]) == (supers.get("2C") or (15 if "C" in trumps else 0))


def test_without_super_trumps_the_jack_of_trumps_is_not_there_to_hold() -> None:
    with pytest.raises(BadPosition, match="JC is there 3 times"):
        read_question(GAME, split(["upcard=JC,JC", "hand=JC,2S"]))
    with pytest.raises(BadPosition, match="JC is there 3 times"):
        read_question(GAME, split(["upcard=JC,QH", "hand=JC,JC"]))


# -- ties, and who leads and picks after them --------------------------------------------------------------


def test_two_equal_losers_pick_in_the_order_they_played() -> None:
    trick = "upcard=2S,2H leader=P2 hand.P1=3D,3C,9D,9C hand.P2=5D,5C,9D,9C hand.P3=3D,3C,TD,TC"
    won = game(trick, "P2 5D+5C; P3 3D+3C; P1 3D+3C").state
    assert won.holding().order == ("P3", "P1", "P2")


def test_the_leader_leads_again_after_a_drawn_trick_also_in_a_new_round() -> None:
    state = game(CARRY, LAST_OF_ROUND_1).state
    assert (state.leader, state.turn) == ("P2", ("P2",))


def test_round_five_ties_win_nothing_and_the_game_ends() -> None:
    stage = "players=2 round=5 upcard=2S,9H hand.P1=KD,9C hand.P2=KD,3C tricks.P1=10 tricks.P2=11"
    over = game(stage, "P1 KD+9C; P2 KD+3C")
    assert (over.state.over, over.state.won) == (True, (11, 11))
    assert GAME.winners(over.state) == ("P1", "P2")
    assert [event.what for event in over.events] == ["played", "played", "slot tied", "slot won", "game over"]
    both = game(stage.replace("9C", "3C").replace("tricks.P1=10", "tricks.P1=9"), "P1 KD+3C; P2 KD+3C")
    assert (both.state.won, GAME.winners(both.state)) == ((9, 11), ("P2",))


def test_a_heap_carried_out_of_round_four_is_broken_up_before_round_five() -> None:
    stage = "players=2 round=4 upcard=2S,9H hand.P1=KD,9C hand.P2=KD,9C held.P1=AD held.P2=QD"
    due = game(stage, "P1 KD+9C; P2 KD+9C").state
    assert (due.round, due.turn, due.chance and due.chance.word) == (5, (), "breakup")
    state = game(stage, "P1 KD+9C; P2 KD+9C; deck breakup:9C+KD+KD+9C").state
    assert (hands(state), state.turn, state.carried) == (("AD,9C", "KD,QD"), ("P1",), ())


# -- Simple Strange ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_simple_strange_is_seventeen_tricks_and_nothing_held(seed: int) -> None:
    start = record.start(GAME, 3, Rules(simple=True)).state
    plies = list(playout(GAME, start, Random(seed)))
    dealt = plies[0].state
    assert ([len(hand) for hand in dealt.hands], len(dealt.undealt)) == ([34, 34, 34], 0)
    assert len(plies) == 1 + 17 * 3
    assert {ply.state.phase for ply in plies[:-1]} == {"play"}
    end = plies[-1].state
    assert end.over
    assert end.held == ((), (), ())
    assert sum(end.won) + len(end.drawn) == 17


def test_simple_strange_heaps_go_to_the_next_winner_or_to_nobody() -> None:
    stage = "simple=true upcard=2S,9H hand.P1=KD,9C,AD,AC hand.P2=KD,9C,3D,3C hand.P3=QD,8C,4D,4C"
    draw = "P1 KD+9C; P2 KD+9C; P3 QD+8C"
    won = game(stage, draw, "P1 AD+AC; P2 3D+3C; P3 4D+4C").state
    assert (won.over, won.won, won.drawn) == (True, (2, 0, 0), ())
    lost = game(stage.replace("3D,3C", "AD,AC"), draw, "P1 AD+AC; P2 AD+AC; P3 4D+4C").state
    assert (lost.over, lost.won, len(lost.drawn)) == (True, (0, 0, 0), 2)
    assert GAME.winners(lost) == ("P1", "P2", "P3")


def test_simple_strange_is_for_three_and_has_no_picks() -> None:
    with pytest.raises(BadPosition, match="for three"):
        record.start(GAME, 2, Rules(simple=True))
    for words in ("simple=true players=2 upcard=JC,QH", "simple=true round=2 upcard=JC,QH"):
        with pytest.raises(BadPosition):
            read_question(GAME, split(words.split()))
    with pytest.raises(BadPosition, match="nothing is held over"):
        read_question(GAME, split(["phase=hold", "simple=true", "upcard=6C,KD", "trick=JD+3S,9D+4S,2D+2S"]))


# -- what is refused, decided, settled ----------------------------------------------------------------------

PAIR, DRAWN, HEAP = "trick=JD+3S,9D+4S", "drawn=2C+3C+4C+5C", "carried=2C+3C+4C+5C"


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ("upcard=JC hand=3C,2S", "upcard"),
        ("upcard=JC,QH,KH hand=3C,2S", "upcard"),
        ("upcard=JC,QH trick=3C+8S+9S hand=5C,9S", "trick"),
        ("upcard=JC,QH trick=3C hand=5C,9S", "trick"),
        ("players=2 upcard=JC,QH trick=3C+8S,5C+9S,2C+2S", "trick"),
        ("upcard=6C,KD drawn=2C+3C+4C+5C", "drawn"),
        ("upcard=6C,KD round=2 carried=2C+3C+4C+5C+6C", "carried"),
        (f"players=2 upcard=6C,KD {HEAP}", "carried"),
        (f"players=2 round=5 upcard=6C,KD {DRAWN}", "drawn"),
        (f"players=2 round=5 upcard=6C,KD {HEAP} {PAIR}", "carried"),
        ("round=5 upcard=JC,QH hand=3C,2S,5D", "hand"),
        ("upcard=JC,QH hand=3C", "hand"),
        (f"players=2 round=2 upcard=JC,QH trick=3D+8S {HEAP} hand=7D", "hand"),
        ("upcard=JC,QH hand=2S,2S,2S", "hand"),
        ("players=2 round=0 upcard=JC,QH", "round"),
        (f"phase=hold players=2 round=5 upcard=6C,KD {PAIR}", "round"),
        ("phase=hold players=2 upcard=6C,KD trick=JD+3S", "trick"),
        ("phase=hold upcard=6C,KD", "trick"),
        ("phase=hold players=2 upcard=6C,KD trick=JD+3S,JD+3S", "trick"),
        (f"phase=hold players=2 upcard=6C,KD {PAIR} picks=P1:9D", "picks"),
        (f"phase=hold players=2 upcard=6C,KD {PAIR} picks=P2:AD", "picks"),
        (f"phase=hold players=2 upcard=6C,KD {PAIR} picks=P2:JD+3S", "picks"),
        (f"phase=hold players=2 upcard=6C,KD {PAIR} picks=P2:JD,P1:JD", "picks"),
        (f"phase=hold players=2 upcard=6C,KD {PAIR} picks=P2:JD,P1:9D,P2:3S", "picks"),
        (f"phase=hold players=2 upcard=6C,KD {PAIR} {DRAWN} picks=P2:JD+2C", "picks"),
    ],
)
def test_positions_that_cannot_be(words: str, field: str) -> None:
    with pytest.raises(BadPosition) as why:
        read_question(GAME, split(words.split()))
    assert {problem.field for problem in why.value.problems} == {field}


@pytest.mark.parametrize(
    "words",
    [
        f"players=2 round=5 upcard=6C,KD {HEAP} hand=KD",
        f"players=2 round=2 upcard=JC,QH {HEAP} hand=7D",
        "upcard=JC,QH",
        "round=5 upcard=JC,QH hand=3C,2S",
        "players=2 upcard=6C,KD hand=7D trick=JD+3S,9D+4S",
        f"phase=hold players=2 upcard=6C,KD {PAIR} {DRAWN} picks=P2:2C+JD",
        f"players=2 round=4 upcard=6C,KD {HEAP}",
    ],
)
def test_positions_that_can_be(words: str) -> None:
    assert read_question(GAME, split(words.split())).view.players


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("upcard=6C,KD trick=JD+3S", ""),
        ("players=2 upcard=6C,KD trick=JD+3S,9D+4S", "strange.win"),
        ("players=2 upcard=6C,KD trick=JD+3S,JD+3S", "strange.draw"),
        ("players=2 round=5 upcard=2S,9H trick=3D+4C,2D+AC", "strange.r5.pairs"),
        ("players=2 round=5 upcard=2S,9H trick=KD+9C,KD+3C", "strange.r5.tie"),
    ],
)
def test_the_clause_that_decides_a_trick(words: str, clause: str) -> None:
    question = read_question(GAME, split(words.split()))
    assert question.phase.winner_clause(question.view) == clause


@pytest.mark.parametrize(
    ("words", "won", "clause"),
    [
        ("tricks.P1=12 tricks.P2=10 tricks.P3=10", ["P1"], "strange.end"),
        ("tricks.P1=10 tricks.P2=11 tricks.P3=11", ["P2", "P3"], "strange.end.tie"),
        ("", ["P1", "P2", "P3"], "strange.end.tie"),
        ("tricks.P1=0 tricks.P2=0 tricks.P3=1", ["P3"], "strange.end"),
        ("simple=true tricks.P1=0 tricks.P2=0 tricks.P3=17", ["P3"], "strange.end"),
    ],
)
def test_most_tricks_win(words: str, won: list[str], clause: str) -> None:
    outcome = GAME.scoring.settle(read_view(GAME, GAME.scoring, split(words.split()))).outcome
    assert outcome == {"hand": won, "game": won, "clause": clause}


def test_there_are_not_more_tricks_than_a_game_has() -> None:
    for words in ("tricks.P1=33", "tricks.P1=20 tricks.P2=13", "simple=true tricks.P1=18"):
        with pytest.raises(BadPosition):
            read_view(GAME, GAME.scoring, split(words.split()))


def test_stages_hold_equal_hands_and_piles() -> None:
    good = "players=2 round=2 upcard=6C,KD hand.P1=2S,3S hand.P2=4S,5S held.P1=6S held.P2=7S tricks.P1=3"
    assert record.staged(GAME, good).state.won == (3, 0)
    for bad in (good.replace("5S ", "5S,9S "), good.replace("held.P2=7S", "held.P2=7S,8S"), good + " carried=8S+9S"):
        with pytest.raises(BadPosition):
            record.staged(GAME, bad)


def test_the_first_play_to_a_trick_is_its_lead() -> None:
    whole = game(*EXAMPLE_2[:2])
    assert [event.facts["lead"] for event in named(whole, "played")] == [True, False, False]


# -- what a player cannot see ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_determinizations_deal_out_what_is_hidden_and_nothing_else(players: int) -> None:
    """In round one that is the other hands and what was never dealt; later every card was picked in the open."""
    state, rng = record.start(GAME, players).state, Random(5)
    undealt = 104 - 2 - 32 * players
    for ply in playout(GAME, state, Random(5)):
        state = ply.state
        if not state.turn:
            continue
        seat = state.turn[0]
        sample = GAME.determinize(state, seat, rng)
        if state.round > 1:
            assert sample == state
            continue
        assert sample.hand(seat) == state.hand(seat)
        assert [len(hand) for hand in sample.hands] == [len(hand) for hand in state.hands]
        assert (len(sample.undealt), sample.away) == (undealt, state.away), "what was won stays won"
        fields = ("held", "won", "upcard", "round", "leader", "trick", "picks", "drawn", "carried", "phase", "turn")
        assert all(getattr(sample, name) == getattr(state, name) for name in fields)


# -- against the oracle ------------------------------------------------------------------------------------


def test_answers_agree_with_the_oracle_in_a_small_world() -> None:
    """Every hand of two to four cards out of eight kinds, against every pair that can be led."""
    phase, positions = GAME.phase_of["play"], 0
    table = {"upcard": cards("JS,4H"), "trick": ()}
    for led, hand in oracle.small_world():
        v = view(**table | {"trick": (cards(",".join(led)),), "hand": cards(",".join(hand))})
        got = {tuple(c.text for c in move.cards) for move in judge(phase, v).legal}
        assert got == oracle.answers(led, hand), f"led {led}, hand {hand}"
        positions += 1
    assert positions >= 10_000
    print(f"{positions} positions agree")


def test_tricks_agree_with_the_oracle_under_all_turn_ups() -> None:
    rng, tricks = Random(7), 0
    pack = [c.text for c in PACK.order]
    for first, second in ((a, b) for a in pack for b in pack):
        left = [c for c in pack for _ in range(2)]
        left.remove(first)
        left.remove(second)
        for players in (2, 3):
            drawn = rng.sample(left, 2 * players)
            pairs = [(drawn[2 * i], drawn[2 * i + 1]) for i in range(players)]
            equal = rng.choice(("28", "29"))
            leader = rng.choice(("P1", "P2"))
            v = view(
                players=players,
                options=Rules(equal_supers=equal),
                upcard=cards(f"{first},{second}"),
                leader=leader,
                trick=tuple(cards(",".join(pair)) for pair in pairs),
            )
            want = oracle.trick(pairs, leader, [first, second], int(equal))
            assert (v.sums, v.won_by, v.order) == want, f"{first} {second} {pairs} {leader}"
            tricks += 1
    assert tricks == 2 * 52 * 52


def echoing(state: StrangeState, rng: Random, often: float) -> Ply:
    """A random step, but who answers often plays what was led, if allowed: so that many tricks are drawn."""
    if state.phase == "play" and state.trick and rng.random() < often:
        echo = Move("", state.trick[0])
        if echo in legal(GAME, state, state.turn[0]):
            return Ply(state.turn[0], echo, *GAME.play(state, state.turn[0], echo))
    return step(GAME, state, rng)


@pytest.mark.parametrize("seed", range(40))
def test_whole_games_agree_with_the_oracle(seed: int) -> None:
    """A second, naive keeper of the table follows random games, most of them full of drawn tricks and break-ups."""
    players, rng = 2 + seed % 2, Random(seed)
    deal = oracle.likely_to_tie(rng) if seed % 4 else rng.sample([c.text for c in PACK.cards], 104)
    keeper = oracle.Keeper(players, deal)
    dealt = Move("deal", cards(",".join(deal)))
    state: StrangeState = GAME.deal(record.start(GAME, players).state, dealt).state
    assert keeper.shown() == oracle.shown(state)
    broken_up = plies = 0
    while not state.over:
        ply = echoing(state, rng, often=(0, 0.9, 1, 1)[seed % 4])
        keeper.does(ply.seat, [c.text for c in ply.move.cards])
        state, plies, broken_up = ply.state, plies + 1, broken_up + (ply.seat == DECK)
        assert keeper.shown() == oracle.shown(state), f"{ply.seat} {ply.move}"
        assert plies < GAME.bound
        for seat in state.turn:
            phase = GAME.due(state)
            assert not [*phase.unreachable(phase.see(state, seat))]
    print(f"{players} players: {plies} plies, {broken_up} break-ups")


WAITING = "KH+JD+QH+QD+2H+3D"
"""A trick that is drawn whatever is turned up, unless it is one of these."""


@pytest.mark.parametrize(
    ("position", "what"),
    [
        ("phase=hold upcard=3D,8H round=4 trick=4D+4C,6D+8H,QD+9C drawn=KH+KD+TH+JD+2H+3D", "drawn"),  # won with 52
        ("upcard=9D,2S round=4 hand=4C,4S carried=2S+5D+3S+AC+KS+5H", "carried"),
        (
            f"upcard=9D,2S round=5 hand=9H carried={WAITING},{WAITING}",
            "hand",
        ),  # two, not three
        (f"upcard=9D,2S round=4 hand=9H,9C,8C carried={WAITING.replace('3D', '4C')},AS+TC+QS+QC+4S+2C", "hand"),
        (f"upcard=9C,2S round=4 trick=9H+8C drawn={WAITING},AS+TC+QS+QC+4S+2C", "round"),
        (f"upcard=9C,2S round=4 hand=9H,8C drawn={WAITING}", ""),
        (f"upcard=9C,2S round=5 hand=9H carried={WAITING}", ""),
        ("upcard=JC,QH trick=3C+8S hand=5C,9S,AD", ""),
    ],
)
def test_what_play_never_leads_to_is_told_though_it_can_be_judged(position: str, what: str) -> None:
    question = read_question(GAME, split(position.split()))
    assert [problem.field for problem in question.phase.unreachable(question.view)][:1] == ([what] if what else [])


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_says_sums_super_trumps_and_what_lies_to_be_picked() -> None:
    hands = "hand.P1=AD,KD,2C,3C hand.P2=5S,7H,2S,3S hand.P3=QD,KH,6S,8S held.P1=9C held.P2=TC held.P3=JC"
    found = game(f"upcard=JS,4H round=2 leader=P1 tricks.P2=3 {hands}", "P1 AD+KD", "P2 5S+7H")
    table = told("strange", found.state, "P3")
    assert table["supers"] == "super-trumps JS (29), 4H (28)"
    assert table["tricks"] == "tricks won: you 0, Left 0, Right 3"
    assert table["Left"] == "AD KD led, counts 14 + 13 = 27"
    assert table["Right"] == "5S 7H counts 18 + 20 = 38, best so far"
    assert table["pile_size"] == "1 card kept for the next round"


def test_the_table_says_who_is_level_in_a_slot_and_which_heap_is_which() -> None:
    last = "players=3 dealer=P3 leader=P1 round=5 upcard=9D,4C hand.P1=JC,JC hand.P2=9D,JD hand.P3=2S,AC"
    state = played(GAME, staged("strange", last), ("P1", "JC+JC"), ("P2", "9D+JD"))
    seen = told("strange", state, "P3")
    assert "level in slot 2" in seen["Left"] and "best in slot 1, level in slot 2" in seen["Right"], seen
    hands = "hand.P1=AD,JH,QH,QH hand.P2=5S,7H,JS,TS hand.P3=QD,KH,2C,6H"
    drawn = staged("strange", f"players=3 dealer=P3 leader=P1 round=4 upcard=JS,4H {hands}")
    first = played(GAME, drawn, ("P1", "JH+AD"), ("P2", "7H+5S"), ("P3", "KH+QD"))
    seen = told("strange", played(GAME, first, ("P1", "QH+QH"), ("P2", "JS+TS"), ("P3", "2C+6H")), "P3")
    assert "drawn heap" in seen["left_drawn"] and "this trick" in seen["left"], seen


def test_where_a_heap_waits_a_card_of_each_is_asked_for() -> None:
    phase, fields = GAME.phase_of["hold"], "upcard=JC,QH leader=P1 trick=3C+8S,4C+9S,5D+TS players=3"
    one = read_view(GAME, phase, split(fields.split()))
    two = read_view(GAME, phase, split(f"{fields} drawn=2C+2S+3S+4S+5S+6S".split()))
    assert phase.titled(one) == "a card to pick"
    assert phase.titled(two) == "a card to pick from each heap"
