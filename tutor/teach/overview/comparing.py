"""Compare a game with one that the learner knows, which `tutor` may teach or not."""

from __future__ import annotations

from tutor.kernel.by_name import names
from tutor.kernel.echo import short
from tutor.teach.overview.prior_knowledge import NAMES, known_doc, known_title
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.doc import Block, Doc, Para
from tutor.teach.text.words import say


def offer(game: str) -> list[Block]:
    """A line for learners who know one of the games named in the rulebook of `game`; empty if it names none."""
    try:
        known = rulebook(game).known
    except BadRulebook:  # lessons do without a rulebook
        return []
    if not known:
        return []
    return [Para(say("contrast.offer", there=[known_title(name) for name in known], first=next(iter(known))), "dim")]


def comparison(game: str, wanted: str) -> Doc:
    """What players of the game that `wanted` names can keep in `game`, and what differs."""
    from tutor.teach.overview.contrast import contrast_doc  # which plays both games
    from tutor.teach.overview.games_map import contrasts

    book, name = rulebook(game), wanted.strip().lower().replace(" ", "-").replace("_", "-")
    offered = list(book.known) or list(NAMES[:2])
    if not name:
        return (Para(say("contrast.which", words=offered), "dim"),)
    if name in NAMES:
        return known_doc(book.title, name, book.known)
    if name not in names():
        return (Para(say("contrast.no_game", name=short(wanted), words=offered), "warn"),)
    if name == game:
        return (Para(say("contrast.itself", game=book.title), "dim"),)
    return contrast_doc(name, game, lessons=tuple(address for one, address in contrasts(game) if one == name))
