"""Jo-Jotte: what runs over a hand and a rubber, and its rules held against a naive second telling."""

from __future__ import annotations

from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.drawn import staged, told
from tests.oracles import jo_jotte as oracle
from tests.records import named, set_up
from tutor.games.jo_jotte import GAME
from tutor.games.jo_jotte.announcing import Announcing
from tutor.games.jo_jotte.melds import KINDS, melds, owner
from tutor.games.jo_jotte.score import SCORE, Result
from tutor.games.jo_jotte.table import PACK, POINTS, SEATS, Rules
from tutor.kernel import record
from tutor.kernel.cards import cards
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import split
from tutor.kernel.seats import other_side
from tutor.kernel.state import changed
from tutor.kernel.working import Sum
from tutor.teach.results.sums import equation
from tutor.teach.rulings.consequences import event_text
from tutor.teach.text.marks import mark

PLAY = GAME.phase_of["play"]
AUCTION = GAME.phase_of["auction"]
STAKES = GAME.phase_of["stakes"]


game = partial(set_up, "jo-jotte")


def texts(held: Any) -> str:
    return ",".join(c.text for c in held)


# -- the worked sequences ----------------------------------------------------------------------------------

SIX = "at=auction upcard=9H hand.P1=AS,KS,QS,7D,8D,9D hand.P2=AH,KH,QH,7C,8C,9C stub=TS,JS,9S,TC,JC,QC"


def test_sequence_1_a_hand_from_the_deal() -> None:
    found = game(SIX, "P1 pass; P2 pass; P1 S; P2 double; P1 pass")
    state = found.state
    assert (state.declarer, state.trump, state.call) == ("P1", "S", "double")
    assert (texts(state.hand("P1")), texts(state.hand("P2"))) == (
        "AS,KS,QS,JS,TS,9S,9D,8D,7D",
        "AH,KH,QH,QC,JC,TC,9C,8C,7C",
    )
    assert (state.upcard, state.bottom, len(state.away)) == (*cards("9H,KC"), 12)
    assert len(state.away) + 2 == 14, "out of play: the stub with its bottom card, and the upcard"
    assert (state.phase, state.turn) == ("stakes", ("P2",))
    found = game(SIX, "P1 pass; P2 pass; P1 S; P2 double; P1 pass; P2 pass; P1 pass")
    assert (found.state.phase, found.state.turn) == ("meld", ("P2",)), "fours nobody has are not asked about"
    assert [(event.seat, event.facts["kind"]) for event in named(found, "announced")] == [
        ("P2", "four"),
        ("P1", "four"),
    ]
    lead = game(SIX, "P1 pass; P2 pass; P1 S; P2 double; P1 pass; P2 pass; P1 pass; P2 seq:6QC; P1 good").state
    assert (lead.phase, lead.turn) == ("play", ("P1",))


ANNOUNCE = "at=meld trump=S declarer=P1 dealer=P1 hand.P2=KH,QH,JH,TH,9C,8C,7C,AS,7D hand.P1=AD,KD,QD,JD,AH,AC,8H,9S,7S"


def test_sequence_2_announcing() -> None:
    assert (game(ANNOUNCE).state.turn, game(ANNOUNCE).state.phase) == (("P2",), "meld")
    found = game(ANNOUNCE, "P2 none; P2 seq:4KH; P1 seq:4AD")
    scored = named(found, "melds scored")
    assert [(event.seat, event.facts["points"], texts(event.cards)) for event in scored] == [("P1", 40, "AD,KD,QD,JD")]
    assert found.state.turn == ("P2",), "the non-dealer leads"
    for seed in range(4):
        sample = GAME.determinize(found.state, "P2", Random(seed))
        assert set(cards("AD,KD,QD,JD")) <= set(sample.hand("P1")), "they have been shown"


JO = "trump=S declarer=P1 hand.P1=KS,QS,AH,KH,QH,JH,TH,9H,8H hand.P2=AS,TS,7H,AD,KD,QD,JD,TD,9D"


def test_sequence_3_jo_and_jotte() -> None:
    both = game(JO, "P1 AH; P2 7H; P1 KS; P2 AS; P2 AD; P1 QS")
    assert [event.facts["said"] for event in named(both, "jojotte")] == ["Jo", "Jotte"]
    assert both.state.jojotte == "P1"
    assert game(JO, "P1 AH; P2 7H; P1 QS; P2 AS; P2 AD; P1 KS").state.jojotte is None
    assert game(JO, "P1 AH; P2 7H; P1 silent:KS; P2 AS; P2 AD; P1 QS").state.jojotte is None
    assert not named(game(JO.replace("trump=S", "trump=S bid=nullo"), "P1 KS; P2 AS"), "jojotte")
    assert game(JO, "P1 silent:KS").state.trick == cards("KS")


MADE = {"P1": "KS,9S,7S,AH,KH,QD,AC,KC,QC,JC", "P2": "AS,JS,TS,8S,8H,AD,TD,7D"}
TIED = {"P1": "KS,TS,9S,AH,AD,KD,JD,JC,9C,8C", "P2": "AS,JS,8S,KH,JH,AC,QC,TC"}


def result(won: dict[str, str], **values: Any) -> Result:
    table = {"players": 2, "dealer": "P2", "options": Rules(), "declarer": "P1", "trump": "S", "last": "P1"}
    piles = {seat: cards(text) for seat, text in won.items()}
    found = Result(**{**table, "won": piles, **values})
    assert not list(SCORE.problems(found))
    return found


def test_sequence_4_points_set_aside() -> None:
    first = SCORE.settle(result(TIED, call="double", last="P2"))
    assert (dict(first.scores), first.outcome["aside"]) == ({"P1": 0, "P2": 0}, 140)
    second = SCORE.settle(result(MADE, bid="nullo", aside=140))
    assert second.outcome["aside"] == 140
    third = SCORE.settle(result(MADE, aside=140))
    assert (third.outcome["below"], third.outcome["above"]) == ({"P1": 85, "P2": 0}, {"P1": 140, "P2": 0})
    assert third.outcome["aside"] == 0


def test_sequence_5_a_rubber() -> None:
    first = SCORE.settle(result(MADE, below={"P1": 60, "P2": 45}))
    assert (first.outcome["game_won"], first.outcome["rubber"]) == (["P1"], [])
    end = SCORE.settle(result(MADE, below={"P1": 0, "P2": 45}, total={"P1": 525, "P2": 540}, games={"P1": 1, "P2": 0}))
    assert end.outcome["rubber"] == ["P1"]
    assert {seat: {"P1": 525, "P2": 540}[seat] + n for seat, n in end.scores.items()} == {"P1": 910, "P2": 540}


def test_the_next_game_starts_at_nothing_below() -> None:
    stage = "trump=S declarer=P1 score.P1=100 score.P2=60 below.P1=60 below.P2=45 hand.P1=QC hand.P2=9C "
    stage += f"won.P1={MADE['P1'].removesuffix(',QC,JC')} won.P2={MADE['P2']}"
    state = game(stage, "P1 QC; P2 9C").state
    assert (state.below, state.games, state.scores) == ((0, 0), (1, 0), (180, 60))
    assert (state.dealer, state.chance is not None) == ("P1", True), "the deal alternates"


def test_sequence_6_four_passes() -> None:
    found = game(SIX, "P1 pass; P2 pass; P1 pass; P2 pass")
    assert (found.state.dealer, found.state.hand_no, found.state.chance is not None) == ("P2", 1, True)
    assert named(found, "thrown in")


def test_sequence_7_the_points_in_the_pack() -> None:
    assert [POINTS[trump].of(PACK.cards) for trump in ("S", "H", "")] == [155, 155, 120]


# -- invariants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(100))
def test_sheets_add_up(seed: int) -> None:
    options = Rules(
        slam=("free", "over_nullo")[seed % 2],
        slam_below=bool(seed // 2 % 2),
        rubber=("two_games", "best_of_three")[seed // 4 % 2],
    )
    sums = dict.fromkeys(SEATS, 0.0)
    for ply in playout(GAME, record.start(GAME, 2, options).state, Random(seed)):
        for event in ply.events:
            if event.what == "scored":
                sums[event.seat] += event.facts["points"]
                assert event.facts["points"] % 5 == 0
        assert max(ply.state.below) < 80
        assert GAME.standing(ply.state) == sums
        end = ply.state
    assert sum(end.games) >= 2
    assert GAME.winners(end) == tuple(seat for seat in SEATS if sums[seat] == max(sums.values()))


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("trump", "bid"), [("S", "none"), ("H", "slam"), ("", "none"), ("S", "nullo")])
def test_cards_agree_with_the_oracle_in_a_small_world(trump: str, bid: str) -> None:
    """Every lead of thirteen cards, every hand of one to four others: what may be played, why not, and who wins."""
    positions, table = 0, {"players": 2, "dealer": "P2", "options": Rules(), "trump": trump, "bid": bid}
    real = "" if bid == "nullo" else trump
    for lead, hand in oracle.positions():
        v = PLAY.view(**table, trick=cards(lead), hand=cards(",".join(hand)))
        got = {ruling.text: "" if ruling.legal else ruling.clause for ruling in judge(PLAY, v).rulings}
        assert got == oracle.ruled(lead, hand, real), f"{lead} {hand}"
        if lead:
            done = PLAY.view(**table, trick=cards(f"{lead},{hand[0]}"))
            taken = oracle.second_wins(lead, hand[0], real)
            assert PLAY.winner(done) == ((hand[0], "P2") if taken else (lead, "P1"))
        positions += 1
    assert positions >= 10_000


def test_every_auction_agrees_with_the_oracle() -> None:
    seen = 0
    todo: list[tuple[tuple[str, str], ...]] = [()]
    while todo:
        bids = todo.pop()
        v = AUCTION.view(players=2, dealer="P2", options=Rules(), upcard=cards("9H")[0], bids=bids)
        assert not list(AUCTION.problems(v))
        who, words = oracle.auction([word for _, word in bids], "H")
        found = judge(AUCTION, v)
        assert (found.actor or "", {move.text for move in found.legal}) == (who, words), bids
        todo += [(*bids, (who, word)) for word in words]
        seen += 1
    assert seen == 5 + 10 * 5, "up to four passes, and each of ten contracts undoubled, doubled, redoubled"


def test_a_pass_before_the_melds_tells_what_was_not_bid() -> None:
    found = game(SIX, "P1 pass; P2 pass; P1 S; P2 pass; P2 pass; P1 pass")
    said = [event_text(GAME, event).partition(" ")[2] for event in named(found, "called")]
    assert said == ["passed.", "passed.", "named spades.", "passed.", "did not bid nullo.", "did not bid slam."]


def test_every_round_of_stakes() -> None:
    for slam, first, second in product(("free", "over_nullo"), ("pass", "nullo", "slam"), ("pass", "nullo", "slam")):
        view = {"players": 2, "dealer": "P2", "options": Rules(slam=slam), "declarer": "P1"}
        v = STAKES.view(**view, bids=(("P2", first), ("P1", second)))
        fine = first != "slam" and second != "nullo"
        fine = fine and (second != "slam" or slam == "free" or first == "nullo")
        assert fine != bool(list(STAKES.problems(v))), (slam, first, second)
        if fine:
            bid = second if second == "slam" else first if first == "nullo" else "none"
            assert STAKES.facts(v) == {"bid": bid}


def test_melds_agree_with_the_oracle() -> None:
    rng = Random(9)
    for i in range(6000):
        pool = list(PACK.cards) if i % 3 else [c for c in PACK.cards if c.rank in "AKQJ9"]
        rng.shuffle(pool)
        hands = {"P1": tuple(pool[:9]), "P2": tuple(pool[9:18])}
        trump, declarer = rng.choice(("S", "H", "")), rng.choice(SEATS)
        want = oracle.meld_points(
            [c.text for c in hands[declarer]], [c.text for c in hands[other_side(SEATS, declarer)]], trump
        )
        got = dict.fromkeys(SEATS, 0)
        for kind in KINDS:
            best = owner(kind, hands, trump, declarer)
            if best:
                got[best] += sum(meld.points for meld in melds(kind, hands[best], trump))
        assert (got[declarer], got[other_side(SEATS, declarer)]) == want, f"{hands} {trump} {declarer}"


def test_what_players_say_leads_to_what_the_score_says() -> None:
    """Both announce their best whenever they may: the events of the melds are the lines of the score."""
    told = 0
    for seed in range(60):
        found = record.draw(record.start(GAME), Random(seed))
        while found.state.hand_no == 1 and not found.state.over:
            moves = GAME.judge(found.state, found.state.turn[0]).legal
            wanted = [move for move in moves if move.text in ("accept", "S", "pass")] or [moves[-1]]
            found = record.play(found, found.state.turn[0], wanted[0])
        said = sum(event.facts["points"] for event in named(found, "melds scored"))
        lines = [event for event in named(found, "scored") if event.clause.startswith("jo-jotte.meld.")]
        assert said == sum(event.facts["points"] for event in lines)
        told += bool(said)
    assert told > 10


def test_settling_agrees_with_the_oracle() -> None:
    rng = Random(11)
    for i in range(4000):
        pack = [c.text for c in rng.sample(PACK.cards, 18)]
        size = 2 * rng.choice((0, 9, 9 - i % 2, rng.randint(0, 9)))
        won = {"P1": ",".join(pack[:size]), "P2": ",".join(pack[size:])}
        declarer = rng.choice(SEATS)
        last = rng.choice([seat for seat in SEATS if won[seat]])
        bid, call, aside = (
            rng.choice(("none", "nullo", "slam")),
            rng.choice(("none", "double", "redouble")),
            5 * rng.randint(0, 9),
        )
        trump = rng.choice(("S", ""))
        done = SCORE.settle(result(won, declarer=declarer, last=last, bid=bid, call=call, trump=trump, aside=aside))
        piles = {"P1": pack[:size], "P2": pack[size:]}
        factor = {"none": 1, "double": 2, "redouble": 4}[call]
        above, below, left = oracle.settle(
            bid, trump, factor, piles[declarer], piles[other_side(SEATS, declarer)], last == declarer, aside
        )
        sides = (declarer, other_side(SEATS, declarer))
        assert [done.outcome["above"][seat] for seat in sides] == above
        assert [done.outcome["below"][seat] for seat in sides] == below
        assert done.outcome["aside"] == left


def test_a_word_for_the_king_is_no_card_of_its_own() -> None:
    state = game(JO).state
    assert [move.text for move in GAME.judge(state, "P1").legal] == texts(state.hand("P1")).split(",")
    assert GAME.judge(state, "P1", "silent:KS").asked[0].legal
    assert GAME.judge(state, "P1", "silent:AH").asked[0].clause == "jo-jotte.jojotte"
    assert Move("silent", cards("KS")).text == "silent:KS"


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_tells_the_rubber_the_contract_and_what_was_scored_above() -> None:
    fields = "trump=H declarer=P2 call=redouble aside=150 below.P1=60 games.P2=1 leader=P2 trick=JH upcard=7H"
    state = staged("jo-jotte", f"{fields} hand.P1=8H,9C hand.P2=7S won.P1=AS,TS won.P2=9H,KS,QS,8S")
    said = (("P1", "four:9"), ("P2", "good"), ("P1", "none"), ("P2", "seq:3QS"))
    table = told("jo-jotte", changed(state, claims=said, melded=(("P1", 100), ("P2", 20)), jojotte="P2"))
    assert table["trumps"] == "trumps H, made by Opponent"
    assert table["doubled"] == "redoubled, below the line counts 4 times"
    assert table["task"] == "Opponent needs more points than you"
    assert table["melds"] == "You announced 9S 9H 9D 9C, Opponent announced QS JS 10S"
    assert table["jojotte"] == "Opponent has said Jo and Jotte"
    assert table["aside"] == "150 points set aside for the next winner"
    assert table["above"] == "above the line in this hand: you 100, Opponent 40"
    assert table["below"] == "below the line, 80 wins a game: you 60, Opponent 0"
    assert table["games"] == "games won, 2 end the rubber: you 0, Opponent 1"
    assert table["points"] == "card points: you 10, Opponent 30"
    assert table["upcard"] == "turned up: 7H"
    assert table["Opponent"] == "dealer, declarer, JH led"


def test_in_a_nullo_there_are_no_trumps_and_the_defender_has_to_lose() -> None:
    state = staged("jo-jotte", "trump=H declarer=P1 bid=nullo leader=P1 hand.P1=8H,9C hand.P2=7S,8S won.P1=AH,TH")
    table = told("jo-jotte", state, "P2")
    assert table["trumps"] == "no trumps, made by Opponent"
    assert table["task"] == "nullo, you have to lose every trick"
    assert "points" not in table


@pytest.mark.parametrize(
    ("kind", "spades"), [("seq", "KS QS JS TS 9S"), ("four", "KS QS JS TS 9S"), ("", "JS 9S TS KS QS")]
)
def test_a_hand_is_held_in_the_order_of_sequences_while_melds_are_announced(kind: str, spades: str) -> None:
    hand = cards("JS,TS,9S,KS,QS,JH,QC,JC,8C")
    view = Announcing(players=2, options=Rules(), dealer="P2", trump="S", hand=hand, kind=kind) if kind else None
    state = game(
        "at=meld trump=S declarer=P1 hand.P1=JS,TS,9S,KS,QS,JH,QC,JC,8C hand.P2=8S,7D,AH,KH,8H,7H,AD,7C,8D"
    ).state
    first, *_ = GAME.rows(hand, state, view)
    assert " ".join(c.text for c in first.cards) == spades


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("KS QS JS 9S", "between jack and nine the ten is missing"),
        ("KS JS TS", "between king and jack the queen is missing"),
        ("KS QS 9S", "between queen and nine the jack and the ten are missing"),
        ("KS QS JH", "all of one suit"),
        ("KS QS", "at least three cards"),
        ("hello", "such as KH QH JH"),
        ("four jacks", "now it is about sequences"),
        ("tens", "now it is about sequences"),
    ],
)
def test_cards_that_are_no_sequence_are_told_why(line: str, why: str) -> None:
    asked = read_question(GAME, split("phase=meld kind=seq trump=S hand=JS,9S,KS,QS,JH,9H,QC,JC,8C".split()))
    assert why in judge(asked.phase, asked.view, (line,)).asked[0].note


@pytest.mark.parametrize("line", ["four:T", "four tens", "tens", "My tens", "4 tens", "TS TH TD TC"])
def test_a_four_may_be_named_by_its_rank_alone(line: str) -> None:
    asked = read_question(GAME, split("phase=meld kind=four trump=S hand=JS,TS,TH,TD,TC,9H,QC,JC,8C".split()))
    assert asked.phase.read(asked.view, line).text == "four:T"


def test_of_a_tie_the_sum_names_whose_points_are_set_aside() -> None:
    pile = "won.P1=JS,AS,AH,9H,TS,QD,JC,KC won.P2=9S,8S,AC,QC,KD,7D,KH,QH,QS,9D"
    found = read_view(GAME, SCORE, split(f"trump=S declarer=P1 last=P2 aside=20 {pile}".split()))
    working = SCORE.workings(found)["outcome.aside"]
    assert isinstance(working, Sum)
    assert working.total == SCORE.settle(found).outcome["aside"] == 160
    mine, theirs = (f"70 ({mark('s', seat)}'s points)" for seat in SEATS)
    assert equation(GAME, working).endswith(f"20 (before) + {mine} + {theirs} = 160.")
