"""The end of a hand in practice: a page with all hands and the score sheet, where every command is still answered."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.test_practice import LOOK, TAUGHT, Table
from tutor.kernel import history, record
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.events import HAND_ENDS, TRICK_WON, Event, ScoreLine, score_event, sum_line
from tutor.kernel.game import Family
from tutor.kernel.playout import legal
from tutor.kernel.position import read_view
from tutor.kernel.position_text import split
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.tabletop import Area
from tutor.kernel.working import TIMES, Part, Sum
from tutor.teach.drills.results import result_doc
from tutor.teach.practice import ending
from tutor.teach.practice.dealt import all_hands
from tutor.teach.practice.dealt import dealt as cards_dealt
from tutor.teach.practice.match import hand_begun, hand_started
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.table import told, turn
from tutor.teach.rulings.answers import ask
from tutor.teach.rulings.consequences import event_text
from tutor.teach.tables.tabletop import table_of
from tutor.teach.text.cards import called as odd_cards
from tutor.teach.text.doc import HandsBlock, Item, Para
from tutor.teach.text.marks import mark, unmarked
from tutor.ui.marks import inline

if TYPE_CHECKING:
    from pathlib import Path

    from tutor.kernel.history import Record

LEAST = {"points": 2, "total": 35, "totals": {"P1": 39, "P2": 46, "P3": 35}, "tied": ("P3",), "last": {}}
PARTY = {"loser": "P3", "talon": 0, "points": {"P1": 0, "P2": 3, "P3": 14, "P4": 11}, "adventurer": ""}
PARTY |= {"won": {"who": "P1", "by": "points"}, "lost": {"who": "P3", "by": "points"}}
TIED = {"who": "P1", "by": "tricks", "level": ("P1", "P4"), "dealer": "P4"}
HANDS = [name for name in TAUGHT if load(name).family is not Family.BANKING]
"""Games in which players hold cards: a coup of the bank is no hand."""
QUESTIONS = tuple("hint legal advice suppose show last pile rules position why names help assist warnings wait".split())
"""Commands that ask, and leave the page where it is; not the slow ones."""


@cache
def before_the_end(name: str) -> str:
    """A record of a random hand up to the last decision of P1 in it."""
    game = load(name)
    rng = Random(f"ending:{name}")
    played: Record[Any] = history.start(game)
    while not played.entries or not any(e.what in ("hand over", "game over") for e in played.entries[-1].events):
        if played.state.chance is not None:
            played = history.play(played, DECK, game.shuffle(played.state, rng))
            continue
        seat, move = rng.choice([(s, m) for s in played.state.turn for m in legal(game, played.state, s)])
        played = history.play(played, seat, move)
    own = max(at for at, entry in enumerate(played.entries) if entry.seat == "P1")
    return record.write(history.cut(played, own))


def ended(name: str, home: Path) -> tuple[Table, str]:
    """A learner who has just made the last moves of a hand, and the page."""
    table = Table(home, name, text=before_the_end(name), seat="P1")
    text = table.opening
    for _ in range(40):
        if table.session.asking != "move":
            return table, text
        text = table.say(table.legal[0])
    raise AssertionError("the hand does not end")


def dealt(table: Table) -> dict[Seat, list[str]]:
    """What everybody held once the cards were dealt, before the first was played."""
    game, made = table.record.game, 0
    for at, entry in enumerate(table.record.entries):
        made += entry.made
        if at < hand_started(table.record):
            continue
        if any(event.what == "played" for event in entry.events):
            break
        if entry.seat == DECK or any(event.what == "dealt" for event in entry.events):
            state = table.record.states[made]
    return {seat: sorted(c.text for c in game.held(state, seat)) for seat in game.seats(state.players)}


def called(table: Table, side: str) -> str:
    """What a side is called at the beginning of a line."""
    return inline(mark("s", side), LOOK, table.session.names).strip()


def section(text: str, heading: str) -> list[str]:
    """The lines below a heading, up to the next empty line."""
    lines = text.splitlines()
    begun = lines.index(heading) + 1
    return lines[begun : next((at for at in range(begun, len(lines)) if not lines[at]), len(lines))]


@pytest.mark.parametrize("name", HANDS)
def test_all_hands_stand_on_the_page_as_dealt(name: str, home: Path) -> None:
    table, text = ended(name, home)
    hands = {seat: held for seat, held in dealt(table).items() if held}
    pack = {c.text for c in table.record.game.pack.cards}
    rows: dict[str, list[str]] = {}
    names = {called(table, seat).lower(): seat for seat in hands}
    whose = ""
    for line in section(text, "All hands as dealt") if hands else []:
        label = line[2:].partition("  ")[0].strip().lower() if line[2:3] != " " else ""
        whose = names.get(label, "over") if label else whose
        for letters, odd in odd_cards(load(name)).items():
            line = line.replace(odd, letters)
        rows.setdefault(whose, []).extend(word.rstrip(",") for word in line.replace("10", "T").split())
    for seat, held in hands.items():
        assert sorted(word for word in rows[seat] if word in pack) == held, seat
    assert hands or "All hands as dealt" not in text


@pytest.mark.parametrize("name", HANDS)
def test_the_last_line_of_the_sheet_is_the_standing(name: str, home: Path) -> None:
    table, text = ended(name, home)
    standing = load(name).standing(table.record.state)
    sheet = [line.split() for line in section(text, "Score sheet")]
    heads = " ".join(sheet[0])
    assert all(called(table, side).lower() in heads.lower() for side in standing)
    rows = [line[-len(standing) :] for line in sheet[2:] if line[0] != "Still"]
    assert rows[-1] == [f"{n:g}" for n in standing.values()]
    begun = load(name).standing(table.record.states[0])
    if any(begun.values()):
        before, brought = rows[:-1]
        assert before == [f"{begun[side]:g}" for side in standing]
        assert brought == [f"{n - begun[side]:+g}" if n != begun[side] else "0" for side, n in standing.items()]
    else:
        tallies = table_of(load(name), table.record.state, "").tallies
        goals = {tally.name for tally in tallies if tally.goal is not None} - {"score"}
        assert len(rows) == 1 + len(goals), "points that go on towards a goal of their own have a row"
    assert text.count("Score sheet") == 1
    assert "The end of " in text and "A new hand begins" not in text


@pytest.mark.parametrize("name", HANDS)
def test_every_command_is_answered_and_enter_goes_on(name: str, home: Path) -> None:
    table, text = ended(name, home)
    menu = text.rstrip().rpartition("\n\n")[2]
    asked = table.session.asking
    for command in QUESTIONS:
        answer = table.say(command)
        assert answer.strip() and "can't do that now" not in answer, command
        assert command == "show" or menu not in answer, f"{command}: a menu is no answer"
        assert table.session.asking == asked
    assert table.session.words()
    if asked == "after":
        assert f"tutor practice {name}" in table.say("")
        return
    assert "can't do that now" in table.say("xyzzy") and table.session.asking == "between"
    answer = table.say("")
    assert table.session.asking in ("move", "between")
    now: str = str(table.session.asking)
    if now == "move":
        question = unmarked(turn(table.record.game, table.session.match.judged()).text).partition("?")[0]
        assert f"{question}?" in " ".join(answer.split())
    assert "A new hand begins" not in answer and answer.count("Score sheet") == (table.session.asking == "between")


@pytest.mark.parametrize("name", HANDS)
def test_the_last_trick_and_the_last_decision_can_be_looked_at(name: str, home: Path) -> None:
    """On the page the trick that ended the hand is the last one; in play the one before."""
    table, _ = ended(name, home)
    line = table.say("position").splitlines()[-1]
    assert ask(["explain", *line.split()[2:]]).get("legal")
    events = table.record.events
    if not any(entry.area is Area.PILE and entry.name == "last" for entry in load(name).tabletop):
        assert "last" not in {word.text for word in table.session.words()}
        return
    ends = [at for at, event in enumerate(events) if event.what in ("trick won", "trick drawn")]
    said = table.say("last")
    if not ends:
        assert "nothing yet" in said
        return
    seats = len(table.record.game.seats(table.record.state.players))
    lying = [event for event in events[: ends[-1]] if event.what == "played"][-min(seats, 2) :]
    for event in lying:
        shown = f"{called(table, event.seat)} {event.cards[0].text.replace('T', '10')}"
        assert shown.lower() in said.lower(), said
    winner = events[ends[-1]].seat
    assert (f"{called(table, winner)} won it".lower() if winner else "nobody won it") in said.lower()


def test_what_was_laid_away_can_be_looked_at(home: Path) -> None:
    """`pile` shows what a rule lets its owner look through, in play and on the page, and to nobody else."""
    for seed in range(40):
        table = Table(home / str(seed), "schafkopf", seed=seed)
        for _ in range(12):
            if table.session.asking != "move" or table.record.state.phase == "play":
                break
            table.say(table.legal[0])
        if getattr(table.record.state, "declarer", "") == "P1" and table.record.state.phase == "play":
            break
    else:
        raise AssertionError("never the declarer")
    laid = [entry for entry in table.record.entries if entry.seat == "P1" and "+" in entry.text][-1]
    cards = laid.text.partition(":")[2] or laid.text
    shown = table.say("pile")
    assert all(card.replace("T", "10") in shown for card in cards.split("+"))
    while table.session.asking == "move":
        table.say(table.legal[0])
    assert table.say("pile") == shown
    assert "pile" not in {word.text for word in Table(home / "other", "kaiser", seed=1).session.words()}


def test_coups_of_the_bank_go_on_without_a_page(home: Path) -> None:
    table = Table(home, "trente-et-quarante", seed=1)
    for _ in range(9):
        assert table.session.asking == "move"
        assert "The end of" not in table.say("deal" if "deal" in table.legal else table.legal[0])
    assert isinstance(table.session, Practice) and any(e.what == "hand over" for e in table.record.events)
    assert set(QUESTIONS) <= {row.command.name for row in Practice.commands}


@pytest.fixture
def home(tmp_path: Path, quick_thought: None) -> Path:
    return tmp_path


@pytest.mark.parametrize("name", ["calabrasella", "dou-dizhu"])
def test_hands_of_a_deal_that_was_thrown_in_are_not_shown(name: str) -> None:
    game, rng = load(name), Random(3)
    played = history.start(game)
    while not any(event.what == "played" for event in played.events):
        if played.state.chance is not None:
            played = history.draw(played, rng)
            continue
        seat = played.state.turn[0]
        moves = legal(game, played.state, seat)
        thrown_in = sum(entry.seat == DECK for entry in played.entries) > 1
        move = rng.choice(moves) if thrown_in else next((one for one in moves if one.text == "pass"), moves[0])
        played = history.play(played, seat, move)
    assert sum(entry.seat == DECK for entry in played.entries) > 1
    hands = cards_dealt(played).hands
    last = max(at for at, entry in enumerate(played.entries) if entry.seat == DECK)
    for seat, given in hands.items():
        assert sorted(c.text for c in given) == sorted(c.text for c in game.held(played.states[last + 1], seat))


def calabrasella_won(declarer: str, mine: int, theirs: int) -> list[str]:
    """What is told of the payments for a hand that the declarer wins, by the points of both sides."""
    own, others = Part(mine, name="owned", facts={"who": declarer}), Part(theirs, name="others")
    twice = Part(2, name="alone", how=TIMES, facts={"gains": True})
    got = Sum("calabrasella.pay.win", (own, others._replace(n=-theirs), twice))
    paid = Sum("calabrasella.pay.win", (others, own._replace(n=-mine)))
    facts = {"declarer": declarer, "each": mine - theirs, "mine": mine, "theirs": theirs}
    sums = {seat: got if seat == declarer else paid for seat in ("P1", "P2", "P3")}
    lines = [sum_line(seat, how, how.clause, facts) for seat, how in sums.items()]
    return [block.text for block in told(load("calabrasella"), map(score_event, lines)) if isinstance(block, Item)]


def test_a_payment_is_worked_out_once() -> None:
    said = calabrasella_won("P2", 25, 8)
    assert [("25" in text, "8" in text) for text in said] == [(True, True), (False, False), (False, False)]


def test_a_total_behind_a_colon_is_told_once() -> None:
    game = load("kaiser")
    fields = "declarers=P1+P3 contract=6 tricks.P1+P3=5 tricks.P2+P4=3 won.P2+P4=5H won.P1+P3=3S"
    done = game.scoring.settle(read_view(game, game.scoring, split(fields.split())))
    said = [block.text for block in told(game, map(score_event, done.lines)) if isinstance(block, Item)]
    assert said[-1].endswith("defended with 8 points: 3 (tricks) + 5 (" + mark("c", "5H") + ") = 8.")


def test_many_score_lines_are_added_up_for_each_player() -> None:
    """The sixth deal of Canadian Salad has up to five kinds of charges for each of four players."""
    facts = {"what": "tricks", "number": 3, "each": 10, "took": ()}
    lines = [
        ScoreLine(seat, points, "canadian-salad.h6", facts | {"what": what})
        for seat in ("P1", "P2", "P3")
        for points, what in ((30, "tricks"), (20, "hearts"), (25, "queens"))
    ]
    said = [block for block in told(load("canadian-salad"), map(score_event, lines)) if isinstance(block, Item)]
    assert [block.text for block in said] == [
        f"{mark('s', seat)}: 30 (tricks) + 20 (hearts) + 25 (queens) = 75." for seat in ("P1", "P2", "P3")
    ]
    few = told(load("canadian-salad"), map(score_event, lines[:8]))
    assert len([block for block in few if isinstance(block, Item)]) == 8


def test_who_plays_is_not_counted_where_all_of_them_are_named() -> None:
    game = load("last-one")
    pairs = "players=4 before.P1=236 before.P2=240 before.P4=255 hand.P2=X2 hand.P3=KH,QC"
    found = read_view(game, game.scoring, split(pairs.split()))
    said = " ".join(block.text for block in result_doc(game, found) if isinstance(block, Para))
    assert "players" not in said
    assert [mark("s", seat) in said for seat in found.seats] == [True, True, True, False]


def test_where_tricks_are_the_score_the_page_counts_no_others() -> None:
    game = load("strange")
    for seed in range(4):
        rng, played = Random(seed), history.start(game)
        while not played.state.over:
            if played.state.chance is not None:
                played = history.draw(played, rng)
                continue
            seat = next(seat for seat in played.state.turn if legal(game, played.state, seat))
            played = history.play(played, seat, rng.choice(legal(game, played.state, seat)))
        texts = [block.text for block in ending.settling(played) if isinstance(block, Para | Item)]
        assert not any(text.startswith("Tricks:") or "card for the next round" in text for text in texts), texts


@pytest.mark.parametrize(
    ("name", "event", "said"),
    [
        (
            "schafkopf",
            Event("scored", "P3", (), "schafkopf.least.aim", {**LEAST, "tenth": "P2", "with_widow": 7}),
            "P3 scored 2 victory points with 35 card points; P1 had 39, and P2 had 46, 7 of them from the widow.",
        ),
        (
            "schafkopf",
            Event("scored", "P3", (), "schafkopf.least.aim", {**LEAST, "tenth": "P3", "with_widow": 7}),
            "P3 scored 2 victory points with 35 card points; P1 had 39, and P2 had 46 (7 came from the widow).",
        ),
        (
            "reversis",
            Event("party won", "P1", (card("2S"),), "reversis.party.winner", PARTY),
            "P1 won the party with 0 points. P3 lost it with 14. (P2 had 3, P4 had 11.) The talon, 2S, counts nothing.",
        ),
        (
            "reversis",
            Event("party won", "P1", (card("2S"),), "reversis.party.ties", PARTY | {"won": TIED}),
            "P1 won the party with 0 points. P3 lost it with 14. (P2 had 3, P4 had 11.) "
            "P1 and P4 have the same points, and of them P1 won the fewest tricks. The talon, 2S, counts nothing.",
        ),
        (
            "spinado",
            Event("hand over", "P2", (), "", {"matrimony": 0, "intrigue": 4, "last": False}),
            "P2 went out; the hand is over. Intrigue, 4 chips, stays for the next hand.",
        ),
        (
            "botifarra",
            Event("scored", "P1+P3", (), "botifarra.score.multiplier", {"points": 10, "counts": 46, "multiplier": 2}),
            "P1+P3 scored 10 more, because the hand counts double: 10 × 2 = 20.",
        ),
    ],
)
def test_a_line_about_the_end_tells_everybodys_points_and_only_pots_with_chips(
    name: str, event: Event, said: str
) -> None:
    assert unmarked(event_text(load(name), event)) == said


@pytest.mark.parametrize(
    ("name", "event", "said"),
    [
        (
            "calabrasella",
            Event("trick won", "P1", (), "", {"card": card("2C"), "points": 3, "last": 3, "aside": 2}),
            "P1 won the trick with 2C: 8 points, 3 of them for the last trick and 2 for the cards set aside.",
        ),
        (
            "jo-jotte",
            Event("trick won", "P1", (), "", {"card": card("8D"), "points": 0, "last": 10, "nullo": False}),
            "P1 won the trick with 8D: 10 points for the last trick.",
        ),
        (
            "jo-jotte",
            Event("trick won", "P1", (), "", {"card": card("AD"), "points": 10, "last": 0, "nullo": True}),
            "P1 won the trick with AD.",
        ),
        (
            "jo-jotte",
            Event("melds scored", "P1", (), "", {"kind": "seq", "points": 40, "n": 2}),
            "P1 scored 40 for 2 sequences.",
        ),
        (
            "tute",
            Event("trick won", "P1", (), "", {"card": card("QH"), "points": 10, "last": 10}),
            "P1 won the trick with QH: 20 points, 10 of them for the tenth trick.",
        ),
        (
            "tresette",
            Event("trick won", "P1", (), "", {"card": card("3D"), "counted": "2/3", "last": False}),
            "P1 won the trick with 3D: 2/3 of a point.",
        ),
        (
            "tresette",
            Event("trick won", "P1", (), "", {"card": card("2D"), "counted": "1 1/3", "last": True}),
            "P1 won the trick with 2D: 1 1/3 points, 1 for the last trick included.",
        ),
        (
            "tresette",
            Event("melds announced", "P1", (), "", {"kinds": ("AAA",), "points": 3}),
            "P1 announced three aces: 3 points.",
        ),
        (
            "scotch-whist",
            Event("trick won", "P1", (), "", {"card": card("KH"), "honours": 3, "beyond": 3}),
            "P1 won the trick with KH: 3 points in trumps, and 3 for cards beyond those dealt.",
        ),
        (
            "scotch-whist",
            Event("trick won", "P1", (), "", {"card": card("JS"), "honours": 0, "beyond": 4}),
            "P1 won the trick with JS: 4 points for cards beyond those dealt.",
        ),
        (
            "court-piece",
            Event("hand won", "P1+P3", (), "", {"tricks": 9, "lost": 4, "row": 1, "by": "", "tally": 1}),
            "P1+P3 won the hand, 9 tricks to 4. It is the first in a row; seven bring a court.",
        ),
    ],
)
def test_the_log_tells_every_point_where_it_is_won(name: str, event: Event, said: str) -> None:
    assert unmarked(event_text(load(name), event)) == said


@pytest.mark.parametrize(("name", "points"), [("calabrasella", 3), ("jo-jotte", 10), ("tute", 10)])
def test_only_the_last_trick_of_a_hand_counts_more(name: str, points: int) -> None:
    """In a hand played by chance, in which tricks count."""
    played = record.read(before_the_end(name))
    rng = Random("last")
    while not any(e.what in HAND_ENDS for e in played.entries[-1].events):
        seat = played.state.turn[0]
        played = history.play(played, seat, rng.choice(legal(played.game, played.state, seat)))
    entries = played.entries[hand_begun(played) :]
    last = [e.facts.get("last", 0) for entry in entries for e in entry.events if e.what == TRICK_WON]
    nullo = any(e.facts.get("nullo") for entry in entries for e in entry.events)
    assert last[:-1] == [0] * (len(last) - 1)
    assert last[-1] == (0 if nullo else points)


@pytest.mark.parametrize(
    ("name", "cards", "kind", "said"),
    [
        ("big-two", "7C 7D 7H 3C 3S", "full-house", "P1 led 7C 7D 7H 3C 3S, a full house: one card left."),
        ("big-two", "7C 7D", "pair", "P1 led 7C 7D: one card left."),
        ("dou-dizhu", "T T T T", "bomb", "P1 led T T T T, a bomb, which doubles the stake: one card left."),
        ("dou-dizhu", "T T T", "trips", "P1 led T T T: one card left."),
    ],
)
def test_the_log_names_what_a_play_is(name: str, cards: str, kind: str, said: str) -> None:
    facts = {"lead": True, "left": 1, "kind": kind, "length": 1}
    event = Event("played", "P1", tuple(map(card, cards.split())), "", facts)
    assert unmarked(event_text(load(name), event)) == said


@pytest.mark.parametrize("name", ["big-two", "dou-dizhu"])
def test_every_play_in_the_log_is_of_a_kind(name: str) -> None:
    played = [e for entry in record.read(before_the_end(name)).entries for e in entry.events if e.what == "played"]
    assert played
    assert all(e.facts["kind"] for e in played)


@pytest.mark.parametrize(
    ("name", "row"),
    [("tute", "hands won"), ("court-piece", "courts"), ("reversis", "face down"), ("kaiser", "in all")],
)
def test_the_page_says_what_its_rows_are(name: str, row: str, home: Path) -> None:
    """What the sheet counts, where no line of points says it; and cards that were dealt to nobody but taken up."""
    _, text = ended(name, home)
    assert any(line.strip().startswith(row) for line in text.splitlines())
    assert "left over" not in text


def told_after(name: str, words: str) -> list[str]:
    """What the log tells of the last of these calls, in a hand of random cards dealt by P4."""
    game = load(name)
    played = history.draw(history.start(game, dealer="P4"), Random(3))
    for word in words.split():
        played = history.attempt(played, played.state.turn[0], word).record
    return [unmarked(event_text(game, event)) for event in played.entries[-1].events]


def test_the_log_says_by_which_rule_an_equal_bid_wins() -> None:
    assert (
        "P4 won the bidding with 6: the dealer may bid as much as P2 and takes it. P1 will lead, as the next player "
        "after the dealer."
    ) in told_after("kaiser", "pass 6 pass 6")
    assert any(
        text.startswith("P4 won the bidding with 6: when all others pass the dealer has to bid.")
        for text in told_after("kaiser", "pass pass pass 6")
    )


def test_the_score_of_court_piece_names_its_sides() -> None:
    game = load("court-piece")
    facts = {"card": card("AH"), "by": {"P1+P3": 7, "P2+P4": 2}, "decided": "P1+P3"}
    text = event_text(game, Event("trick won", "P1", (), "", facts))
    assert unmarked(text) == ("P1 won the trick with AH: P1+P3 7, P2+P4 2. With seven tricks P1+P3 have won the hand.")


def test_nobody_leads_again_after_the_last_trick() -> None:
    game = load("truc")
    texts = [unmarked(event_text(game, Event("trick drawn", "", (), "", {"leads": leads}))) for leads in ("P1", "")]
    assert texts == ["The trick is drawn; P1 leads again.", "The trick is drawn."]


def test_a_lead_that_binds_everybody_says_to_what() -> None:
    game = load("back-alley")
    led = [Event("played", "P1", (card(joker),), facts={"lead": True}) for joker in ("X1", "X2")]
    texts = [unmarked(event_text(game, event)) for event in led]
    assert [text.partition(", ")[2] for text in texts] == [
        "so whoever has trumps must play the highest.",
        "so whoever has trumps must play the lowest.",
    ]


# -- where the cards were, and who paid what for them ---------------------------------------------------


def by_chance(name: str, seed: int) -> Record[Any]:
    """A hand played at random to its end."""
    game, rng, played = load(name), Random(f"{name}:{seed}"), history.start(load(name))
    while not played.entries or not any(event.what in HAND_ENDS for event in played.entries[-1].events):
        if played.state.chance is not None:
            played = history.draw(played, rng)
            continue
        seat, moves = next((s, m) for s in played.state.turn if (m := legal(game, played.state, s)))
        played = history.play(played, seat, rng.choice(moves))
    return played


def told_of(played: Record[Any]) -> list[str]:
    """What the page says, a text each."""
    return [unmarked(block.text) for block in ending.page(played) if isinstance(block, Para | Item)]


@pytest.mark.parametrize("name", ["calabrasella", "hasenpfeffer", "reversis", "schafkopf", "twenty-five", "tyzicha"])
def test_cards_that_changed_hands_before_play_are_named(name: str) -> None:
    changed = 0
    for seed in range(8):
        played = by_chance(name, seed)
        found = cards_dealt(played)
        if not found.moved:
            continue
        said = " ".join(unmarked(block.text) for block in all_hands(played) if isinstance(block, Para))
        for seat, held in found.hands.items():
            now = Counter(played.game.held(played.states[found.moved[-1] + 1], seat))
            other = (now - Counter(held)) + (Counter(held) - now)
            changed += len(other)
            assert all(c.text in said for c in other), (seat, other, said)
    assert changed, "somebody took or laid away a card"


@pytest.mark.parametrize(
    ("name", "label"), [("spinado", "the dead hand"), ("twenty-five", "turned up"), ("strange", "turned up")]
)
def test_cards_that_were_hidden_or_turned_up_stand_under_the_hands(name: str, label: str) -> None:
    played = by_chance(name, 1)
    rows = next(block for block in ending.page(played) if isinstance(block, HandsBlock)).hands
    under = {unmarked(head): [c for row in cards for c in row.cards] for head, cards in rows}
    assert under[label]
    if name == "spinado":
        state = played.states[hand_started(played) + 1]
        assert sorted(c.text for c in under[label]) == sorted(c.text for c in state.dead)


def test_each_payment_is_named_by_its_card_and_who_paid_it() -> None:
    for seed in range(12):
        played = by_chance("reversis", seed)
        events = [e for entry in played.entries for e in entry.events if e.what == "paid"]
        of_cards = [e.facts for e in events if e.facts.get("special") and e.facts["payer"] and e.facts["payee"]]
        text = " ".join(told_of(played))
        for facts in of_cards:
            assert f"{facts['amount']} ({facts['special'].text}, to {facts['payee']})" in text, text
            assert f"{facts['amount']} ({facts['special'].text}, from {facts['payer']})" in text, text
        if any(not e.facts["payer"] for e in events):
            assert "(the pot)" in text
        assert " paid " not in text, "not in prose as well"


def test_tricks_are_not_counted_twice_and_drawn_ones_are_told() -> None:
    assert not any(text.startswith("Tricks:") for text in told_of(by_chance("twenty-five", 1)))
    drawn = 0
    for seed in range(20):
        played = by_chance("truc", seed)
        n = sum(event.what == "trick drawn" for entry in played.entries for event in entry.events)
        line = next((text for text in told_of(played) if text.startswith("Tricks:")), "")
        drawn += bool(n and line)
        assert not line or ("drawn." in line) is bool(n), line
    assert drawn


def test_who_has_won_the_game_is_said_first() -> None:
    played = by_chance("strange", 2)
    first, second, *_ = ending.page(played)
    assert isinstance(second, Para) and ("won the game" in second.text or "shared by" in second.text), (first, second)


def scored(name: str, fields: str) -> list[str]:
    """What is told of the score lines of a settled hand."""
    game = load(name)
    done = game.scoring.settle(read_view(game, game.scoring, split(fields.split())))
    return [unmarked(block.text) for block in told(game, map(score_event, done.lines)) if isinstance(block, Item)]


def test_a_product_that_the_line_leaves_out_is_told_and_one_that_it_has_is_not() -> None:
    (made, failed) = scored("back-alley", "cards=13 contract.P1+P3=6 contract.P2+P4=8 tricks.P1+P3=6 tricks.P2+P4=7")
    assert made.endswith("6 tricks bid at 5 each = 30.") and "8 tricks bid at 5 each, lost: -40." in failed
    for line in scored("pluck", "dealer=P3 tricks.P1=6 tricks.P2=8 tricks.P3=3"):
        assert "=" not in line, "all its numbers are in the sentence"


def test_a_result_says_what_it_means_for_the_next_hand() -> None:
    lines = scored("pluck", "dealer=P2 tricks.P1=6 tricks.P2=8 tricks.P3=3")
    assert any("and 1 pluck in the next hand" in line or "plucks in the next hand" in line for line in lines), lines
    assert any("In the next hand P3 can be plucked" in line for line in lines), lines
    over = scored("pluck", "dealer=P2 tricks.P1=6 tricks.P2=8 tricks.P3=3 before.P1=19 before.P2=19")
    assert not any("next hand" in line for line in over), "there is none"


def test_whoever_gained_most_is_told_before_those_who_paid() -> None:
    said = [unmarked(text) for text in calabrasella_won("P3", 18, 16)]
    assert said == [
        "P3 won 18 to 16 and got 4 chips, the difference of 2 from each defender.",
        "P1 paid 2 chips.",
        "P2 paid 2 chips.",
    ]
