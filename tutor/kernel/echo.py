"""Repeating what somebody typed: nothing in it can move a cursor, turn a line round or hide, and it never runs on.

Whatever comes from outside (arguments, names of fields and files, lines of a record) goes through here before it is
said back.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 40
"""Characters of one thing that are repeated."""
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Signs that count as letters or marks, and that nobody sees."""


def visible(text: str) -> str:
    """`text` with every sign that cannot be seen, or that a terminal would obey, written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign if sign.isprintable() and not _UNSEEN.match(sign) else _escaped(sign) for sign in text)


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")


def cut(text: str, most: int = LONGEST) -> str:
    """`text` if it is short, else its beginning and its end."""
    if len(text) <= most:
        return text
    end = (most - 1) // 2
    return f"{text[: most - 1 - end]}…{text[-end:]}"


def short(text: str, most: int = LONGEST) -> str:
    """`text` to be repeated as it stands: cut, and everything visible; `most` holds for what is shown."""
    return cut(visible(cut(text, most)), most)


def echoed(text: str, most: int = LONGEST) -> str:
    """`text` to be repeated between quotes."""
    sign = '"' if "'" in text and '"' not in text else "'"
    return f"{sign}{short(text, most)}{sign}"
