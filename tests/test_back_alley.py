"""Back Alley: what runs over several tricks and deals, and its rules held against a naive second telling."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.drawn import played, staged, told
from tests.oracles import back_alley as oracle
from tutor.games.back_alley import GAME
from tutor.games.back_alley.score import CONTRACTS, SCORE, Result
from tutor.games.back_alley.table import BIDS, PACK, SIDES, SIZES, BackAlleyState, Rules, step
from tutor.kernel import record
from tutor.kernel.cards import Cards, card, cards
from tutor.kernel.game import IllegalMove
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.kernel.state import changed
from tutor.policies.games.back_alley import plausible_bids
from tutor.teach.results.workings import lines
from tutor.teach.tables.tabletop import table_of, tabletop
from tutor.teach.text.marks import unmarked

PLAY = GAME.phase_of["play"]
AUCTION = GAME.phase_of["auction"]
SEATS = ("P1", "P2", "P3", "P4")


def draw(size: int, hands: dict[str, str], upcard: str, bottom: str = "", dealer: str = "P4") -> Move:
    """A deal that gives these hands (in full or in part), this upcard, and this card at the bottom."""
    named = [card(c) for text in (*hands.values(), upcard, bottom) for c in text.split(",") if c]
    rest = iter([c for c in PACK.cards if c not in named and not c.joker])
    jokers = [c for c in PACK.cards if c.joker and c not in named]
    out: list[Cards] = []
    first = SEATS.index(dealer) + 1
    for place in range(4):
        mine = cards(hands.get(SEATS[(first + place) % 4], ""))
        out.append((*mine, *(next(rest) for _ in range(size - len(mine)))))
    dealt = (*(c for hand in out for c in hand), card(upcard))
    left = [*jokers, *rest, *cards(bottom)]
    return Move("deal", (*dealt, *left))


def at_deal(number: int, dealer: str = "P4", options: Rules | None = None) -> BackAlleyState:
    """A game before its deal with this number."""
    return changed(GAME.begin(4, options or Rules(), dealer), deal=number)


def done(state: BackAlleyState, *moves: str) -> BackAlleyState:
    """The state after these moves, each by whoever is in turn."""
    for text in moves:
        state = GAME.play(
            state, state.turn[0], GAME.due(state).read(GAME.due(state).see(state, state.turn[0]), text)
        ).state
    return state


def refused(state: BackAlleyState, text: str) -> str:
    """The clause that refuses a move."""
    with pytest.raises(IllegalMove) as why:
        done(state, text)
    return why.value.ruling.clause


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_the_deals() -> None:
    state, seen = GAME.begin(4, Rules(), "P4"), []
    for ply in playout(GAME, state, Random(5)):
        for event in ply.events:
            if event.what == "dealt":
                seen.append((ply.state.deal, ply.state.dealer, event.facts["each"], ply.state.turn))
            if event.what == "contracts":
                seen[-1] = (*seen[-1][:3], ("played",))
        state = ply.state
    played = [deal[:3] for deal in seen if deal[3] == ("played",)]
    assert [deal for deal, _, _ in played] == list(range(1, 27))
    assert [size for _, _, size in played] == list(SIZES)
    assert [dealer for _, dealer, _ in played] == [SEATS[(3 + n) % 4] for n in range(26)]
    assert (played[12], played[13], played[25]) == ((13, "P4", 1), (14, "P1", 1), (26, "P1", 13))
    assert sum(size for _, _, size in played) == 182
    assert state.over and state.won_by


def test_sequence_2_four_passes() -> None:
    state = GAME.play(at_deal(8, "P3"), "deck", draw(6, {}, "6S", dealer="P3")).state
    assert (state.turn, len(state.hand("P1"))) == (("P4",), 6)
    again = done(state, "pass", "pass", "pass", "pass")
    assert (again.dealer, again.deal, again.chance is not None, again.bids) == ("P3", 8, True, ())
    board = done(state, "board", "double", "pass", "triple")
    assert (board.phase, board.leader, board.dealer) == ("play", "P3", "P3")


def test_sequence_3_joker_turned_up() -> None:
    begun = GAME.begin(4, Rules(), "P4")
    state = GAME.play(begun, "deck", draw(13, {"P3": "X1"}, "X2", "7C")).state
    assert (state.phase, state.turn, state.trump) == ("exchange", ("P3",), "")
    assert refused(state, "keep") == "back-alley.nt"
    state = done(state, "X1")
    assert (state.phase, state.turn) == ("auction", ("P1",))
    assert card("7C") in state.hand("P3") and len(state.hand("P3")) == 13
    assert (state.away, card("X1") in state.hand("P3")) == ((card("X1"),), False)
    nobody = GAME.play(begun, "deck", draw(13, {}, "X2", "X1")).state
    assert (nobody.phase, nobody.turn, nobody.away) == ("auction", ("P1",), (card("X1"),))
    state = done(GAME.play(at_deal(9), "deck", draw(5, {"P2": "X2"}, "X1", "9D")).state, "X2")
    assert card("9D") in state.hand("P2") and len(state.away) == 33


def three_cards(options: Rules | None = None) -> BackAlleyState:
    hands = {"P1": "AD,KS,2H", "P2": "3D,5H,7C", "P3": "8C,4S,9H", "P4": "QD,TD,X2"}
    return GAME.play(at_deal(11, options=options), "deck", draw(3, hands, "6S")).state


def test_sequence_4_a_hand_of_three_cards() -> None:
    state = done(three_cards(), "1", "pass", "1", "1")
    assert (state.phase, state.turn) == ("play", ("P1",))
    assert refused(state, "KS") == "back-alley.lead.broken"
    assert [move.text for move in GAME.judge(state, "P1").legal] == ["2H", "AD"]
    state = done(state, "AD", "3D", "4S", "TD")
    assert (state.broken, state.leader, state.turn) == (True, "P3", ("P3",))
    state = done(state, "9H", "QD", "2H", "5H")
    assert state.turn == ("P3",)
    state = done(state, "8C", "X2", "KS", "7C")
    assert GAME.standing(state) == {"P1+P3": 10, "P2+P4": 5}
    assert (state.dealer, state.deal, state.broken) == ("P1", 12, False)


@pytest.mark.parametrize("breaks", [False, True])
def test_sequence_5_a_forced_lead(breaks: bool) -> None:
    options = Rules(forced_lead_breaks=breaks)
    hands = {"P1": "4S", "P2": "3D", "P3": "8C", "P4": "QD"}
    one = done(GAME.play(at_deal(13, options=options), "deck", draw(1, hands, "6S")).state, "1", "pass", "pass", "pass")
    assert done(one, "4S").trick == (card("4S"),)
    hands = {"P1": "AS,4S", "P2": "3D,5H", "P3": "8C,9H", "P4": "QD,2S"}
    state = done(GAME.play(at_deal(12, options=options), "deck", draw(2, hands, "6S")).state, "1", "pass", "1", "pass")
    state = done(state, "AS", "3D", "8C", "2S")
    assert (state.leader, state.broken) == ("P1", breaks)


# -- invariants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_tricks_and_lines_add_up(seed: int) -> None:
    options = Rules(top_bid=("n", "n_minus_1")[seed % 2], forced_lead_breaks=bool(seed // 2 % 2))
    begun = GAME.begin(4, options, SEATS[seed % 4])
    tricks, total, before = 0, dict.fromkeys(SIDES, 0.0), begun
    for ply in playout(GAME, begun, Random(seed)):
        for event in ply.events:
            tricks += event.what == "trick won"
            if event.what == "scored":
                total[event.seat] += event.facts["points"]
            if event.what == "hand over":
                assert tricks == SIZES[before.deal - 1]
                assert event.facts["standing"] == total == GAME.standing(ply.state)
                tricks = 0
        before = ply.state
    assert before.over
    best = max(total.values())
    assert list(GAME.winners(before)) == [side for side in SIDES if total[side] == best]


def test_in_play_outs_bids_stay_near_the_hand() -> None:
    bids = tuple(Move(word) for word in BIDS)

    def near(hand: str, trump: str = "S") -> list[str]:
        return [bid.text for bid in plausible_bids(cards(hand), trump, bids)]

    assert near("7H,5D,3C,2D,9C") == ["pass", "1", "2"]
    assert near("X1,AS,AH,7C,5C") == ["1", "2", "3", "4"]
    assert near("X1,X2,AS") == ["1", "2", "3", "4", "board", "double", "triple", "quadruple"]
    assert plausible_bids(cards("X1,X2,AS"), "S", (Move("pass"), Move("12"))) == (Move("pass"), Move("12"))


def test_what_everybody_knows_does_not_move_in_a_determinization() -> None:
    """The joker that nobody exchanged lies in the pack, in all samples; the new card of one who did may be anywhere."""
    begun = GAME.begin(4, Rules(), "P4")
    nobody = GAME.play(begun, "deck", draw(13, {}, "X2", "X1")).state
    state = done(GAME.play(begun, "deck", draw(13, {"P3": "X1"}, "X2", "7C")).state, "X1")
    lies = set()
    for seed in range(30):
        for seat in SEATS:
            assert GAME.determinize(nobody, seat, Random(seed)).away == (card("X1"),)
        lies.add(card("7C") in GAME.determinize(state, "P1", Random(seed)).hand("P3"))
        assert card("7C") in GAME.determinize(state, "P3", Random(seed)).hand("P3")
    assert lies == {True, False}


def test_a_whole_game_of_passes_keeps_the_deal() -> None:
    found = record.draw(record.start(GAME, 4, Rules(), "P2"), Random(1))
    for _ in range(3):
        for _ in range(4):
            while found.state.phase == "exchange":
                joker = next(c for c in found.state.hand(found.state.turn[0]) if c.joker)
                found = record.play(found, found.state.turn[0], Move("", (joker,)))
            found = record.play(found, found.state.turn[0], Move("pass"))
        assert (found.state.dealer, found.state.deal) == ("P2", 1)
        found = record.draw(found, Random(1))


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", ["S", ""])
@pytest.mark.parametrize("broken", [False, True])
def test_cards_agree_with_the_oracle_in_a_small_world(trump: str, broken: bool) -> None:
    """Tricks of up to three of nine cards, hands of one to three others: what may be played and why, and who wins."""
    positions = 0
    complete: set[tuple[str, ...]] = set()
    rules = [Rules(forced_lead_breaks=forced) for forced in (False, True)]
    for table, hand in oracle.positions(trump):
        v = PLAY.view(
            players=4,
            dealer="P4",
            options=rules[0],
            trump=trump,
            broken=broken,
            trick=tuple(map(card, table)),
            hand=tuple(map(card, hand)),
        )
        want = oracle.rulings(table, hand, trump, broken)
        got = {r.text: r.clause for r in judge(PLAY, v).rulings if not r.legal}
        assert got == {c: f"back-alley.{clause}" for c, clause in want.items()}, f"{table} {hand}"
        whole = [*table, hand[0]]
        if len(table) == 3 and tuple(whole) not in complete:
            complete.add(tuple(whole))
            at = oracle.winner(whole, trump)
            for options in rules:
                full = PLAY.view(
                    players=4, dealer="P4", options=options, trump=trump, broken=broken, trick=tuple(map(card, whole))
                )
                won = PLAY.winner(full)
                assert won is not None
                assert (won.card, won.seat) == (whole[at], SEATS[at])
                after = oracle.broken_after(whole, trump, broken, options.forced_lead_breaks)
                assert PLAY.facts(full)["broken"] == after
        positions += 1
    assert positions >= 10_000
    assert len(complete) == 9 * 8 * 7 * 6


@pytest.mark.parametrize("size", [1, 2, 12, 13])
@pytest.mark.parametrize("less", [False, True])
def test_auctions_agree_with_the_oracle(size: int, less: bool) -> None:
    """Every sequence of calls of a few words: whether it can be, what may be said next, what it comes to."""
    options = Rules(top_bid="n_minus_1" if less else "n")
    words = ["pass", "1", "2", "12", "board", "double", "triple", "quadruple"]
    seen = 0
    for length in range(5):
        for said in product(words, repeat=length):
            v = AUCTION.view(
                players=4, dealer="P4", options=options, cards=size, bids=tuple(zip(SEATS, said, strict=False))
            )
            could = all(word in oracle.calls(list(said[:at]), size, less) for at, word in enumerate(said))
            assert could == (not list(AUCTION.problems(v))), said
            if not could:
                continue
            seen += 1
            if length < 4:
                assert {move.text for move in judge(AUCTION, v).legal} == oracle.calls(list(said), size, less)
                continue
            facts, want = AUCTION.facts(v), oracle.after_calls(list(said))
            assert facts["redeal"] == (want is None)
            if want is not None:
                assert facts["contracts"] == dict(zip(SIDES, want[0], strict=True))
                assert facts["leads"] == SEATS[want[1]]
    assert seen >= 31


def test_settling_agrees_with_the_oracle() -> None:
    checked = 0
    for size in (1, 2, 5, 13):
        for bid, other in product(CONTRACTS, CONTRACTS):
            for tricks in range(size + 1):
                result = Result(
                    players=4,
                    dealer="P4",
                    options=Rules(),
                    cards=size,
                    contract=dict(zip(SIDES, (bid, other), strict=True)),
                    tricks={SIDES[0]: tricks, SIDES[1]: size - tricks},
                )
                if list(SCORE.problems(result)):
                    continue
                done_ = SCORE.settle(result)
                assert list(done_.scores.values()) == [
                    oracle.points(bid, tricks, size),
                    oracle.points(other, size - tricks, size),
                ]
                assert sum(line.points for line in done_.lines) == sum(done_.scores.values())
                checked += 1
    assert checked > 5000
    assert all(bool(step(bid)) == (bid in oracle.STEPS) for bid in BIDS)


# -- the table -------------------------------------------------------------------------------------------------


def test_the_table_adds_up_the_bids_of_partners_and_says_when_trumps_are_broken() -> None:
    hands = "hand.P1=X2,AS,KS hand.P2=2S,3S,4S hand.P3=2H,3H,4H hand.P4=2D,3D score.P1+P3=-15"
    state = staged("back-alley", f"upcard=5H bids=P1:2,P2:1,P3:pass,P4:3 leader=P4 trick=AC {hands}")
    assert told("back-alley", state) == {
        "deal": "deal 11 of 26, 3 cards each",
        "trumps": "trumps H with the bloopers on top",
        "broken": "trumps not broken",
        "score": "score: you and Partner -15, Left and Right 0",
        "bid": "tricks bid: you and Partner 2, Left and Right 4",
        "upcard": "turned up: 5H",
        "You": "to play",
        "Left": "",
        "Partner": "",
        "Right": "dealer, AC led",
    }
    assert told("back-alley", played(GAME, state, ("P1", "X2")))["broken"] == "trumps broken"


def test_a_joker_turned_up_and_boards_bid_stand_on_the_table() -> None:
    hands = "hand.P1=X2,AS,KS hand.P2=2S,3S,4S hand.P3=2H,3H,4H hand.P4=2D,3D,4D"
    state = staged("back-alley", f"at=exchange upcard=X1 bottom=2C {hands}")
    before = told("back-alley", state, "P3")
    assert before["trumps"] == "no trumps" and before["Partner"] == "holds X2, to decide"
    assert table_of(GAME, state, "P1").held == cards("AS,KS,X2")
    state = played(GAME, state, ("P1", "X2"), ("P1", "2"), ("P2", "board"), ("P3", "pass"), ("P4", "double"))
    table = told("back-alley", state)
    assert table["bid"] == "tricks bid: you and Partner 2, Left and Right double board"
    assert "broken" not in table and "holds" not in told("back-alley", state, "P3")["Partner"]


def test_two_trumps_on_a_plain_lead_are_told_as_two() -> None:
    read = read_question(GAME, split("phase=play trump=H trick=3D,X1,3S,X2".split()))
    steps = [unmarked(text) for one in read.phase.workings(read.view).values() for text in lines(GAME, one)]
    assert any("were played on it" in text for text in steps), steps


def test_a_call_of_one_is_not_told_of_the_side() -> None:
    def bid(made: str) -> str:
        seen = read_question(GAME, split(f"phase=auction cards=5 dealer=P2 bids={made} hand=3S,4S,5S,6S,7S".split()))
        here = tabletop(GAME, "P1", phase=seen.phase, view=seen.view)
        return " ".join(str(n) for tally in here.tallies if tally.label == "tricks bid" for _, n in tally.by)

    assert bid("P3:board,P4:2") == ""
    assert bid("P3:3,P4:2,P1:4") == "7"
