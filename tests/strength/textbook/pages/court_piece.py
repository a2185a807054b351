"""Court Piece: nothing is made of revokes, and no hand goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.strength.textbook.pages import says

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.strength.textbook.pages import Page


PAGES: Final[Mapping[str, Page]] = {
    "revoke": says("silent", "pass"),
    "correct": says("pass"),
    "play-on": says("stop"),
}
