"""Documents as people get them: on terminals wide and narrow, coloured and not, as plain text, HTML and Markdown."""

from __future__ import annotations

import itertools
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcwidth

from tests.samples import ALL, NAMES, RULING, c, m, s
from tutor.kernel.cards import cards
from tutor.teach.text.agree import called
from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, HandsBlock, Heading, Item, Para, Pre, Tree
from tutor.teach.text.marks import mark
from tutor.teach.text.tabletop import HandRow
from tutor.ui.drawn.html import to_html
from tutor.ui.markdown import to_markdown
from tutor.ui.marks import inline
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions
from tutor.ui.wrap import ONE_CELL, cells

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent
SGR = re.compile("\x1b\\[[0-9;]*m")


def looks() -> list[RenderOptions]:
    every = itertools.product((40, 80, 120), (False, True), (False, True), ("letters", "symbols", "words"))
    out = [RenderOptions(w, colour and not plain, plain, suits) for w, colour, plain, suits in every]  # type: ignore[arg-type]
    return [
        *out,
        RenderOptions(40, encoding="ascii", suits="letters"),
        RenderOptions(80, encoding="latin-1"),
        RenderOptions(80, True, four_colour=True),
    ]


@pytest.mark.parametrize("look", looks(), ids=str)
def test_what_holds_for_every_look(look: RenderOptions) -> None:
    text = render(ALL, look, NAMES)
    bare = SGR.sub("", text)
    assert text.endswith("\n") and not text.endswith("\n\n") and not text.startswith("\n")
    assert "\n\n\n" not in text and "\r" not in text and "\ufe0f" not in text and "\x02" not in text
    for line in bare.splitlines():
        assert line == line.rstrip(), line
        assert cells(line) <= look.width or line.startswith("tutor explain"), line
    assert (text != bare) == look.colour
    assert bare == render(ALL, RenderOptions(look.width, False, look.plain, look.suits, encoding=look.encoding), NAMES)
    bare.encode(look.encoding)
    together = "".join(bare.split())
    for said in (
        "beats",
        "Left",
        "tute.play.head",
        "trente-et-quarante.insurance.prison",
        "-107",
    ):
        assert said in together
    assert "tutor explain tute trump=S trick=KH,4H hand=AH,2H,3S --json --suits letters\n  second line\n" in bare + "\n"


def test_a_ruling_at_80_columns() -> None:
    assert render(RULING, RenderOptions(80), NAMES).splitlines() == [
        "Spades are trump. K♥ was led by Left, 4♥ followed. You hold A♥ 2♥.",
        "",
        "You may play",
        "  ✓ A♥   It beats K♥, and you must head the trick if you can. (tute.play.head)",
        "",
        "You may not play",
        "  ✗ 2♥   It does not beat K♥, and your A♥ does. (tute.play.head)",
        "  ✗ 10♠  Hearts were led.",
        "         With no heart in hand, 10♠ would be legal.",
        "         (trente-et-quarante.insurance.prison)",
    ]


def test_a_ruling_at_40_columns() -> None:
    assert render(RULING, RenderOptions(40), NAMES).splitlines()[3:] == [
        "You may play",
        "  ✓ A♥   It beats K♥, and you must head",
        "         the trick if you can.",
        "         (tute.play.head)",
        "",
        "You may not play",
        "  ✗ 2♥   It does not beat K♥, and your",
        "         A♥ does. (tute.play.head)",
        "  ✗ 10♠  Hearts were led.",
        "         With no heart in hand, 10♠",
        "         would be legal.",
        "   (trente-et-quarante.insurance.prison)",
    ]


def test_a_ruling_as_plain_words() -> None:
    look = RenderOptions(80, plain=True, suits="words")
    assert render(RULING, look, NAMES).splitlines() == [
        "Spades are trump. King of hearts was led by Left, four of hearts followed. You",
        "hold ace of hearts, two of hearts.",
        "",
        "You may play",
        "Ace of hearts: yes. It beats king of hearts, and you must head the trick if",
        "  you can. (tute.play.head)",
        "",
        "You may not play",
        "Two of hearts: no. It does not beat king of hearts, and your ace of hearts",
        "  does. (tute.play.head)",
        "Ten of spades: no. Hearts were led.",
        "  With no heart in hand, ten of spades would be legal.",
        "  (trente-et-quarante.insurance.prison)",
    ]


@pytest.mark.parametrize(
    ("text", "letters", "symbols", "words"),
    [
        (c("KH"), "KH", "K♥", "King of hearts"),
        (f"a {c('TD')}", "a 10D", "a 10♦", "a ten of diamonds"),
        (f"a {c('T')}", "a 10", "a 10", "a ten"),
        (f"a {c('7')}", "a 7", "a 7", "a seven"),
        (f"{c('X1')}, {c('X2')}", "X1, X2", "X1, X2", "Red joker, black joker"),
        (f"suit {c('S')}", "suit S", "suit ♠", "suit spades"),
        (f"a {c('??')}", "a ??", "a ??", "a ??"),
        (f"{c('KH')} {c('2C')}", "KH 2C", "K♥ 2♣", "King of hearts, two of clubs"),
        (f"so {m('5C+9S')}", "so 5C 9S", "so 5♣ 9♠", "so five of clubs, nine of spades"),
        (f"so {m('show:KH')}", "so show KH", "so show K♥", "so show king of hearts"),
        (f"so {m('P3:4H')}", "so Partner 4H", "so Partner 4♥", "so Partner four of hearts"),
        (f"so {m('pass')}, {m('7no')}", "so pass, 7no", "so pass, 7no", "so pass, 7no"),
        (f"so {m('3+3+T')}", "so 3 3 10", "so 3 3 10", "so 3, 3, ten"),
        (f"so {m('1C')} {m('4NT')}", "so 1C 4NT", "so 1♣ 4NT", "so 1 clubs, 4NT"),
        (f"so {m('20S')}", "so 20S", "so 20♠", "so 20 spades"),
        (f"so {m('seq:3QH')}", "so seq 3QH", "so seq 3Q♥", "so seq 3 queen of hearts"),
        (f"so {m('solo:C')}", "so solo C", "so solo ♣", "so solo clubs"),
        (f"so {m('X1+X2')}", "so X1 X2", "so X1 X2", "so red joker, black joker"),
    ],
)
def test_cards_and_moves(text: str, letters: str, symbols: str, words: str) -> None:
    found = [inline(text, RenderOptions(suits=suits), NAMES) for suits in ("letters", "symbols", "words")]
    assert found == [letters, symbols, words]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{s('P1')} led.", "You led."),
        (f"It was {s('P1')}. {s('P1')} led.", "It was you. You led."),
        (f"{s('P1+P3')} won", "You and Partner won"),
        (f"for {s('P3+P1')}", "for you and Partner"),
        (f"for {s('P5')} and {s('P6+P8')}", "for P5 and P6+P8"),
        (f"{s('P1+P2+P3')}", "You, Left and Partner"),
    ],
)
def test_seats_are_called_by_their_names(text: str, said: str) -> None:
    assert inline(text, RenderOptions(), NAMES) == said
    assert called("P1+P3", {"P1+P3": "We"}) == "We"


def test_suits_have_their_colours_only_in_colour() -> None:
    hand = (Para(" ".join(map(c, ("AS", "AH", "AD", "AC")))),)
    two, four = (
        render(hand, RenderOptions(colour=True), {}),
        render(hand, RenderOptions(colour=True, four_colour=True), {}),
    )
    assert "\x1b[1;31mA♥ A♦\x1b[0m" in two
    assert "\x1b[1;31mA♥\x1b[0m" in four and "\x1b[1;94mA♦\x1b[0m" in four and "\x1b[1;32mA♣\x1b[0m" in four
    assert render(hand, RenderOptions(four_colour=True), {}) == "A♠ A♥ A♦ A♣\n"


def test_colours_of_verdicts_leave_the_cards_alone() -> None:
    bad = render(
        (Para(f"No. {c('3S')}", "bad"), Para(f"so {c('3H')} {c('3S')}", "dim")), RenderOptions(colour=True), {}
    )
    assert bad == "\x1b[1;31m✗\x1b[0m No. \x1b[1m3♠\x1b[0m\n\x1b[2mso\x1b[0m \x1b[2;31m3♥\x1b[0m \x1b[2m3♠\x1b[0m\n"


def test_verdicts_are_seen_without_colour() -> None:
    doc = (Item("a", "x", sign="yes"), Item("b", "y", sign="no"), Para("Fine.", "good"), Para("Wrong.", "bad"))
    assert render(doc, RenderOptions(), {}) == "  ✓ a  x\n  ✗ b  y\n✓ Fine.\n✗ Wrong.\n"
    assert render(doc, RenderOptions(suits="letters"), {}) == "  yes a  x\n  no  b  y\n+ Fine.\nx Wrong.\n"
    assert render(doc, RenderOptions(plain=True), {}) == "a: yes. x\nb: no. y\nFine.\nWrong.\n"


def test_a_table_has_columns_or_pairs() -> None:
    table = (ColumnsBlock(("Seat", "Points"), ((s("P1"), "7"), (s("P2"), "-10"))),)
    right = (ColumnsBlock(("Seat", "Points"), ((s("P1"), "7"), (s("P2"), "-10")), (1,)),)
    assert render(right, RenderOptions(), NAMES) == "  Seat  Points\n  ────  ──────\n  You        7\n  Left     -10\n"
    assert render(table, RenderOptions(plain=True), NAMES) == "Seat: You; Points: 7.\nSeat: Left; Points: -10.\n"
    wide = (ColumnsBlock(tuple(f"column {n}" for n in range(5)), (tuple("12345"),)),)
    assert render(wide, RenderOptions(40), {}).splitlines()[:2] == ["  column 0: 1", "    column 1: 2"]
    prose = (ColumnsBlock(("Card", "Why"), ((c("TD"), "word " * 20),)),)
    assert all(
        line.startswith(("  10♦   word", "        word", "  Card", "  ──")) for line in lines(prose, RenderOptions(40))
    )
    assert render((ColumnsBlock(("", ""), (("a", "b"),)),), RenderOptions(), {}) == "  a  b\n"


def lines(doc: Doc, look: RenderOptions, names: Mapping[str, str] = NAMES) -> list[str]:
    return render(doc, look, names).splitlines()


def test_a_narrow_score_sheet_keeps_its_columns() -> None:
    rows = tuple((f"hand {n}", "+12", "-5") for n in range(1, 13))
    sides = (ColumnsBlock(("", "you and Partner", "Left and Right"), rows, (1, 2)),)
    lines = render(sides, RenderOptions(40), {}).splitlines()
    assert len(lines) <= len(rows) + 4 and all(len(line) <= 40 for line in lines)
    many = (
        ColumnsBlock(
            ("", *"ABCDEFGHIJ"), tuple((f"hand {n}", *["-100"] * 10) for n in range(1, 13)), tuple(range(1, 11))
        ),
    )
    lines = render(many, RenderOptions(40), {}).splitlines()
    assert len(lines) < 50 and all(len(line) <= 40 for line in lines)
    assert [head for line in lines for head in line.split() if head.isalpha() and len(head) == 1] == [*"ABCDEFGHIJ"]


def test_a_long_command_breaks_on_a_narrow_terminal_as_a_shell_reads_it() -> None:
    cards = "hand=AS,KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AH"
    line = f"tutor explain tute trump=S 'trick=KH,6H,QH and so on' {cards} won.P1+P3=9D,8D players=4"
    narrow = render((Pre(line),), RenderOptions(40, elastic=True), {})
    lines = narrow.splitlines()
    assert all(len(one) <= 40 for one in lines) and all(one.endswith("\\") for one in lines[:-1])
    assert shlex.split(narrow.replace("\\\n", "")) == shlex.split(line)
    assert [one for one in lines if not one.startswith(" ")][1:], "a word that is too long goes on at the edge"
    assert render((Pre(line),), RenderOptions(40), {}) == f"{line}\n", "where nobody looks, a line stays whole"
    item = render((Item(line, "ask about it"),), RenderOptions(40, elastic=True), {}).splitlines()
    assert item[-1].strip() == "ask about it" and item[0].endswith("\\") and shlex.split(line)[-1] in item[-2]
    toml = 'say = "' + "word " * 20 + '"'
    assert render((Pre(toml),), RenderOptions(40, elastic=True), {}) == f"{toml}\n"


def test_lists_share_columns_across_headings_and_get_bullets_when_bare() -> None:
    parted = (Item("a", "x"), Gap(), Heading("More"), Item("longer", "y"))
    assert lines(parted, RenderOptions()) == ["  a       x", "", "More", "  longer  y"]
    assert lines((Item("a", "x"), Gap(), Heading("More")), RenderOptions()) == ["  a  x", "", "More"]
    assert lines((Item("", "x"), Item("", "y")), RenderOptions()) == ["  • x", "  • y"]
    assert lines((Item("", "x", "a.b"),), RenderOptions(40)) == ["  x (a.b)"]
    assert lines((Item("only a label"), Item("", "", "a.b"), Item("")), RenderOptions(40)) == [
        "  only a label",
        "                (a.b)",
    ]


def test_ascii_has_plain_replacements() -> None:
    look = RenderOptions(encoding="ascii", suits="letters")
    text = "“Don’t” — 2 × 3 … → ½ é ß · ♥ 中 • • a\u00a0b ☕️"
    assert render((Para(text),), look, {}) == '"Don\'t" - 2 x 3 ... -> 1/2 e ss - H ? * * a b ?\n'
    assert render((Heading("T", 1),), look, {}) == "T\n-\n"


HOSTILE = "\x1b[31mred\x1b]0;title\x07 \x02cKH \u202eevil\u2066 \x9b2J \x00 a\tb\u2028c ♥\ufe0f \udc80 \x03"


def test_hostile_text_cannot_reach_the_terminal() -> None:
    doc: list[Block] = [Heading(HOSTILE), Para(HOSTILE), Item(HOSTILE, HOSTILE, HOSTILE, "no"), Pre(HOSTILE)]
    doc += [ColumnsBlock((HOSTILE,), ((HOSTILE,),)), Para(s("P1") + mark("c", "K\x1b[2J")), Para(mark("k", "\x1b"))]
    for plain in (False, True):
        text = render(tuple(doc), RenderOptions(plain=plain), {"P1": HOSTILE})
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufe0f\u2028\ud800-\udfff]", text)
        assert "\\x1b" not in text and "evil" in text


def test_odd_documents() -> None:
    assert render((), RenderOptions(), {}) == render((Gap(), Gap()), RenderOptions(), {}) == ""
    assert render((Para(""), Para("a"), Gap(), Gap(), Para("b"), Gap()), RenderOptions(), {}) == "a\n\nb\n"
    assert render((Para("one\n\ntwo"),), RenderOptions(), {}) == "one\n\ntwo\n"
    assert render((ColumnsBlock((), ()), Para("x")), RenderOptions(), {}).endswith("x\n")
    assert render((ColumnsBlock(("a",), ((), ("1", "2"))),), RenderOptions(), {}).splitlines()[-1] == "  1  2"
    assert max(map(cells, lines((Para("x " * 90, indent=1000), Para("y", indent=-3)), RenderOptions(40)))) <= 40
    assert lines((Para("中" * 30),), RenderOptions(40)) == ["中" * 20, "中" * 10]
    assert lines((Para("e\u0301" * 40),), RenderOptions(40)) == ["e\u0301" * 40]


TEXT = st.text(st.characters() | st.sampled_from(" \n\t\x02\x03\x1bc♥"), max_size=60)
MARKED = st.builds(mark, st.sampled_from("cskmb"), TEXT) | TEXT
BLOCKS = st.one_of(
    st.builds(Heading, MARKED, st.integers(1, 3)),
    st.builds(Para, MARKED, st.sampled_from(["", "good", "dim"]), st.integers(-2, 60)),
    st.builds(Item, MARKED, MARKED, TEXT, st.sampled_from(["", "yes", "no"])),
    st.builds(
        ColumnsBlock,
        st.lists(MARKED, max_size=3).map(tuple),
        st.lists(st.lists(MARKED, max_size=3).map(tuple), max_size=3).map(tuple),
        st.sets(st.integers(0, 3)).map(tuple),
    ),
    st.just(Gap()),
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(BLOCKS, max_size=5).map(tuple),
    st.builds(
        RenderOptions,
        st.integers(40, 90),
        st.booleans(),
        st.booleans(),
        st.sampled_from(["letters", "symbols", "words"]),
        encoding=st.sampled_from(["utf-8", "ascii", "cp1252"]),
    ),
)
def test_any_document_renders_within_its_width(doc: Doc, look: RenderOptions) -> None:
    text = SGR.sub("", render(doc, look, NAMES))
    text.encode(look.encoding)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\ufe0f]", text)
    for line in text.split("\n"):
        assert cells(line) <= look.width and line == line.rstrip(" ")
    to_html(doc, look, NAMES, title="t").encode()
    to_markdown(doc, look, NAMES).encode()


def test_rendering_loads_no_library() -> None:
    code = (
        "import sys, tutor.ui.render, tutor.ui.write, tutor.ui.terminal.talk\n"
        "heavy = {'prompt_toolkit', 'wcwidth', 'asyncio', 'logging', 'jinja2'}\n"
        "print([m for m in sys.modules if m.split('.')[0] in heavy])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=30)
    assert done.stdout.strip() == "[]", done.stderr


def test_characters_said_to_take_one_cell_do() -> None:
    plain = [one for one in map(chr, range(0x10000)) if ONE_CELL.fullmatch(one)]
    assert len(plain) > 500 and set("♠♥♦♣…×·│ß") <= set(plain)
    assert [one for one in plain if wcwidth(one) != 1] == []


@pytest.mark.parametrize(
    ("text", "width"),
    [("10♠", 3), ("café", 4), ("cafe\u0301", 4), ("牌", 2), ("🂡", 1), ("🃏", 2), ("a\u200bb", 2), ("\x07", 0)],
)
def test_widths_are_those_of_terminals(text: str, width: int) -> None:
    assert cells(text) == width


def test_in_a_narrow_window_long_texts_stand_below_their_labels() -> None:
    long = "An ace played on a trick that was led in another suit is placed, and whoever wins that trick pays for it."
    several = (Item("A placed ace", long, "reversis.ace.placed"), Item("Ask for it", long, "reversis.ace.claim"))
    narrow = render(several, RenderOptions(width=40), {}).splitlines()
    assert narrow[:2] == ["  A placed ace", "    An ace played on a trick that was"]
    assert max(map(len, narrow)) <= 40
    wide = render(several, RenderOptions(width=80), {}).splitlines()
    assert wide[0].startswith("  A placed ace  An ace played")
    short = (Item("hint", "a hint"), Item("quit", "leave"))
    assert render(short, RenderOptions(width=40), {}).splitlines() == ["  hint  a hint", "  quit  leave"]


def test_the_cards_of_a_suit_stay_on_one_line_where_they_fit() -> None:
    rows = tuple(HandRow(cards(held), suit=held[1]) for held in ("TS,8S", "QH,5H", "QC,7C", "AD,9D"))
    shown = render((HandsBlock((("Left", rows),)),), RenderOptions(width=30), {})
    assert shown.split("\n") == ["  Left  ♠ 10 8 · ♥ Q 5 ·", "        ♣ Q 7 · ♦ A 9", ""]


def test_cards_with_names_are_set_apart_from_those_beside_them() -> None:
    rows = (HandRow(cards("X1,X2,3D"), "trumps"), HandRow(cards("JS,9S"), suit="S"))
    odd = (("X1", "big blooper"), ("X2", "little blooper"))
    shown = render((HandsBlock((("Left", rows),), odd),), RenderOptions(width=80), {})
    assert shown == "  Left  trumps big blooper, little blooper, 3♦ · ♠ J 9\n"


@pytest.mark.parametrize("width", [40, 80])
def test_numbers_and_orders_of_cards_are_not_torn(width: int) -> None:
    calls = [f"{n} tricks" for n in range(2, 7)]
    asked = f"Which of these may you call: pass, {', '.join(calls)}?"
    order = f"Left leads {c('9H')}. From high to low, hearts run 9 A K Q J 8 7 6 5 4 3 2."
    counts = f"Left: {c('AC')} 4 + {c('6C')} 0 + 1 (the last) = 5, and so Left has 5 points more."
    costs = "Q♥ is Tetka, and trick 1 costs a point. Left and Right have 7 tricks now (7 bid)."
    whole = {
        costs: ["trick 1", "(7 bid)"],
        asked: calls,
        order: ["9 A K Q J 8 7 6 5 4 3 2."],
        counts: ["A♣ 4", "6♣ 0", "1 (the", "= 5", "5 points"],
    }
    for text, phrases in whole.items():
        for before in range(width):
            drawn = render((Para("x" * before + " " + text),), RenderOptions(width=width), NAMES)
            assert all(phrase in drawn for phrase in phrases), drawn


def test_a_number_goes_alone_where_it_does_not_fit_beside_its_noun() -> None:
    drawn = render((Para("They hold 12 incomprehensibilities."),), RenderOptions(width=20), NAMES)
    assert drawn == "They hold 12\nincomprehensibilitie\ns.\n"


@pytest.mark.parametrize("width", [40, 50, 80])
def test_a_tree_is_as_narrow_as_the_window(width: int) -> None:
    rows = tuple((depth, f"Reoccurring Game{depth}") for depth in range(8))
    lines = render((Tree(rows),), RenderOptions(width=width), {}).splitlines()
    assert len(lines) == len(rows), "no name is broken"
    assert max(map(len, lines)) <= width and (width < 80 or lines[1].startswith("└─ "))
