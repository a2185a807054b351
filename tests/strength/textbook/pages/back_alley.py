"""Back Alley: nothing hangs on the order of an exchange."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.strength.textbook.pages import first

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.strength.textbook.pages import Page


PAGES: Final[Mapping[str, Page]] = {
    "exchange": first,
}
