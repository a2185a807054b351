"""Hasenpfeffer: what is laid away."""

from __future__ import annotations

from typing import Final

from tests.strength.textbook.pages import laid_away

PAGES: Final = {"discard": laid_away}
