"""A text as one word, `tutor1:CHECKSUM:…`, to be pasted anywhere: letters, digits, `-`, `_` and `:` only."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Final

LINE: Final = "tutor1:"
"""What a word begins with; the number is the version of the form."""


class DamagedShareCode(ValueError):
    """A word that was not made by `encode`, or has been cut or mistyped since."""


def encode(text: str) -> str:
    """The word for a text."""
    data = text.encode()
    body = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    return f"{LINE}{zlib.crc32(data):08x}:{body}"


def decode(word: str, largest: int) -> str:
    """The text in a word; raises `DamagedShareCode`. Never unpacks more than `largest` bytes, however much there is."""
    word = word.strip()
    if not word.startswith(LINE):
        raise DamagedShareCode(f"a record in one word begins with `{LINE}`")
    if len(word) > largest:
        raise DamagedShareCode(f"longer than {largest} characters")
    check, _, body = word.removeprefix(LINE).partition(":")
    try:
        unzip = zlib.decompressobj()
        data = unzip.decompress(base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True), largest)
        text = data.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise DamagedShareCode("the word is damaged or cut off") from None
    if not unzip.eof or unzip.unused_data or f"{zlib.crc32(data):08x}" != check:
        raise DamagedShareCode("the word is damaged or cut off: its checksum does not fit")
    return text
