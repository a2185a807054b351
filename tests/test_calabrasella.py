"""Calabrasella: from the bid to the payment, who knows what, and its rules against a naive second telling."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests import drawn
from tests.drawn import played, told
from tests.oracles import calabrasella as oracle
from tests.oracles import small_world
from tutor.advice import Adviser, Budget
from tutor.advice.samples import Sampler
from tutor.games.calabrasella import GAME
from tutor.games.calabrasella.score import SCORE, Result
from tutor.games.calabrasella.table import PACK, POINTS, SEATS, CalabrasellaState, Rules, against
from tutor.kernel import record
from tutor.kernel.cards import SUITS, card, cards
from tutor.kernel.history import staged
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal, playout
from tutor.kernel.position import read_view
from tutor.kernel.position_text import split
from tutor.policies import policy_of
from tutor.teach.results.score_sheet import score_doc
from tutor.teach.tables.tabletop import pile_of
from tutor.teach.text.names import NOBODY
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

if TYPE_CHECKING:
    from tutor.kernel.events import Event

PLAY, CALL, DISCARD, TAKE = (GAME.phase_of[name] for name in ("play", "call", "discard", "take"))

P1 = "3C,2C,KC,7C,KS,JS,7S,AH,QH,4H,QD,5D"
P2 = "3S,3D,2D,AD,KD,2S,AS,7H,5H,QC,6C,4C"
P3 = "AC,JC,5C,QS,6S,5S,2H,JH,6H,JD,7D,4D"
WIDOW = "3H,6D,KH,4S"


def sequence(*moves: str) -> record.Record[CalabrasellaState]:
    """The deal of the worked sequences, and these moves of whoever is in turn."""
    found = staged(GAME, f"hand.P1={P1} hand.P2={P2} hand.P3={P3} dealer=P3 at=auction")
    assert found.state.away == PACK.sort(cards(WIDOW))
    for text in moves:
        state = found.state
        meant = GAME.due(state).read(GAME.due(state).see(state, state.turn[0]), text)
        found = record.play(found, state.turn[0], meant)
    return found


def what(found: record.Record[CalabrasellaState], kind: str) -> list[Event]:
    return [event for event in found.events if event.what == kind]


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_from_the_bid_to_the_first_lead() -> None:
    found = sequence("pass", "play")
    assert (found.state.phase, found.state.turn, found.state.declarer) == ("call", ("P2",), "P2")
    assert [move.text for move in legal(GAME, found.state, "P2")] == ["3H", "3C"]
    found = sequence("pass", "play", "3C")
    assert (found.state.phase, found.state.turn) == ("surrender", ("P1",))
    found = sequence("pass", "play", "3C", "3C")
    assert (found.state.phase, found.state.turn) == ("give", ("P2",))
    assert len(legal(GAME, found.state, "P2")) == 12
    found = sequence("pass", "play", "3C", "3C", "5H")
    assert [len(hand) for hand in found.state.hands] == [12, 12, 12]
    assert card("5H") in found.state.hand("P1")
    assert [event.cards for event in what(found, "given in exchange")] == [()], "nobody else sees it"
    found = sequence("pass", "play", "3C", "3C", "5H", "7H+6C+4C")
    assert what(found, "widow turned")[0].cards == PACK.sort(cards(WIDOW))
    assert all(len(move.cards) == 3 for move in legal(GAME, found.state, "P2"))
    found = sequence("pass", "play", "3C", "3C", "5H", "7H+6C+4C", "3H+KH+4S")
    assert (found.state.phase, found.state.turn, len(found.state.hand("P2"))) == ("play", ("P3",), 12)
    assert set(found.state.away) == set(cards("6D,7H,6C,4C"))
    assert POINTS.of(found.state.away) == 0
    assert len(legal(GAME, found.state, "P3")) == 12


def test_sequence_2_the_call_misses() -> None:
    found = sequence("pass", "play", "3H")
    assert (found.state.phase, found.state.turn) == ("discard", ("P2",))
    assert [event.cards for event in what(found, "call missed")] == [cards("3H")]
    found = sequence("pass", "play", "3H", "7H+6C+4C", "3H+KH+6D")
    assert card("3H") in found.state.hand("P2")


def test_sequence_3_all_pass() -> None:
    found = record.draw(record.start(GAME, dealer="P1"), Random(1))
    for seat in ("P2", "P3", "P1"):
        found = record.play(found, seat, Move("pass"))
    assert found.state.chance is not None
    assert (found.state.dealer, found.state.scores, found.state.played_hands) == ("P2", (100, 100, 100), 0)
    assert found.state.hand_no == 2


def test_a_declarer_with_all_threes_and_twos_calls_nothing() -> None:
    high = [c.text for c in PACK.cards if c.rank in "32"]
    rest = [c.text for c in PACK.cards if c.rank not in "32"]
    hands = [high + rest[:4], rest[4:16], rest[16:28]]
    fields = " ".join(f"hand.{seat}={','.join(hand)}" for seat, hand in zip(SEATS, hands, strict=True))
    found = record.play(staged(GAME, f"{fields} at=auction"), "P1", Move("play"))
    assert (found.state.phase, [event.clause for event in what(found, "no call")]) == (
        "discard",
        ["calabrasella.call.none"],
    )
    found = record.play(staged(GAME, f"{fields} at=auction extend_call_to_aces=true"), "P1", Move("play"))
    assert found.state.phase == "call"
    assert {move.text[0] for move in legal(GAME, found.state, "P1")} == {"A"}


# -- who knows what ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_determinizations_keep_what_is_known_and_move_what_is_not(seed: int) -> None:
    rng = Random(seed)
    state = record.draw(record.start(GAME), rng).state
    moved = Counter[str]()
    while state.played_hands < 3:
        if state.chance is not None:
            state = GAME.deal(state, GAME.shuffle(state, rng)).state
            continue
        state = GAME.due(state).act(state, state.turn[0], rng.choice(legal(GAME, state, state.turn[0]))).state
        if not state.turn or not state.declarer:
            continue
        for seat in SEATS:
            sample = GAME.determinize(state, seat, rng)
            assert sample.hand(seat) == state.hand(seat)
            assert Counter(GAME.cards(sample)) == Counter(PACK.cards)
            assert (sample.widow, sample.trick, sample.past) == (state.widow, state.trick, state.past)
            _checked(state, sample, seat, moved)
    assert set(moved) == {"discards", "given"}, "what is laid away or given is not known to the others"


def _checked(state: CalabrasellaState, sample: CalabrasellaState, seat: str, moved: Counter[str]) -> None:
    mine = sample.hand(state.declarer)
    if seat == state.declarer:
        assert set(sample.away) >= set(state.discards)
        assert state.given is None or sample.holder(state.given) == state.holder(state.given)
        return
    moved["discards"] += bool(state.discards) and set(sample.discards) != set(state.discards)
    on_table = {*state.trick, *(c for taken in state.past for c in taken.cards)}
    if state.called is not None and state.donor and state.called not in on_table:
        assert state.called in (*mine, *sample.away), "it is with the declarer, or laid away"
    if state.given is not None and seat != state.donor and state.given not in on_table:
        assert sample.given is None
        moved["given"] += sample.holder(state.given) != state.donor
    for c in state.shown:
        if state.widow and c not in state.widow and c is not state.called:
            assert c in mine


def test_a_two_called_tells_that_all_threes_were_there() -> None:
    threes = [card("3" + s).text for s in SUITS]
    rest = [c.text for c in PACK.cards if c.text not in threes and c.text != "2H"]
    hands = [threes + rest[:8], ["2H", *rest[8:19]], rest[19:31]]
    fields = " ".join(f"hand.{seat}={','.join(hand)}" for seat, hand in zip(SEATS, hands, strict=True))
    found = staged(GAME, f"{fields} at=auction")
    for seat, move in (("P1", Move("play")), ("P1", Move("2H")), ("P2", Move("", cards("2H")))):
        found = record.play(found, seat, move)
    for give, lie in (("3S", ("P1", "P2", "")), (rest[0], ("P1", ""))):
        after = record.play(found, "P1", Move("", cards(give)))
        low = PACK.sort(after.state.hand("P1"))[-2:]
        after = record.play(after, "P1", Move("", low))
        for n in range(30):
            sample = GAME.determinize(after.state, "P3", Random(n))
            where = [sample.holder(card(three)) for three in threes]
            assert "P3" not in where
            assert where.count("P2") <= 1, "one of them may have been given for the two"
            assert sample.holder(card("2H")) in ("P1", "")
        assert set(lie) >= {after.state.holder(card(three)) for three in threes}


def test_the_adviser_can_call_discard_take_and_play() -> None:
    found, seen = sequence("pass", "play"), []
    while len(found.state.past) < 2:
        state = found.state
        seen += [state.phase] if state.phase not in seen else []
        advice = Adviser(GAME, 1).advise(found, state.turn[0], Random(4), Budget(playouts=6))
        found = record.play(found, state.turn[0], advice.move)
    assert seen[0] == "call"
    assert seen[-3:] == ["discard", "take", "play"]


def test_in_sampled_deals_whoever_plays_alone_has_kept_the_high_cards() -> None:
    """The three handed over is not with the other defender, and nobody lays a three away for a low card."""
    hands = (
        "hand.P1=3C,2C,KC,7C,KS,JS,7S,AH,QH,4H,QD,5D hand.P2=3S,3D,2D,AD,KD,2S,AS,7H,5H,QC,6C,4C "
        "hand.P3=AC,JC,5C,QS,6S,5S,2H,JH,6H,JD,7D,4D"
    )
    at = staged(GAME, f"at=call declarer=P1 {hands}")
    for who, text in (("P1", "3S"), ("P2", "3S"), ("P1", "7C"), ("P1", "7S+4H+5D+JS"), ("P1", "3H+6D+KH+4S")):
        at = record.play(at, who, Move(text))
    for seat in ("P2", "P3"):
        sampler = Sampler(GAME, at, seat, 1e6)
        assert sampler.may_hold("P1", card("3S")) and not any(sampler.may_hold(who, card("3S")) for who in ("P2", "P3"))
        for n in range(20):
            deal: CalabrasellaState = sampler.sample(str(n)).state
            assert card("3S") in deal.hand("P1") and not any(c.rank in "32" for c in deal.discards)


def test_the_program_plays_alone_with_high_cards_and_keeps_them() -> None:
    found = sequence("pass")
    for seed in range(3):
        assert Adviser(GAME, 1).advise(found, "P2", Random(seed)).move.text == "play"
        assert Adviser(GAME, 1).advise(sequence(), "P1", Random(seed)).move.text == "pass"
    state = sequence("pass", "play", "3H").state
    moves = policy_of(GAME).of(GAME.due(state)).plausible(state, "P2", legal(GAME, state, "P2"))
    assert {c.text for move in moves for c in move.cards} <= {"QC", "6C", "4C", "7H", "5H"}
    assert len(moves) == 2 + 3 + 4 + 5, "at most one less valuable card is kept"


# -- invariants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_chips_are_conserved_and_every_point_is_somewhere(seed: int) -> None:
    options = Rules(
        set_aside=("dead", "last-trick")[seed % 2],
        double_any_shutout=bool(seed // 2 % 2),
        extend_call_to_aces=bool(seed // 4 % 2),
        hands=(12, 1, 3)[seed % 3],
        start_chips=(100, 0)[seed % 5 == 0],
    )
    state, hands = record.start(GAME, 3, options).state, 0
    for ply in playout(GAME, state, Random(seed)):
        counted = sum(event.facts["points"] for event in ply.events if event.what == "trick won")
        assert counted <= 9
        for event in ply.events:
            if event.what == "hand over":
                hands += 1
                assert sum(event.facts["scores"].values()) == 0
                assert sum(event.facts["standing"].values()) == 3 * options.start_chips
        state = ply.state
    assert hands == options.hands == state.played_hands
    best = max(state.scores)
    assert state.won_by == tuple(seat for seat, n in zip(SEATS, state.scores, strict=True) if n == best)


# -- against the oracle ------------------------------------------------------------------------------------


def test_cards_agree_with_the_oracle_in_a_small_world() -> None:
    positions = 0
    for table, hand in small_world(oracle.SMALL, range(3)):
        v = PLAY.view(players=3, dealer="P3", options=Rules(), trick=cards(",".join(table)), hand=cards(",".join(hand)))
        got = {ruling.text: "" if ruling.legal else ruling.clause for ruling in judge(PLAY, v).rulings}
        assert got == oracle.ruled(table, hand), f"{table} {hand}"
        if len(table) == 2:
            trick = [*table, hand[0]]
            whole = PLAY.view(players=3, dealer="P3", options=Rules(), trick=cards(",".join(trick)))
            won = PLAY.winner(whole)
            assert won is not None
            assert won.seat == SEATS[oracle.winning(trick)]
            assert PLAY.facts(whole)["points"] == oracle.points(trick)
        positions += 1
    assert positions >= 10_000


def test_calls_agree_with_the_oracle_for_every_holding_of_high_cards() -> None:
    for n, hand in enumerate(oracle.hands_to_call_with()):
        options = Rules(extend_call_to_aces=bool(n // 3 % 2))
        v = CALL.view(players=3, dealer="P3", options=options, hand=cards(",".join(hand)))
        got = {ruling.text: "" if ruling.legal else ruling.clause for ruling in judge(CALL, v).rulings}
        assert got == oracle.calls(hand, options.extend_call_to_aces), hand


def test_choices_of_cards_agree_with_counting() -> None:
    hand = PACK.sort(cards("3S,2S,AS,KH,QH,7D,6D,5D,4D,JC,5C,4C"))
    v = DISCARD.view(players=3, dealer="P3", options=Rules(), hand=hand)
    want = {frozenset(some) for n in (1, 2, 3, 4) for some in combinations(hand, n)}
    assert {frozenset(move.cards) for move in judge(DISCARD, v).legal} == want
    widow = cards("3H,6D,KH,4S")
    for n in (1, 2, 3, 4):
        v = TAKE.view(players=3, dealer="P3", options=Rules(), widow=widow, discarded=n)
        found = judge(TAKE, v)
        assert {frozenset(move.cards) for move in found.legal} == {frozenset(some) for some in combinations(widow, n)}
        assert len(found.rulings) == 15


def test_settling_agrees_with_the_oracle() -> None:
    rng = Random(7)
    clauses = set()
    for n in range(3000):
        pack = [c.text for c in PACK.cards]
        rng.shuffle(pack)
        if n % 10 == 0:  # whitewashes are rare
            pack.sort(key=lambda c: (c[0] not in "7654", c))
        aside, pack = pack[:4], pack[4:]
        size, at = (rng.choice((0, 36)) if n % 10 < 2 else 3 * rng.randint(0, 12)), n % 3
        declarer = SEATS[at]
        piles = [pack[:size], pack[size:]]
        last = declarer if not piles[1] or (piles[0] and rng.getrandbits(1)) else SEATS[at - 1]
        options = Rules(set_aside=("dead", "last-trick")[n // 2 % 2], double_any_shutout=bool(n // 4 % 2))
        won = {declarer: cards(",".join(piles[0]))} if n % 2 else {against(declarer): cards(",".join(piles[1]))}
        result = Result(
            players=3, dealer="P3", options=options, declarer=declarer, won=won, aside=cards(",".join(aside)), last=last
        )
        assert not list(SCORE.problems(result))
        extra = 3 + (oracle.points(aside) if options.set_aside == "last-trick" else 0)
        mine = oracle.points(piles[0]) + (extra if last == declarer else 0)
        theirs = oracle.points(piles[1]) + (0 if last == declarer else extra)
        done = SCORE.settle(result)
        assert done.outcome["points"] == f"{mine}-{theirs}"
        assert list(done.scores.values()) == oracle.payments(mine, theirs, at, options.double_any_shutout)
        clauses.add(done.outcome["clause"].rpartition(".")[2])
    assert clauses == {"win", "lose", "equal", "whitewash", "shutout"}


# -- the table -------------------------------------------------------------------------------------------------


def settled(fields: str) -> str:
    """The page of `tutor score` for a result."""
    view = read_view(GAME, GAME.scoring, split(fields.split()))
    return render(score_doc(GAME, view), RenderOptions(width=200, suits="letters"), NOBODY)


def test_a_declarer_without_a_single_card_is_settled_and_told_how() -> None:
    said = settled("declarer=P1 won.P1= aside=4H,5H,6H,7H last=P2")
    assert "-140  total" in said and "All 35 points are on one side" in said
    assert "0 (P1's points) - 35 (the opponents' points) = -35" in " ".join(said.split())


def test_the_score_says_once_what_two_are_paid_for() -> None:
    said = settled("declarer=P1 points=14-20")
    assert said.count("P1 pays the difference to each of the others.") == 1
    assert "total" not in said, "each has one line"
    assert "14 points against 20" in said and said.count("20 (the opponents' points)") == 1, "the table tells theirs"


def test_the_table_follows_the_card_called_and_the_widow() -> None:
    hands = (
        "hand.P1=3S,2S,AS,KS,QS,JS,7S,6S,5S,4S,3H,2H hand.P2=3D,AH,KH,QH,JH,7H,6H,5H,4H,2D,AD,KD "
        "hand.P3=QD,JD,7D,6D,5D,4D,3C,2C,AC,KC,QC,JC"
    )
    state = played(GAME, drawn.staged("calabrasella", f"at=call declarer=P1 {hands}"), ("P1", "3D"))
    asked = told("calabrasella", state, "P2")
    assert asked["called"] == "3D called" and asked["contract"] == "Right needs more points than the other two together"
    assert asked["widow"] == "the widow, four cards face down"
    state = played(GAME, state, ("P2", "3D"), ("P1", "4S"), ("P1", "3D+5S"))
    table = told("calabrasella", state)
    assert table["called"] == "3D called, handed over by Left"
    assert table["given"] == "Left got 4S for it"
    assert table["widow"] == "the widow, after two laid away: 7C 6C 5C 4C"
    assert "given" not in told("calabrasella", state, "P3")
    state = played(GAME, state, ("P1", "7C+6C"))
    assert pile_of(GAME, state, "P1", "discards") == cards("5S,3D")
    assert pile_of(GAME, state, "P3", "discards") == ()
    assert told("calabrasella", state, "P1")["discards"] == "the cards you have laid away: 5S 3D"
    assert told("calabrasella", state, "P3") == {
        "hand_no": "hand 1 of 12",
        "trumps": "no trumps",
        "contract": "Left needs more points than the other two together",
        "called": "3D called, handed over by Right",
        "score": "chips: you 100, Left 100, Right 100",
        "widow": "four cards set aside",
        "You": "dealer",
        "Left": "alone, holds 7C 6C",
        "Right": "to lead",
    }
