"""The adviser: it knows what its seat knows and nothing else, it answers in time, and it says how sure it is."""

from __future__ import annotations

import math
import time
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import played, random_game, share, tables
from tutor.advice import LEVELS, STRONG, Advice, Adviser, Budget
from tutor.advice.adviser import _fitting, spread
from tutor.advice.endgame import EndgameSolver
from tutor.advice.evidence import EVEN, FAVOUR, confidence, deciding, tenths
from tutor.advice.lacks import lacks
from tutor.advice.samples import Sampler
from tutor.advice.value import Value, direction
from tutor.games.strange import Strange
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import cards
from tutor.kernel.game import Game
from tutor.kernel.history import Record
from tutor.kernel.moves import Move, play
from tutor.kernel.playout import legal
from tutor.kernel.seats import DECK, Seat
from tutor.policies import GamePolicy, policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.state import State

every_game = pytest.mark.parametrize("name", names())
SMALL = Budget(playouts=12, work=60_000)


def usual(name: str) -> Any:
    """The usual rules with the usual number of players."""
    return next(table for table in tables(name) if table.players == load(name).usual)


def decisions(name: str, most: int = 12) -> Iterator[tuple[Game[Any], Any, Seat]]:
    """Moments of games at which somebody has a choice, each kind of decision among them."""
    table = usual(name)
    states = [ply.state for ply in random_game(table, 3, 400) if ply.state.turn]
    some = Random(1).sample(states, min(most, len(states)))
    kinds = {state.phase: state for state in states}
    game = load(name)
    for state in (*kinds.values(), *some):
        for seat in state.turn[:2]:
            if len(legal(game, state, seat)) > 1:
                yield game, state, seat


# -- how sure it is ------------------------------------------------------------------------------------


def test_a_deal_or_two_of_many_tell_little() -> None:
    assert confidence([0.0] * 41) == confidence([-1.0, 1.0]) == 0.5 > confidence([-1.0, 0.0])
    assert confidence([3.0] + [0.0] * 40) == confidence([3.0]) < 0.7, "one deal decides, however many were tried"
    assert confidence([9.0, *[0.01] * 40]) < 0.7, "all but one hardly matter"
    assert confidence([1.0] * 3) < confidence([1.0] * 6) < 0.95 < confidence([1.0] * 40) < 1
    assert confidence([1.0] * 3, FAVOUR) > confidence([1.0] * 3) > confidence([1.0] * 3, -FAVOUR)
    assert 1 - confidence([-1.0] * 3, -FAVOUR) == pytest.approx(confidence([1.0] * 3, FAVOUR)), "the other way about"
    assert confidence([1.0] * 4000, -FAVOUR) > 0.999, "many deals tell, whatever was believed"
    assert deciding([2.0, -2.0, 0.0, 2.0]) == 3 and 1 < deciding([9.0, *[0.01] * 40]) < 1.2
    assert [tenths(sure) for sure in (0.5, 0.649, 0.65, 0.749, 0.751, 0.851, 0.949, 0.95, 1)] == [
        5,
        5,
        7,
        7,
        8,
        9,
        9,
        10,
        10,
    ]


@pytest.mark.parametrize("deals", [4, 15, 60, 300])
@pytest.mark.parametrize("favour", [0.0, FAVOUR])
def test_claims_come_true_where_moves_are_as_even_as_is_believed(deals: int, favour: float) -> None:
    """By pairs of moves made up: the mean lead is drawn as is believed beforehand, the sizes of leads are skewed."""
    rng, claims = Random(deals), dict[int, list[bool]]()
    for _ in range(4000):
        mean = rng.gauss(favour, 1) / EVEN**0.5
        leads = [mean + rng.expovariate(1) - 1 if rng.random() < 0.7 else 0.0 for _ in range(deals)]
        claims.setdefault(int(confidence(leads, favour) * 10), []).append(mean > 0)
    for tenth, right in claims.items():
        if len(right) > 400:
            assert tenth / 10 - 0.06 <= sum(right) / len(right) <= tenth / 10 + 0.16, tenth


def test_deals_that_do_not_fit_what_was_played_are_no_evidence() -> None:
    leads = [1.0] * 10 + [-5.0] * 10
    assert _fitting(leads, [True] * 10 + [False] * 11) == [1.0] * 10
    assert _fitting(leads, [True] * 3 + [False] * 17) == leads, "unless hardly any is known to fit"


# -- what it knows -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", share(names(), 7))
def test_equal_views_give_equal_advice(name: str) -> None:
    """A state dealt afresh behind the seat's back changes nothing: the true cards play no part."""
    differ = 0
    for game, state, seat in decisions(name):
        other = game.determinize(state, seat, Random(99))
        differ += other != state
        phase = game.due(state)
        assert phase.see(other, seat) == phase.see(state, seat)
        one, two = (Adviser(game, 2).advise(s, seat, Random(5), SMALL) for s in (state, other))
        assert one == two, f"{seat} in {state.phase}: {state}\n{other}"
    if len(load(name).seats(usual(name).players)) > 1 and usual(name).players > 1:
        assert differ, "there was nothing hidden to be peeked at"


def drawn(text: str) -> tuple[Any, ...]:
    """The word and the cards of a draw."""
    word, _, named = text.rpartition(":")
    return word, *cards(named.replace("+", ","))


def swapped(record: Record[Any], seat: Seat, rng: Random) -> Record[Any] | None:
    """The same play after a deal in which two cards that `seat` does not know changed places; None if impossible."""
    game = record.game
    at = max((len(entry.text), i) for i, entry in enumerate(record.entries) if entry.seat == DECK)[1]
    word, *dealt = drawn(record.entries[at].text)
    unknown = game.unseen(record.state, seat)
    places = [i for i, c in enumerate(dealt) if c in unknown]
    if len(places) < 2:
        return None
    i, j = rng.sample(places, 2)
    dealt[i], dealt[j] = dealt[j], dealt[i]
    out = Record(game, record.states[: at + 1], record.entries[:at])
    try:
        out = history.play(out, DECK, Move(word, tuple(dealt)))
        for entry in record.entries[at + 1 :]:
            word, *moved = drawn(entry.text) if entry.seat == DECK else (entry.text,)
            out = history.play(out, entry.seat, Move(word, tuple(moved)))
    except ValueError:
        return None
    if [entry.events for entry in out.entries] != [entry.events for entry in record.entries]:
        return None  # what everybody saw would be different
    for one, two in zip(record.states, out.states, strict=True):
        if one.phase != two.phase or one.turn != two.turn:
            return None
        if one.phase and game.due(one).see(one, seat) != game.due(two).see(two, seat):
            return None
    return out


@pytest.mark.parametrize("name", share(names(), 0))
def test_equal_views_of_records_give_equal_advice(name: str) -> None:
    """Past plays are asked of hypothetical hands, never of the true ones."""
    table = tables(name)[-1] if name == "strange" else usual(name)
    rng = Random(name)
    tried = 0
    for seed in range(60):
        record = played(table, seed, rng.randint(4, 25))
        state = record.state
        seat = state.turn[0] if state.turn else ""
        if tried == 4 or not seat or len(legal(record.game, state, seat)) < 2:
            continue
        for _ in range(40):
            other = swapped(record, seat, rng)
            if other is not None and other.state != state:
                tried += 1
                one, two = (Adviser(record.game, 2).advise(r, seat, Random(5), SMALL) for r in (record, other))
                assert one == two, f"{seat}: {[entry.text for entry in record.entries[1:]]}"
                break
    assert tried or table.players == 1


def test_worlds_are_what_past_plays_allow() -> None:
    """Who did not follow suit has none of it in any deal that is said to fit."""
    found = 0
    for seed in range(30):
        record = played(tables("strange")[1], seed, 70)
        state = record.state
        if state.phase != "play" or state.round > 1:
            continue
        seat = state.turn[0]
        void: set[tuple[Seat, str]] = set()
        made = [entry for entry in record.entries if entry.made]
        for before, entry in zip(record.states, made, strict=False):
            if entry.seat in (DECK, seat) or before.phase != "play" or not before.trick:
                continue
            led, answer = before.trick[0], cards(entry.text.replace("+", ","))
            if led[0].suit != led[1].suit:
                void |= {(entry.seat, a.suit) for a, b in zip(led, answer, strict=True) if a.suit != b.suit}
        sampler = Sampler(record.game, record, seat, 10**9)
        for n in range(10):
            sample = sampler.sample(f"w{n}")
            held = {(s, c.suit) for s in state.seats if s != seat for c in sample.state.hand(s)}
            if sample.fits:
                found += bool(void)
                assert not held & void
    assert found > 20


def test_a_deal_that_was_not_checked_is_not_said_to_fit() -> None:
    record = played(tables("strange")[1], 4, 30)
    seat = record.state.turn[0]
    unchecked = Sampler(record.game, record, seat, 0)
    assert not unchecked.sample("x").fits
    assert Sampler(record.game, record.state, seat, 0).sample("x").fits  # nothing is known of the past


def test_deals_fit_what_was_played_even_when_no_work_is_left_for_checking_them() -> None:
    for seed in range(8):
        record = played(tables("tute")[0], seed, 34)
        state, seat = record.state, record.state.turn[0]
        exact, hasty = Sampler(record.game, record, seat, math.inf), Sampler(record.game, record, seat, 0)
        hasty_deals = [hasty.sample(str(n)).state for n in range(40)]
        held = [(who, c) for deal in hasty_deals for who in state.seats if who != seat for c in deal.hand(who)]
        assert all(exact.may_hold(who, c) for who, c in held)


DRAWN = "upcard=9S hand.P1=KS,7H,7C,8H,TS,QH,9D hand.P2=3H,AD,6C,7D hand.P3=9C,KD,4D,8S,2S hand.P4=QS,2D,KH,TD,TC"


def last_one(stage: str, *moves: str) -> history.Record[Any]:
    """A hand of Last One set up and played on."""
    record = history.staged(load("last-one"), stage)
    for text in moves:
        record = history.draw(history.play(record, record.state.turn[0], Move(text)), Random(1))
    return record


def test_whoever_drew_a_card_seldom_holds_the_suit_that_lay_there() -> None:
    record = last_one(DRAWN, "KS", "draw", "KD", "TD")
    told, blind = (
        [
            sum((c.suit == "S" or c.rank == "K") and c.rank != "8" for c in sampler.sample(str(n)).state.hand("P2"))
            for n in range(60)
        ]
        for sampler in (Sampler(record.game, at, "P1", 10**6) for at in (record, record.state))
    )
    assert max(told) == 1, "only the card drawn may fit"
    assert sum(told) < sum(blind) / 2


def test_cards_shuffled_into_a_new_stock_are_in_nobodys_hand() -> None:
    rest = [c.text for c in load("last-one").pack.order if c.text not in set("9H KH 9C KC QC 9D 4S 3S 6S".split())]
    hands = "hand.P1=9C,KC,QC hand.P2=9D,4S hand.P3=3S,6S"
    record = last_one(f"players=3 upcard=9H stock=KH pile={','.join(rest)} {hands}", "draw", "draw")
    sampler = Sampler(record.game, record, "P1", 10**6)
    assert {(lack.seat, lack.taken) for lack in sampler.lacks if lack.certain} == {("P2", 1), ("P3", 0)}
    for n in range(20):
        deal, fits = sampler.sample(str(n))
        assert fits and not {c.text for c in deal.hand("P3")} & {*rest}
        assert sum(c.text in rest for c in deal.hand("P2")) == 1, "the card that was drawn since"


def test_chance_over_hidden_cards_tells_nothing() -> None:
    """Which card was turned up before the deal of Dou Dizhu is drawn among cards of all hands, which nobody sees."""
    for seed in range(5):
        record = played(usual("dou-dizhu"), seed, 20)
        assert any(state.chance is not None and len(state.chance.pool) == 3 for state in record.states)
        assert not any(lacks(record, seat) for seat in record.state.seats)


# -- what it answers -----------------------------------------------------------------------------------


@every_game
def test_advice_is_legal_in_time_and_the_same_again(name: str) -> None:
    for game, state, seat in decisions(name, 6):
        moves = legal(game, state, seat)
        advice = Adviser(game, 1).advise(state, seat, Random(2))
        assert advice.move in moves
        assert advice.legal == len(moves)
        assert 0.5 <= advice.sure <= 1
        assert advice.better + advice.worse <= 1.0001
        assert advice == Adviser(game, 1).advise(state, seat, Random(2))


def test_a_budget_is_kept() -> None:
    game = load("strange")
    record = history.draw(history.start(game, 3), Random(1))
    seat = record.state.turn[0]
    advice = Adviser(game, STRONG).advise(record, seat, Random(1), Budget(playouts=25))
    assert advice.playouts <= 30  # one whole sample at the least
    begun = time.process_time()
    advice = Adviser(game, STRONG).advise(record, seat, Random(1), Budget(seconds=0.1))
    assert time.process_time() - begun < 5
    assert advice.legal == 496 - duplicates(record.state.hand(seat))
    assert 2 <= advice.tried <= STRONG.candidates


def duplicates(hand: Any) -> int:
    """How many of the 496 pairs of 32 cards are the same as another pair."""
    pairs = [frozenset((i, j)) for i in range(32) for j in range(i)]
    return len(pairs) - len({tuple(sorted(hand[i].text for i in pair)) for pair in pairs})


def test_a_record_is_as_good_as_a_state_before_anything_was_played() -> None:
    game = load("strange")
    record = history.draw(history.start(game, 2), Random(1))
    seat = record.state.turn[0]
    one, two = (Adviser(game, 2).advise(at, seat, Random(3), SMALL) for at in (record, record.state))
    assert one == two


def test_a_sure_trick_is_taken() -> None:
    """With one trick to go and one pair that wins it, every strength but the weakest finds it."""
    game = load("strange")
    fields = "players=2 upcard=6C,KD round=4 leader=P1 hand.P1=3S,4S,AC,AD hand.P2=2H,3H,2D,5H"
    record = history.staged(game, fields)
    for level in (2, 3):
        advice = Adviser(game, LEVELS[level]).advise(record, "P1", Random(level))
        assert advice.mean > 0
    fields = "players=2 upcard=6C,KD round=5 leader=P1 hand.P1=3S,2S hand.P2=2H,3H"
    record = history.play(history.staged(game, fields), "P1", play(*cards("2S,3S")))
    assert Adviser(game).advise(record, "P2", Random(0)).legal == 2


def test_the_lead_from_five_cards_that_count_is_tried_in_many_deals() -> None:
    game = load("botifarra")
    some = Random(1).sample([c.text for c in game.pack.order], 20)
    hands = " ".join(f"hand.P{n + 1}={','.join(some[5 * n : 5 * n + 5])}" for n in range(4))
    gone = ",".join(c.text for c in game.pack.order if c.text not in some)
    record = history.staged(game, f"trump=S leader=P1 {hands} won.P1+P3={gone}")
    assert Adviser(game).advise(record, "P1", Random(0)).deals > 30


def test_three_others_do_not_play_as_one_at_the_end_of_a_hand() -> None:
    """So the deals are not solved as if they did, but played out, and the advice knows what happened in them."""
    game = load("twenty-five")
    stage = "trump=C leader=P4 trick=6H,8H hand.P1=7D hand.P2=AH,3D hand.P3=KH,7C hand.P4=TD"
    advice = Adviser(game).advise(history.staged(game, stage), "P2", Random(0))
    assert advice.move == play(*cards("AH")) and all(line.tricks for line in advice.lines[advice.move])


def test_one_legal_move_needs_no_thought() -> None:
    game = load("strange")
    fields = "players=2 upcard=6C,KD round=5 leader=P1 hand.P1=3S,2S hand.P2=2H,3H"
    advice = Adviser(game).advise(history.staged(game, fields), "P1", Random(0))
    assert (advice.move, advice.legal, advice.playouts, advice.other) == (play(*cards("3S,2S")), 1, 0, None)


def test_whose_turn_it_is_not_gets_no_advice() -> None:
    game = load("strange")
    record = history.staged(game, "players=2 upcard=6C,KD round=5 leader=P1 hand.P1=3S,2S hand.P2=2H,3H")
    record = history.play(history.play(record, "P1", play(*cards("3S,2S"))), "P2", play(*cards("2H,3H")))
    with pytest.raises((ValueError, KeyError)):
        Adviser(game).advise(record.state, "P1", Random(0))


def test_candidates_are_spread_over_the_cards() -> None:
    game = load("strange")
    record = history.draw(history.start(game, 3), Random(1))
    seat = record.state.turn[0]
    moves = legal(game, record.state, seat)
    some = spread(moves, 30, Random(1))
    assert len(set(some)) == 30
    assert set(some) <= set(moves)
    assert {c for move in some for c in move.cards} == set(record.state.hand(seat))
    assert sorted(m.text for m in spread(moves[:7], 30, Random(1))) == sorted(m.text for m in moves[:7])


@every_game
def test_rules_of_thumb_choose_among_legal_moves(name: str) -> None:
    """They decide nothing: what they choose is legal, and so is what is left when moves that come to the same go."""
    for game, state, seat in decisions(name):
        phase, moves = game.due(state), legal(game, state, seat)
        view, allies = phase.see(state, seat), game.allies(state, seat)
        chosen = policy_of(game).of(phase).rollout_move(state, seat, view, moves, allies, Random(1))
        assert chosen is None or chosen in moves
        some = policy_of(game).of(phase).distinct_moves(state, seat, view, moves)
        assert some
        assert set(some) <= set(moves)
        assert seat in allies


def test_it_stops_when_told() -> None:
    game = load("kaiser")
    record = history.draw(history.start(game), Random(1))
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    advice = Adviser(game).advise(record, record.state.turn[0], Random(1), Budget(stop=stop))
    assert asked == 6
    assert 2 <= advice.playouts <= 6


def test_bids_are_sane() -> None:
    """Nobody bids on an average hand what takes the whole pack; a hand full of winners is not passed."""
    game = load("kaiser")
    for hand, least, most in (
        ("QS,JS,9S,JH,9D,7D,QC,8C", 0, 7),
        ("KS,TS,8S,QH,9H,JD,TD,9C", 0, 7),
        ("AS,KS,QS,JS,AH,5H,AD,AC", 6, 12),
    ):
        own = cards(hand)
        rest = game.pack.rest(own)
        others = [",".join(c.text for c in rest[i::3]) for i in range(3)]
        fields = f"at=deal hand.P1={hand} hand.P2={others[0]} hand.P3={others[1]} hand.P4={others[2]}"
        record = history.staged(game, fields)
        advice = Adviser(game).advise(record, "P1", Random(1))
        bid = advice.move.word.removesuffix("no")
        assert least <= (0 if bid == "pass" else int(bid)) <= most, f"{hand}: {advice}"


def minimax(game: Game[Any], state: Any, seat: Seat, worth: Any) -> float:
    """The worth of a rest with all cards known, by trying everything."""
    if state.over or state.chance is not None:
        return float(worth(state))
    who = state.turn[0]
    values = [
        minimax(game, game.due(state).act(state, who, move).state, seat, worth) for move in legal(game, state, who)
    ]
    return max(values) if who in game.allies(state, seat) else min(values)


@pytest.mark.parametrize("name", ["kaiser", "tute", "schafkopf", "tetka", "court-piece"])
def test_ends_are_solved_as_by_trying_everything(name: str) -> None:
    game, rng, tried = load(name), Random(name), 0
    for seed in range(12):
        record = history.draw(history.start(game), Random(seed))
        while record.state.chance is None and not record.state.over:
            state = record.state
            seat = state.turn[0]
            moves = legal(game, state, seat)
            if state.phase == "play" and sum(map(len, state.hands)) <= 2 * state.players:
                worth = Value(game, state, seat).of
                phase = game.due(state)
                for move in moves:
                    solved = EndgameSolver(game, seat, worth, 10**6).after(state, phase, move)
                    plain = minimax(game, phase.act(state, seat, move).state, seat, worth)
                    assert solved == pytest.approx(plain, abs=0.04), f"{seat} {move}: {state}"
                    tried += 1
                break
            record = history.play(record, seat, rng.choice(moves))
    assert tried > 10


def test_with_nothing_hidden_advice_is_exact() -> None:
    """Two players of Scotch Whist hold the whole pack between them: each knows what the other has."""
    game, rng, tried = load("scotch-whist"), Random(1), 0
    for seed in range(4):
        record = history.draw(history.start(game, 2), Random(seed))
        while record.state.chance is None and not record.state.over:
            state = record.state
            seat = state.turn[0]
            moves = legal(game, state, seat)
            if len(state.hand(seat)) <= 4 and len(moves) > 1:
                advice = Adviser(game).advise(record, seat, Random(1))
                worth = Value(game, state, seat).of
                best = max(minimax(game, game.due(state).act(state, seat, m).state, seat, worth) for m in moves)
                got = minimax(game, game.due(state).act(state, seat, advice.move).state, seat, worth)
                assert got == best
                if advice.other is not None:
                    assert advice.deals == 1
                    assert not advice.margin or advice.sure == 1
                    tried += 1
            record = history.play(record, seat, rng.choice(moves))
    assert tried > 3


# -- what it values ------------------------------------------------------------------------------------


class Avoidance(Strange):
    """Fewest tricks win."""

    def winners(self, state: Any) -> tuple[str, ...]:
        sheet = self.standing(state)
        return tuple(side for side, n in sheet.items() if n == min(sheet.values()))


class Greedy(GamePolicy[Any]):
    """Knows who is to win."""

    def state_value(self, state: Any, seat: Seat) -> float:
        return 1000.0 if seat == "P2" else -1000.0


def test_whether_low_scores_win_is_found_out() -> None:
    assert direction(load("strange"), 3, load("strange").options()) == 1
    assert direction(Avoidance(), 3, Avoidance.options()) == -1


def test_a_game_may_have_its_own_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.policies.games.strange.POLICY", partial(Greedy, phases={}))
    game = Strange()
    state: State = history.draw(history.start(game, 2), Random(1)).state
    assert Value(game, state, "P2").of(state) == 1000
    assert Value(game, state, "P1").of(state) == -1000


def test_advice_is_a_plain_value() -> None:
    game = load("strange")
    state = history.draw(history.start(game, 2), Random(1)).state
    advice = Adviser(game, 1).advise(state, state.turn[0], Random(1))
    assert isinstance(advice, Advice)
    assert advice.other != advice.move
    assert advice.deals >= 1
    assert advice.fitting <= advice.deals
