"""Commands to be copied from a terminal that is too narrow for them."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

from tutor.ui.wrap import cells

if TYPE_CHECKING:
    from tutor.ui.render_options import RenderOptions

COMMAND: Final = "tutor "
"""How a line begins that is a command."""
_WORD: Final = re.compile(r"""(?:'[^']*'|"[^"]*"|[^\s'"])+""")
"""Matches a word as a shell takes it: what stands between quotes is not parted."""
_PIECE: Final = re.compile(r"[^,+]+[,+]*|[,+]+")
"""Matches a piece of a list of cards, up to its comma or plus."""


def copied(line: str, look: RenderOptions) -> list[str]:
    """A line to be copied as it is; a command too long for a terminal in lines that a shell takes for one.

    All but the last end in a backslash. They break at blanks; a word too long for any line breaks after commas, and
    goes on at the left edge. On Windows, where no shell knows that, and where nobody looks, lines stay whole.
    """
    bare = line.lstrip()
    if not (look.elastic and bare.startswith(COMMAND) and cells(line) > look.width) or os.name == "nt":
        return [line]
    lead, out = " " * (len(line) - len(bare)), list[str]()
    for word in _WORD.findall(bare):
        long = cells(f"{lead}  {word} \\") > look.width and "'" not in word and '"' not in word
        for at, piece in enumerate(_PIECE.findall(word) if long else [word]):
            between = "" if at else " "
            if out and cells(f"{out[-1]}{between}{piece} \\") <= look.width:
                out[-1] += f"{between}{piece}"
            elif at:
                out[-1] += "\\"
                out.append(piece)
            elif out:
                out[-1] += " \\"
                out.append(f"{lead}  {piece}")
            else:
                out.append(f"{lead}{piece}")
    return out
