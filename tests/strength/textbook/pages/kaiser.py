"""Kaiser: a poor hand is thrown in."""

from __future__ import annotations

from typing import Final

from tests.strength.textbook.pages import says

PAGES: Final = {"misdeal": says("misdeal")}
