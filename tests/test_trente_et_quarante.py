"""Trente et Quarante driven through its sequences over several coups, and its chips counted."""

from __future__ import annotations

from random import Random

import pytest

from tests.drawn import told
from tests.records import in_turn as go
from tests.tables import Table, tables
from tutor.families.banks import UNIT
from tutor.games.trente_et_quarante import GAME
from tutor.games.trente_et_quarante.bet_moves import BetMove, read_bet_move, text_of
from tutor.games.trente_et_quarante.coups import CUT, TrenteEtQuaranteState
from tutor.games.trente_et_quarante.table import FULL, PACK, total
from tutor.kernel.game import IllegalMove
from tutor.kernel.history import Record, draw, play, staged, start
from tutor.kernel.moves import Move
from tutor.kernel.phase import Unreadable
from tutor.kernel.playout import legal
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import split
from tutor.kernel.seats import DECK
from tutor.teach.drills.moments import at
from tutor.teach.questions import Legal
from tutor.teach.rulings.answers import ask_line
from tutor.teach.tables.tabletop import tabletop

Game = Record[TrenteEtQuaranteState]
REFAIT_31 = "KS,QH,9D,AC,AD,KC,6H,5D,KH"
REFAIT_35 = "KS,QH,9D,6C,KC,9H,6D,JH"
REFAIT_36 = "KS,QH,9D,7C,KC,9H,7D,JH"
BLACK = "7C,KS,QD,4H,9S,AH,8H,KC,7H"
RED = "AH,AS,AD,8C,KH,9C,2D,7S,6S,KD,8H"


def table(*coups: str, **fields: str) -> Game:
    """Before the first of these coups."""
    more = "".join(f" {name}={value}" for name, value in fields.items())
    return staged(GAME, f"shoe={','.join(coups)}{more}")


def net(record: Game) -> float:
    return GAME.standing(record.state)["P1"] - 1000


@pytest.mark.parametrize("said", ["the imprisoned bet on black", "imprisoned black", "prisoner black", "prison-noir"])
def test_a_prisoner_is_called_as_the_screen_calls_it(said: str) -> None:
    assert read_bet_move(f"insure {said} for 2", ("insure",)) == BetMove("insure", "prison-noir", 200)


def test_an_insured_bet_through_a_prison() -> None:
    record = go(table(REFAIT_31, RED), "noir:100", "insure:noir:1", "deal")
    assert net(record) == 49
    assert [bet.text for bet in record.state.prison] == ["noir:100"]
    assert not record.state.insurance, "the insurance stake is returned"
    with pytest.raises(IllegalMove) as why:
        go(record, "withdraw:prison-noir")
    assert why.value.ruling.clause == "trente-et-quarante.refait.prison"
    assert net(go(record, "deal")) == -51
    record = go(table(REFAIT_31, BLACK), "noir:100", "insure:noir:1", "deal", "deal")
    assert net(record) == 49
    assert record.state.chips == 1049 * UNIT


def test_prison_through_a_push_and_a_second_refait() -> None:
    record = table(REFAIT_35, REFAIT_31, BLACK, prison="noir:100", chips="900")
    for _ in range(2):
        record = go(record, "deal")
        assert [bet.text for bet in record.state.prison] == ["noir:100"]
    record = go(record, "deal")
    assert record.state.chips == 1000 * UNIT
    assert not record.state.prison


def test_two_wins_needed() -> None:
    coups = (REFAIT_31, REFAIT_31, BLACK, REFAIT_36, BLACK)
    record = go(table(*coups, second_refait="two-wins-needed"), "noir:100")
    for held in ("noir:100", "noir:100x2", "noir:100", "noir:100", ""):
        record = go(record, "deal")
        assert ",".join(bet.text for bet in record.state.prison) == held
    assert net(record) == 0


def test_the_cut_card_in_mid_coup() -> None:
    under = str(CUT + 3)
    record = go(table(REFAIT_31, left=under), "noir:100", "deal")
    assert record.state.chance is not None, "the coup is finished, then all packs are shuffled"
    assert len(record.state.chance.pool) == 312
    assert [bet.text for bet in record.state.prison] == ["noir:100"]
    record = play(record, DECK, Move("shuffle", PACK.cards))
    assert [bet.text for bet in record.state.prison] == ["noir:100"]
    assert record.state.coup == 2


def test_a_released_prisoner_may_be_taken_back() -> None:
    record = table(REFAIT_35, prison="noir:100", insurance="prison-noir:1", chips="899", prison_after_push="release")
    record = go(record, "deal")
    assert [bet.text for bet in (*record.state.bets, *record.state.insurance)] == ["noir:100", "noir:1"]
    assert go(record, "withdraw:noir").state.chips == 1000 * UNIT


def test_half_is_given_up_bet_by_bet() -> None:
    record = go(table(REFAIT_31, surrender_half="true"), "noir:100", "rouge:40", "deal")
    assert record.state.phase == "refait"
    record = go(record, "surrender:noir", "stay:rouge")
    assert net(record) == -50
    assert [bet.text for bet in record.state.prison] == ["rouge:40"]


def test_a_push_leaves_bets_where_they_are() -> None:
    record = go(table(REFAIT_35, BLACK), "noir:100", "insure:noir:1", "noir:50", "deal")
    assert [bet.text for bet in (*record.state.bets, *record.state.insurance)] == ["noir:150", "noir:1"]
    assert net(record) == 0
    assert net(go(record, "deal")) == 149
    assert go(record, "withdraw:noir").state.chips == 1000 * UNIT


def test_amounts_in_moves() -> None:
    record = start(GAME)
    record = draw(record, Random(1))
    refused = {"noir:0.5": "bets.limits", "noir:1000.01": "bets.limits", "insure:noir:1": "insurance.bet"}
    for text, clause in refused.items():
        with pytest.raises(IllegalMove) as why:
            go(record, text)
        assert why.value.ruling.clause == f"trente-et-quarante.{clause}"
    for text in ("prison-noir:10", "noir:0", "noir:1.005", "withdraw:noir", "noir:-1", "stay:noir", "black red", ""):
        with pytest.raises(IllegalMove) as why:
            go(record, text)
        assert why.value.ruling.verdict.value == "unreadable", text
    assert go(record, "NOIR:2.50").entries[-1].text == "noir:2.5"
    for spoken in ("black:2.5", "2.5 on black", "bet 2.5 chips on black", "black 2.5"):
        assert go(record, spoken).entries[-1].text == "noir:2.5", spoken
    assert go(record, "noir:100", "insure the bet on black for 0.5").entries[-1].text == "insure:noir:0.5"
    assert go(record, "noir:100", "take back black").entries[-1].text == "withdraw:noir"


@pytest.mark.parametrize("at", tables("trente-et-quarante"), ids=str)
def test_chips_change_only_by_what_coups_bring(at: Table) -> None:
    """Random bets of all sizes: the chips a player has in hand and on the table change by the gain of each coup."""
    for seed in range(3):
        rng = Random(seed)
        record = draw(start(GAME, options=at.options), rng)
        state = record.state
        for _ in range(300):
            if state.over:
                break
            before = state.holdings
            if state.chance is not None:
                turn = GAME.play(state, DECK, GAME.shuffle(state, rng))
            else:
                moves = [move.text for move in legal(GAME, state, "P1")]
                for text in (f"{rng.choice(['noir', 'couleur'])}:{rng.randint(1, 300)}", "insure:noir:2"):
                    if GAME.judge(state, "P1", text).asked[0].legal:
                        moves += [text] * 4
                turn = GAME.play(state, "P1", Move(rng.choice([*moves, *[m for m in moves if m == "deal"] * 8])))
            gains = [event.facts["gain"] for event in turn.events if event.what == "hand over"]
            state = turn.state
            assert state.holdings - before == round(sum(gains) * UNIT)
            assert state.chips >= 0


def test_every_coup_ends_between_31_and_40() -> None:
    record = draw(start(GAME), Random(2))
    for _ in range(20):
        record = draw(record, Random(2))
        if record.state.over:
            break
        record = go(record, "deal")
    rows = [event for event in record.events if event.what == "row dealt"]
    assert len(rows) >= 38
    assert all(FULL <= total(event.cards) <= 40 and total(event.cards[:-1]) < FULL for event in rows)


# -- the same told once more, naively ----------------------------------------------------------------------


def gain_told_simply(black: int, red: int, first_red: bool, on: str, stake: int, *, jailed: bool) -> tuple[int, bool]:
    """The gain on one bet, and whether it is in prison afterwards."""
    if black == red:
        return 0, jailed or black == 31
    winner_red = red < black
    won = {"noir": not winner_red, "rouge": winner_red, "couleur": winner_red == first_red}
    won["inverse"] = not won["couleur"]
    return (0 if jailed else stake) if won[on] else -stake, False


def test_random_coups_are_settled_as_the_text_settles() -> None:
    rng = Random(11)
    points = {**{str(n): n for n in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    for _ in range(600):
        shoe = rng.sample(PACK.cards, 60)
        rows: list[list[str]] = []
        for _ in range(2):
            row: list[str] = []
            while sum(points[c[0]] for c in row) < 31:
                row.append(shoe.pop().text)
            rows.append(row)
        black, red = (sum(points[c[0]] for c in row) for row in rows)
        bets = {on: rng.randint(1, 300) for on in rng.sample(("noir", "rouge", "couleur", "inverse"), 2)}
        prison = {on: rng.randint(1, 300) for on in rng.sample(("noir", "rouge", "couleur", "inverse"), 2)}
        text = f"black={','.join(rows[0])} red={','.join(rows[1])}"
        for name, staked in (("bets", bets), ("prison", prison)):
            text += f" {name}={','.join(f'{on}:{stake}' for on, stake in staked.items())}"
        done = GAME.scoring.settle(read_view(GAME, GAME.scoring, split(text.split())))
        total, held = 0, dict.fromkeys(("noir", "rouge", "couleur", "inverse"), 0)
        for staked, jailed in ((bets, False), (prison, True)):
            for on, stake in staked.items():
                gain, stays = gain_told_simply(black, red, rows[0][0][1] in "HD", on, stake, jailed=jailed)
                total += gain
                held[on] += stake * stays
        assert done.scores["P1"] == total, text
        assert done.outcome["prison"] == (",".join(f"{on}:{n}" for on, n in held.items() if n) or "-"), text


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_tells_bets_prison_insurance_and_chips() -> None:
    record = go(table(REFAIT_35, coup="4", chips="850", prison="rouge:50"), "noir:100", "insure:noir:0.5")
    found = told("trente-et-quarante", record.state)
    assert found["coup"] == "coup 4 of 20"
    assert found["bets"] == "bets: 100 on black"
    assert found["prison"] == "in prison: 50 on red"
    assert found["insurance"] == "insured: 0.5 on black"
    assert found["score"] == "chips besides those bet: you 749.5"
    assert found["You"] == "to bet"
    assert "shoe" not in found, "the cut card is far away"


def test_the_table_tells_both_rows_with_their_totals() -> None:
    record = go(table(REFAIT_31, surrender_half="true"), "noir:100", "rouge:10", "deal", "surrender:noir")
    found = told("trente-et-quarante", record.state)
    assert found["black"] == "black row: KS QH 9D AC AD = 31"
    assert found["red"] == "red row: KC 6H 5D KH = 31"
    assert found["result"] == "31 on both sides"
    assert (found["asked"], found["given_up"]) == ("to be decided: 10 on red", "half given up: black")


def test_the_table_tells_how_a_game_has_ended() -> None:
    for bet, said in (("noir:30", "30 chips won"), ("rouge:1", "1 chip lost")):
        found = told("trente-et-quarante", go(table(BLACK, coups="1"), bet, "deal").state)
        assert found["won"] == f"the game is over: {said}"


def test_it_is_the_card_that_goes_to_a_row_and_nobody_deals_it() -> None:
    question = Legal(GAME, at(GAME, "phase=play black=TS,9S").judged())
    assert question.prompt.startswith("Where may the next card go:")


@pytest.mark.parametrize("line", ["bet", "foo 3", "leave red"])
def test_what_is_no_bet_is_answered_with_how_one_is_typed(line: str) -> None:
    with pytest.raises(Unreadable, match=r"bet 10 on red.*deal$"):
        read_bet_move(line, ("bet", "insure", "withdraw", "deal"))
    assert text_of(read_bet_move("bet 10 on red", ("bet",))) == "rouge:10"


def test_what_a_bet_would_be_is_told_as_long_as_one_can_be_made() -> None:
    def phrases(given: str) -> str:
        phase, view, *_ = read_question(GAME, split(given.split()))
        return str(tabletop(GAME, "P1", phase=phase, view=view).facts)

    assert "each new stake" in phrases("phase=bet chips=900 amount=5")
    assert "each new stake" not in phrases("phase=bet bets=couleur:100 amount=5 chips=900 black=8D")


def test_bets_go_by_the_names_of_the_colours_too() -> None:
    rows = "black=5C,9S,6H,4S,JC red=2D,KC,8D,TH,6S"
    for french, english in (("noir:10,rouge:5", "black:10,red:5"), ("rouge:20", "Red:20")):
        assert ask_line(f"score trente-et-quarante {rows} bets={english}") == ask_line(
            f"score trente-et-quarante {rows} bets={french}"
        )
    asked = "explain trente-et-quarante phase=bet bets=black:100 prison=red:50 insurance=prison-red:0.5,black:1"
    assert ask_line(asked)["position"].endswith("bets=noir:100 prison=rouge:50 insurance=prison-rouge:0.5,noir:1")
    (told,) = ask_line(f"score trente-et-quarante {rows} bets=green:10")["error"]
    assert "noir (black), rouge (red), couleur, inverse" in told


def test_a_coup_without_a_bet_says_that_nothing_was_staked() -> None:
    def events(*moves: str) -> list[str]:
        return [event.what for event in go(table(BLACK, coups="1"), *moves).entries[-1].events]

    assert events("deal")[0] == "nothing staked"
    assert "nothing staked" not in events("noir:20", "deal")
