"""How strength is measured: shares, boards, what is kept, the odds at the bank's table; and thumbs that beat chance."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.benchmarks import engine
from tests.strength import omniscient
from tests.strength.boards import OPEN, Table
from tests.strength.calibration import Told, fit, likely, moments, table, tried_again, turning_point
from tests.strength.hands import chance, hand, sides
from tests.strength.informed import Chances, InformedPlayer
from tests.strength.kept import Board, Kept
from tests.strength.odds import STAKE, best, expected, totals
from tests.strength.shares import BAR, LOOKS, at_least, share, won
from tutor.advice import Adviser
from tutor.advice.evidence import EVEN, FAVOUR
from tutor.families.banks import UNIT, Bet
from tutor.games.trente_et_quarante.table import KINDS
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Family
from tutor.kernel.history import Record
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.policies.games.trente_et_quarante import best_by_odds

if TYPE_CHECKING:
    from pathlib import Path


def test_the_first_look_can_show_nine_in_ten_and_nothing_less_does() -> None:
    assert at_least([[1.0]] * LOOKS[0]) >= share([[1.0]] * LOOKS[0]).low >= BAR
    assert at_least([[1.0]] * 39) >= BAR > at_least([[1.0]] * 38)
    assert at_least([[1.0]] * (LOOKS[0] - 3) + [[0.0]] * 3) < BAR


def test_hands_of_a_deal_that_go_together_count_for_fewer() -> None:
    together = share([[1.0, 1.0]] * 20 + [[0.0, 0.0]] * 20)
    apart = share([[1.0, 0.0], [0.0, 1.0]] * 20)
    assert together.share == apart.share == 0.5
    assert together.high - together.low > 1.3 * (apart.high - apart.low)
    assert [won(n) for n in (3, 0, -1)] == [1, 0.5, 0]


@pytest.mark.parametrize("name", names())
def test_a_deal_is_played_from_every_seat_somebody_plays_for(name: str) -> None:
    game = load(name)
    found = sides(game)
    assert sorted(seat for side in found for seat in side) == [f"P{i + 1}" for i in range(game.usual)]


def test_what_is_kept_is_not_played_again_and_foreign_code_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    table = Table("pluck", Kept(file))
    board = table.board("chance", 3)
    assert len(board.gains) == 3
    again = Kept(file)
    assert again.get("pluck", "chance", 3) == board and again.get("pluck", "chance", 4) is None
    again.add("pluck", "advice", 3, Board([1.0, 2.0, 3.0], 0.5))
    assert Table("pluck", Kept(file)).boards("advice", 0) == []
    assert Kept(file).get("pluck", "advice", 3) == Board([1.0, 2.0, 3.0], 0.5)
    file.write_text(file.read_text("utf-8").replace('"code": "', '"code": "0'), "utf-8")
    assert Kept(file).get("pluck", "chance", 3) is None


def test_verdicts_follow_from_what_was_won() -> None:
    def table(advice: list[float], omniscient: list[float], informed: list[float] | None = None) -> Table:
        kept = Kept(None)
        for deal in range(60):
            kept.add("tute", "advice", deal, Board(advice, 0))
            kept.add("tute", "omniscient", deal, Board(omniscient, 0))
            kept.add("tute", "informed", deal, Board(informed or omniscient, 0))
            kept.add("tute", "chance", deal, Board([0, 0], 0))
        return Table("tute", kept)

    assert table([5, 1], [5, 5]).measured(56)["verdict"] == "nine hands in ten"
    assert table([5, -1], [5, -1]).measured(112)["verdict"] == "nine deals in ten"
    assert table([1, -5], [5, -1]).measured(56)["verdict"] == "as luck allows"
    assert table([1, -5], [5, 1]).measured(112)["verdict"] == OPEN
    assert table([1, -5], [5, 1], [5, -1]).measured(112)["verdict"] == "as luck allows"
    assert "omniscient" not in table([1, -5], [5, 1]).measured(56, luck=False)


# -- who sees all cards, and rules of thumb ----------------------------------------------------------------


def test_who_sees_all_cards_does_better_than_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(omniscient, "PLAYOUTS", 24)
    game = load("twenty-five")
    for_luck: list[tuple[float, float]] = []
    for deal in range(12):
        for ours in sides(game):
            seen = hand(game, deal, omniscient.OmniscientPlayer(game, ours, Random(deal)), ours)
            for_luck.append((won(seen), won(hand(game, deal, chance(game, Random(deal)), ours))))
    assert sum(seen for seen, _ in for_luck) >= sum(blind for _, blind in for_luck) + 5


def test_who_knows_that_others_play_at_random_believes_what_chance_would_do() -> None:
    """Of others' plays to a trick each says how many moves there were, in the true deal as in any other."""
    game = load("twenty-five")
    for seed in range(6):
        record, rng = history.draw(history.start(game), Random(seed)), Random(seed)
        if record.state.phase == "rob":
            continue
        expected = 1.0
        for _ in range(11):
            state, (who,) = record.state, record.state.turn
            moves = legal(game, state, who)
            expected /= len(moves) if state.trick and who != "P1" else 1
            record = history.play(record, who, rng.choice(moves))
        chances = Chances(game, record, "P1")
        assert chances.likely(record.state) == pytest.approx(expected)
        assert len({chances.likely(chances.sample(str(n)).state) for n in range(20)}) > 1


@pytest.mark.parametrize("name", ["twenty-five", "truc", "spinado"])
def test_who_sees_his_own_cards_only_makes_nothing_of_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(omniscient, "PLAYOUTS", 4)
    game = load(name)
    record = history.draw(history.start(game), Random(7))
    while not callable(getattr(record.state, "hand", None)) or not record.state.hand("P1"):
        record = history.play(record, record.state.turn[0], legal(game, record.state, record.state.turn[0])[0])
    (seat,) = record.state.turn
    other = game.determinize(record.state, seat, Random(99))
    assert other != record.state
    ours = next(side for side in sides(game) if seat in side)
    one, two = (InformedPlayer(game, ours, Random(3))(Record(game, (state,)), seat) for state in (record.state, other))
    assert one == two


@pytest.mark.parametrize(("name", "deals", "least"), [("last-one", 5, 0.9), ("spinado", 40, 0.45)])
def test_rules_of_thumb_alone_beat_chance(name: str, deals: int, least: float) -> None:
    game: Any = load(name)

    def thumb(record: Record[Any], seat: str) -> Move:
        phase, state = game.due(record.state), record.state
        moves = legal(game, state, seat)
        chosen = policy_of(game).of(phase).rollout_move(state, seat, phase.see(state, seat), moves, {seat}, Random(0))
        return chosen or moves[0]

    shares = [won(hand(game, deal, thumb, ours)) for deal in range(deals) for ours in sides(game)]
    assert sum(shares) / len(shares) >= least


# -- how sure advice is ------------------------------------------------------------------------------------


def told(sure: float, better: float, deciding: float = 9, where: str = "advice") -> Told:
    return Told("tute", where, sure, deciding, better, 400)


def test_what_was_said_is_held_against_what_came_of_it() -> None:
    some = [*[told(0.82, 0.999)] * 8, *[told(0.82, 0.001)] * 2, told(1.0, 1.0), told(0.9, 0.6, where="moments")]
    eight, almost, moment = table(some).splitlines()[2:]
    assert eight.startswith("| advice | about 8 in 10 | 10 | 82% | 80% (47% to 95%)") and eight.endswith("| 0 |")
    assert almost.startswith("| advice | almost certain | 1 | 100% | 100%")
    assert moment.startswith("| moments | about 9 in 10 | 1 | 90% | 60%") and moment.endswith("| 1 |"), "not decided"


def test_what_is_believed_beforehand_is_fitted() -> None:
    """Claims that come true too seldom fit better with more even moves, too modest ones with a favour for the move."""
    bold = [told(0.9, 1.0, 40)] * 6 + [told(0.9, 0.0, 40)] * 4
    assert fit(bold, EVEN, FAVOUR) < fit(bold, 3 * EVEN, FAVOUR) and fit(bold, EVEN, FAVOUR) < fit(bold, EVEN, 0)
    modest = [told(0.7, 1.0, 4)] * 9 + [told(0.7, 0.0, 4)]
    assert fit(modest, EVEN, FAVOUR) < fit(modest, EVEN, 2 * FAVOUR)


def test_a_move_is_tried_again_beside_the_next_best() -> None:
    """An ace that takes the king, or a low card that leaves it the trick: soon decided, and either way about."""
    at = "trump=S leader=P2 trick=KH,4H,2H hand.P1=AH,3H,4C hand.P2=2D,3D hand.P3=5D,6D hand.P4=7D,8D"
    record = history.staged(load("court-piece"), at)
    found = Adviser(record.game).advise(record, "P1", Random(1))
    assert found.other is not None
    worse = dataclasses.replace(found, move=found.other, other=found.move)
    again = [tried_again(record.game, record, "P1", one, 600_000) for one in (found, worse)]
    assert all(40 <= len(leads) < 200 for leads in again), "no longer than needed"
    assert [round(likely(leads), 2) for leads in again] == [1, 0]
    assert all(len(legal(one.game, one.state, who)) > 1 for one, who in moments(load("tute"), 4, 9))


def test_turning_points_are_held_against_fresh_deals() -> None:
    game = load("court-piece")
    found = [turning_point(game, record, seat, n, 60_000) for n, (record, seat) in enumerate(moments(game, 12, 50))]
    said = [one for one in found if one is not None]
    assert said and len(said) < 12 and all(one.sure >= 0.9 and 0 <= one.better <= 1 and one.fresh > 1 for one in said)


# -- rules of thumb ----------------------------------------------------------------------------------------


def test_few_leads_of_strange_are_thought_of() -> None:
    """The lowest, and the highest that spend no trump: there is no time to tell hundreds of leads apart."""
    game = load("strange")
    record = history.draw(history.start(game), Random(4))
    state, seat = record.state, record.state.turn[0]
    phase: Any = game.due(state)
    view, moves = phase.see(state, seat), legal(game, state, seat)
    pips = {move: sum(map(view.pips.of, move.cards)) for move in moves}
    thought = policy_of(game).of(phase).distinct_moves(state, seat, view, moves)
    plain = [move for move in moves if all(c.suit not in view.pips.trumps for c in move.cards)]
    assert len(moves) > 300 and len(thought) == 5
    assert min(pips.values()) == min(map(pips.__getitem__, thought))
    assert max(map(pips.__getitem__, plain)) == max(map(pips.__getitem__, thought))


# -- speed beside other engines ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kaiser", "truc", "trente-et-quarante"])
def test_the_play_alone_is_timed_hand_by_hand(name: str) -> None:
    made, whole = engine.our_play(name, engine.Picking(1), 0.01), engine.ours(name, engine.Picking(1), 0.01)
    assert made.decisions >= made.ended > 0 and 0.01 <= made.seconds < 5
    assert whole.decisions > 0


def test_every_game_has_a_peer() -> None:
    assert set(engine.OF_FAMILY) == set(Family)
    assert set(engine.NEARER) <= set(names()) and all(map(engine.nearest, names()))


# -- the bank's table --------------------------------------------------------------------------------------


def test_the_odds_leave_what_the_adviser_does() -> None:
    assert sum(totals().values()) == pytest.approx(1)
    lost = {kind: expected((Bet(kind, STAKE),)) for kind in KINDS}
    insured = {kind: expected((Bet(kind, STAKE),), insurance=(Bet(kind, UNIT),)) for kind in KINDS}
    for kind in KINDS:
        assert lost[kind] < insured[kind] < 0, "every bet loses, insured or not: better none"
        assert lost[kind] / STAKE == pytest.approx(-0.011, abs=0.0002)
        assert insured[kind] / STAKE == pytest.approx(-0.009, abs=0.0002)
        prison = (Bet(kind, STAKE),)
        assert expected(prison=prison, insurance=(Bet(f"prison-{kind}", UNIT),)) > expected(prison=prison) + 1
        assert expected(prison=prison) == pytest.approx(0, abs=1e-6), "half is what a prisoner is worth"
    assert best() == 0
    moves = tuple(map(Move, ("noir", "insure:noir", "insure:prison-rouge", "withdraw:noir", "deal")))
    said = []
    while moves:
        (move,) = best_by_odds(moves)
        said.append(move.text)
        moves = tuple(one for one in moves if one != move and (move.text != "withdraw:noir" or "noir" not in one.text))
    assert said[:3] == ["insure:prison-rouge", "withdraw:noir", "deal"]
