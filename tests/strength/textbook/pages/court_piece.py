"""Court Piece: nothing is made of revokes, and no hand goes on."""

from __future__ import annotations

from typing import Final

from tests.strength.textbook.pages import says

PAGES: Final = {"revoke": says("silent", "pass"), "correct": says("pass"), "play-on": says("stop")}
