"""Key moments of practice hands: which decisions are looked at, and what is told of moves that advice ruled out."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tutor.advice import Advice
from tutor.advice.reasons.finding import telling_reasons
from tutor.kernel import history, record
from tutor.kernel.by_name import load
from tutor.kernel.history import cut
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import advice_at
from tutor.teach.practice.key_moments import Found, KeyMoment, key_moments
from tutor.teach.practice.key_moments_told import _cost, _told, key_moment_blocks
from tutor.teach.practice.match import forced_at, hands_over
from tutor.teach.text.doc import Item
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move

RULED_OUT = {
    ("yes", "pass"): (
        "tutor1:2677ba0c:eNoljsEKgzAQRO_5iu15qKAW1N4kOQS9KPEHUg2laBtJ7MG_71ph2X07Mwu7fTcfrsGNPkyUiqd9O4p-8WJd"
        "7O5CpJuYnF1coO6gcaZjvRcavUbDZVAblBKDxiBRKQwKhULPOneJVqHSqCQKg4YtiVKjNWglaj5h0CgNeoWaLQ5zTIoLdSntLv5_"
        "SR6vKfGr-wgWbZxFl1EmzsDB-cGrjbzk5_wBE2I7Yg"
    ),
    ("AS", "JH"): (
        "tutor1:7d38a153:eNoVjMEKgzAQRO_5ir0PHmwlxt4kOQS9GNYfkBhqqcUSLaV_3xWWYecxM8fn2HKRU9zyTKW6T69Ee9yOuBTf"
        "5bEf6r1Ov5R3qtScpjVlGs4vPum0N-MRHEaHmtEyeo9OjtEJsagdWovAqAVaaI_RQzsEj8bDWPSMYNFYGAfNGGXEoXHoBTKMEGlJ"
        "THa8GkpqWQ0XCqJX0qIVGT55cOoPhgo1qQ"
    ),
    ("QD", "TH"): (
        "tutor1:8809d7c5:eNp1UstqxDAMvPsr3LPowtp59hbsg4kvCc4PhG26lKZNyWYp_fuOlBR6KRhjj0ajkeztvi3r4zpdlvVZn9V1"
        "fJ_0bVvHj-ukPufxe1pv2qrnaZynVXcGp8ub5utT7agPVAbKsSdqEllHNlCVqHUUHQ1YiUpPRaDC8zV6QlYWqPW8EK09EyqIYEco"
        "Ue_IgIBQoAaI51zoD4GsMI0nm6hwlCPqmGYc64CJ3EF0WslFOXiLiUFwUCLCHjygCmThGTTPZCMgWgA5T2SkBexRekS5TBLBh7dC"
        "zKA0ekdrudiGTp_YNtrHEGAPtUrHq5dyMI_55El1VvfMVw-6O2tgrfud-Ollmefl63S7v24KQejmXnVGw4GRA9KA96LCIasb0QKI"
        "GRXCwcH-ITdCLmU3u85ZV_wwzEHblejUiXGTGKwkhFlEf2RVh11-6_Cf3WEXtcjkaxSVQRQzfh8O8SwlWvMXYKTdfYitbO8k0JEb"
        "MDnmZDxR6fzA1Q_hkqZ2"
    ),
}
"""Moves of P1 and what is advised instead of each, with the game so far: a call, a lead, a pick."""


def at_random(name: str, hands: int, seed: int = 3) -> Record[Any]:
    """So many hands, or a whole game, played by chance."""
    rng, game = Random(seed), load(name)
    found = history.draw(history.start(game), rng)
    while not found.state.over and hands_over(found) < hands:
        seat = found.state.turn[0]
        found = history.draw(history.play(found, seat, rng.choice(legal(game, found.state, seat))), rng)
    return found


@pytest.mark.parametrize("moves", RULED_OUT)
def test_a_move_that_advice_ruled_out_is_not_passed_over(moves: tuple[str, str]) -> None:
    """What it cost does not show in the deals, but it was the only sensible choice, or better almost certainly."""
    played = record.read_line(RULED_OUT[moves])
    found = key_moments(played, "P1", 92)
    assert moves in [(one.move.text, one.instead.text) for one in found.doubtful]
    assert not any(one.clear for one in found.doubtful) and len(found.costly) + len(found.doubtful) <= 3
    text = " ".join(unmarked(str(block)) for block in key_moment_blocks(played, "P1", 92))
    assert "I would have moved otherwise" in text and "My choice: " in text
    for sure in ("almost certain", "no other sensible choice", "imagined deals"):
        assert sure not in text.partition("I would have moved otherwise")[2], "no cost is shown, so none is claimed"


def test_all_decisions_of_the_last_hand_are_looked_at_and_some_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.teach.practice.key_moments._weighed_at", lambda *_: None)
    long = key_moments(at_random("strange", 1), "P1", 1)
    assert long.looked > 30 and not long.left, "one hand of many tricks"
    many = at_random("tresette", 6)
    found = key_moments(many, "P1", 1)
    assert found.looked == 30 and found.left, "the latest of many hands"
    told = unmarked(str(key_moment_blocks(many, "P1", 1)[0]))
    assert "The first" in told and "I left out" in told


def test_advice_that_was_declined_is_told_where_it_clearly_cost_nothing() -> None:
    played = history.draw(history.start(load("tresette")), Random(5))
    while played.state.turn != ("P1",) or played.state.phase != "play":
        seat = played.state.turn[0]
        played = history.draw(history.play(played, seat, legal(played.game, played.state, seat)[0]), Random(5))
    asked = len(played.states)
    advice = advice_at(played, "P1", 7)
    other = next(move for move in legal(played.game, played.state, "P1") if move != advice.move)
    after = history.play(played, "P1", other)
    found = key_moments(after, "P1", 7, {asked})
    told = [*found.costly, *found.doubtful]
    assert (other, advice.move) in [(one.move, one.instead) for one in told] and found.agreed < found.looked
    agreed = key_moments(history.play(played, "P1", advice.move), "P1", 7, {asked})
    assert not agreed.costly and not agreed.doubtful


def test_who_decided_as_advised_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.teach.practice.key_moments._weighed_at", lambda *_: None)
    (told,) = key_moment_blocks(at_random("truc", 1), "P1", 1)
    assert "each time I would have decided the same" in str(told)


def test_the_decisions_add_up_where_none_was_costly(monkeypatch: pytest.MonkeyPatch) -> None:
    before = history.draw(history.start(load("reversis")), Random(0))
    moves = legal(before.game, before.state, "P4")
    one = KeyMoment(before, 1, moves[0], moves[1], 0.1, 3, 2, 40, 0.7, on_sheet=True, in_hands=False)
    for listed, agreed, first, then in (
        ([], 6, "At six of them I would have decided the same; at the other three my choice would have made no", ""),
        ([one], 6, "the same; at two more my choice would have made no clear difference in the deals", "At this one I"),
        ([one], 8, "At eight of them I would have decided the same.", "'I would have moved otherwise here"),
    ):
        found = Found([], listed, 9, 0, agreed=agreed)
        monkeypatch.setattr("tutor.teach.practice.key_moments_told.key_moments", lambda *_, found=found: found)
        text = " ".join(unmarked(str(block)) for block in key_moment_blocks(before, "P4", 1))
        assert first in text and then in text


def test_what_is_advised_whenever_somebody_asks_counts_as_decided_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    played = at_random("truc", 1)

    def open_(record: Record[Any], seat: str, at: int, move: Move, *_: object) -> KeyMoment:
        before = cut(record, at)
        other = next(one for one in legal(record.game, before.state, seat) if one != move)
        return KeyMoment(before, 1, move, other, 0.0, 0, 0, 40, 0.0, on_sheet=True, in_hands=False)

    def same(before: Record[Any], *_: object) -> Advice:
        said = played.entries[len(before.entries)].text
        return Advice(next(one for one in legal(before.game, before.state, "P1") if one.text == said))

    monkeypatch.setattr("tutor.teach.practice.key_moments._weighed_at", open_)
    monkeypatch.setattr("tutor.teach.practice.key_moments.advice_at", same)
    found = key_moments(played, "P1", 1)
    assert found.agreed == found.looked > 0 and not found.doubtful


def test_of_what_a_move_costs_there_is_one_mean_and_calls_are_named_as_such() -> None:
    before = history.draw(history.start(load("reversis")), Random(0))
    moves = {move.text: move for move in legal(before.game, before.state, "P4")}
    instead, move = moves["discard:QH"], moves["discard:2C"]
    why = telling_reasons(before, "P4", instead, move, Random("1"))
    assert [one.what for one in why] == ["points_more"], "nothing but figures tells these apart"
    one = KeyMoment(before, 1, move, instead, 13.7, 25, 8, 33, 0.96, on_sheet=True, in_hands=False, own=13.7)
    one = replace(one, wins=(20, 7), why=why)
    named = {"hand": "", "own": 1, "move": move}
    advice = _told(one, "P4", 1, named)[-1]
    assert isinstance(advice, Item)
    text = " ".join(unmarked(advice.text).split())
    assert text.count("on average") == 1 and "13.7 chips" in text and "rule of thumb" not in text
    assert 'After "lay away QH" you win the hand in 20 of the 33 deals I tried, after "lay away 2C" in 7.' in text


def test_a_pass_that_was_said_for_the_learner_is_not_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    played = at_random("dou-dizhu", 1)
    own = [at for at, entry in enumerate(played.entries) if entry.made and entry.seat == "P1"]
    forced = [at for at in own if forced_at(played, at)]
    assert forced, "somebody had nothing to play"
    last = max(at for at in own if at not in forced)
    move = next(
        one for one in legal(played.game, cut(played, last).state, "P1") if one.text == played.entries[last].text
    )
    one = KeyMoment(cut(played, last), 1, move, move, 1.0, 1, 0, 1, 1.0, on_sheet=True, in_hands=False)
    found = Found([], [one], 1, 0, agreed=0)
    monkeypatch.setattr("tutor.teach.practice.key_moments_told.key_moments", lambda *_: found)
    for typed, number in (
        (False, len([at for at in own if at <= last and at not in forced])),
        (True, own.index(last) + 1),
    ):
        text = " ".join(unmarked(str(block)) for block in key_moment_blocks(played, "P1", 1, typed=typed))
        assert f"your move {number}: " in text


def test_what_a_move_cost_has_a_unit() -> None:
    played = at_random("calabrasella", 1)
    before = cut(played, max(at for at, entry in enumerate(played.entries) if entry.seat == "P1" and entry.made) - 9)
    moves = legal(played.game, before.state, before.state.turn[0])
    one = KeyMoment(before, 1, moves[0], moves[-1], 3.9, 5, 4, 40, 0.96, on_sheet=False, in_hands=False, own=3.9)
    assert "by 3.9 points on average over 40 imagined deals" in str(_cost(one, in_all=True))


def test_moments_say_deal_where_the_game_does() -> None:
    for name, word in (("canadian-salad", "Deal 1"), ("tresette", "Hand 1")):
        played = at_random(name, 1)
        text = " ".join(unmarked(str(block)) for block in key_moment_blocks(played, "P1", 1))
        assert f"1. {word}, your move" in text
