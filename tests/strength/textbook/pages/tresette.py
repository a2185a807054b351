"""Tresette: nothing is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.strength.textbook.pages import says

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.strength.textbook.pages import Page


PAGES: Final[Mapping[str, Page]] = {
    "talk": says("silent"),
}
