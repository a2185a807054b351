"""The language of sentences: English, or that of a gettext catalogue.

Catalogues are `templates/locale/LANGUAGE/LC_MESSAGES/tutor.mo`. `TUTOR_LANG`, else `LANGUAGE`, lists languages
separated by colons; the first with a catalogue is used.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING, Final

from tutor.teach.text.files import templates_root

if TYPE_CHECKING:
    from gettext import GNUTranslations

OWN: Final = "en"
DOMAIN: Final = "tutor"
_NAME: Final = re.compile("[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*")


def wanted() -> tuple[str, ...]:
    """The languages asked for, in order of preference; one with a country is followed by the same without."""
    asked = os.environ.get("TUTOR_LANG") or os.environ.get("LANGUAGE") or ""
    out: list[str] = []
    for name in asked.split(":"):
        plain = name.partition(".")[0].partition("@")[0].replace("-", "_")
        if _NAME.fullmatch(plain):  # so that it cannot name another folder
            out += [plain, plain.partition("_")[0]]
    return tuple(dict.fromkeys(out))


def language() -> str:
    """The language of sentences."""
    return _found()[0]


def translations() -> GNUTranslations | None:
    """The catalogue of that language; None for English, the language of the templates."""
    return _found()[1]


def translated(text: str) -> str:
    """`text`, a word used in sentences, translated. Babel extracts the texts of calls of this function."""
    catalogue = translations()
    return catalogue.gettext(text) if catalogue is not None else text


@cache
def _found() -> tuple[str, GNUTranslations | None]:
    for name in wanted():
        if name == OWN:
            break
        from gettext import GNUTranslations

        path = templates_root() / "locale" / name / "LC_MESSAGES" / f"{DOMAIN}.mo"
        try:
            with path.open("rb") as file:
                return name, GNUTranslations(file)
        except (OSError, UnicodeDecodeError, ValueError):  # missing, or not a catalogue
            continue
    return OWN, None
