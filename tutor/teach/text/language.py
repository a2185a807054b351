"""The language of the sentences: English, or what a catalogue beside the templates translates it into.

A catalogue is a gettext file `templates/locale/LANGUAGE/LC_MESSAGES/tutor.mo`. `TUTOR_LANG` says which language, else
`LANGUAGE`; both may name several, parted by colons, the first wins that is there.
"""

from __future__ import annotations

import os
import re
from functools import cache
from gettext import GNUTranslations
from typing import Final

from tutor.teach.text.files import templates_root

OWN: Final = "en"
DOMAIN: Final = "tutor"
_NAME: Final = re.compile("[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*")


def wanted() -> tuple[str, ...]:
    """The languages asked for, the best first; each with a country also without it."""
    asked = os.environ.get("TUTOR_LANG") or os.environ.get("LANGUAGE") or ""
    out: list[str] = []
    for name in asked.split(":"):
        plain = name.partition(".")[0].partition("@")[0].replace("-", "_")
        if _NAME.fullmatch(plain):  # nothing that could name another folder
            out += [plain, plain.partition("_")[0]]
    return tuple(dict.fromkeys(out))


def language() -> str:
    """The language that sentences are in."""
    return _found()[0]


def translations() -> GNUTranslations | None:
    """The catalogue of that language; None for English, which the templates are written in."""
    return _found()[1]


def translated(text: str) -> str:
    """A word that sentences are made with, in their language. The catalogue finds it where this is called."""
    catalogue = translations()
    return catalogue.gettext(text) if catalogue is not None else text


@cache
def _found() -> tuple[str, GNUTranslations | None]:
    for name in wanted():
        if name == OWN:
            break
        path = templates_root() / "locale" / name / "LC_MESSAGES" / f"{DOMAIN}.mo"
        try:
            with path.open("rb") as file:
                return name, GNUTranslations(file)
        except (OSError, UnicodeDecodeError, ValueError):  # not there, or no catalogue
            continue
    return OWN, None
