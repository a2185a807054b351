"""Flash cards as text: both sides as HTML of one line, and a table of them that Anki and others import."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.teach.flashcards.deck import Sides
from tutor.ui.drawn.html import fragment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.teach.flashcards.deck import Note
    from tutor.ui.render_options import RenderOptions

STYLE: Final = """
.tutor { font: 1.05rem/1.55 system-ui, sans-serif; max-width: 40rem; margin: 0 auto; text-align: left; }
.tutor .card, .tutor .move, .tutor .label, .tutor .ask { font-weight: 600; }
.tutor .card, .tutor .sign { white-space: nowrap; }
.tutor .H, .tutor .D { color: #c01f2e; } .nightMode .tutor .H, .nightMode .tutor .D { color: #ff8a8a; }
.tutor .clause, .tutor .dim { color: #777; } .nightMode .tutor .clause, .nightMode .tutor .dim { color: #aaa; }
.tutor ul { list-style: none; padding: 0; } .tutor li { padding: .3rem 0; border-top: 1px solid #8884; }
.tutor .ear { display: none; } .tutor .four .D { color: #1d4fb8; }
.tutor dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .8rem; } .tutor dl div { display: contents; }
.tutor dt { color: #777; } .nightMode .tutor dt { color: #aaa; } .tutor dd { margin: 0; }
.tutor .hand .cards { white-space: pre-wrap; }
.tutor td, .tutor th { text-align: left; padding: .25rem .9rem .25rem 0; }
""".strip()
_HEAD: Final = "#separator:tab\n#html:true\n#guid column:1\n#columns:guid\tfront\tback\ttags\n#tags column:4\n"


def sides(note: Note, look: RenderOptions) -> Sides:
    """Both sides of a card as HTML."""
    front, back = (
        f'<div class="tutor">{" ".join(fragment(doc, look, note.names)).replace(chr(10), " ")}</div>'.replace("\t", " ")
        for doc in (note.front, note.back)
    )
    return Sides(note.guid, front, back, note.tags)


def table(cards: Iterable[Sides]) -> str:
    """The cards as lines of four fields between tabs, after lines that tell Anki what they are."""
    return _HEAD + "".join(f"{card.guid}\t{card.front}\t{card.back}\t{' '.join(card.tags)}\n" for card in cards)
