"""Schafkopf: what is laid away counts, and jacks, queens and diamonds are always trumps."""

from __future__ import annotations

from functools import partial
from typing import Final

from tests.strength.textbook.pages import laid_away

PAGES: Final = {"discard": partial(laid_away, trump="D", saved="T")}
