"""Back Alley: nothing hangs on the order of an exchange."""

from __future__ import annotations

from typing import Final

from tests.strength.textbook.pages import first

PAGES: Final = {"exchange": first}
