"""How this output can be read: its width, whether it has colours, and how a suit is written there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Suits: TypeAlias = Literal["letters", "symbols", "words"]
"""`KH`, `K♥` or `king of hearts`."""

NARROWEST, WIDEST, UNKNOWN = 40, 200, 80
SYMBOLS = "♠♥♦♣"

# What stands for a character in an encoding that lacks it; others lose their accent or become "?".
_PLAINER = {
    **dict.fromkeys("‐‑‒–—―−─", "-"),
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("•‣◦▪", "*"),
    **dict.fromkeys("\u00a0\u2007\u2009\u202f", " "),
    **dict(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True)),
    "…": "...",
    "×": "x",
    "·": "-",
    "→": "->",
    "←": "<-",
    "⇒": "=>",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "«": '"',
    "»": '"',
    "✓": "+",
    "✗": "x",
    "│": "|",
    "├": "+",
    "└": "+",
    "ß": "ss",
}
# A variation selector makes ♥ two cells wide in some terminals only; the separators end a line in some only.
_DROPPED = {0xFE0E: None, 0xFE0F: None, 0xFEFF: None, 0x2028: " ", 0x2029: " "}


class Stream(Protocol):
    """What is asked of an output: is it a terminal, and which one."""

    def isatty(self) -> bool:
        """Whether a person is looking at it."""
        ...

    def fileno(self) -> int:
        """Its descriptor; may raise `OSError`."""
        ...


class RenderOptions(NamedTuple):
    """How an output can be read.

    `width` in cells; `colour` allows ANSI colours, always in addition to words and signs; `plain` is linear text
    for speech and braille: no columns, rules or ornaments; `suits` says how a card is written; `four_colour` tells
    diamonds and clubs apart by colour too; `encoding` is what the output can take; `elastic` marks a width that was
    read from a terminal, which may be resized.
    """

    width: int = UNKNOWN
    colour: bool = False
    plain: bool = False
    suits: Suits = "symbols"
    four_colour: bool = False
    encoding: str = "utf-8"
    elastic: bool = False

    @classmethod
    def detect(
        cls,
        stream: Stream,
        env: Mapping[str, str],
        *,
        width: int | None = None,
        colour: bool | None = None,
        plain: bool | None = None,
        suits: Suits | Literal["auto"] = "auto",
        four_colour: bool = False,
    ) -> RenderOptions:
        """The look of `stream` in the environment `env`; what is given by name was asked for and wins.

        Plain is on for `TERM=dumb` and `ACCESSIBLE=1`. Colours need a terminal, no `NO_COLOR` and no plain text.
        Suits are symbols where the encoding has them, letters where not and in plain text, words for `ACCESSIBLE=1`.
        """
        accessible = env.get("ACCESSIBLE", "").strip().lower() not in {"", "0", "no", "off", "false"}
        if plain is None:
            plain = accessible or env.get("TERM") == "dumb"
        if colour is None:
            colour = is_terminal(stream) and not env.get("NO_COLOR") and env.get("TERM") != "dumb"
        encoding = getattr(stream, "encoding", None) or "utf-8"
        if suits == "auto":
            suits = "words" if accessible else "letters" if plain else "symbols"
        if suits == "symbols" and not can_encode(SYMBOLS, encoding):
            suits = "letters"
        found, elastic = (width, False) if width is not None else columns(stream, env)
        return cls(
            width=max(NARROWEST, min(WIDEST, found)),
            colour=colour and not plain,
            plain=plain,
            suits=suits,
            four_colour=four_colour,
            encoding=encoding,
            elastic=elastic,
        )

    def refitted(self, stream: Stream) -> RenderOptions:
        """The same look at the width `stream` has now; unchanged unless the width came from a terminal."""
        if not self.elastic:
            return self
        now = max(NARROWEST, min(WIDEST, columns(stream, {})[0]))
        return self if now == self.width else self._replace(width=now)

    def fit(self, text: str) -> str:
        """`text` with only characters this output can take, typographic ones replaced by the nearest plain ones."""
        if text.isascii():
            return text
        text = text.translate(_DROPPED)
        if can_encode(text, self.encoding):
            return text
        return "".join(one if can_encode(one, self.encoding) else _plainer(one, self.encoding) for one in text)


def can_encode(text: str, encoding: str) -> bool:
    """Whether every character of `text` exists in `encoding`; an encoding nobody knows is taken to be ASCII."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    except LookupError:
        return text.isascii()
    return True


def columns(stream: Stream, env: Mapping[str, str]) -> tuple[int, bool]:
    """The width of `stream` (`COLUMNS`, else the terminal's own, else 80) and whether it follows a terminal."""
    asked = env.get("COLUMNS", "")
    if asked.isascii() and asked.isdigit() and 0 < len(asked) < 6 and int(asked):
        return int(asked), False
    try:
        found = os.get_terminal_size(stream.fileno()).columns
    except (AttributeError, OSError, ValueError):
        return UNKNOWN, False
    return found or UNKNOWN, True


def is_terminal(stream: Stream) -> bool:
    """Whether a person is looking at `stream`."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):  # no stream at all, or a closed one
        return False


def _plainer(one: str, encoding: str) -> str:
    found = _PLAINER.get(one)
    if found is None:
        import unicodedata

        found = "".join(part for part in unicodedata.normalize("NFKD", one) if can_encode(part, encoding))
    return found if found and can_encode(found, encoding) else "?"
