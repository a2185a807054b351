"""Tetka: what runs over several tricks and hands, and its rules held against a naive second telling."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest

from tests.drawn import staged, told
from tests.oracles import follow_suit
from tests.oracles import tetka as oracle
from tests.small_worlds import agrees
from tests.test_reasons import why
from tutor.games.tetka import GAME
from tutor.games.tetka.score import SCORE, Result
from tutor.games.tetka.table import PACK, Rules, TetkaState
from tutor.kernel import record
from tutor.kernel.cards import card, cards
from tutor.kernel.moves import Move
from tutor.kernel.playout import finish, playout
from tutor.kernel.seats import DECK, from_
from tutor.teach.practice.advising import certain
from tutor.teach.rulings.consequences import event_text
from tutor.teach.text.marks import unmarked

PLAY = GAME.phase_of["play"]
SEATS = ("P1", "P2", "P3", "P4")


def result(options: Rules | None = None, **values: object) -> Result:
    return Result(players=4, dealer="P4", options=options or Rules(), **values)  # type: ignore[arg-type]


WHOLE_HAND = """
AC QC KC 2C | 3S 2S 5S 9S | 3H 4H 7H TH | 2D 3D 4D KD | 3C 5C 6C 4C | 2H 5H KH QD | 5D 9D QS 7D
6S QH 4S TS | 6D TD 7C AD | 8H AH KS 9H | 7S 8S JC AS | 9C JD TC 8C | JS 6H JH 8D
"""
"""The tricks of a hand dealt by P4, whose last card is 7C; each is led by the winner of the one before."""


def played(tricks: str) -> record.Record[TetkaState]:
    """A game that begins with these tricks."""
    words = [trick.split() for trick in tricks.replace("\n", "|").split("|") if trick.strip()]
    hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
    leader = "P1"
    for trick in words:
        order = from_(SEATS, leader)
        for seat, text in zip(order, trick, strict=True):
            hands[seat].append(text)
        leader = order[oracle.winner(trick)]
    hands["P4"].remove("7C")
    found = record.start(GAME, dealer="P4")
    found = record.play(found, DECK, Move("deal", tuple(map(card, [*chain.from_iterable(hands.values()), "7C"]))))
    for text in (text for trick in words for text in trick):
        found = record.play(found, found.state.turn[0], Move("", (card(text),)))
    return found


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_when_the_points_fall() -> None:
    whole = played(WHOLE_HAND)
    shown = next(event for event in whole.events if event.what == "turned up")
    assert (shown.seat, shown.cards, shown.facts["tetka"]) == ("P4", cards("7C"), card("QC"))
    won = [event for event in whole.events if event.what == "trick won"]
    standing = [GAME.standing(state) for state in whole.states if state.past and not state.trick]
    assert (won[0].seat, standing[0]) == ("P1", {"P1": 2, "P2": 0, "P3": 0, "P4": 0})
    assert (won[6].seat, won[6].facts["points"], won[6].facts["numbered"]) == ("P3", 2, True)
    assert [event.seat for event in won if card("7C") in event.cards] == ["P1"]
    assert (won[12].seat, won[12].facts["points"], won[12].facts["last"]) == ("P3", 1, True)
    over = next(event for event in whole.events if event.what == "hand over")
    assert over.facts["scores"] == {"P1": 3, "P2": 2, "P3": 4, "P4": 0}
    lines = {event.clause: event for event in whole.events if event.what == "scored"}
    assert (lines["tetka.penalty.most-tie"].seat, lines["tetka.penalty.most-tie"].facts["tricks"]) == ("P3", 4)
    assert (whole.state.dealer, whole.state.hand_no, whole.state.chance is not None) == ("P1", 2, True)


def test_sequence_2_four_hands() -> None:
    spades, hearts = ",".join(f"{rank}S" for rank in oracle.ORDER), "AH,KH,QH,JH,TH,9H,8H,4H,3H,2H,3D,2D"
    diamonds = "AD,KD,QD,JD,TD,9D,8D,7D,6D,5D,4D,2C"
    v = result(
        bum=card("7C"),
        last="P3",
        bum_trick="P2",
        played=3,
        won={"P1": cards(f"{spades},7H,6H,5H"), "P2": cards(hearts), "P3": cards(diamonds)},
        before={"P1": 3, "P2": 10, "P3": 7, "P4": 7},
    )
    done = SCORE.settle(v)
    totals = [v.before[seat] + done.scores[seat] for seat in SEATS]
    assert (totals, sum(totals)) == ([5, 12, 9, 10], 36)
    assert (done.outcome["game"], done.outcome["clause"]) == (["P1"], "tetka.end")


# -- invariants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_every_hand_costs_nine_points_or_eight(seed: int) -> None:
    """What falls at once and what is settled come to the same; the sheet grows by it; four hands a round are played."""
    options = Rules(
        undecided_most=("nobody", "all-tied")[seed % 2],
        final_tie=("shared", "extra-hand")[seed // 2 % 2],
        rounds=(1, 2, 3)[seed % 3],
    )
    at_once: Counter[str] = Counter()
    hands, tricks, level = 0, 0, False
    sheet = dict.fromkeys(SEATS, 0.0)
    end = record.start(GAME, 4, options).state
    for ply in playout(GAME, end, Random(seed)):
        end = ply.state
        for event in ply.events:
            if event.what == "trick won":
                tricks += 1
                at_once[event.seat] += event.facts["points"]
                assert event.facts["number"] == tricks
            if event.what == "scored" and event.clause.startswith("tetka.penalty.most"):
                at_once[event.seat] += 1
                level = event.clause == "tetka.penalty.most-none"
            if event.what == "hand over":
                hands, tricks = hands + 1, 0
                assert event.facts["scores"] == {seat: at_once[seat] for seat in SEATS}
                assert at_once.total() == 9 or (at_once.total() in (8, 10) and (level or options != Rules()))
                sheet = {seat: sheet[seat] + at_once[seat] for seat in SEATS}
                at_once.clear()
        if not end.over and tricks < 13:
            assert GAME.standing(end) == {seat: sheet[seat] + at_once[seat] for seat in SEATS}
    assert GAME.standing(end) == sheet
    lowest = tuple(seat for seat in SEATS if sheet[seat] == min(sheet.values()))
    assert GAME.winners(end) == lowest
    if options.final_tie == "shared":
        assert hands == options.hands
    else:
        assert hands >= options.hands
        assert len(lowest) == 1


def test_an_extra_hand_is_dealt_while_the_lowest_totals_are_equal() -> None:
    options = Rules(final_tie="extra-hand")
    more = 0
    for seed in range(60):
        end = finish(GAME, record.start(GAME, 4, options).state, Random(seed))
        more += end.hand_no > 4
        assert list(end.scores).count(min(end.scores)) == 1
    assert more


def test_the_deal_goes_round() -> None:
    dealers = [
        event.seat
        for ply in playout(GAME, record.start(GAME, dealer="P4").state, Random(3))
        for event in ply.events
        if event.what == "dealt"
    ]
    assert dealers == ["P4", "P1", "P2", "P3"]


# -- against the oracle ------------------------------------------------------------------------------------


def test_cards_agree_with_the_oracle_in_a_small_world() -> None:
    """Tricks of up to three of nine cards, hands of one to three others: what is legal, who wins, what it costs."""
    fields: dict[str, Any] = {"players": 4, "dealer": "P4", "options": Rules()}
    rng = Random(1)

    def counted(trick: list[str], view: Any) -> bool:
        bum, number = rng.choice(oracle.PACK), rng.randint(1, 13)
        full = PLAY.view(trick=view.trick, bum=card(bum), number=number, **fields)
        return bool(PLAY.facts(full)["penalty"] == oracle.cost(trick, bum, number))

    agrees(PLAY, "tetka.play.follow", oracle.SMALL, follow_suit, oracle.winner, counted, **fields)


@pytest.mark.parametrize("all_tied", [False, True])
def test_most_tricks_agree_with_the_oracle(all_tied: bool) -> None:
    """Piles of sizes that are level as often as not, with the bum card's suit spread unevenly."""
    rng = Random(5)
    options = Rules(undecided_most="all-tied" if all_tied else "nobody")
    sizes = [(4, 4, 3, 2), (5, 5, 3, 0), (4, 4, 4, 1), (6, 6, 1, 0), (13, 0, 0, 0), (5, 4, 2, 2), (3, 3, 3, 4)]
    undecided = 0
    for n in range(4000):
        bum = rng.choice(oracle.PACK)
        pack = sorted(oracle.PACK, key=lambda c: (c[1] == bum[1]) * n % 3 + rng.random())
        shape = list(rng.choice(sizes))
        rng.shuffle(shape) if n % 2 else shape.sort(reverse=True)
        piles = [[pack.pop(0) for _ in range(4 * tricks)] for tricks in shape]
        rich = SEATS[shape.index(max(shape))]
        v = result(
            options,
            bum=card(bum),
            last=rich,
            bum_trick=rich,
            won={seat: cards(",".join(pile)) for seat, pile in zip(SEATS, piles, strict=True)},
        )
        assert not list(SCORE.problems(v))
        want = [SEATS[i] for i in oracle.most(piles, bum, all_tied)]
        assert SCORE.settle(v).outcome["most"] == want, (bum, piles)
        undecided += len(want) != 1
    assert undecided


# -- what cannot be ----------------------------------------------------------------------------------------


def test_a_hand_is_set_up_late_if_it_has_few_cards() -> None:
    begun = record.staged(GAME, "bum=KS hand.P1=2D,3D hand.P2=4D,5D hand.P3=6D,7D hand.P4=8D,KS")
    assert begun.state.number == 12
    for move in ("P1 2D", "P2 4D", "P3 6D", "P4 8D", "P4 KS", "P1 3D", "P2 5D"):
        begun = record.play(begun, *(move.split()[0], Move("", (card(move.split()[1]),))))
    assert begun.state.number == 13
    assert GAME.standing(begun.state) == dict.fromkeys(SEATS, 0)
    begun = record.play(begun, "P3", Move("", (card("7D"),)))
    assert isinstance(begun.state, TetkaState)
    assert begun.state.scores[3] == 1 + 1 + 1 + 1  # the bum card, trick thirteen twice, and most tricks
    assert begun.state.hand_no == 2


def test_the_pack() -> None:
    assert len(PACK) == 52


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_says_what_costs_and_what_the_hand_has_cost() -> None:
    won = "won.P1=QH,2H,3H,4H won.P2=2S,3S,4S,7D"
    state = staged("tetka", f"bum=7D dealer=P4 leader=P2 trick=9C {won} hand.P1=2C hand.P3=5H hand.P4=6H bum_trick=P1")
    table = told("tetka", state, "P3")
    assert table["bum"] == "bum card 7D" and not {"prices", "marked"} & set(table)
    assert table["to_come"] == "still costing: Tetka QD 2, QS QC, the last trick, most tricks 1 each"
    assert table["number"] == "trick 13 of 13"
    assert table["penalties"].startswith("points of this hand: you 0, ")
    assert "Opposite 2" in table["penalties"] and "Right 1" in table["penalties"], table["penalties"]


@pytest.mark.parametrize(
    ("bum", "out", "said"),
    [
        ("KC", "", "still costing: Tetka QC 2, the last trick 2, QS QH QD KC, most tricks 1 each"),
        ("TC", "", "still costing: Tetka QC 2, QS QH QD 10C, trick 10, the last, most tricks 1 each"),
        ("QC", "", "still costing: Tetka QC 3, QS QH QD, trick 12, the last, most tricks 1 each"),
        ("KC", "QS,QH,QD,KC", "still costing: Tetka QC 2, the last trick 2, most tricks 1"),
        ("2C", "QS,QH,QD,QC won.P3=2C,3C,4C,5C bum_trick=P2", "still costing: the last trick, most tricks 1 each"),
    ],
)
def test_the_last_trick_costs_two_if_it_has_the_number_of_a_king(bum: str, out: str, said: str) -> None:
    won = f" won.P2={out}" if out else ""
    hands = "hand.P1=8S,9S hand.P2=8H,9H hand.P3=8D,9D hand.P4=8C,9C"
    table = told("tetka", staged("tetka", f"bum={bum} leader=P1 trick= {hands}{won}"), "P1")
    assert table["to_come"] == said
    assert len(said) <= 80, "it stays on one line"


@pytest.mark.parametrize(
    ("bum", "said"),
    [("KC", "trick 13, the last, costs 2 points."), ("7C", "trick 7 costs a point.")],
)
def test_the_bum_card_is_shown_with_all_that_its_trick_costs(bum: str, said: str) -> None:
    pack = [c for c in PACK.cards if c.text != bum]
    shown = record.play(record.start(GAME, dealer="P4"), DECK, Move("deal", (*pack, card(bum)))).events[-1]
    assert unmarked(event_text(GAME, shown)).endswith(said)


def test_a_trick_that_costs_nothing_still_counts_towards_most_tricks() -> None:
    stage = "bum=2C leader=P2 trick=5S,3S,4S hand.P1=KS,2S,7C hand.P2=9H,8H hand.P3=6C,7D hand.P4=4C,8D"
    found = why("tetka", stage, "KS", "2S")["takes_free"]
    fact = unmarked(certain(GAME, found))
    assert "it only counts towards most tricks, which cost 1 point in the end." in fact
