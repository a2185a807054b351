"""Hasenpfeffer: what is laid away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.strength.textbook.pages import laid_away

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.strength.textbook.pages import Page


PAGES: Final[Mapping[str, Page]] = {
    "discard": laid_away,
}
