"""Tresette: nothing is said."""

from __future__ import annotations

from typing import Final

from tests.strength.textbook.pages import says

PAGES: Final = {"talk": says("silent")}
