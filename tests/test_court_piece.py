"""Court Piece: what runs over several hands, revokes, a naive second telling, and the card play of another program."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests import drawn
from tests.drawn import told
from tests.oracles import court_piece as oracle
from tests.oracles import follow_suit
from tests.small_worlds import agrees
from tests.tables import LONG
from tests.test_duties import name_of
from tests.test_variants import Moment, opposite, swapped
from tutor.families.tricks import Taken
from tutor.games.court_piece import GAME
from tutor.games.court_piece.ending import DECIDED
from tutor.games.court_piece.score import SCORE, Result
from tutor.games.court_piece.table import PACK, SIDES, CourtPieceState, Rules, Streak
from tutor.kernel import record
from tutor.kernel.cards import Card, Cards, cards
from tutor.kernel.duties import narrow
from tutor.kernel.game import IllegalMove
from tutor.kernel.moves import Move, call, play
from tutor.kernel.playout import playout, step
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from tutor.kernel.events import Event

PLAY = GAME.phase_of["play"]
PLAY_ON = GAME.phase_of["play-on"]
SEATS = ("P1", "P2", "P3", "P4")
OURS, THEIRS = SIDES


def stacked(hands: dict[str, Cards], dealer: str = "P4") -> Move:
    """The deal that gives these hands, five cards each and then eight."""
    first = SEATS.index(dealer) + 1
    order = [SEATS[(first + i) % 4] for i in range(4)]
    return Move("deal", tuple(c for part in (slice(5), slice(5, 13)) for seat in order for c in hands[seat][part]))


def suits() -> dict[str, Cards]:
    """A whole suit for everybody: spades, hearts, diamonds, clubs."""
    return {seat: tuple(c for c in PACK.cards if c.suit == s) for seat, s in zip(SEATS, "SHDC", strict=True)}


def begun(dealer: str = "P4", options: Rules | None = None, hands: dict[str, Cards] | None = None) -> CourtPieceState:
    """A game after its first deal."""
    state = GAME.begin(4, options or Rules(), dealer)
    return GAME.play(state, "deck", stacked(hands or suits(), dealer)).state


def made(state: CourtPieceState, *moves: str) -> tuple[CourtPieceState, list[Event]]:
    """The state after these moves, each by whoever is to act, and what happened."""
    events: list[Event] = []
    for text in moves:
        phase = GAME.due(state)
        seat = state.turn[0]
        state, more = GAME.play(state, seat, phase.read(phase.see(state, seat), text))
        events += more
    return state, events


def finish_trick(state: CourtPieceState) -> CourtPieceState:
    """Everybody else plays the last card, as a hand is sorted, of those that may be played."""
    while state.trick:
        state = GAME.play(state, state.turn[0], GAME.judge(state, state.turn[0]).legal[-1]).state
    return state


def hand_won(state: CourtPieceState, side: str) -> CourtPieceState:
    """The next hand, won by `side` seven tricks to six with the first seven split: only the settling is asked."""
    state = GAME.play(state, "deck", GAME.shuffle(state, Random(1))).state
    assert state.phase == "trump"
    state = GAME.play(state, state.turn[0], call("S")).state
    seats = [side.split("+")[0]] * 7 + [next(other for other in SIDES if other != side).split("+")[0]] * 6
    Random(2).shuffle(seats)
    assert len(set(seats[:7])) == 2
    past = tuple(Taken(seat, PACK.cards[4 * i : 4 * i + 4]) for i, seat in enumerate(seats))
    return SCORE.close(changed(state, past=past, hands=((),) * 4)).state


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_streak_and_deal() -> None:
    state = GAME.begin(4, Rules(), "P1")
    seen = []
    for winner in (OURS, OURS, THEIRS, OURS):
        state = hand_won(state, winner)
        seen.append((str(state.tally), state.dealer))
    assert seen == [(f"{OURS}:1", "P2"), (f"{OURS}:2", "P2"), (f"{THEIRS}:1", "P3"), (f"{OURS}:1", "P4")]
    assert GAME.standing(state) == {OURS: 0, THEIRS: 0}


def test_sequence_2_seven_hands_in_a_row() -> None:
    state = GAME.begin(4, Rules(), "P1")
    for number in range(1, 7):
        state = hand_won(state, THEIRS)
        assert (state.tally, state.dealer, state.scores) == (Streak(THEIRS, number), "P1", (0, 0))
    state = hand_won(state, THEIRS)
    assert (state.tally, state.dealer, state.scores) == (Streak(), "P3", (0, 1))
    state = hand_won(state, THEIRS)
    assert (state.tally, state.dealer, state.scores) == (Streak(THEIRS, 1), "P3", (0, 1))


def test_sequence_3_the_order_of_the_deal() -> None:
    state = begun()
    assert [len(hand) for hand in state.hands] == [5] * 4
    assert (state.phase, state.turn, len(state.away)) == ("trump", ("P1",), 32)
    assert GAME.due(state).see(state, "P1").hand == cards("AS,KS,QS,JS,TS")
    state, events = made(state, "hearts")
    assert [len(hand) for hand in state.hands] == [13] * 4
    assert (state.phase, state.turn, state.trump, state.away) == ("play", ("P1",), "H", ())
    assert {seat: state.hand(seat) for seat in SEATS} == suits()
    assert [event.what for event in events] == ["trump named", "dealt"]


def test_sequence_4_playing_on() -> None:
    """P2 leads hearts, which are trumps, six times, and then a spade goes to P4."""
    hands = {
        "P1": cards("TS,9S,8S,7S,6S,AD,KD,QD,JD,TD,9D,3S,5S"),
        "P2": cards("AH,KH,QH,JH,TH,9H,2S,8D,7D,6D,5D,4D,3D"),
        "P3": cards("2D,AC,KC,QC,JC,TC,9C,8C,7C,6C,5C,4C,3C"),
        "P4": cards("AS,KS,QS,JS,4S,8H,7H,6H,5H,4H,3H,2H,2C"),
    }
    state = begun("P1", hands=hands)
    state, _ = made(state, "H")
    for text in ("AH", "KH", "QH", "JH", "TH", "9H"):
        state, _ = made(state, text)
        state = finish_trick(state)
    assert state.tricks(THEIRS) == 6
    state, _ = made(state, "2S", "2D", "AS", "3S")
    assert (state.phase, state.turn) == ("play-on", ("P4",))
    stopped, _ = made(state, "stop")
    assert (stopped.scores, stopped.dealer, stopped.tally) == ((0, 1), "P3", Streak(THEIRS, 1))
    state, _ = made(state, "play-on")
    assert (state.phase, state.turn, state.first) == ("play", ("P4",), THEIRS)
    for text in ("KS", "QS", "JS"):
        state, _ = made(state, text)
        state = finish_trick(state)
    assert state.tricks(THEIRS) == 10
    state, events = made(state, "4S", "TS", "8D", "AC")
    assert [event.seat for event in events if event.what == "trick won"] == ["P1"]
    assert events[-1].what == "hand begun"
    assert (state.scores, state.dealer, state.tally) == ((0, 1), "P3", Streak(THEIRS, 1))


STAGE = (
    "allow_revokes=true trump=S leader=P1 hand.P1=6D,KH,4D hand.P2=9D,2C,3H hand.P3=AD,5D,4H hand.P4=TD,7C,2H "
    "won.P1+P3=AS,KS,QS,JS"
)


def test_sequence_5_a_revoke_corrected() -> None:
    found = record.staged(GAME, STAGE)
    for seat, text in (("P1", "6D"), ("P2", "2C")):
        if text == "2C":
            with pytest.raises(IllegalMove) as why:
                GAME.play(found.state, seat, play(*cards(text)))
            assert why.value.ruling.clause == "court-piece.play.follow"
            found = record.play(found, seat, Move("revoke", cards(text)))
        else:
            found = record.play(found, seat, play(*cards(text)))
    assert (found.state.phase, found.state.turn) == ("play", ("P3",))
    found = record.play(found, "P3", play(*cards("AD")))
    assert (found.state.phase, found.state.turn) == ("revoke", ("P2",))
    silent = GAME.play(found.state, "P2", call("silent")).state
    assert (silent.phase, silent.turn) == ("play", ("P4",))
    found = record.play(found, "P2", call("claim"))
    assert (found.state.phase, found.state.turn) == ("correct", ("P2",))
    judged = GAME.judge(found.state, "P2")
    assert [move.text for move in judged.legal] == ["9D"]
    found = record.play(found, "P2", play(*cards("9D")))
    assert (found.state.trick, found.state.hand("P2"), found.state.turn) == (cards("6D,9D,AD"), cards("3H,2C"), ("P3",))
    assert {move.text for move in GAME.judge(found.state, "P3").legal} == {"AD", "5D"}
    found = record.play(found, "P3", play(*cards("AD")))
    assert (found.state.phase, found.state.turn, found.state.faults) == ("play", ("P4",), ())
    found = record.play(found, "P4", play(*cards("TD")))
    assert found.state.tricks(OURS) == 2
    assert record.read(record.write(found)).state == found.state


def test_revokes_and_their_correction_go_by_the_duty_to_follow_suit() -> None:
    """By the opposite duty cards of the suit led are no answer, and stay so when a card is put right."""
    state = record.staged(GAME, STAGE).state
    state = GAME.play(state, "P1", play(*cards("6D"))).state
    view = PLAY.see(state, "P2")
    follow = next(name_of(PLAY, duty) for duty in PLAY.duties(view) if duty.clause == "court-piece.play.follow")
    refused: list[str] = []
    with swapped(GAME, follow, Moment(state, "P2"), opposite, refused):
        assert {move.text for move in GAME.judge(state, "P2").legal} == {"2C", "3H"}
        assert not PLAY.act(state, "P2", play(*cards("2C"))).state.faults
        assert not refused
        wrong = PLAY.act(state, "P2", play(*cards("9D"))).state
        assert [(fault.seat, fault.suit) for fault in wrong.faults] == [("P2", "D")]
        assert refused == ["9D is played"]
        again = changed(wrong, phase="correct", turn=("P2",), mending=("P2",))
        assert {move.text for move in GAME.judge(again, "P2").legal} == {"2C", "3H"}


def test_a_revoke_found_out_later_forfeits_the_hand() -> None:
    state = record.staged(GAME, STAGE + " tally=P1+P3:6 dealer=P4").state
    state, _ = made(state, "6D", "revoke:2C", "AD", "silent", "TD", "5D", "7C", "4D")
    assert (state.phase, state.turn) == ("play", ("P2",))
    state, _ = made(state, "9D")
    assert (state.phase, state.turn, len(state.trick)) == ("revoke", ("P3",), 4)
    silent, _ = made(state, "silent")
    assert (silent.turn, len(silent.past)) == (("P2",), 3)
    state, events = made(state, "claim")
    assert [event.what for event in events][:2] == ["revoke claimed", "hand won"]
    assert (state.scores, state.tally, state.dealer) == ((2, 0), Streak(), "P2")


def test_nobody_is_asked_about_a_discard() -> None:
    state = record.staged(GAME, STAGE.replace("9D", "9C")).state
    state, _ = made(state, "6D", "2C", "AD")
    assert (state.phase, state.turn, state.faults) == ("play", ("P4",), ())


# -- a whole game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(24 + 100 * LONG))
def test_random_games(seed: int) -> None:
    """Every hand is settled as its tricks say, and the sheet is the sum of the lines."""
    rng = Random(seed)
    options = Rules(
        court_resets_streak=rng.random() < 0.5,
        fifty_two_includes_first_seven=rng.random() < 0.5,
        play_on_offered=rng.random() < 0.5,
        stop_when_decided=rng.random() < 0.5,
        allow_revokes=rng.random() < 0.5,
        hands=rng.randint(1, 8),
    )
    state = GAME.begin(4, options, rng.choice(SEATS))
    hands, sheet, winners = 0, dict.fromkeys(SIDES, 0.0), []
    for ply in playout(GAME, state, rng):
        for event in ply.events:
            if event.what == "trick won":
                winners.append(int(event.seat in THEIRS.split("+")))
                if 7 <= len(winners) < 13:
                    ways = oracle.after(winners, options.play_on_offered, options.stop_when_decided)
                    asked = ply.state.phase == "play-on"
                    over = any(one.what == "hand over" for one in ply.events)
                    assert (asked, over) == (len(ways) == 2, ways == {"stop"}), winners
            elif event.what == "scored":
                sheet[event.seat] += event.facts["points"]
            elif event.what == "hand over":
                hands += 1
                first, ended = set(winners[:7]), len(winners)
                assert ended == 13 or len(first) == 1 or options.stop_when_decided, winners
                if ended < 13 and len(first) == 1:
                    assert ended == 7 or (len(set(winners[:-1])) == 1 and len(set(winners)) == 2)
                winners = []
        state = ply.state
    assert (hands, GAME.standing(state)) == (options.hands, sheet)
    best = max(sheet.values())
    assert set(GAME.winners(state)) == {side for side in SIDES if sheet[side] == best}


def test_determinizations_tell_nothing_of_revokes() -> None:
    state = record.staged(GAME, STAGE).state
    state, _ = made(state, "6D", "revoke:2C")
    assert state.faults
    assert not GAME.determinize(state, "P3", Random(1)).faults
    assert GAME.determinize(state, "P2", Random(1)).faults == state.faults


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", ["S", "D"])
def test_cards_agree_with_the_oracle_in_a_small_world(trump: str) -> None:
    """Tricks of up to three of nine cards, hands of one to three others: what may be played, and who wins."""
    fields: dict[str, Any] = {"players": 4, "dealer": "P4", "options": Rules(), "trump": trump}
    agrees(PLAY, "court-piece.play.follow", oracle.SMALL, follow_suit, lambda t: oracle.winner(t, trump), **fields)


@pytest.mark.parametrize("offered", [True, False])
@pytest.mark.parametrize("early", [True, False])
def test_every_course_of_a_hand_agrees_with_the_oracle(offered: bool, early: bool) -> None:
    """All ways in which thirteen tricks can go: when the hand ends, and what it is worth then."""
    rng = Random(4)
    rules = Rules(play_on_offered=offered, stop_when_decided=early)
    settled = 0
    for course in product((0, 1), repeat=13):
        for played in range(7, 14):
            winners = list(course[:played])
            tricks = {side: winners.count(at) for at, side in enumerate(SIDES)}
            swept = SIDES[winners[0]] if len(set(winners[:7])) == 1 else None
            ways = {"stop"} if played == 13 else oracle.after(winners, offered, early)
            if played < 13:
                v = PLAY_ON.view(
                    players=4, dealer="P4", options=rules, tricks=tricks, first=swept if played > 7 else None
                )
                found = narrow(PLAY_ON.duties(v), v, PLAY_ON.candidates(v))
                assert not list(PLAY_ON.problems(v))
                assert {move.text for move in found.legal} == ways, (winners, v)
            if "stop" in ways:
                settled += 1
                streak = rng.choice([(-1, 0), *((side, n) for side in (0, 1) for n in range(1, 7))])
                dealer, resets, extra = rng.randrange(4), rng.random() < 0.5, rng.random() < 0.5
                result = Result(
                    players=4,
                    dealer=SEATS[dealer],
                    tricks=tricks,
                    first=swept,
                    options=Rules(
                        play_on_offered=offered,
                        stop_when_decided=early,
                        court_resets_streak=resets,
                        fifty_two_includes_first_seven=not extra,
                    ),
                    tally=Streak(SIDES[streak[0]], streak[1]) if streak[1] else Streak(),
                )
                assert not list(SCORE.problems(result)), result
                done = SCORE.settle(result)
                courts, now, following, won = oracle.result(winners, streak, dealer, resets, extra)
                tally = f"{SIDES[now[0]]}:{now[1]}" if now[1] else "-"
                assert list(done.scores.values()) == courts
                assert done.outcome["hand"] == [SIDES[won]]
                assert (done.outcome["tally"], done.outcome["next_dealer"]) == (tally, SEATS[following])
            if "play-on" not in ways:
                break
    assert settled > 4000


@pytest.mark.parametrize("tricks", [(6, 3), (8, 2)])
def test_the_side_with_the_first_seven_tricks_has_seven_and_has_lost_one_at_most(tricks: tuple[int, int]) -> None:
    common: dict[str, Any] = {"players": 4, "dealer": "P4", "options": Rules(), "first": OURS}
    won = dict(zip(SIDES, tricks, strict=True))
    wrong = ["has at least seven tricks, and the other side one at most"]
    assert [bad.message for bad in PLAY_ON.problems(PLAY_ON.view(tricks=won, **common))] == wrong
    assert [bad.message for bad in SCORE.problems(Result(tricks=won, **common))] == wrong


def test_a_hand_goes_on_by_the_duties_of_the_decision_that_is_not_asked_for() -> None:
    """By the opposite duty a hand that is decided goes on, and its result is none."""
    state = record.staged(
        GAME,
        "stop_when_decided=true trump=S leader=P1 hand.P1=AS,KS,2S hand.P2=3H,4H,5H hand.P3=3D,4D,5D hand.P4=3C,4C,5C "
        "won.P1+P3=AH,KH,QH,JH,AD,KD,QD,JD,AC,KC,QC,JC,TH,9H,8H,7H,TD,9D,8D,7D,TC,9C,8C,7C won.P2+P4=6H,6D,6C,6S",
    ).state
    after, _ = made(state, "AS", "3H", "3D", "3C")
    assert after.hand_no == 2
    due = changed(state, phase="play-on", past=(*state.past, state.past[0]))
    view = PLAY_ON.see(due, "P1")
    ended = Result(players=4, dealer="P4", options=view.options, tricks=view.tricks)
    assert not list(SCORE.problems(ended))
    with swapped(GAME, name_of(PLAY_ON, DECIDED), Moment(due, "P1"), opposite, []):
        after, _ = made(state, "AS", "3H", "3D", "3C")
        assert (after.hand_no, after.phase, after.turn) == (1, "play", ("P1",))
        assert [bad.field for bad in SCORE.problems(ended)] == ["tricks"]


# -- against another program -------------------------------------------------------------------------------


def test_card_play_agrees_with_endplay() -> None:
    """200 deals played by chance: the same cards may be played, and the same seat wins each trick and leads."""
    endplay: Any = pytest.importorskip("endplay.types")
    denoms = {
        s: getattr(endplay.Denom, name)
        for s, name in zip("SHDC", ("spades", "hearts", "diamonds", "clubs"), strict=True)
    }
    players = dict(
        zip(SEATS, (endplay.Player.north, endplay.Player.east, endplay.Player.south, endplay.Player.west), strict=True)
    )

    def theirs(c: Card) -> Any:
        return endplay.Card(c.suit + c.rank)

    decisions = 0
    for seed in range(200):
        rng = Random(seed)
        state = GAME.begin(4, Rules(play_on_offered=True), rng.choice(SEATS))
        while state.phase != "play":
            state = step(GAME, state, rng).state
        deal = endplay.Deal(first=players[state.turn[0]], trump=denoms[state.trump])
        for seat in SEATS:
            for c in state.hand(seat):
                deal[players[seat]].add(theirs(c))
        while state.phase == "play" or (state.phase == "play-on" and state.chance is None):
            if state.phase == "play-on":
                state, _ = made(state, "play-on")
                continue
            seat = state.turn[0]
            assert deal.curplayer == players[seat]
            held = list(state.hand(seat))
            led = deal.curtrick[0].suit if len(deal.curtrick) else None
            same = [c for c in held if led is not None and theirs(c).suit == led]
            legal = [move.card for move in GAME.judge(state, seat).legal]
            assert set(legal) == set(same or held)
            c = rng.choice(legal)
            deal.play(theirs(c))
            state = GAME.play(state, seat, play(c)).state
            decisions += 1
    assert decisions > 9000


# -- the table -------------------------------------------------------------------------------------------------


def test_the_table_says_who_named_trumps_and_which_hands_were_won_in_a_row() -> None:
    hands = "hand.P1=AS hand.P2=KS hand.P3=QS hand.P4=JS"
    won = "won.P1+P3=AH,2H,3H,4H won.P2+P4=KH,5H,6H,7H"
    table = told("court-piece", drawn.staged("court-piece", f"trump=H leader=P3 tally=P2+P4:3 played=2 {hands} {won}"))
    assert table["trumps"] == "trumps H, named by you"
    assert table["hand_no"] == "hand 3 of 20"
    assert table["row"] == "hands won in a row (7 bring a court): Left and Right 3"
    assert table["tricks"] == "tricks (7 win the hand): you and Partner 1, Left and Right 1"
    assert table["Partner"] == "to lead"


def test_the_table_says_what_the_first_seven_tricks_bring() -> None:
    hands = "hand.P1=AS hand.P2=KS hand.P3=QS hand.P4=JS won.P1+P3=AH,2H,3H,4H"
    table = told("court-piece", drawn.staged("court-piece", f"trump=H leader=P3 {hands}"))
    assert table["tricks"] == "tricks (the first 7 bring a court): you and Partner 1, Left and Right 0"


def test_only_who_is_asked_sees_that_a_revoke_may_be_owned_up_to() -> None:
    hands = "hand.P1=AS hand.P2=KS,2H hand.P3=QS,3D hand.P4=JS,4D"
    state = drawn.staged("court-piece", f"trump=C leader=P1 trick=AH allow_revokes=true {hands}")
    state = drawn.played(GAME, state, ("P2", "revoke:KS"), ("P3", "QS"))
    assert state.phase == "revoke" and state.turn == ("P2",)
    assert told("court-piece", state, "P2")["revoke"] == "You did not follow H"
    others = told("court-piece", state, "P1")
    assert "revoke" not in others and "decide" not in others["Left"]
