"""Big Two: combinations held against a naive telling, what happens over a hand and a game, both rule sets."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.drawn import told
from tests.oracles import big_two as oracle
from tests.records import set_up
from tests.tables import LONG
from tutor.games.big_two import GAME
from tutor.games.big_two.combos import PACK, RANKS, combos
from tutor.games.big_two.deal import deal_hands
from tutor.games.big_two.table import BigTwoState, Playing, Rules
from tutor.kernel import record
from tutor.kernel.cards import Cards, card, cards
from tutor.kernel.duties import narrow
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.playout import allowed, legal, playout
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.seats import DECK
from tutor.kernel.state import changed
from tutor.teach.rulings.what_if import without_what

if TYPE_CHECKING:
    from tutor.kernel.events import Event

PLAY = GAME.phase_of["play"]


def view(hand: Cards, table: Cards = (), rules: Rules | None = None) -> Playing:
    return Playing(players=4, dealer="P4", options=rules or Rules(), hand=hand, table=table)


def legal_moves(v: Playing) -> tuple[Move, ...]:
    return narrow(PLAY.duties(v), v, PLAY.candidates(v)).legal


def named(events: tuple[Event, ...], what: str) -> list[Event]:
    return [event for event in events if event.what == what]


staged = partial(set_up, "big-two")


def deal(players: int, *hands: str, rules: Rules | None = None, dealer: str = "") -> Turn[BigTwoState]:
    """The state after a deal in which the seats after the dealer get these hands, filled up at random."""
    begun = record.start(GAME, players, rules or Rules(), dealer or f"P{players}").state
    each = begun.options.each(players)
    given = [cards(hand) for hand in hands]
    rest = list(PACK.rest(c for hand in given for c in hand))
    Random(1).shuffle(rest)
    order: list[Any] = []
    for i in range(players):
        hand = given[i] if i < len(given) else ()
        order += [*hand, *rest[: each - len(hand)]]
        del rest[: each - len(hand)]
    return deal_hands(begun, (*order, *rest))


def clumped(rng: Random, number: int) -> Cards:
    """A hand of few ranks and suits, so that five-card hands of all kinds occur."""
    low = rng.randrange(8)
    pool = [c for c in PACK.cards if c.rank in RANKS[low : low + 6] or c.suit == "S"]
    return PACK.sort(rng.sample(pool, number))


# -- combinations ------------------------------------------------------------------------------------------------


def test_tables_allow_what_the_duties_allow() -> None:
    rng = Random(11)
    for n in range(2000):
        rules = Rules(rules="ab"[n % 2], triples=n % 3 > 0, pass_locks=n % 7 == 0)
        both = clumped(rng, 12)
        hand = PACK.sort(rng.sample(both, 7))
        led = rng.choice([m for m in rules.combos.moves(tuple(c for c in both if c not in hand)) if m.cards])
        for v in (view(hand, led.cards, rules), view(hand, (), rules)):
            assert allowed(PLAY, v) == legal_moves(v), (v.hand, v.table)
        if n % 10 == 0:
            large = view(PACK.sort(rng.sample(PACK.cards, 17)), (), rules)
            assert allowed(PLAY, large) == legal_moves(large), large.hand


def by_pack(some: Cards) -> str:
    """Cards played together as a text, from low to high."""
    return "+".join(c.text for c in PACK.sort(some))


@pytest.mark.parametrize("rank_first", [False, True])
def test_leads_and_replies_are_what_the_words_of_the_rules_make_of_all_subsets(rank_first: bool) -> None:
    rng = Random(f"{rank_first}")
    kinds: Counter[str] = Counter()
    clauses: Counter[str] = Counter()
    for n in range(40 + 400 * LONG):
        triples = rng.random() < 0.8
        rules = Rules(flush="rank_first" if rank_first else "suit_first", triples=triples)
        both = clumped(rng, 20) if n % 3 else PACK.sort(rng.sample(PACK.cards, 22))
        hand = PACK.sort(rng.sample(both, 10))
        every = list(oracle.subsets([c.text for c in hand]))
        made = {"+".join(taken): kind for taken in every if (kind := oracle.what(taken))}
        kinds.update(made.values())
        got = {by_pack(combo.cards): combo.kind for combo in rules.combos.moves(hand) if combo.cards}  # type: ignore[attr-defined]
        assert got == made, hand
        lead = view(hand, rules=rules)
        assert {by_pack(m.cards) for m in legal_moves(lead)} == {
            m for m, kind in made.items() if triples or kind != "triple"
        }
        rest = PACK.sort([c for c in both if c not in hand])
        table = rng.choice([m for m in rules.combos.moves(rest) if m.cards and (triples or len(m.cards) != 3)])
        v = view(hand, table.cards, rules)
        old = [c.text for c in table.cards]
        asked = ["+".join(taken) for taken in every]
        for ruling in judge(PLAY, v, asked).asked:
            new = ruling.text.split("+")
            kind = oracle.what(new)
            want = "invalid" if not kind else "triple" if kind == "triple" and not triples else ""
            want = want or ("" if oracle.beats(new, old, rank_first) else "beat")
            assert ruling.legal == (not want), (table, hand, ruling)
            assert ruling.clause == f"big-two.{want or 'beat'}", (table, hand, ruling)
            clauses[want] += 1
    assert len(kinds) == 8, kinds
    assert len(clauses) == 4, clauses


def test_comparison_is_a_total_order() -> None:
    """Any two combinations of one size compare the same way here and in the naive telling."""
    rng = Random(8)
    for rank_first in (False, True):
        made = [m for _ in range(12) for m in combos(rank_first).moves(clumped(rng, 12)) if m.cards]
        for _ in range(4000):
            one, other = rng.sample(made, 2)
            if len(one.cards) == len(other.cards) and not set(one.cards) & set(other.cards):
                wins = oracle.beats([c.text for c in one.cards], [c.text for c in other.cards], rank_first)
                assert wins == (one.high > other.high), (one, other)  # type: ignore[attr-defined]


def test_moves_are_read_in_any_order_and_written_from_low_to_high_straights_in_their_own_order() -> None:
    v = view(cards("AC,2D,3D,4H,5S,9C,9D"))
    for text, written in (("2D+3D+AC+4H+5S", "AC+2D+3D+4H+5S"), ("9c 9d", "9D+9C"), ("Pass", "pass")):
        assert judge(PLAY, v, [text]).asked[0].text == written


# -- the worked sequences ----------------------------------------------------------------------------------------


def test_sequence_1_the_start_with_undealt_low_cards() -> None:
    high = "4D,5D,6D,7D,8D,9D,TD,JD,QD,KD,AD,2D,2C"
    turn = deal(3, high, "3H,4C,5C,6C,7C,8C,9C,TC,JC,QC,KC,AC,2H", "4H,5H,6H,7H,8H,9H,TH,JH,QH,KH,AH,4S,5S")
    state = turn.state
    assert (state.phase, state.turn, state.starter, state.lowest) == ("opening", ("P2",), "P2", card("3H"))
    assert all(card("3H") in move.cards for move in legal(GAME, state, "P2"))
    event = named(turn.events, "to start")[0]
    assert (event.seat, event.cards, event.clause) == ("P2", cards("3H"), "big-two.a.first")
    assert len(state.away) == 13


def test_sequence_2_a_hand_to_its_end() -> None:
    over = staged("hand.P1=5D hand.P2=6C,7C hand.P3=8C,9C,TC hand.P4=JD,JC,JH,JS,2S,2H,2C,2D,AS,AH", "P1 5D")
    assert over.state.scores == (0, 2, 3, 20)
    assert named(over.events, "went out")[0].clause == "big-two.out"
    assert named(over.events, "hand over")[0].facts["winners"] == ("P1",)
    assert over.state.dealer == "P1"
    assert over.state.chance is not None


def test_sequence_3_two_dragons() -> None:
    dragon = "3{0},4{0},5{0},6{0},7{0},8{0},9{0},T{0},J{0},Q{0},K{0},A{0},2{0}"
    mixed = ["3D,3H,4D,5D,6D,7D,8D,9D,TD,JD,QD,KD,AD", "4H,2H,2D,5H,6H,7H,8H,9H,TH,JH,QH,KH,AH"]
    rules = Rules(rules="b", games=2)
    turn = deal(4, dragon.format("S"), *mixed, dragon.format("C"), rules=rules)
    event = named(turn.events, "dragon")[0]
    assert (event.seat, event.clause) == ("P4", "big-two.b.dragon")
    assert turn.state.scores == (-39, -39, -39, 117)
    assert turn.state.hand_no == 2
    plain = deal(4, dragon.format("S"), *mixed, dragon.format("C"), rules=Rules())
    assert (plain.state.phase, plain.state.turn) == ("opening", ("P2",))


POOR = "3H,3C,4H,4C,5H,5C,6H,6C,7H,7C,8H,8C,9H"


def test_sequence_4_a_new_deal() -> None:
    rules = Rules(rules="b")
    turn = deal(4, "3D,JD,QD,KD,AD", "JC,QC,KC", POOR, "JH,QH,KH", rules=rules, dealer="P4")
    state = turn.state
    assert (state.phase, state.turn) == ("deal", ("P3",))
    assert [move.text for move in legal(GAME, state, "P3")] == ["keep", "reshuffle"]
    again = GAME.play(state, "P3", Move("reshuffle"))
    assert again.state.chance is not None
    assert (again.state.dealer, again.state.hand_no, again.state.scores) == ("P4", 1, (0, 0, 0, 0))
    assert again.events[0].clause == "big-two.b.reshuffle"
    kept = GAME.play(state, "P3", Move("keep")).state
    assert (kept.phase, kept.turn) == ("opening", ("P1",))


def test_everybody_with_a_poor_hand_is_asked() -> None:
    two = "3D,3S,4D,4S,5D,5S,6D,6S,7D,7S,8D,8S,9D"
    state = deal(4, "JC,QC,KC", two, POOR, "JH,QH,KH", rules=Rules(rules="b")).state
    assert state.turn == ("P2", "P3")
    state = GAME.play(state, "P3", Move("keep")).state
    assert (state.phase, state.turn) == ("deal", ("P2",))
    assert GAME.play(state, "P2", Move("keep")).state.phase == "opening"


def test_sequence_5_the_spare_card() -> None:
    rules = Rules(rules="b", leftover="to_lowest")
    pack = [c for c in PACK.order if c.text not in ("9C", "3D")]
    one, two, three = pack[:17], pack[17:34], [card("3D"), *pack[34:]]
    begun = record.start(GAME, 3, rules, "P3").state
    turn = deal_hands(begun, (*one, *two, *three, card("9C")))
    state = turn.state
    assert [len(hand) for hand in state.hands] == [17, 17, 18]
    assert card("9C") in state.hand("P3")
    assert (state.starter, state.lowest, state.away) == ("P3", card("3D"), ())
    pack = [c for c in PACK.order if c.text != "3D"]
    state = deal_hands(begun, (*pack, card("3D"))).state
    assert (state.starter, state.lowest, len(state.hand("P1"))) == ("P1", card("3D"), 18)
    unused = deal_hands(record.start(GAME, 3, Rules(rules="b"), "P3").state, (*pack, card("3D"))).state
    assert (unused.lowest, unused.away, len(unused.hand("P1"))) == (card("3C"), cards("3D"), 17)


def test_sequence_6_a_game_to_100() -> None:
    stage = (
        "before.P1=77 before.P2=80 before.P3=81 before.P4=60 hand.P4=5D hand.P1=6C,6D,6H,6S,7C,7D,7H,7S,8C,8D,8H,2S "
        "hand.P2=3D,3C,3H,3S,4D,4C,4H hand.P3=9D,9C,9H,9S,TD,TC,TH,TS,JD,JC,JH,JS leader=P4"
    )
    over = staged(stage, "P4 5D")
    assert over.state.scores == (101, 87, 105, 60)
    assert over.state.over
    assert GAME.winners(over.state) == ("P4",)
    going_on = staged(stage.replace("P1=77", "P1=75").replace("P3=81", "P3=75"), "P4 5D")
    assert going_on.state.scores == (99, 87, 99, 60)
    assert not going_on.state.over


def test_a_trick_ends_when_all_others_have_passed() -> None:
    stage = "players=3 hand.P1=4D,5D,6D hand.P2=7D,8D hand.P3=9D,TD"
    after = staged(stage, "P1 4D; P2 7D; P3 pass; P1 pass")
    state = after.state
    assert (state.turn, state.leader, state.plays) == (("P2",), "P2", ())
    won = named(after.events, "round won")[0]
    assert (won.seat, won.cards, won.clause) == ("P2", cards("7D"), "big-two.trickend")


def test_the_two_of_spades_ends_a_trick_in_set_b_only() -> None:
    stage = "players=2 hand.P1=4D,5D hand.P2=2S,8D"
    state = staged(f"{stage} rules=b", "P1 4D; P2 2S").state
    assert (state.turn, state.plays) == (("P2",), ())
    assert staged(stage, "P1 4D; P2 2S").state.turn == ("P1",)
    pair = staged("rules=b players=2 hand.P1=4D,4C,5D hand.P2=2S,2H,8D", "P1 4D+4C; P2 2S+2H")
    assert named(pair.events, "round won")[0].clause == "big-two.b.top"


def test_passing_and_coming_back() -> None:
    stage = "players=3 hand.P1=4D,5D,QD hand.P2=7D,8D,2D hand.P3=9D,TD,KD"
    lines = "P1 4D; P2 pass; P3 9D; P1 QD"
    assert {move.text for move in legal(GAME, staged(stage, lines).state, "P2")} == {"2D", "pass"}
    locked = staged(f"pass_locks=true {stage}", lines).state
    assert {move.text for move in legal(GAME, locked, "P2")} == {"pass"}


def test_a_session_of_set_b_counts_all_its_games() -> None:
    stage = "rules=b games=2 deal=2 players=2 before.P1=-9 before.P2=9 hand.P1=5D hand.P2=6C"
    over = staged(stage, "P1 5D").state
    assert over.scores == (-8, 8)
    assert over.over
    assert GAME.winners(over) == ("P2",)


# -- what players cannot see, set-ups, whole games ---------------------------------------------------------------


def test_a_determinization_never_deals_a_card_below_the_starters() -> None:
    for seed in range(12):
        state = record.draw(record.start(GAME, 2), Random(seed)).state
        assert state.lowest is not None
        starter = state.starter
        for n in range(6):
            sample = GAME.determinize(state, starter, Random(n))
            assert min(PACK.place[c] for hand in sample.hands for c in hand) == PACK.place[state.lowest]
        other = "P2" if starter == "P1" else "P1"
        sample = GAME.determinize(state, other, Random(seed))
        assert sample.hand(other) == state.hand(other)
        assert sample.lowest in sample.hand(sample.starter)


def test_while_a_new_deal_may_be_demanded_whoever_has_the_lowest_card_would_start() -> None:
    whole = record.start(GAME, 4, Rules(rules="b"))
    state = next(one for n in range(400) if (one := record.draw(whole, Random(n)).state).unsure)
    samples = [GAME.determinize(state, state.turn[0], Random(n)) for n in range(20)]
    assert all(sample.lowest in sample.hand(sample.starter) for sample in samples)
    assert len({sample.starter for sample in samples}) > 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("hand.P1=3D hand.P2=4D hand.P3=5D", "hand.P4"),
        ("hand.P1=3D hand.P2=4D hand.P3=5D hand.P4=6D opening=true plays=P1:7D", "before the first play"),
        ("hand.P1=3D hand.P2=4D hand.P3=5D hand.P4=6D plays=P1:8D,P2:7D", "big-two.beat"),
        ("hand.P1=3C hand.P2=4D hand.P3=5D hand.P4=6D opening=true", "lowest"),
    ],
)
def test_stagings_that_cannot_be(fields: str, said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        read_view(GAME, GAME.setup, split(fields.split()))


def test_a_staged_opening() -> None:
    state = staged("opening=true hand.P1=4D,7C hand.P2=3D,5D hand.P3=6D,8C hand.P4=6C,9C", "P2 3D").state
    assert (state.phase, state.turn, state.plays) == ("play", ("P3",), (("P2", cards("3D")),))


@pytest.mark.parametrize("seed", range(75 + 500 * LONG))
def test_whole_games_keep_cards_and_points(seed: int) -> None:
    rng = Random(seed)
    players = rng.choice((2, 3, 4))
    rules = Rules(
        rules=rng.choice("ab"),
        flush=rng.choice((None, "suit_first", "rank_first")),
        triples=rng.random() < 0.7,
        leftover=rng.choice(("unused", "to_lowest")),
        pass_locks=rng.random() < 0.4,
        skip_after_2s=rng.choice((None, True, False)),
        target=rng.randint(1, 40),
        games=rng.randint(1, 4),
    )
    state: BigTwoState = record.start(GAME, players, rules, f"P{rng.randint(1, players)}").state
    whole, totals = Counter(PACK.cards), [0.0] * players
    for ply in playout(GAME, state, rng):
        state = ply.state
        for event in named(ply.events, "scored"):
            totals[state.seats.index(event.seat)] += event.facts["points"]
        if ply.seat == DECK or named(ply.events, "round won") or named(ply.events, "hand over"):
            assert Counter(GAME.cards(state)) == whole
        if named(ply.events, "hand over"):
            assert list(state.scores) == totals
            assert rules.rules == "a" or not sum(state.scores)
    best = min(totals) if rules.rules == "a" else max(totals)
    assert set(GAME.winners(state)) == {seat for seat, total in zip(state.seats, totals, strict=True) if total == best}
    assert rules.rules == "b" or max(totals) >= rules.target


# -- the table ---------------------------------------------------------------------------------------------------


def test_the_table_tells_what_is_to_be_beaten_and_how_many_cards_are_left() -> None:
    hands = "hand.P1=3D,3C,9S hand.P2=4D,4H,5S hand.P3=6D,7H hand.P4=8D"
    table = told("big-two", staged(f"{hands} before.P2=40", "P1 3D+3C", "P2 4D+4H").state, "P3")
    assert table["to_beat"] == "to beat: a pair"
    assert table["Right"] == "1 card, 4D 4H best so far"
    assert table["Opposite"] == "1 card, 3D 3C led"
    assert table["score"] == "points to 100, fewest win: you 0, Left 0, Opposite 0, Right 40"


def test_the_table_tells_that_it_is_the_first_play() -> None:
    hands = "opening=true hand.P1=3C,4S,9S hand.P2=4D,4H,5S hand.P3=6D,7H,2S"
    table = told("big-two", staged(f"players=3 {hands}").state, "P2")
    assert table["must"] == "the first play of the hand"
    assert table["undealt"] == "13 cards not dealt"


def test_nobody_is_told_who_may_ask_for_a_new_deal() -> None:
    state = staged("rules=b hand.P1=3C,4S,9S hand.P2=4D,4H,5S hand.P3=6D,7H,2S hand.P4=8D,9C,2C").state
    state = changed(state, phase="deal", turn=("P2", "P4"))
    told_to = {seat: told("big-two", state, seat) for seat in state.seats}
    assert [seat for seat, table in told_to.items() if "to decide" in table["You"]] == ["P2", "P4"]
    others = (words for table in told_to.values() for name, words in table.items() if name != "You")
    assert not any("to decide" in words for words in others)


def test_set_b_goes_to_the_right() -> None:
    hands = "rules=b hand.P1=3D,3C,9S hand.P2=4D,4H,5S hand.P3=6D,7H hand.P4=8D"
    assert "to play" in told("big-two", staged(hands, "P1 3D").state, "P1")["Right"]


def test_no_card_is_imagined_away_by_which_one_starts() -> None:
    """Without the lowest card another player would start, so nothing is said of what one could play then."""
    fields = "phase=opening hand=3D,3H,5D,6D,7S,8S,9H,JC,JD,QS,KS,AS,2C"
    question = read_question(GAME, split(fields.split()))
    found = judge(question.phase, question.view, ("5D",))
    assert not found.asked[0].legal and found.asked[0].move is not None
    assert without_what(GAME, found, found.asked[0].move) == ()
