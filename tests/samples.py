"""Sample documents with all kinds of blocks and marks, for tests of renderers."""

from __future__ import annotations

from tutor.teach.text.doc import ColumnsBlock, Doc, Gap, Heading, Item, Para, Pre
from tutor.teach.text.marks import mark

NAMES = {"P1": "You", "P2": "Left", "P3": "Partner"}


def c(value: str) -> str:
    return mark("c", value)


def s(value: str) -> str:
    return mark("s", value)


def m(value: str) -> str:
    return mark("m", value)


RULING: Doc = (
    Para(f"Spades are trump. {c('KH')} was led by {s('P2')}, {c('4H')} followed. {s('P1')} hold {c('AH')} {c('2H')}."),
    Heading("You may play"),
    Item(c("AH"), f"It beats {c('KH')}, and you must head the trick if you can.", "tute.play.head", "yes"),
    Heading("You may not play"),
    Item(c("2H"), f"It does not beat {c('KH')}, and your {c('AH')} does.", "tute.play.head", "no"),
    Item(
        c("TS"),
        f"Hearts were led.\nWith no heart in hand, {c('TS')} would be legal.",
        "trente-et-quarante.insurance.prison",
        "no",
    ),
)
ALL: Doc = (
    Heading("Tute · Head the trick", 1),
    *RULING,
    Gap(),
    Gap(),
    Para("Right, that is the only card, and here is a sentence that has to be wrapped somewhere.", "good"),
    Para("Not allowed.", "bad"),
    Para("It has changed.", "warn"),
    Para("Which of these may you play?", "ask"),
    Para("Nothing was played.", "dim", indent=4),
    ColumnsBlock(("Seat", "Tricks", "Points"), ((s("P1"), "7", "43"), (s("P2+P4"), "10", "-107")), (1, 2)),
    ColumnsBlock(("Card", "Why"), ((c("TD"), f"{mark('b', 'Nobody')} could beat it — " + "so it won " * 9),)),
    Item("hint", "A little help."),
    Item("a label which is much too long for any column of labels", "And its text."),
    Item("", "Neither label nor sign."),
    Para(f"{m('5C+9S')} {m('show:KH')} {m('3+3+3+4+4+4+5+5+5+6+6+6+7+7+7+8+8+8')} {c('X1')} {mark('k', 'tute.play')}"),
    Pre("tutor explain tute trump=S trick=KH,4H hand=AH,2H,3S --json --suits letters\n  second line  \n"),
)
