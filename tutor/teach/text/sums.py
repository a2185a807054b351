"""Checksums: whether bytes are as they were written, and what they were if a single bit has changed."""

from __future__ import annotations

import hashlib
from typing import Final

SIGNS: Final = 16
"""Signs of a checksum."""
LONGEST: Final = 20_000
"""Bytes in which a changed bit is looked for; it would take too long in more."""


def checksum(data: bytes) -> str:
    """The checksum of `data`, in hexadecimal."""
    return hashlib.blake2b(data, digest_size=SIGNS // 2).hexdigest()


def mended(data: bytes, told: str) -> bytes | None:
    """`data` as it was when `told` was its checksum, if since then one bit of the two has changed; else None."""
    if _one_bit(told, checksum(data)):
        return data
    if len(data) > LONGEST:
        return None
    digest, size = bytes.fromhex(told) if _hexadecimal(told) else b"", SIGNS // 2
    for at in range(len(data)):
        before = hashlib.blake2b(data[:at], digest_size=size)
        for bit in range(8):
            tried = before.copy()
            tried.update(bytes((data[at] ^ 1 << bit,)) + data[at + 1 :])
            if tried.digest() == digest:
                return data[:at] + bytes((data[at] ^ 1 << bit,)) + data[at + 1 :]
    return None


def _hexadecimal(told: str) -> bool:
    return len(told) == SIGNS and not set(told) - set("0123456789abcdef")


def _one_bit(one: str, other: str) -> bool:
    differ = [ord(a) ^ ord(b) for a, b in zip(one, other, strict=False) if a != b]
    return len(one) == len(other) and (not differ or (len(differ) == 1 and differ[0].bit_count() == 1))
