"""Reversis driven through its worked sequences, its chips counted, and compared with the naive oracle."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.drawn import staged, told
from tests.oracles import reversis as oracle
from tests.records import after as go
from tests.tables import LONG
from tutor.games.reversis import GAME
from tutor.games.reversis.hands import ReversisState
from tutor.games.reversis.result import Result
from tutor.games.reversis.score import SCORE
from tutor.games.reversis.table import NINE, PACK, POINTS, RANKS, SEATS, Pots, Rules
from tutor.kernel import record
from tutor.kernel.cards import Cards, card, cards
from tutor.kernel.game import IllegalMove
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal, playout
from tutor.kernel.record import Record
from tutor.kernel.seats import DECK
from tutor.policies.games import reversis as wise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.events import Event

Game = Record[ReversisState]
PLAY = GAME.phase_of["play"]


def dealt(hands: Sequence[str], rest: str, dealer: str = "P4", options: Rules | None = None) -> Game:
    """A first deal: eleven cards each from the dealer's left on, the dealer's twelfth, then the face-down cards."""
    given = cards(",".join((*hands, rest)))
    found = record.start(GAME, 4, options or Rules(), dealer)
    return record.play(found, "deck", Move("deal", given))


def total(state: ReversisState) -> float:
    """All chips: those of the players and those in the pots."""
    in_pots = sum(state.pots) - sum(line.points for line in (state.lines if state.hands else ()))
    return sum(GAME.standing(state).values()) + in_pots


def happened(events: tuple[Event, ...], what: str) -> list[Event]:
    return [event for event in events if event.what == what]


# Hands for the dealer P4, P1 first: P1 7S …, and so that P3 is void in spades.
HANDS = (
    "7S,6S,9H,8H,7H,9D,8D,7D,9C,8C,AC",
    "KS,QS,6H,5H,4H,6D,5D,4D,7C,6C,5C",
    "JH,AH,KH,QH,AD,KD,QD,JD,KC,QC,JC",
    "3S,2S,AS,JS,9S,8S,3H,2H,3D,2D,4C",
)
REST = "5S,4S,3C,2C"
KEPT = ("P1 keep", "P1 done", "P2 keep", "P2 done", "P3 keep", "P3 done")


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_set_up() -> None:
    found = record.start(GAME, 4, Rules(), "P1")
    found = record.draw(found, Random(1))
    state = found.state
    assert GAME.standing(state) == {"P1": 90, "P2": 95, "P3": 95, "P4": 95}
    assert state.pots == (25,)
    assert [len(hand) for hand in state.hands] == [12, 11, 11, 11]
    assert [len(part) for part in state.aside] == [0, 1, 1, 1]
    assert (state.phase, state.turn) == ("exchange", ("P1",))
    while state.phase != "play":
        seat = state.turn[0]
        state = GAME.play(state, seat, legal(GAME, state, seat)[0]).state
    assert len(state.talon) == 4
    held = sum(POINTS.of(hand) for hand in state.hands)
    assert held == 40 - POINTS.of(state.talon)


def test_sequence_2_exchange() -> None:
    found = record.draw(record.start(GAME, 4, Rules(), "P1"), Random(2))
    before = found.state
    with pytest.raises(IllegalMove) as why:
        GAME.play(before, "P1", Move("keep"))
    assert why.value.ruling.clause == "reversis.exchange.dealer"
    own, second = before.hand("P1")[0], before.hand("P2")[0]
    found = go(found, f"P1 discard:{own}", f"P2 discard:{second}", "P3 keep", "P3 done", "P4 keep")
    looking = GAME.due(found.state).see(found.state, "P4")
    assert (found.state.phase, looking.card) == ("look", before.aside[3][0])
    found = go(found, "P4 done")
    state = found.state
    assert state.talon == (own, second, before.aside[2][0], before.aside[3][0])
    assert before.aside[1][0] in state.hand("P2")
    assert (state.phase, state.turn) == ("play", ("P2",))


def test_sequence_3_pots_over_several_hands() -> None:
    seen = [pots := Pots().anted("P1", SEATS)]
    for dealer in ("P2", "P3", ""):
        seen.append(pots := pots.remise())
        if dealer:
            seen.append(pots := pots.anted(dealer, SEATS))
    seen.append(pots := pots.taken().kept)
    assert [(one.amounts, one.remises) for one in seen] == [
        ((25,), 0),
        ((50,), 1),
        ((55,), 1),
        ((55, 55), 2),
        ((55, 60), 2),
        ((55, 60, 60), 3),
        ((55, 60), 3),
    ]
    assert pots.anted("P4", SEATS).amounts == (55, 65)


def test_sequence_4_the_only_pot_is_won() -> None:
    found = dealt(HANDS, REST, options=Rules(hands=2))
    found = go(found, "P4 discard:5S", *KEPT, "P1 7S", "P2 KS", "P3 JH", "P4 3S")
    state, paid = found.state, happened(found.events, "paid")
    assert GAME.standing(state) == {"P1": 95, "P2": 90, "P3": 125, "P4": 90}
    assert [(e.seat, e.facts["amount"], e.facts["payer"]) for e in paid] == [("P2", 5, "P2"), ("P3", 25, "")]
    rng = Random(4)
    while found.state.chance is None:
        seat = found.state.turn[0]
        found = record.play(found, seat, rng.choice(legal(GAME, found.state, seat)))
    assert (found.state.pots, found.state.remises, found.state.dealer) == ((), 0, "P1")
    before = GAME.standing(found.state)
    found = record.draw(found, rng)
    assert found.state.pots == (25,)
    now = GAME.standing(found.state)
    assert {seat: before[seat] - now[seat] for seat in SEATS} == {"P1": 10, "P2": 5, "P3": 5, "P4": 5}


def nine(**fields: str) -> Game:
    """P1 has won eight tricks and is about to win the ninth; trick 10 and 11 are still to come."""
    said = {
        "hand.P1": "KS,QS,JS",
        "hand.P2": "9S,AH,2C",
        "hand.P3": "8S,4H,3C",
        "hand.P4": "7S,5H,4C",
        "talon": "2H,3H,2S,3S",
        "won.P1": "KH,QH,9H,8H,7H,6H,AD,KD,QD,JD,9D,8D,7D,6D,5D,4D,3D,2D,AC,KC,QC,JC,9C,8C,7C,6C,5C,JH,AS,6S,5S,4S",
        "leader": "P1",
    } | fields
    return record.staged(GAME, " ".join(f"{name}={text}" for name, text in said.items() if text))


def test_sequence_5_refund() -> None:
    found = nine(events="P2:AC:placed:P1,P3:JH:placed:P1")
    assert GAME.standing(found.state) == {"P1": 94, "P2": 101, "P3": 130, "P4": 100}
    found = go(found, "P1 KS", "P2 9S", "P3 8S", "P4 7S")
    assert GAME.standing(found.state) == dict.fromkeys(SEATS, 100)
    (back,) = happened(found.events, "reversis begun")
    assert back.facts["back"] == {"P1": 6, "P2": -1, "P3": -30}
    found = go(found, "P1 QS", "P2 AH", "P3 4H", "P4 5H", "P1 JS", "P2 2C", "P3 3C", "P4 4C")
    assert GAME.standing(found.state) == {"P1": 164, "P2": 84, "P3": 68, "P4": 84}
    assert found.state.pots == (25,), "P3's Quinola brings nobody the pot"


@pytest.mark.parametrize(("own", "made"), [(True, 25), (False, 0)])
def test_a_reversis_with_the_quinola_takes_the_pot(own: bool, made: int) -> None:
    found = nine(events="P1:JH:led" if own else "")
    for _ in range(12):
        seat = found.state.turn[0]
        found = record.play(found, seat, legal(GAME, found.state, seat)[0])
    assert GAME.standing(found.state)["P1"] == 164 + made
    assert found.state.pots == (() if own else (25,))


def test_a_reversis_broken_in_the_last_trick() -> None:
    found = nine(**{"hand.P1": "KS,QS,4H", "hand.P2": "9S,AH,2C", "hand.P3": "8S,JS,3C"})
    found = go(found, "P1 KS", "P2 9S", "P3 8S", "P4 7S", "P1 QS", "P2 2C", "P3 JS", "P4 5H", "P1 4H", "P2 AH", "P3 3C")
    found = go(found, "P4 4C")
    assert GAME.standing(found.state) == {"P1": 36, "P2": 164, "P3": 100, "P4": 100}
    (over,) = happened(found.events, "reversis over")
    assert (over.seat, over.clause) == ("P2", "reversis.reversis.broken")


def claims(auto: bool) -> Game:
    """The last trick: P4 leads the ace of clubs and takes it, and P1 wins the party."""
    fields = {
        "leader": "P4",
        "hand.P1": "2C",
        "hand.P2": "3C",
        "hand.P3": "4C",
        "hand.P4": "AC",
        "talon": "2H,3H,2S,3S",
        "won.P2": "KH,QH,JH,9H",
        "won.P3": "KD,QD,JD,9D",
        "auto_claim": str(auto).lower(),
    }
    found = record.staged(GAME, " ".join(f"{name}={text}" for name, text in fields.items()))
    return go(found, "P4 AC", "P1 2C", "P2 3C", "P3 4C")


def test_sequence_6_led_ace_no_claim() -> None:
    """Here P2 and P3 have captured six points each and P4 four; P1 none."""
    found = claims(auto=False)
    assert (found.state.phase, found.state.turn) == ("claim", ("P1",))
    party = GAME.standing(found.state)
    assert sorted(party.values()) == [92, 100, 100, 108]
    forgotten = go(found, "P1 deal")
    assert GAME.standing(forgotten.state) == party
    assert forgotten.state.chance is not None
    assert happened(forgotten.events, "lapsed")[0].cards == cards("AC")
    claimed = go(found, "P1 claim:AC")
    assert GAME.standing(claimed.state) == {**party, "P1": party["P1"] + 1, "P4": party["P4"] - 1}
    assert claimed.state.chance is not None, "nothing is left to claim"
    assert GAME.standing(claims(auto=True).state) == GAME.standing(claimed.state)


# -- the espagnolette --------------------------------------------------------------------------------------


def test_who_refused_suit_is_found_out_from_the_cards() -> None:
    hands = (
        "5S,6S,9H,8H,7H,9D,8D,7D,9C,8C,7C",
        "AS,AH,AD,AC,2S,2H,2D,2C,3C,4C,5C",
        "KS,QS,JS,KH,QH,JH,KD,QD,JD,KC,QC",
        "9S,8S,7S,6H,5H,4H,6D,5D,4D,6C,JC",
    )
    found = dealt(hands, "4S,3S,3H,3D")
    found = go(found, "P4 discard:4S", *KEPT, "P1 5S", "P2 AD")
    assert found.state.adventurer == "", "the trick is not over"
    found = go(found, "P3 KS", "P4 9S")
    assert found.state.adventurer == "P2"
    assert found.state.events[0] == ("P2", *cards("AD"), "placed", "P3")
    follows = go(dealt(hands, "4S,3S,3H,3D"), "P4 discard:4S", *KEPT, "P1 5S", "P2 2S")
    assert go(follows, "P3 KS", "P4 9S").state.adventurer == ""
    assert "espagnolette" not in str(happened(found.events, "played")), "nobody is told"


# -- chips -------------------------------------------------------------------------------------------------

STRONG = "AS,KS,QS,JS,AH,KH,QH,JH,AD,KD,QD"
ALMOST = "AS,KS,QS,JS,AH,KH,QH,JH,9H,5D,4D"


@pytest.mark.parametrize("seed", range(40 + 1000 * LONG))
def test_chips_and_pots_are_constant(seed: int) -> None:
    """Chance deals and plays; every other hand somebody has all the aces, or can take nearly every trick."""
    rng = Random(seed)
    options = Rules(
        auto_claim=rng.random() < 0.5,
        hands=rng.choice((1, 2, 4)),
        start_chips=rng.choice((100, 130)),
        leftover_pots=rng.choice(("ignore", "split")),
    )
    state, high = GAME.begin(4, options, rng.choice(SEATS)), False
    while not state.over:
        if state.chance is not None:
            top: Cards = cards(rng.choice(("", "", "AS,AH,AD,AC", "AS,JH,AD,AC", STRONG, ALMOST)))
            high = len(top) > 4
            draw = (*top, *rng.sample(PACK.rest(top), len(PACK) - len(top)))
            state = GAME.deal(state, Move("deal", draw)).state
        else:
            seat, moves = state.turn[0], legal(GAME, state, state.turn[0])
            first = SEATS[(SEATS.index(state.dealer) + 1) % 4]
            move = rng.choice(moves)
            if high and seat == first:
                move = moves[-1] if state.phase != "play" else min(moves, key=lambda m: RANKS.index(m.card.rank))
            state = GAME.play(state, seat, move).state
        assert total(state) == 4 * options.start_chips
        assert len(state.past) < NINE or state.striver in ("", *SEATS)
    assert GAME.winners(state)


# -- against the oracle ------------------------------------------------------------------------------------


def test_cards_agree_with_the_oracle_in_a_small_world() -> None:
    positions = 0
    for trick, hand, played, taken in oracle.positions():
        v = PLAY.view(
            players=4,
            dealer="P4",
            options=Rules(),
            trick=cards(",".join(trick)),
            hand=cards(",".join(hand)),
            played=cards(",".join(played)),
            taken=taken,
        )
        found = judge(PLAY, v)
        assert {m.text for m in found.legal} == oracle.legal(trick, hand, played, taken), v
        positions += 1
    assert positions >= 10_000


def test_payments_agree_with_the_oracle() -> None:
    for n, trick in enumerate(oracle.tricks(3000)):
        leader = n % 4
        v = PLAY.view(players=4, dealer="P4", options=Rules(), leader=SEATS[leader], trick=cards(",".join(trick)))
        at = [SEATS[(leader + place) % 4] for place in range(4)]
        won, facts = PLAY.winner(v), PLAY.facts(v)
        assert won is not None
        assert won.seat == at[oracle.winner(trick)]
        gain, pot, remise = oracle.payments(trick)
        assert facts["pays"] == {at[place]: n for place, n in enumerate(gain) if n}
        assert facts.get("pot") == (None if pot is None else at[pot])
        assert facts.get("remise") == (None if remise is None else at[remise])


def test_parties_and_pots_agree_with_the_oracle() -> None:
    rng = Random(7)
    for _ in range(3000):
        won = [rng.randint(0, 3) for _ in range(3)]
        won.append(11 - sum(won))
        counts = [rng.randint(0, 4) for _ in range(4)]
        dealer = rng.randrange(4)
        v = Result(
            players=4,
            dealer=SEATS[dealer],
            options=Rules(),
            tricks=dict(zip(SEATS, won, strict=True)),
            talon=cards("2S,3S,4S,5S"),
            points=dict(zip(SEATS, counts, strict=True)),
        )
        if max(won) == 11:
            continue
        done = SCORE.settle(v)
        best, worst = oracle.party(counts, won, dealer)
        assert (done.outcome["hand"], done.outcome["loser"]) == ([SEATS[best]], SEATS[worst])
        stake = 8 if (best - worst) % 4 == 2 else 4
        assert [n for n in done.scores.values() if n] == ([stake, -stake] if best < worst else [-stake, stake])
    pots, plain, paid = Pots((25,)), [25], 0
    for _ in range(50):
        pots, plain, paid = pots.remise(), oracle.remise(plain, paid), paid + 1
        assert list(pots.amounts) == plain


def test_rights_are_those_of_the_cards() -> None:
    """In games and in samples of them: who may refuse suit is known from the deal on, and asked by no table."""
    game, entitled = GAME, 0
    play = game.phase_of["play"]
    for seed in range(12):
        rng = Random(seed)
        for ply in islice(playout(game, game.begin(4, game.options(), "P4"), rng), 300):
            if ply.state.phase != "play" or ply.state.chance is not None:
                continue
            seat = ply.state.turn[0]
            for state in (ply.state, game.determinize(ply.state, seat, rng)):
                found = judge(play, play.see(state, seat))
                assert legal(game, state, seat) == found.legal
                assert found.view.entitled == (seat in state.rights)
                entitled += found.view.entitled
    assert entitled


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_tells_pots_and_chips_as_they_are_now() -> None:
    hands = "hand.P1=2S,3S hand.P2=4S hand.P3=6S,7S hand.P4=8S,9S"
    events = "events=P3:JH:forced:P2,P1:AD:placed:P4,P2:AS:led"
    won = "won.P2=KH,JH,2H,3H won.P4=KC,AD,2C,3C talon=4H,5H,6H,7H"
    table = told("reversis", staged("reversis", f"leader=P2 trick=5S pots=25 deal=3 {events} {won} {hands}"), "P3")
    assert table["hand_no"] == "hand 3 of 12"
    assert table["pots"] == "the pot holds 50, 1 remise paid"
    assert table["chips"] == "chips: you 65, Left 93, Opposite 97, Right 120"
    assert table["specials"] == "placed and paid: AD, you played JH to Right's lead, Right led AS"
    assert table["points"] == "card points, the fewest win: you 0, Left 7, Opposite 0, Right 4"
    assert "quinola" not in table


def test_a_card_face_down_is_seen_by_who_looks_at_it_alone() -> None:
    state = GAME.begin(4, Rules(), "P4")
    state, _ = GAME.play(state, DECK, GAME.shuffle(state, Random(1)))
    state, _ = GAME.play(state, "P4", legal(GAME, state, "P4")[0])
    assert told("reversis", state, "P2")["Right"] == "a card face down, to decide"
    state, _ = GAME.play(state, "P1", Move("keep"))
    (card,) = state.aside[0]
    assert told("reversis", state, "P1")["looked"] == f"the card you did not take: {card.text}"
    assert "looked" not in told("reversis", state, "P2")
    assert told("reversis", state, "P2")["Right"] == "kept the hand, to decide"


def test_who_has_laid_the_quinola_away_knows_where_it_is() -> None:
    def fresh(seed: int) -> ReversisState:
        state = GAME.begin(4, Rules(), "P4")
        return GAME.play(state, DECK, GAME.shuffle(state, Random(seed)))[0]

    who = "P4"
    state = next(state for state in map(fresh, range(50)) if card("JH") in state.hand(who))
    assert told("reversis", state, who)["quinola"] == "the Quinola, JH, not played yet"
    state, _ = GAME.play(state, who, Move("discard", cards("JH")))
    others = {told("reversis", state, seat)["quinola"] for seat in state.seats if seat != who}
    assert told("reversis", state, who)["quinola"] == "the Quinola, JH, laid away"
    assert others == {"the Quinola, JH, not played yet"}


def test_the_right_to_refuse_suit_is_told_to_who_has_it_alone() -> None:
    hands = "hand.P1=3S,4S,5S hand.P2=AS,AH,AD,AC hand.P3=6S,7S,8S,9S hand.P4=2H,3H,4H,5H"
    state = staged("reversis", f"leader=P1 trick=2S {hands}")
    assert told("reversis", state, "P2")["You"] == "may refuse suit, to play"
    assert told("reversis", state, "P1")["Left"] == "to play"


# -- rules of thumb ----------------------------------------------------------------------------------------


def test_what_is_laid_away_would_take_tricks() -> None:
    """An ace with nothing below it, an unguarded Quinola; a low card never, and little else is thought of."""
    rng = Random(1)
    for hand, gone in {
        "7S 5S KH 8H 7H 3D 2D QC 9C 8C 6C": {"KH"},
        "9S 7S 6S 5S JH 9H 5D 4D 3D 3C 2C": {"JH"},
        "JS 9S 2S JH 9H 6H 3H AD AC 3C 2C": {"AD", "AC"},
    }.items():
        held = tuple(map(card, hand.split()))
        moves = (*(Move("discard", (c,)) for c in held), Move("keep"))
        assert {wise.laid_away(held, moves, rng).card.text for _ in range(9)} <= gone
        some = wise.plausible_exchanges(held, moves)
        assert len(some) == wise.SOME + 1 and Move("keep") in some
        assert not {"2C", "2D", "3C"} & {move.text.removeprefix("discard:") for move in some}


def test_the_quinola_is_forced_out_and_not_let_go() -> None:
    legal = tuple(Move("", (card(text),)) for text in ("JH", "9H", "4S"))
    for seed in range(20):
        rng = Random(seed)
        assert "JH" not in {move.text for move in wise.restricted("H", legal, held=False, rng=rng)}
        assert "JH" in {move.text for move in wise.restricted("S", legal, held=False, rng=rng)}
    led = [len(wise.restricted("", legal[1:], held=True, rng=Random(seed))) for seed in range(100)]
    assert 50 < led.count(1) < 90, "hearts, most often"
