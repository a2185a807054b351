"""Last One driven through its worked sequences, and what its house rules change in a whole game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.drawn import told
from tests.records import after as go
from tutor.games.last_one import GAME
from tutor.games.last_one.score import tally
from tutor.games.last_one.state import LastOneState
from tutor.games.last_one.table import PACK, defender
from tutor.kernel.cards import cards
from tutor.kernel.game import IllegalMove
from tutor.kernel.history import Record, play, staged, start
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.kernel.position import options_from, read_question
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.seats import DECK
from tutor.teach.results.workings import lines
from tutor.teach.rulings.answers import ask_line
from tutor.teach.rulings.consequences import event_text
from tutor.teach.text.marks import unmarked

Game = Record[LastOneState]


def after(fields: str, *said: str) -> LastOneState:
    return go(staged(GAME, fields), *said).state


def due(state: LastOneState) -> tuple[str, str]:
    """The decision that is due, and whose it is."""
    (seat,) = state.turn
    return state.phase, seat


def top(state: LastOneState) -> str:
    assert state.upcard is not None
    return state.upcard.text


def size(state: LastOneState, seat: str) -> int:
    return len(state.hand(seat))


def may(state: LastOneState) -> set[str]:
    return {move.text for move in GAME.judge(state, state.turn[0]).legal}


def dealt(upcard: str, players: int = 4, dealer: str = "P4", **options: str) -> Game:
    """A first deal with this upcard; seats get the rest of the pack in order."""
    rules = options_from(GAME, options)
    record = start(GAME, players, rules, dealer)
    top = PACK.read(upcard)
    rest = list(PACK.cards)
    rest.remove(top)
    at = players * rules.hand_size  # type: ignore[attr-defined]
    return play(record, DECK, Move("deal", (*rest[:at], top, *rest[at:])))


def test_a_two() -> None:
    state = after("players=3 upcard=9S hand.P1=2S,4H,5H hand.P2=9C,9D hand.P3=9H,KD,6S", "P1 2S")
    assert size(state, "P2") == 4
    assert due(state) == ("play", "P3")
    assert may(state) == {"6S", "draw"}


def test_a_three_with_a_card_on_it() -> None:
    fields = "players=3 upcard=9H hand.P1=3H,KC,5D hand.P2=9C,9D hand.P3=KD,6S"
    state = after(fields, "P1 3H", "P1 KC")
    assert top(state) == "KC"
    assert due(state) == ("call", "P1")
    state = after(fields, "P1 3H", "P1 KC", "P1 last-one")
    assert due(state) == ("play", "P2")
    assert may(state) == {"9C", "draw"}


def test_three_on_three() -> None:
    said = ("P1 3H", "P1 3C", "P1 8D", "P1 S")
    state = after("upcard=9H hand.P1=3H,3C,8D,KC,5D hand.P2=9D,4S,8C,X1 hand.P3=KD hand.P4=6S", *said)
    assert due(state) == ("play", "P2")
    assert may(state) == {"4S", "8C", "X1", "draw"}
    assert GAME.judge(state, "P2", "9D").asked[0].clause == "last-one.effect.8"


MELEE = "upcard=9S hand.P1=4S,4H,6H,2D,2C hand.P2=5H,8H,KD hand.P3=5S,QD,QC hand.P4=7H,JD,JC"


def test_a_melee_answered_by_a_bystander() -> None:
    state = after(MELEE, "P1 4S", "P2 pass", "P3 5S", "P1 pass", "P2 pass", "P4 pass")
    assert size(state, "P1") == 4 + 5
    assert due(state) == ("play", "P2")
    assert top(state) == "5S"


def test_a_melee_unanswered() -> None:
    state = after(MELEE, "P1 4S", "P2 pass", "P3 pass", "P4 pass")
    assert size(state, "P2") == 3 + 4
    assert due(state) == ("play", "P3")


def test_a_longer_melee_and_an_eight_in_it() -> None:
    fields = MELEE.replace("upcard=9S", "upcard=9H")
    record = go(staged(GAME, fields), "P1 4H", "P2 5H", "P1 6H", "P2 pass", "P3 pass", "P4 7H")
    assert due(record.state) == ("melee", "P1")
    alone = go(record, "P1 pass", "P2 pass", "P3 pass").state
    assert size(alone, "P1") == 3 + 7
    assert due(alone) == ("play", "P2")
    assert top(alone) == "7H"
    with pytest.raises(IllegalMove) as why:
        go(record, "P1 pass", "P2 KD")
    assert why.value.ruling.clause == "last-one.melee.continue"
    eight = go(record, "P1 pass", "P2 8H", "P2 last-one", "P4 pass", "P1 pass", "P3 pass").state
    assert size(eight, "P4") == 2 + 8
    assert due(eight) == ("play", "P1")
    assert top(eight) == "8H", "no suit has been named"


def test_skip_and_reverse() -> None:
    fields = "upcard=9D hand.P1=JD,2H,2C hand.P2=5H,6H,7H hand.P3=AD,QC,QH hand.P4=7C,8C,9C"
    record = go(staged(GAME, fields), "P1 JD")
    assert due(record.state) == ("play", "P3")
    record = go(record, "P3 AD")
    for seat in ("P2", "P1", "P4", "P3"):
        assert due(record.state) == ("play", seat)
        record = go(record, f"{seat} draw")


def test_a_joker_as_a_two() -> None:
    fields = "players=3 upcard=9D hand.P1=X2,2H,2C hand.P2=5H,6H hand.P3=AD,6S,2D,8D,X1"
    state = after(fields, "P1 X2", "P1 2S")
    assert size(state, "P2") == 4
    assert due(state) == ("play", "P3")
    assert may(state) == {"6S", "2D", "8D", "X1", "draw"}


def test_a_named_suit_lasts() -> None:
    fields = "upcard=9H hand.P1=8H,2H,2C hand.P2=5H,6H hand.P3=AD,6C,9S hand.P4=9C,9D"
    state = after(fields, "P1 8H", "P1 C", "P2 draw")
    assert due(state) == ("play", "P3")
    assert may(state) == {"6C", "draw"}


@pytest.mark.parametrize(
    ("upcard", "phase", "seat", "drawn"),
    [
        ("2H", "play", "P3", "P2"),
        ("JH", "play", "P3", ""),
        ("AH", "play", "P4", ""),
        ("8H", "name", "P1", ""),
        ("3H", "stack", "P1", ""),
        ("X1", "name", "P1", ""),
        ("KH", "play", "P2", ""),
        ("4H", "melee", "P2", ""),
    ],
)
def test_the_first_upcard_counts_as_the_dealers(upcard: str, phase: str, seat: str, drawn: str) -> None:
    state = dealt(upcard, dealer="P1").state
    assert due(state) == (phase, seat)
    assert {who for who in state.seats if size(state, who) > 7} == ({drawn} if drawn else set())
    assert state.direction == ("right" if upcard == "AH" else "left")


def test_a_first_eight_is_named_and_a_first_four_fought_for() -> None:
    state = go(dealt("8H", dealer="P1"), "P1 C").state
    assert due(state) == ("play", "P2")
    rest = PACK.rest(cards("4H,5H"))
    fight = play(start(GAME, 4, dealer="P1"), DECK, Move("deal", (*cards("5H"), *rest[:27], *cards("4H"), *rest[27:])))
    assert due(fight.state) == ("melee", "P2")
    after_it = go(fight, "P2 5H").state
    assert defender(after_it) == "P1", "the dealer was the aggressor"
    assert due(after_it) == ("melee", "P1")


def test_replaced_upcards() -> None:
    state = dealt("2H", first_upcard="redraw-specials").state
    assert top(state)[0] in "5679TQK"
    assert "2H" in [c.text for c in state.stock[-3:]], "what is replaced goes under the stock"
    assert dealt("JH", first_upcard="no-effect").state.turn == ("P1",)
    assert top(dealt("X1", first_upcard="no-effect").state) != "X1"


def test_a_missed_call() -> None:
    fields = "players=3 upcard=9H hand.P1=9C,KC hand.P2=9D,4S hand.P3=KD,5D"
    record = go(staged(GAME, fields), "P1 9C")
    assert due(record.state) == ("call", "P1")
    assert size(go(record, "P1 last-one", "P2 draw").state, "P1") == 1
    assert size(go(record, "P1 pass").state, "P1") == 1
    assert size(go(record, "P1 pass", "P2 9D").state, "P1") == 3
    assert size(go(record, "P1 pass", "P2 draw").state, "P1") == 3
    assert due(staged_auto(fields).state) == ("play", "P2")


def staged_auto(fields: str) -> Game:
    return go(staged(GAME, f"auto_call=true {fields}"), "P1 9C")


def test_a_skipped_player_does_not_act() -> None:
    fields = "players=3 upcard=9C hand.P1=2C,KC hand.P2=9D,4S hand.P3=KD,5D"
    record = go(staged(GAME, fields), "P1 2C", "P1 pass")
    assert size(record.state, "P2") == 4
    assert size(record.state, "P1") == 1
    assert size(go(record, "P3 draw").state, "P1") == 3


def test_going_out_with_a_two() -> None:
    fields = "players=3 upcard=9D hand.P1=2D hand.P2=9C,4S hand.P3=KD,5D"
    state = after(fields, "P1 2D")
    assert state.chance is not None
    assert state.scores == (0, 13, 15)
    late = after(f"final_card_effect=true {fields}", "P1 2D")
    assert late.scores[0] == 0
    assert late.scores[1] > 13


def test_a_four_played_last_is_fought_out_by_a_house_rule() -> None:
    fields = "final_card_effect=true players=3 upcard=9D hand.P1=4D hand.P2=9C,4S hand.P3=5D,KD,5C"
    record = go(staged(GAME, fields), "P1 4D")
    assert due(record.state) == ("melee", "P2")
    state = go(record, "P2 pass", "P3 5D", "P2 pass").state
    assert state.scores == (0, 13, 15), "P1, who is out, draws nothing for the 5"


def test_who_has_gone_out_is_not_fined() -> None:
    fields = "final_card_effect=true players=2 upcard=9D hand.P1=JD,4D hand.P2=9C,4S,5D"
    record = go(staged(GAME, fields), "P1 JD", "P1 pass", "P1 4D", "P2 5D")
    assert record.state.chance is not None
    assert record.state.scores == (0, 13), "P1 never called, but is out"


def test_elimination_and_the_next_dealer() -> None:
    fields = "players=3 dealer=P1 seat=P1 upcard=9D before.P1=249 before.P2=240 hand.P1=9C hand.P2=4H,TD hand.P3=5D,5C"
    state = after(fields, "P1 9C")
    assert state.scores == (249, 254, 10)
    assert state.out == ("P2",)
    assert state.dealer == "P3"
    assert state.chance is not None
    last = after(fields.replace("before.P2=240", "before.P2=240 before.P3=245"), "P1 9C")
    assert last.over
    assert GAME.winners(last) == ("P1",)


def test_who_has_dropped_out_is_dealt_nothing() -> None:
    fields = "players=3 upcard=9D before.P2=300 hand.P1=9C,8C hand.P3=4H,TD"
    record = go(staged(GAME, fields), "P1 9C", "P1 last-one")
    assert due(record.state) == ("play", "P3")
    record = go(record, "P3 draw", "P1 8C")
    record = play(record, DECK, Move("deal", PACK.cards[::-1]))
    assert size(record.state, "P2") == 0


def test_the_whole_pack_counts_544() -> None:
    assert tally(PACK.cards).total == 544
    assert tally(cards("AS,8S,KS,QS,JS,TS,9S")).total == 15 + 25 + 40 + 9
    with pytest.raises(BadPosition, match="nine cards need five players"):
        start(GAME, 6, options_from(GAME, {"hand_size": "9"}))


def test_the_stock_is_recycled_as_soon_as_it_has_run_out() -> None:
    hands = {"P1": "9C,KC,QC", "P2": "9D,4S"}
    held = cards(",".join(hands.values()))
    rest = PACK.rest((*held, PACK.read("9H"), PACK.read("KH")))
    pile = ",".join(c.text for c in rest)
    fields = " ".join(f"hand.{seat}={text}" for seat, text in hands.items())
    record = go(staged(GAME, f"players=2 upcard=9H stock=KH pile={pile} {fields}"), "P1 draw")
    assert record.state.chance is not None
    assert record.state.chance.word == "recycle"
    assert set(record.state.chance.pool) == set(rest)
    record = play(record, DECK, Move("recycle", rest[::-1]))
    assert record.state.stock == rest[::-1]
    assert due(record.state) == ("play", "P2")


def test_with_nothing_to_draw_the_turn_passes() -> None:
    half = [c for c in PACK.cards if c.text != "9H"]
    fields = f"hand.P1={','.join(c.text for c in half[::2])} hand.P2={','.join(c.text for c in half[1::2])}"
    record = go(staged(GAME, f"players=2 upcard=9H {fields}"), "P1 draw")
    assert any(event.what == "nothing to draw" for event in record.events)
    assert due(record.state) == ("play", "P2")


def test_a_drawn_card_by_a_house_rule() -> None:
    fields = "play_drawn_card=true players=2 upcard=9H stock=9C,4S hand.P1=KC,QC hand.P2=2D,4D"
    record = go(staged(GAME, fields), "P1 draw")
    assert due(record.state) == ("drawn", "P1")
    assert due(go(record, "P1 9C").state) == ("play", "P2")
    kept = go(record, "P1 pass").state
    assert due(kept) == ("play", "P2")
    assert size(kept, "P1") == 3


def test_twos_on_twos_by_a_house_rule() -> None:
    fields = "stack_twos=true players=3 upcard=9S hand.P1=2S,KC,QC hand.P2=X1,4D,4H hand.P3=2D,5D,5H"
    record = go(staged(GAME, fields), "P1 2S", "P2 X1")
    assert may(record.state) == {"2S", "2H", "2D", "2C"}
    record = go(record, "P2 2H", "P3 2D")
    assert due(record.state) == ("two", "P1")
    assert GAME.due(record.state).facts(record_view(record)) == {"draw": 6}
    state = go(record, "P1 draw").state
    assert size(state, "P1") == 2 + 6
    assert due(state) == ("play", "P2")


def record_view(record: Game) -> Any:
    return GAME.due(record.state).see(record.state, record.state.turn[0])


def test_a_joker_that_must_match() -> None:
    fields = "joker_must_match=true players=2 upcard=9H hand.P1=X1,KC,3H hand.P2=X2,4D"
    record = go(staged(GAME, fields), "P1 X1")
    with pytest.raises(IllegalMove) as why:
        go(record, "P1 KC")
    assert why.value.ruling.clause == "last-one.effect.joker"
    assert due(go(record, "P1 KH").state) == ("play", "P2")
    free = go(staged(GAME, fields), "P1 3H", "P1 X1")
    assert len(may(free.state)) == 52, "on a 3 nothing has to match"


def test_a_joker_without_effect() -> None:
    fields = "joker_has_effect=false players=2 upcard=9H hand.P1=X1,KC,3H hand.P2=X2,8D,8C"
    state = after(fields, "P1 X1", "P1 8H")
    assert due(state) == ("play", "P2")
    assert may(state) == {"X2", "8D", "8C", "draw"}
    assert top(state) == "X1:8H", "no suit is named"


# -- the same told once more, naively ----------------------------------------------------------------------


def effect_told_simply(players: int, right: bool, who: int, rank: str) -> tuple[str, int, bool, list[str]]:
    """What follows, whose turn it is, whether play goes right, and who draws, with players as numbers on a ring."""
    step = -1 if right else 1
    neighbour = (who + step) % players
    beyond = (who + 2 * step) % players
    if rank == "2":
        return "play", beyond, right, [f"P{neighbour + 1}:2"]
    if rank == "J":
        return "play", beyond, right, []
    if rank == "A":
        return "play", (who - step) % players, not right, []
    if rank in "38":
        return {"3": "stack", "8": "name"}[rank], who, right, []
    return "melee" if rank == "4" else "play", neighbour, right, []


def test_every_card_at_every_table_does_what_it_should() -> None:
    phase = GAME.phase_of["effect"]
    for players in range(2, 7):
        for right in (False, True):
            for who in range(players):
                for c in (c for c in PACK.order if not c.joker):
                    direction = "right" if right else "left"
                    fields = f"phase=effect players={players} direction={direction} seat=P{who + 1} played={c}"
                    for text in (fields, fields.replace(f"played={c}", f"played=X1:{c}")):
                        got = phase.facts(read_question(GAME, split(text.split())).view)
                        then, following, turned, draws = effect_told_simply(players, right, who, c.rank)
                        assert got["then"] == then, text
                        assert got["next"] == f"P{following + 1}", text
                        assert got["direction"] == ("right" if turned else "left"), text
                        assert got["draws"] == draws, text


def test_every_card_on_every_upcard() -> None:
    phase = GAME.phase_of["play"]
    suits = ["", "S", "H", "D", "C"]
    for top in (c for c in PACK.order if not c.joker):
        for named in suits if top.rank == "8" else [""]:
            hand = [c for c in PACK.order if c is not top]
            text = f"upcard={top}{':' + named if named else ''} hand={','.join(c.text for c in hand)}"
            got = {move.text for move in judge(phase, read_question(GAME, split(text.split())).view).legal}
            fits = {c.text for c in hand if c.joker or c.rank == "8"} | {"draw"}
            if named:
                fits |= {c.text for c in hand if c.suit == named}
            else:
                fits |= {c.text for c in hand if c.suit == top.suit or c.rank == top.rank}
            assert got == fits, text


BARE = "phase=two stack_twos=true joker_has_effect=false"


@pytest.mark.parametrize(
    ("asked", "move", "said"),
    [
        ("upcard=9H hand=4S", "draw", "You may always draw a card; your turn is over then."),
        ("play_drawn_card=true upcard=9H", "draw", "You may always draw a card; if that card fits, you may play it."),
        ("phase=two stack_twos=true hand=9C", "9C", "On a 2 you can put only a 2, or a joker as one; 9C is neither."),
        (f"{BARE} hand=X1", "X1", "A joker without effect cannot stand in for a 2."),
        (f"{BARE} hand=9C", "9C", "On a 2 you can put only another 2."),
        ("phase=deal", "3", 'I cannot read "3" as the size of the hands: say 4, 5, 6, 7, 8 or 9.'),
        ("phase=name played=8D", "♠♠", 'I cannot read "♠♠" as the suit you name: name a suit: S, H, D or C.'),
        ("phase=name played=8D", "♠", "With an 8 you may name any suit."),
        ("phase=name played=8D", "Hearts", "With an 8 you may name any suit."),
    ],
)
def test_what_is_said_of_a_move(asked: str, move: str, said: str) -> None:
    rulings = ask_line(f"explain last-one {asked} move={move}")["moves"]
    texts = {ruling["move"]: ruling["text"] for ruling in rulings}
    assert texts.get(move, texts.get({"♠": "S", "Hearts": "H"}.get(move, ""))) == said


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_tells_what_goes_on_the_pile() -> None:
    hands = "hand.P1=8H,KS,QC hand.P2=2D,9C hand.P3=3C,4C,7S hand.P4=6S,KD before.P4=30"
    table = told("last-one", after(f"{hands} upcard=9H dealer=P4"))
    assert table["pile"] == "pile: 9H (hearts or 9)"
    assert table["direction"] == "turns go to the left"
    assert table["score"] == "score, out at 250: you 0, Left 0, Opposite 0, Right 30"
    assert table["Right"] == "dealer, 2 cards"
    unnamed = told("last-one", after(f"{hands} upcard=9H dealer=P4", "P1 8H"))
    assert unnamed["pile"] == "pile: 8H (on 9H, nothing named yet)"
    assert told("last-one", after(f"{hands} upcard=9H dealer=P4", "P1 8H", "P1 C"))["pile"] == "pile: 8H (clubs named)"


def test_the_table_tells_who_has_called() -> None:
    hands = "hand.P1=9C,KS hand.P2=2D,3S hand.P3=3C,4C,7S"
    asked = f"{hands} upcard=9H dealer=P3 players=3"
    assert told("last-one", after(asked, "P1 9C"), "P2")["Right"] == "1 card, to decide"
    assert told("last-one", after(asked, "P1 9C", "P1 last-one"), "P2")["Right"] == '1 card, "last one"'
    assert told("last-one", after(asked, "P1 9C", "P1 pass"), "P2")["Right"] == '1 card, has not called "last one"'


def test_the_table_tells_a_melee() -> None:
    hands = "hand.P1=4H,KS,QC hand.P2=2D,9C hand.P3=5H,4C,7S hand.P4=X1,KD"
    state = after(f"{hands} upcard=9H dealer=P4", "P1 4H", "P2 pass", "P3 5H", "P1 pass")
    table = told("last-one", state, "P4")
    assert table["melee"] == (
        "the melee: 4H 5H; Right against Left, who must draw 5 unless somebody goes on with 6H or a joker"
    )
    assert "pile" not in table
    assert (table["Left"], table["Right"]) == ("2 cards, 4H", "2 cards, 5H")


def test_a_2_that_may_be_answered_is_told_with_what_it_costs() -> None:
    hands = "hand.P1=2H,KS,QC hand.P2=2D,9C hand.P3=5H,4C,7S"
    state = after(f"{hands} upcard=9H dealer=P3 players=3 stack_twos=true", "P1 2H", "P2 2D", "P2 last-one")
    assert told("last-one", state)["twos"] == "4 cards to draw for two 2s"


def test_a_card_just_drawn_is_shown_to_whoever_drew_it() -> None:
    hands = "hand.P1=2H,KS hand.P2=2D,9C hand.P3=5H,4C"
    state = after(f"{hands} upcard=9D stock=JD dealer=P3 players=3 play_drawn_card=true", "P1 draw")
    assert told("last-one", state, "P1")["drawn"] == "just drawn: JD"
    assert "drawn" not in told("last-one", state, "P2")
    samples = [GAME.determinize(state, "P2", Random(n)) for n in range(20)]
    assert all(sample.drawn in sample.hand("P1") for sample in samples)
    assert len({sample.drawn for sample in samples}) > 1, "P2 does not know which card it is"
    assert "JD" not in told("last-one", state, "P2").values()


def test_whoever_has_dropped_out_has_no_cards_on_the_table() -> None:
    state = after("hand.P1=2H,KS hand.P2=2D,9C upcard=9D dealer=P1 players=3 before.P3=260")
    assert told("last-one", state)["Right"] == "out of the game"


def test_whoever_is_skipped_or_attacked_is_told() -> None:
    seen = []
    for seed in range(6):
        rng = Random(seed)
        state: Any = GAME.begin(4, GAME.options(), "P1")
        for _ in range(60):
            if state.over:
                break
            if state.chance is not None:
                state, _ = GAME.play(state, DECK, GAME.shuffle(state, rng))
                continue
            seat = state.turn[0]
            before = state
            state, events = GAME.play(state, seat, rng.choice(legal(GAME, state, seat)))
            seen += [(before, state, event) for event in events if event.what in ("skipped", "melee begun")]
    skipped = [(before, state, event) for before, state, event in seen if event.what == "skipped"]
    melees = [(state, event) for _, state, event in seen if event.what == "melee begun"]
    assert skipped and melees
    for before, state, event in skipped:
        assert state.upcard.identity.rank == "J" and event.seat != before.turn[0]
    for state, event in melees:
        assert event.facts["defender"] != event.seat
        assert not state.melee or state.melee[0][0] == event.seat


def test_a_card_on_a_three_is_said_to_be_put_there() -> None:
    hands = "hand.P1=3H,KC,5S hand.P2=5H,6H hand.P3=7H,9S hand.P4=TH,QH upcard=9H dealer=P4"
    record = go(staged(GAME, hands), "P1 3H", "P1 KC")
    said = [unmarked(event_text(GAME, entry.events[0])) for entry in record.entries[-2:]]
    assert said == ["P1 played 3H.", "P1 put KC on the 3."]


def test_that_a_four_begins_a_melee_does_not_tell_against_whom() -> None:
    read = read_question(GAME, split("phase=effect players=4 played=4C seat=P1".split()))
    *before, last = (unmarked(text) for text in lines(GAME, read.phase.workings(read.view)["facts.next"]))
    assert "P2" in last and "melee" in " ".join(before) and "P2" not in " ".join(before)
