"""Write flash cards as an Anki deck with genanki, an optional dependency that only this module loads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.kernel.faults import UserFault
from tutor.teach.flashcards.deck import number
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tutor.teach.flashcards.deck import Sides


class NoLibrary(UserFault, RuntimeError):
    """genanki is not installed; the message says how to install it."""

    in_command = True


def write_deck(path: Path, title: str, cards: Iterable[Sides], style: str) -> None:
    """Write the cards as a deck called `title`; raises `NoLibrary`, or OSError if the file cannot be written."""
    try:
        import genanki
    except ImportError:
        raise NoLibrary(say("deck.no_library")) from None
    sides = {"name": "tutor", "qfmt": "{{Front}}", "afmt": '{{FrontSide}}<hr id="answer">{{Back}}'}
    model = genanki.Model(
        number("model"), "tutor drill", fields=[{"name": "Front"}, {"name": "Back"}], templates=[sides], css=style
    )
    deck = genanki.Deck(number(f"deck {title}"), f"tutor::{title}")
    for card in cards:
        deck.add_note(genanki.Note(model=model, fields=[card.front, card.back], guid=card.guid, tags=list(card.tags)))
    genanki.Package(deck).write_to_file(str(path))
