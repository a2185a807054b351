"""Dou Dizhu: combinations held against a naive telling, whole hands and auctions, payments, and two other engines."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

import pytest

from tests.drawn import told
from tests.oracles import dou_dizhu as oracle
from tests.records import named, recorded, set_up
from tests.tables import LONG
from tutor.games.dou_dizhu import GAME
from tutor.games.dou_dizhu.combos import BIGGEST, PACK, RANKS, combos
from tutor.games.dou_dizhu.table import DouDizhuState, Playing, Rules
from tutor.kernel import record
from tutor.kernel.cards import Cards, card, cards
from tutor.kernel.duties import narrow
from tutor.kernel.judging import judge
from tutor.kernel.playout import allowed, legal, playout
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.seats import DECK
from tutor.teach.rulings.answers import ask_line
from tutor.teach.tables.tabletop import table_of, tabletop
from tutor.teach.text.doc import TableDrawing
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

if TYPE_CHECKING:
    from tutor.kernel.moves import Move

PLAY = GAME.phase_of["play"]


def view(hand: Cards, table: Cards = (), rules: Rules | None = None) -> Playing:
    return Playing(players=3, dealer="P3", options=rules or Rules(), hand=hand, table=table)


game = partial(recorded, "dou-dizhu")


staged = partial(set_up, "dou-dizhu")


def clumped(rng: Random, number: int) -> Cards:
    """A hand of few ranks, so that quads and runs of trips occur."""
    low = rng.randrange(9)
    ranks = [*RANKS[low : low + 4], *rng.sample(RANKS, 4)]
    pool = [c for c in dict.fromkeys(ranks) for _ in range(PACK.copies[c])]
    return PACK.sort(rng.sample(pool, min(number, len(pool))))


def texts(held: list[str]) -> str:
    return "+".join(sorted(held, key=oracle.LOW_TO_HIGH.index))


# -- combinations ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gapped", [False, True])
@pytest.mark.parametrize("twins", [False, True])
def test_leads_are_what_the_words_of_the_rules_make_of_all_subsets(gapped: bool, twins: bool) -> None:
    rng = Random(f"{gapped}{twins}")
    rules = Rules(gapped_trips_with_kickers=gapped, quad_twin_kickers=twins)
    kinds: Counter[str] = Counter()
    for n in range(60 + 600 * LONG):
        hand = clumped(rng, 12) if n % 2 else PACK.sort(rng.sample(PACK.cards, 11))
        want = {}
        for taken in oracle.subsets([c.text for c in hand]):
            made = oracle.what(taken, gapped, twins)
            if made:
                want[texts(taken)] = made
                kinds[made[0]] += 1
        got = {combo.text: combo for combo in combos(gapped, twins).moves(hand) if combo.cards}
        assert got.keys() == want.keys(), hand
        assert {text: (c.kind, c.length, c.by) for text, c in got.items()} == want  # type: ignore[attr-defined]
        assert {move.text for move in legal_moves(view(hand, rules=rules))} == want.keys()
    assert len(kinds) == 14, kinds


def legal_moves(v: Playing) -> tuple[Move, ...]:
    return narrow(PLAY.duties(v), v, PLAY.candidates(v)).legal


def test_replies_and_reasons_are_what_the_words_of_the_rules_make_of_all_subsets() -> None:
    rng = Random(2)
    clauses: Counter[str] = Counter()
    for n in range(120 + 1200 * LONG):
        gapped, twins = rng.random() < 0.2, rng.random() < 0.2
        rules = Rules(gapped_trips_with_kickers=gapped, quad_twin_kickers=twins)
        both = clumped(rng, 20) if n % 3 else PACK.sort(rng.sample(PACK.cards, 20))
        hand = PACK.sort(rng.sample(both, 9))
        rest = list(both)
        for c in hand:
            rest.remove(c)
        table = rng.choice([m for m in rules.combos.moves(PACK.sort(rest)) if m.cards])
        table = rules.combos.made(cards("X2,X1")) or table if n % 20 == 0 and card("X1") not in hand else table
        old = oracle.what([c.text for c in table.cards], gapped, twins)
        assert old
        v = view(hand, table.cards, rules)
        asked = [texts(taken) for taken in oracle.subsets([c.text for c in hand])]
        for ruling in judge(PLAY, v, asked).asked:
            want = oracle.clause(ruling.text.split("+"), old, gapped, twins)
            assert ruling.legal == (not want), (table, hand, ruling)
            if want:
                assert ruling.clause == f"dou-dizhu.{want}", (table, hand, ruling)
            clauses[want] += 1
    assert len(clauses) == 8, clauses


def test_tables_allow_what_the_duties_allow() -> None:
    """Hands that are taken to come to the same do: ranks that are close to what is to be beaten, many times over."""
    rng = Random(11)
    for n in range(3000):
        rules = Rules(gapped_trips_with_kickers=n % 5 == 0, quad_twin_kickers=n % 7 == 0)
        both = clumped(rng, 16) if n % 4 else PACK.sort(rng.sample(PACK.cards, 20))
        hand = PACK.sort(rng.sample(both, rng.randint(1, 8)))
        rest = PACK.sort((Counter(both) - Counter(hand)).elements())
        led = rng.choice([m for m in rules.combos.moves(rest) if m.cards or not rest])
        for v in (view(hand, led.cards, rules), view(hand, (), rules)):
            assert allowed(PLAY, v) == legal_moves(v), (v.hand, v.table)
        if n % 10 == 0:
            large = view(PACK.sort(rng.sample(PACK.cards, 20)), (), rules)
            assert allowed(PLAY, large) == legal_moves(large), large.hand


def test_every_combination_there_is() -> None:
    """How many there are of each kind in the whole pack; on those without quads other engines agree."""
    everything = combos(False, False)._within(PACK.cards)
    found = Counter(combo.kind for combo in everything if len(combo.cards) <= BIGGEST)
    assert found == {
        "single": 15,
        "pair": 13,
        "trips": 13,
        "trips+single": 182,
        "trips+pair": 156,
        "straight": 36,
        "pairs-run": 52,
        "trips-run": 45,
        "trips-run+singles": 7161,
        "trips-run+pairs": 2939,
        "quad+singles": 1170,
        "quad+pairs": 858,
        "bomb": 13,
        "rocket": 1,
    }


def test_moves_are_read_in_any_order_and_written_from_low_to_high() -> None:
    v = view(cards("7,7,7,5,X1,X2,2"))
    for text, written in (("7+5+7+7", "5+7+7+7"), ("x1+x2", "X2+X1"), ("7H 7S 7 2", "7+7+7+2"), ("PASS", "pass")):
        assert judge(PLAY, v, [text]).asked[0].text == written


def test_a_landlords_leads_are_listed_quickly() -> None:
    """Two milliseconds are asked of a twenty-card hand; it takes a fraction, also with many quads and trips."""
    rng, times = Random(7), []
    for n in range(200):
        v = view(clumped(rng, 20) if n % 2 else PACK.sort(rng.sample(PACK.cards, 20)))
        start = process_time()
        legal_moves(v)
        times.append(process_time() - start)
    assert median(times) < 0.002, f"{median(times) * 1000:.2f} ms"


# -- the worked sequences ----------------------------------------------------------------------------------------


def in_order(*hands: str, widow: str) -> str:
    """A shuffled pack from which P1, P2 and P3 draw these hands in turn, and the widow is left."""
    held = [cards(hand) for hand in hands]
    drawn = [c for three in zip(*held, strict=True) for c in three]
    return "deal:" + "+".join(c.text for c in (*drawn, *cards(widow)))


DEAL = in_order(
    "8,3,3,4,5,5,6,7,8,9,T,J,Q,K,K,A,2",
    "9,8,3,3,4,4,5,6,7,8,T,J,Q,Q,K,A,2",
    "T,4,5,6,6,7,7,9,9,T,J,J,Q,K,A,A,2",
    widow="2,X2,X1",
)


def test_sequence_1_the_deal_and_who_calls_first() -> None:
    begun = game("dealer P3", f"deck {DEAL}")
    chance = begun.state.chance
    assert chance is not None
    assert (chance.word, chance.pool) == ("face-up", cards("8,9,T"))
    assert [len(hand) for hand in begun.state.hands] == [17, 17, 17]
    assert begun.state.away == cards("2,X2,X1")
    noted = game("dealer P3", f"deck {DEAL}", "deck face-up:9+8+T").state
    assert (noted.phase, noted.turn, noted.known) == ("auction", ("P2",), ((), cards("9"), ()))


def test_the_first_to_draw_sits_after_the_dealer() -> None:
    state = game("dealer P1", f"deck {DEAL}").state
    assert card("9") in state.hand("P3")
    assert state.hand("P2")[-1] == card("2")
    assert Counter(state.hand("P2")) == Counter(cards("8,3,3,4,5,5,6,7,8,9,T,J,Q,K,K,A,2"))


def test_everybody_is_noted_equally_often() -> None:
    rng, callers = Random(1), Counter[str]()
    for _ in range(900):
        state = record.draw(record.start(GAME), rng).state
        callers[state.turn[0]] += 1
    assert all(240 < callers[seat] < 360 for seat in state.seats), callers


AUCTION = ("dealer P3", f"deck {DEAL}", "deck face-up:9+8+T")


def test_sequence_2_from_auction_to_play() -> None:
    called = game(*AUCTION, "P2 pass; P3 1; P1 2; P2 pass; P3 pass")
    state = called.state
    assert (state.landlord, state.bid, state.phase, state.turn, state.leader) == ("P1", 2, "play", ("P1",), "P1")
    assert len(state.hand("P1")) == 20
    assert state.hand("P1")[-3:] == cards("2,X2,X1")
    assert not state.away
    event = named(called, "landlord found")[0]
    assert (event.seat, event.cards, event.facts["bid"]) == ("P1", (), 2)


def test_a_bid_of_three_ends_the_auction_at_once() -> None:
    state = game(*AUCTION, "P2 3").state
    assert (state.landlord, state.bid, state.turn) == ("P2", 3, ("P2",))


def test_sequence_3_three_passes() -> None:
    annulled = game(*AUCTION, "P2 pass; P3 pass; P1 pass")
    state = annulled.state
    assert (state.dealer, state.hand_no, state.scores, state.bids) == ("P3", 1, (0, 0, 0), ())
    assert state.chance is not None
    assert state.chance.word == "deal"
    assert named(annulled, "hand annulled")[0].clause == "dou-dizhu.auction.end"
    ruled = game("option all_pass marker-holder-landlord-at-1", *AUCTION, "P2 pass; P3 pass; P1 pass").state
    assert (ruled.landlord, ruled.bid, ruled.turn) == ("P2", 1, ("P2",))


def test_sequence_4_jumping_back() -> None:
    stage = "landlord=P1 hand.P1=5,K,3 hand.P2=A,6,4 hand.P3=9,7"
    state = staged(stage, "P1 5; P2 pass; P3 9; P1 K; P2 A; P3 pass; P1 pass").state
    assert (state.turn, state.leader, state.plays) == (("P2",), "P2", ())
    assert [move.text for move in legal(GAME, state, "P2")] == ["4", "6"]


def test_sequence_5_the_last_cards_are_a_bomb() -> None:
    over = staged("landlord=P1 bid=1 hand.P1=4,9,9,9,9 hand.P2=5,6 hand.P3=7,8", "P1 4; P2 5; P3 7; P1 9+9+9+9")
    assert over.state.scores == (4, -2, -2)
    assert over.state.dealer == "P1"
    lines = [(e.seat, e.clause.rpartition(".")[2], e.facts["points"]) for e in named(over, "scored")]
    assert lines == [
        ("P1", "landlord", 2),
        ("P1", "double", 2),
        ("P2", "landlord", -1),
        ("P2", "double", -1),
        ("P3", "landlord", -1),
        ("P3", "double", -1),
    ]
    assert named(over, "went out")[0].clause == "dou-dizhu.end.hand"


def test_a_quad_with_kickers_is_no_bomb() -> None:
    over = staged("landlord=P1 bid=1 hand.P1=9,9,9,9,3,4 hand.P2=5,6 hand.P3=7,8", "P1 9+9+9+9+3+4")
    assert over.state.scores == (2, -1, -1)


def test_sequence_6_the_team_wins() -> None:
    over = staged("landlord=P2 leader=P2 bid=3 hand.P1=Q hand.P2=5,6 hand.P3=7,8", "P2 5; P3 7; P1 Q")
    assert over.state.scores == (3, -6, 3)
    assert named(over, "hand over")[0].facts["winners"] == ("P1", "P3")


def test_chips_run_over_all_hands_and_the_most_win() -> None:
    stage = "deal=9 before.P1=5 before.P2=8 before.P3=-13 landlord=P2 leader=P2 hand.P1=Q hand.P2=5,6 hand.P3=7,8"
    over = staged(stage, "P2 5; P3 7; P1 Q")
    assert over.state.over
    assert over.state.scores == (6, 6, -12)
    assert GAME.winners(over.state) == ("P1", "P2")


# -- what players cannot see, set-ups, whole games ---------------------------------------------------------------


def test_a_determinization_keeps_what_everybody_has_seen() -> None:
    shown = game("option reveal_widow true", *AUCTION, "P2 pass; P3 1; P1 2; P2 pass; P3 pass").state
    assert shown.known == (cards("2,X2,X1"), cards("9"), ())
    for seed in range(20):
        sample = GAME.determinize(shown, "P3", Random(seed))
        assert {card("X1"), card("X2")} <= set(sample.hand("P1"))
        assert card("9") in sample.hand("P2")
    hidden = game(*AUCTION, "P2 pass; P3 1; P1 2; P2 pass; P3 pass").state
    assert any(card("X1") in GAME.determinize(hidden, "P3", Random(seed)).hand("P2") for seed in range(20))
    state = game("option reveal_widow true", *AUCTION, "P2 pass; P3 1; P1 2; P2 pass; P3 pass; P1 X2+X1; P2 pass").state
    assert state.known[0] == cards("2")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("hand.P1=3 hand.P2=4", "hand.P3"),
        ("hand.P1=3 hand.P2=4 hand.P3=5 plays=P1:6", "before there is a landlord"),
        ("landlord=P1 bids=P1:1 hand.P1=3 hand.P2=4 hand.P3=5", "the calls are over"),
        ("landlord=P1 hand.P1=3 hand.P2=4 hand.P3=5 plays=P1:6,P2:5", "dou-dizhu.play.compare"),
        ("widow=3 hand.P1=3 hand.P2=4 hand.P3=5", "widow"),
        ("hand.P1=3 hand.P2=4 hand.P3=5 bids=P1:3", "the auction is over"),
    ],
)
def test_stagings_that_cannot_be(fields: str, said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        read_view(GAME, GAME.setup, split(fields.split()))


def test_a_staged_auction() -> None:
    state = staged("leader=P2 bids=P2:1 hand.P1=3 hand.P2=4 hand.P3=5 widow=6,7,8", "P3 pass; P1 pass").state
    assert (state.landlord, state.turn) == ("P2", ("P2",))
    assert state.hand("P2") == cards("4,6,7,8")


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(BadPosition) as why:
        read_view(
            GAME, PLAY, split(["leader=P2", "plays=P1:4+5,P2:6+8", "hand=3,3,3,3,4,4,4,5,5,5,6,6,6,7,7,7,8,8,8,9,9"])
        )
    assert [problem.field for problem in why.value.problems] == ["hand", "leader", "plays", "plays"]


@pytest.mark.parametrize("seed", range(75 + 500 * LONG))
def test_whole_games_keep_cards_and_chips(seed: int) -> None:
    rng = Random(seed)
    rules = Rules(
        gapped_trips_with_kickers=rng.random() < 0.3,
        quad_twin_kickers=rng.random() < 0.3,
        all_pass=rng.choice(("redeal", "marker-holder-landlord-at-1")),
        reveal_widow=rng.random() < 0.3,
        hands=rng.randint(1, 9),
    )
    state: DouDizhuState = record.start(GAME, 3, rules, rng.choice(("P1", "P2", "P3"))).state
    whole, settled = Counter(PACK.cards), 0
    for ply in playout(GAME, state, rng):
        state = ply.state
        points = [event.facts["points"] for event in ply.events if event.what == "scored"]
        if points or ply.seat == DECK:
            assert Counter(GAME.cards(state)) == whole
            assert sum(state.scores) == sum(points) == 0
        settled += any(event.what == "hand over" for event in ply.events)
    assert state.over
    assert settled == rules.hands
    assert set(GAME.winners(state)) == {s for s, n in GAME.standing(state).items() if n == max(state.scores)}


# -- other engines -----------------------------------------------------------------------------------------------

LETTER = {"X1": "R", "X2": "B"}
"""The jokers as rlcard writes them; we write pyspiel's moves so too."""


def letters(text: str) -> str:
    """A move as one letter a card, sorted."""
    return "".join(sorted(LETTER.get(part, part) for part in text.split("+")))


def equal_kickers(move: str) -> bool:
    """A run of trips with as many single kickers, not all of different ranks: both peers allow it, the rules do not."""
    often = [rank for rank, n in Counter(move).items() if n >= 3]
    for trips in combinations(often, len(move) // 4):
        left = Counter(move) - Counter("".join(rank * 3 for rank in trips))
        if len(trips) >= 2 and len(move) == 4 * len(trips) and max(left.values()) >= 2:
            return True
    return False


def test_leads_agree_with_rlcard() -> None:
    """With two singles of one rank on a quad, as there, all leads are the same but for equal kickers of runs."""
    judger = pytest.importorskip("rlcard.games.doudizhu.judger")
    rng = Random(3)
    for n in range(60 + 1000 * LONG):
        hand = clumped(rng, 20) if n % 2 else PACK.sort(rng.sample(PACK.cards, 20))
        plain = "".join(LETTER.get(c.text, c.text) for c in hand)
        theirs = {"".join(sorted(move)) for move in judger.DoudizhuJudger.playable_cards_from_hand(plain)}
        ours = {letters(move.text) for move in legal_moves(view(hand, rules=Rules(quad_twin_kickers=True)))}
        assert not ours - theirs, hand
        assert all(equal_kickers(move) for move in theirs - ours), (hand, sorted(theirs - ours)[:5])


def test_whole_hands_agree_with_rlcard() -> None:
    """Every decision of random play, but for equal kickers of runs of trips."""
    games = pytest.importorskip("rlcard.games.doudizhu")
    numpy = pytest.importorskip("numpy")
    rules, decisions = Rules(quad_twin_kickers=True), 0
    for seed in range(20 + 500 * LONG):
        rng, other = Random(seed), games.Game()
        other.np_random = numpy.random.RandomState(seed)
        state, _ = other.init_game()
        while not other.is_over():
            said = [action for _, action in state["trace"]]
            last = next((action for action in reversed(said) if action != "pass"), "")
            table = () if said[-2:] == ["pass", "pass"] else cards(spelt(last).replace("+", ",")) if last else ()
            theirs = {"".join(sorted(action)) if action != "pass" else "pass" for action in state["actions"]}
            if not table or rules.combos.made(table):
                v = view(PACK.sort(cards(spelt(state["current_hand"]).replace("+", ","))), table, rules)
                ours = {letters(move.text) if move.cards else "pass" for move in legal_moves(v)}
                assert not ours - theirs, (v, ours - theirs)
                assert all(equal_kickers(move) for move in theirs - ours), (v, theirs - ours)
                decisions += 1
            state, _ = other.step(rng.choice(sorted(state["actions"])))
    assert decisions > 800


def test_whole_hands_agree_with_open_spiel() -> None:
    """Every decision of random play, but for four things: equal kickers of runs of trips are allowed there; quads
    with kickers, and runs whose lowest rank is held four times, are not; and bombs may be played on the rocket.
    """
    spiel: Any = pytest.importorskip("pyspiel")
    rng, dou_dizhu, decisions = Random(4), spiel.load_game("dou_dizhu"), 0
    for _ in range(40 + 1000 * LONG):
        state, last, passed = dou_dizhu.new_initial_state(), "", 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                continue
            names = [state.action_to_string(action) for action in actions]
            if any(name.startswith("Bid") for name in names):
                state.apply_action(actions[names.index("Bid 3")])
                continue
            seen = state.observation_string(state.current_player())
            hand = spelt(seen.split("My hand ")[1].split()[0])
            theirs = {letters(spelt(name)) if name != "Pass" else "pass" for name in names}
            table = cards(last.replace("+", ",")) if last and passed < 2 else ()
            if not table or combos(False, False).made(table):
                v = view(cards(hand.replace("+", ",")), table)
                agree(v, theirs)
                decisions += 1
            # a run of trips may be read twice there, as one with kickers too; that reading is not played
            once = [i for i, name in enumerate(names) if "-" not in name or not plain_run(spelt(name))]
            choice = rng.choice(once)
            passed = passed + 1 if names[choice] == "Pass" else 0
            last = last if names[choice] == "Pass" else spelt(names[choice])
            state.apply_action(actions[choice])
    assert decisions > 1000


def plain_run(text: str) -> bool:
    combo = combos(False, False).made(cards(text.replace("+", ",")))
    return combo is not None and combo.kind == "trips-run"


def spelt(text: str) -> str:
    """Cards as pyspiel writes them, in our way."""
    return (
        "+".join(text.replace("-", "").replace("(BWJ)", "B").replace("(CJ)", "R")).replace("B", "X2").replace("R", "X1")
    )


def agree(v: Playing, theirs: set[str]) -> None:
    ours = {letters(move.text) if move.cards else "pass": move for move in legal_moves(v)}
    held = Counter(c.text for c in v.hand)
    for text in theirs - ours.keys():
        assert equal_kickers(text) or v.to_beat.kind == "rocket", (v, text)
    for text in ours.keys() - theirs:
        move: Any = ours[text]
        assert move.kind.startswith("quad") or (move.length > 1 and held[move.cards[0].text] == 4), (v, text)


def test_what_is_said_of_trips_that_are_no_combination() -> None:
    hand = "3,3,3,5,5,5,2,2,2,6,7"
    bare, high = "3+3+3+5+5+5", "3+3+3+5+6+2+2+2"
    for rule, wanted in (
        (
            "",
            {bare: "several trips must be in a row.", high: "several trips must be in a row and take one kicker each"},
        ),
        (
            "gapped_trips_with_kickers=true",
            {
                bare: "in a row unless each has a kicker.",
                high: "several trips must be of ranks from 3 to A and take one",
            },
        ),
    ):
        found = ask_line(f"explain dou-dizhu hand={hand} move={bare} move={high} move=7+7 {rule}")["moves"]
        texts = {one["move"]: one["text"] for one in found}
        assert all(reason in texts[move] for move, reason in wanted.items()), texts
        assert texts["7+7"].startswith("There is no other 7 among")


# -- the table ---------------------------------------------------------------------------------------------------

OPEN = "hand.P1=3,3,3,3,5,7 hand.P2=4,4,9,T hand.P3=6,6,X1,X2"


def test_the_table_tells_the_landlord_and_the_stake() -> None:
    state = staged(f"{OPEN} landlord=P1 bid=2 rocket=true bombs=1 deal=3 before.P2=-4").state
    table = told("dou-dizhu", state, "P2")
    assert table["contract"] == "Right is the landlord for a bid of 2, doubled twice: 8 chips each"
    assert table["hand_no"] == "hand 3 of 9"
    assert table["score"] == "chips: you -4, Left 0, Right 0"
    assert table["Right"] == "landlord, 6 cards, to lead"
    assert table["Left"] == "dealer, with you, 4 cards"


def test_the_table_tells_what_is_to_be_beaten_and_by_whom() -> None:
    state = staged(f"{OPEN} landlord=P1 bid=1", "P1 5", "P2 9", "P3 pass", "P1 3+3+3+3").state
    table = told("dou-dizhu", state, "P2")
    assert table["to_beat"] == "to beat: a bomb"
    assert table["Right"] == "landlord, 1 card, 3 3 3 3 best so far"
    assert (table["Left"], table["You"]) == ("dealer, with you, 4 cards, passed", "9 earlier in this round, to play")
    assert table["contract"] == "Right is the landlord for a bid of 1, doubled once: 2 chips each"


def test_the_table_tells_calls_until_there_is_a_landlord() -> None:
    state = staged(f"{OPEN} widow=8,8,8 bids=P1:pass,P2:1").state
    table = told("dou-dizhu", state, "P3")
    assert table["widow"] == "widow of three cards face down"
    assert (table["Left"], table["Right"]) == ("6 cards, passed", "4 cards, bid 1")
    assert "contract" not in table


def test_whoever_has_won_the_round_is_to_lead() -> None:
    view = read_question(GAME, split(["plays=P1:5,P2:pass,P3:pass", "hand=6,7"]))[1]
    place = tabletop(GAME, "P1", phase=PLAY, view=view).places[0]
    assert (place.remarks, place.turn) == (("wins",), "to lead")


def test_jokers_are_drawn_by_their_names_in_the_hand_with_what_is_typed() -> None:
    state = staged("hand.P1=3,5,X2 hand.P2=4,4,9,X1 hand.P3=6,6 landlord=P2 bid=1 leader=P2", "P2 X1").state
    drawn = render((TableDrawing(table_of(GAME, state, "P1")),), RenderOptions(width=80), {})
    assert "to beat: a single card" in drawn
    assert "hand  3  5  black joker (X2)" in drawn


def test_the_table_tells_who_called_first() -> None:
    made = staged("leader=P1 bids= hand.P1=3 hand.P2=4 hand.P3=5 widow=6,7,8", "P1 pass", "P2 1", "P3 pass")
    seen = [told("dou-dizhu", state)["You"] for state in (made.states[0], made.state)]
    assert "first bidder" in seen[0] and "called first" in seen[1]
