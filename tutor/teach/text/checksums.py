"""Checksums of files, and the repair of single flipped bits."""

from __future__ import annotations

import hashlib
from typing import Final

SIGNS: Final = 16
"""The length of a checksum in hexadecimal digits."""
LONGEST: Final = 20_000
"""The most bytes in which a flipped bit is searched for."""


def checksum(data: bytes) -> str:
    """The checksum of `data`, in hexadecimal."""
    return hashlib.blake2b(data, digest_size=SIGNS // 2).hexdigest()


def mended(data: bytes, told: str) -> bytes | None:
    """The original of `data`, if at most one bit of it or of its checksum `told` was flipped; else None."""
    if bits_apart(told.encode("latin-1", "replace"), checksum(data).encode()) in (0, 1):
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


def bits_apart(one: bytes, other: bytes) -> int | None:
    """The number of bits in which the two differ; None if their lengths do."""
    if len(one) != len(other):
        return None
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))
