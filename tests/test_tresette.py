"""Tresette: what runs over several tricks and hands, what remarks tell, and its rules against a naive telling."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.drawn import staged as set_up
from tests.drawn import told
from tests.oracles import tresette as oracle
from tutor.advice import Adviser, Budget
from tutor.advice.samples import Sampler
from tutor.advice.value import Value
from tutor.families.thirds import points_text
from tutor.games.tresette import GAME
from tutor.games.tresette.melds import melds
from tutor.games.tresette.score import SCORE, Result
from tutor.games.tresette.table import PACK, SIDES, Remark, Rules, TresetteState
from tutor.games.tresette.talk import REMARKS
from tutor.kernel import record
from tutor.kernel.cards import Cards, card, cards
from tutor.kernel.history import staged
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move, call, play
from tutor.kernel.playout import legal, playout, step
from tutor.kernel.seats import seats_of
from tutor.kernel.state import changed
from tutor.policies.games.tresette import remark_before, requested_card

if TYPE_CHECKING:
    from tutor.kernel.events import Event

PLAY, TALK, DECLARE = (GAME.phase_of[name] for name in ("play", "talk", "declare"))
SEATS = seats_of(4)

P1 = "3S,2S,AS,AH,AD,KC,JC,7D,5H,4H"
P4 = "3H,2H,KH,QH,JH,3D,2D,AC,2C,4S"
P2 = "7H,KS,QS,KD,QD,JD,QC,7C,6C,5C"
P3 = "6H,JS,7S,6S,5S,6D,5D,4D,3C,4C"


def sequence(*moves: str, options: str = "", good: str = "") -> record.Record[TresetteState]:
    """The deal of the worked sequence, and these moves of whoever is in turn."""
    assert sorted(f"{P1},{P2},{P3},{P4}".split(",")) == sorted(c.text for c in PACK.cards)
    found = staged(GAME, f"hand.P1={P1} hand.P2={P2} hand.P3={P3} hand.P4={P4} at=declare {options} {good}")
    for text in moves:
        found = record.play(found, found.state.turn[0], Move(text) if text in WORDS else Move("", (card(text),)))
    return found


WORDS = ("good", "pass", *REMARKS)
FIRST = ("good", "4H", "pass", "7H", "pass", "6H", "good", "3H")


def what(found: record.Record[TresetteState], kind: str) -> list[Event]:
    return [event for event in found.events if event.what == kind]


def played_out(found: record.Record[TresetteState], *, losing: str = "") -> record.Record[TresetteState]:
    """The rest of the hand: whoever is named keeps trick-winning cards out of it as long as possible."""
    while found.state.hand_no == 1 and not found.state.over:
        state, seat = found.state, found.state.turn[0]
        moves = legal(GAME, state, seat)
        move = moves[-1] if seat == losing else moves[0]
        found = record.play(found, seat, move)
    return found


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_declaring_and_announcing() -> None:
    found = sequence(*FIRST)
    assert [event.seat for event in what(found, "good play")] == ["P1", "P4"]
    assert [(event.seat, event.facts["kinds"]) for event in what(found, "melds announced")] == [("P4", ("222",))]
    assert found.state.turn == ("P4",)
    found = record.play(found, "P4", Move("", (card("3D"),)))
    assert [ruling.text for ruling in GAME.judge(found.state, "P1").rulings if ruling.legal] == ["AD", "7D"]
    for text in ("AD", "JD", "4D"):
        found = record.play(found, found.state.turn[0], Move("", (card(text),)))
    assert (found.state.past[-1].winner, len(what(found, "melds announced"))) == ("P4", 1)
    for text in ("4S", "AS", "QS", "5S"):
        found = record.play(found, found.state.turn[0], Move("", (card(text),)))
    announced = what(found, "melds announced")
    assert [(event.seat, event.facts["kinds"]) for event in announced[1:]] == [("P1", ("AAA", "nap"))]
    found = played_out(found)
    scored = Counter[str]()
    for event in what(found, "scored"):
        scored[event.seat] += event.facts["points"] * (event.clause == "tresette.score.melds")
    assert scored == {"P1+P3": 6, "P2+P4": 3}


def test_cards_of_an_announced_meld_are_known_to_whoever_holds_the_other_one() -> None:
    """P4 announces three twos, and the fourth is with P1; later P1 announces a nap, of which the ace was played."""
    state = sequence(*FIRST).state
    assert ({c.text for c in state.known_to("P1")}, state.known_to("P2")) == ({"2H", "2D", "2C"}, ())
    shown = changed(state, announced=(("P1", ("nap",)),))
    assert shown.known_to("P2") == (), "of two suits none is seen yet"
    assert {c.text for c in shown.known_to("P4")} == {"3S", "2S", "AS"}


def test_sequence_1_without_a_trick_nothing_is_announced() -> None:
    result = Result(
        players=4,
        dealer="P4",
        options=Rules(),
        won={"P1+P3": cards("7H,6H,4H,5H")},
        last="P2+P4",
        declared={"P1": cards(P1), "P4": cards(P4)},
        took=("P3", "P4"),
    )
    points = {(line.to, line.clause): line.points for line in SCORE.settle(result).lines}
    assert points[("P2+P4", "tresette.score.melds")] == 3
    assert ("P1+P3", "tresette.score.melds") not in points


def test_sequence_2_a_meld_kept_back() -> None:
    found = played_out(sequence("pass", *FIRST[1:]))
    assert "P1" in found.states[-2].took()
    assert [event.seat for event in what(found, "melds announced")] == ["P4"]
    assert [event.seat for event in what(found, "scored") if event.clause == "tresette.score.melds"] == ["P2+P4"]


def test_sequence_3_the_next_trick_and_the_last() -> None:
    found = sequence("pass", "4H", "pass", "7H", "pass", "6H", "pass", "2H")
    assert (found.state.turn, found.state.phase, found.state.leader) == (("P4",), "play", "P4")
    assert len(legal(GAME, found.state, "P4")) == 9
    assert found.state.won("P2+P4") == cards("4H,7H,6H,2H")
    found = played_out(found)
    last = next(event for event in reversed(found.events) if event.what == "trick won")
    bonus = [event.seat for event in what(found, "scored") if event.clause == "tresette.score.last"]
    assert [last.seat in side for side in bonus] == [True]
    assert (found.state.dealer, found.state.hand_no) == ("P1", 2)
    assert sum(found.state.scores) == 11


# -- "Good play" and remarks in a whole game ---------------------------------------------------------------


def test_everybody_is_asked_once_and_nobody_after_the_first_trick() -> None:
    found = record.draw(record.start(GAME), Random(3))
    asked = []
    while found.state.hand_no == 1:
        state, seat = found.state, found.state.turn[0]
        asked += [seat] if state.phase == "declare" else []
        found = record.play(found, seat, legal(GAME, state, seat)[0])
    assert asked == ["P1", "P2", "P3", "P4"]


def test_a_remark_is_heard_and_changes_nobodys_turn() -> None:
    found = sequence("pass", "4H", "pass", "count:1")
    (event,) = what(found, "remarked")
    assert (event.seat, event.clause, event.facts["n"]) == ("P2", "tresette.talk.follower", 1)
    assert (found.state.turn, found.state.phase) == (("P2",), "play")
    with pytest.raises(ValueError, match="not allowed"):
        record.play(found, "P2", call("count:2"))
    again = record.read(record.write(found))
    assert again.states == found.states


def test_a_moment_for_a_remark_can_be_set_up() -> None:
    found = staged(GAME, "hand.P1=4C,7H hand.P2=QC,5C hand.P3=3C,7C hand.P4=KC,AH at=talk")
    found = record.play(found, "P1", call("best"))
    assert (found.state.phase, found.state.turn, len(what(found, "remarked"))) == ("play", ("P1",), 1)
    found = record.play(staged(GAME, found.stage), "P1", call("silent"))
    assert (found.state.phase, found.events) == ("play", ())


@pytest.mark.parametrize("seed", range(8))
def test_determinizations_agree_with_all_that_was_said(seed: int) -> None:
    """The hidden cards of a sample fit each remark, each "Good play" and each announcement."""
    rng = Random(seed)
    options = Rules(must_declare=bool(seed % 2), melds_may_overlap=seed % 3 > 0)
    state, differ, tried = record.draw(record.start(GAME, 4, options), rng).state, 0, 0
    while state.hand_no == 1:
        seat = state.turn[0]
        phase = GAME.due(state)
        moves = legal(GAME, state, seat)
        if phase is PLAY and rng.random() < 0.4:
            v = PLAY.see(state, seat)
            true = [r.move for r in judge(PLAY, v, REMARKS).asked if r.legal and r.move]
            state = PLAY.act(state, seat, rng.choice(true)).state
        state = GAME.due(state).act(state, seat, rng.choice(moves)).state
        if state.hand_no > 1:
            break
        me = state.turn[0]
        sample = GAME.determinize(state, me, rng)
        assert GAME.due(sample).see(sample, me) == GAME.due(state).see(state, me)
        assert Counter(GAME.cards(sample)) == Counter(PACK.cards)
        differ += sample != state
        tried += 1
        wrong: list[object] = [
            said for said in state.said if not fits(sample, said.seat, said.text, said.led, said.played)
        ]
        wrong += [seat for seat in state.good if not melds(sample.dealt(seat), overlap=options.melds_may_overlap)]
        for seat in set(state.good) & set(state.took()):
            kinds = [
                Counter(meld.kind for meld in melds(one.dealt(seat), overlap=options.melds_may_overlap))
                for one in (state, sample)
            ]
            wrong += [seat] if kinds[0] != kinds[1] else []
        assert not wrong, f"{state}\n{wrong}"
    assert tried > 30
    assert differ > 20


def fits(state: TresetteState, seat: str, text: str, led: str, since: int) -> bool:
    word, _, n = text.partition(":")
    held: Cards = (*state.played(seat)[since:], *state.hand(seat))
    counts = Counter(c.suit for c in held)
    if word == "count":
        return counts[led] == int(n)
    return word == "best" or any(counts[s] == int(n) for s in "SHDC")


def test_the_adviser_listens() -> None:
    """After a truthful remark every sample the adviser looks at has so many cards of that suit there."""
    found = sequence("pass", "4H", "pass", "7H", "pass", "count:1", "6H", "pass")
    sampler = Sampler(GAME, found, "P4", 200_000)
    for n in range(20):
        sample = sampler.sample(f"x{n}")
        assert sample.fits
        assert not any(c.suit == "H" for c in sample.state.hand("P3"))
    advice = Adviser(GAME, 1).advise(found, "P4", Random(1), Budget(playouts=20))
    assert advice.move.text.endswith("H")


def test_what_was_said_or_left_unsaid_tells_of_the_best_card() -> None:
    """P2, who does speak, leads a low diamond: in silence with the best one left in hand, else asking for it."""
    hands = "hand.P1=4H,5S,3S,7D,6D hand.P2=5D,JD,2S,6H,7H hand.P3=4D,2D,KD,7C,QC hand.P4=AC,2C,3C,4C,3D"
    found = {}
    for text in ("best", ""):
        state = changed(staged(GAME, hands).state, leader="P2", turn=("P2",), said=(Remark("P2", "best", "", 9),))
        if text:
            state = GAME.play(state, "P2", call(text)).state
        state = GAME.play(state, "P2", play(card("5D"))).state
        sampler = Sampler(GAME, state, "P3", 50_000)
        found[text] = sum(card("3D") in sampler.sample(f"{n}").state.hand("P2") for n in range(20))
    assert found["best"] + 4 < found[""], found


def test_an_ace_given_to_opponents_is_overrated_and_given_to_partner_is_not() -> None:
    """By half of what it makes: 1 for the own side instead of 1 for the other."""
    hands = ["AC,5S,4S,7D", "{},6S,4H,6D", "{},7S,5H,JD", "4C,QS,6H,KD"]
    for mine, theirs, over in ((("3C", "5C"), ("2C", "6C"), 1.0), (("5C", "6C"), ("3C", "2C"), 0.0)):
        held = [hands[0], hands[1].format(mine[0]), hands[2].format(theirs[0]), hands[3]]
        state = staged(GAME, " ".join(f"hand.P{n}={cards}" for n, cards in enumerate(held, 1))).state
        value = Value(GAME, state, "P1")
        assert value.after(state, PLAY, play(card("AC")), Random(1)).overrated == over
        assert not value.after(state, PLAY, play(card("5S")), Random(1)).overrated, "it counts nothing"


def test_what_is_worth_saying() -> None:
    """A leader without the best card left asks for it, the last of a suit is announced, much of partner's suit too."""
    hands = "hand.P1=4H,5S,3S,7D,6D hand.P2=2S,4S,6H,7H,5D hand.P3=4D,2D,3D,KD,7C hand.P4=AC,2C,3C,4C,5C"
    state = staged(GAME, hands).state
    words = {text: remark_before(state, "P1", play(card(text))) for text in ("4H", "3S", "7D")}
    assert words == {"4H": call("short:1"), "3S": None, "7D": call("best")}
    state = GAME.play(state, "P1", call("best")).state
    state = GAME.play(state, "P1", play(card("7D"))).state
    assert remark_before(state, "P2", play(card("5D"))) is None
    state = GAME.play(state, "P2", play(card("5D"))).state
    assert remark_before(state, "P3", play(card("3D"))) == call("count:4")
    v = PLAY.see(state, "P3")
    assert requested_card(state, "P3", v, legal(GAME, state, "P3")) == ("P1", play(card("3D")))
    silent = changed(state, said=())
    assert requested_card(silent, "P3", v, legal(GAME, silent, "P3")) is None
    quiet = changed(state, options=Rules(table_talk=False))
    assert remark_before(quiet, "P3", play(card("3D"))) is None


# -- invariants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_every_hand_brings_eleven_points_and_the_melds(seed: int) -> None:
    options = Rules(
        queen_above_jack=bool(seed % 2),
        must_declare=bool(seed // 2 % 2),
        meld_needs_trick=("player", "side", "no")[seed % 3],
        melds_may_overlap=seed % 5 > 0,
        out_rule=("higher-total", "meld-then-cards-order")[seed // 4 % 2],
        target=(31, 11, 1)[seed // 3 % 3],
    )
    meld = other = 0
    for ply in playout(GAME, record.start(GAME, 4, options).state, Random(seed)):
        for event in ply.events:
            if event.what == "scored" and event.clause == "tresette.score.melds":
                meld += event.facts["points"]
            elif event.what == "scored":
                other += event.facts["points"]
            elif event.what == "hand over":
                assert other == 11
                assert sum(event.facts["scores"].values()) == meld + other
                meld = other = 0
        end = ply.state
    assert max(end.scores) >= options.target
    assert len(end.won_by) == 1


def test_random_play_with_remarks_ends_too() -> None:
    rng = Random(5)
    state = record.start(GAME).state
    for _ in range(2000):
        if state.over:
            break
        if state.chance is None and state.phase == "play" and rng.random() < 0.3:
            v = PLAY.see(state, state.turn[0])
            true = [ruling.move for ruling in judge(PLAY, v, REMARKS).asked if ruling.legal and ruling.move]
            state = PLAY.act(state, state.turn[0], rng.choice(true)).state
        state = step(GAME, state, rng).state
    assert state.over


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("queens", [False, True])
def test_cards_and_remarks_agree_with_the_oracle_in_a_small_world(queens: bool) -> None:
    positions = 0
    for table, hand in islice(oracle.positions(), 0, None, 2 if queens else 1):
        options = Rules(queen_above_jack=queens, table_talk=bool(positions % 5))
        v = PLAY.view(players=4, dealer="P4", options=options, trick=cards(",".join(table)), hand=cards(",".join(hand)))
        got = {ruling.text: "" if ruling.legal else ruling.clause for ruling in judge(PLAY, v).rulings}
        assert got == oracle.ruled(table, hand), f"{table} {hand}"
        if positions % 7 == 0:
            said = {ruling.text: "" if ruling.legal else ruling.clause for ruling in judge(TALK, v).rulings}
            assert said == oracle.said(table, hand, options.table_talk), f"{table} {hand}"
        if len(table) == 3:
            whole = PLAY.view(players=4, dealer="P4", options=options, trick=cards(",".join([*table, hand[0]])))
            won = PLAY.winner(whole)
            assert won is not None
            assert won.seat == SEATS[oracle.winning([*table, hand[0]], queens)]
        positions += 1
    assert positions >= 10_000


def test_melds_agree_with_the_oracle() -> None:
    rng = Random(2)
    high = [c for c in PACK.cards if c.rank in "A23"]
    for n in range(4000):
        held = tuple(rng.sample(high if n % 2 else PACK.cards, 10))
        for overlap in (True, False):
            options = Rules(melds_may_overlap=overlap)
            v = DECLARE.view(players=4, dealer="P4", options=options, hand=PACK.sort(held))
            want = oracle.meld_points([c.text for c in held], overlap)
            assert DECLARE.facts(v)["points"] == want, held
            assert (call("good") in judge(DECLARE, v).legal) == bool(want)


def test_settling_agrees_with_the_oracle() -> None:
    rng = Random(7)
    seen = Counter[str]()
    for _ in range(3000):
        pack = [c.text for c in PACK.cards]
        rng.shuffle(pack)
        size = 4 * rng.randint(0, 10)
        piles = [pack[size:], pack[:size]]
        last = rng.choice([side for side in (0, 1) if piles[side]])
        before = [rng.randint(18, 30), rng.randint(18, 30)]
        ordered = bool(rng.getrandbits(1))
        declared = {}
        for at, seat in enumerate(SEATS):
            hand = pack[10 * at : 10 * at + 10]
            if oracle.meld_points(hand, True):
                declared[seat] = cards(",".join(hand))
        result = Result(
            players=4,
            dealer="P4",
            options=Rules(out_rule=("higher-total", "meld-then-cards-order")[ordered]),
            won={"P2+P4": cards(",".join(piles[1]))},
            last=SIDES[last],
            declared=declared,
            before=dict(zip(SIDES, before, strict=True)),
        )
        assert not list(SCORE.problems(result))
        melds_ = [0, 0]
        for seat, held in declared.items():
            if piles[SEATS.index(seat) % 2]:
                melds_[SEATS.index(seat) % 2] += oracle.meld_points([c.text for c in held], True)
        want = [melds_[side] + oracle.card_points(piles[side]) + (side == last) for side in (0, 1)]
        done = SCORE.settle(result)
        assert list(done.scores.values()) == want
        winner = oracle.game_won(before, melds_, piles, last, 31, ordered)
        assert done.outcome["game"] == ([SIDES[winner]] if winner >= 0 else [])
        seen[str(done.outcome.get("clause"))] += 1
    assert set(seen) == {"None", "tresette.end", "tresette.end.both", "tresette.end.order"}


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_tells_melds_remarks_and_thirds() -> None:
    hands = "hand.P1=4S,5S hand.P2=5H,6H hand.P3=7H,JH hand.P4=4D trick=KH leader=P4 won.P1+P3=AS,KS,QS,4C,2C,5C,6C,7C"
    state = set_up("tresette", f"score.P2+P4=12 target=21 {hands}")
    said = (Remark("P4", "best", "", 0), Remark("P1", "count:0", "H", 0), Remark("P2", "short:1", "H", 4))
    told_of = (("P3", ("AAA", "nap", "nap")), ("P4", ("2222",)))
    table = told("tresette", changed(state, said=said, good=("P2", "P3", "P4"), announced=told_of), "P2")
    assert table["score"] == "score, 21 wins: you and Partner 12, Left and Right 0"
    assert table["points"] == "points in this hand: you and Partner 4, Left and Right 11"
    assert table["You"] == "said Good play"
    assert table["Left"] == "announced three aces, two naps"
    assert table["Partner"] == "dealer, announced four twos, asked for the best card, KH led"
    assert table["Right"] == "said no hearts, to play"


def test_points_are_told_in_thirds() -> None:
    assert [points_text(n) for n in (0, 1, 3, 5)] == ["0", "1/3", "1", "1 2/3"]
