"""What a terminal shows beyond the words: styles of marks and tones, and the signs that say the same without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tutor.teach.text.marks import NO_BREAK
from tutor.ui.marks import Span, spans
from tutor.ui.wrap import Line, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.ui.render_options import RenderOptions

BOLD, DIM, RED, GREEN, YELLOW, CYAN = "1", "2", "31", "32", "33", "36"

_SUIT = {"S": BOLD, "H": "1;31", "D": "1;31", "C": BOLD}
_SUIT_OF_FOUR = {"S": BOLD, "H": "1;31", "D": "1;94", "C": "1;32"}
_ROLE = {"card": BOLD, "move": BOLD, "stress": BOLD, "clause": DIM}
# A verdict colours its sign only: in red text a spade would be red.
_TONE = {"ask": BOLD, "dim": DIM}
_TONE_SIGN = {"good": ("✓", "+", GREEN), "bad": ("✗", "x", RED), "warn": ("!", "!", YELLOW)}


def runs(text: str, look: RenderOptions, names: Mapping[str, str], style: str = "") -> Line:
    """The marked `text` as one unbroken line in `style`, its cards, clauses and stressed words in theirs.

    A card stays in one piece, also where it is written in words.
    """
    return [(whole(span), joined(style, _styled(span, look, style))) for span in spans(text, look, names)]


def whole(span: Span) -> str:
    """The text of a span; one that is a card does not end a line inside."""
    return span.text.replace(" ", NO_BREAK) if span.role == "card" else span.text


def _styled(span: Span, look: RenderOptions, around: str) -> str:
    suits = _SUIT_OF_FOUR if look.four_colour else _SUIT
    found = suits[span.suit] if span.suit in suits else _ROLE.get(span.role, "")
    return found.removeprefix(BOLD).removeprefix(";") if around == DIM else found


def tone(name: str) -> str:
    """The style of a paragraph's tone."""
    return _TONE.get(name, "")


def tone_sign(name: str, look: RenderOptions) -> tuple[str, str]:
    """The character that says a tone and its style, "" if it needs none."""
    neat, ascii_, colour = _TONE_SIGN.get(name, ("", "", ""))
    sign = neat if look.suits == "symbols" and look.fit(neat) == neat else ascii_
    return sign, joined(BOLD, colour) if sign else ""


def verdict(sign: Literal["", "yes", "no"], look: RenderOptions) -> tuple[str, str]:
    """The sign of an item and its style; it is the words themselves where suits are not symbols either."""
    if not sign:
        return "", ""
    shown = {"yes": "✓", "no": "✗"}[sign]
    if look.suits != "symbols" or look.fit(shown) != shown:
        shown = sign
    return shown, joined(BOLD, GREEN if sign == "yes" else RED)
