"""A text as one word to be copied and pasted: `tutor1:CHECKSUM:…`, of letters, digits, `-`, `_` and `:` only."""

from __future__ import annotations

from typing import Final

LINE: Final = "tutor1:"
"""The prefix of every word; its number is the version of the format."""


class DamagedShareCode(ValueError):
    """Raised for a word that `encode` did not make, or that has been cut or mistyped since."""


def encode(text: str) -> str:
    """The word for a text: its checksum, and the compressed text in base 64."""
    import base64
    import zlib

    data = text.encode()
    body = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    return f"{LINE}{zlib.crc32(data):08x}:{body}"


def decode(word: str, largest: int) -> str:
    """The text of a word; raises `DamagedShareCode`. Unpacks at most `largest` bytes."""
    import base64
    import zlib

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
    except (zlib.error, ValueError):
        raise DamagedShareCode("the word is damaged or cut off") from None
    if not unzip.eof or unzip.unused_data or f"{zlib.crc32(data):08x}" != check:
        raise DamagedShareCode("the word is damaged or cut off: its checksum does not fit")
    return text
