"""Safe repetition of what somebody typed: escaped, so that it cannot steer a terminal, and cut to a length.

Whatever comes from outside (arguments, names of fields and files, lines of a record) goes through here before it is
printed.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 40
"""Most characters of one input that are repeated."""
_UNSEEN: Final = "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
"""Characters that Unicode counts as letters or marks but that are invisible."""


def visible(text: str) -> str:
    """`text` with every invisible or control character written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign if sign.isprintable() and not re.match(_UNSEEN, sign) else _escaped(sign) for sign in text)


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")


def cut(text: str, most: int = LONGEST) -> str:
    """`text` if it has at most `most` characters, else its beginning and its end with `…` between them."""
    if len(text) <= most:
        return text
    end = (most - 1) // 2
    return f"{text[: most - 1 - end]}…{text[-end:]}"


def short(text: str, most: int = LONGEST) -> str:
    """`text` escaped and cut for repeating without quotes; the result has at most `most` characters."""
    return cut(visible(cut(text, most)), most)


def echoed(text: str, most: int = LONGEST) -> str:
    """`text` escaped, cut and put between quotes."""
    sign = '"' if "'" in text and '"' not in text else "'"
    return f"{sign}{short(text, most)}{sign}"
