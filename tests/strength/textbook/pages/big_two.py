"""Big Two: nothing hangs on who deals."""

from __future__ import annotations

from typing import Final

from tests.strength.textbook.pages import first

PAGES: Final = {"deal": first}
