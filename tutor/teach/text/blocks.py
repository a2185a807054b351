"""Split template files into blocks, each the text of one sentence."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from tutor.teach.text.files import templates_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_BLOCK: Final = re.compile(r"{% block (\w+) %}.*?{% endblock %}", re.DOTALL)
_OTHER: Final = re.compile(r"\bself\.(\w+)\(")


class Blocks:
    """The template files of a folder and their blocks, read on demand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, _File] = {}

    def of(self, file: str) -> Mapping[str, str]:
        """The texts of the blocks of a file, by name; raises OSError if there is no such file."""
        return self._file(file).blocks

    def alone(self, file: str, block: str) -> str:
        """A template of just that block and the blocks it uses, with line numbers as in the file.

        Raises OSError or KeyError if there is none.
        """
        return self._file(file).alone(block)

    def _file(self, name: str) -> _File:
        if name not in self._files:
            self._files[name] = _File((self.folder / name).read_text("utf-8"))
        return self._files[name]


class _File:
    """The text of a template file, split into blocks."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def blocks(self) -> dict[str, str]:
        return {hit[1]: hit[0] for hit in _BLOCK.finditer(self._text)}

    def alone(self, block: str) -> str:
        """A template of just that block and the blocks it uses, with line numbers as in the file."""
        if block not in self.blocks:
            raise KeyError(block)
        wanted = [block]
        for one in wanted:  # grows during the loop
            others = dict.fromkeys(_OTHER.findall(self.blocks[one]))
            wanted += [other for other in others if other in self.blocks and other not in wanted]
        above = self._text.count("\n", 0, self._text.index(self.blocks[block]))
        return "\n" * above + "".join(self.blocks[one] for one in wanted)


@cache
def templates() -> Blocks:
    """The shared templates."""
    return Blocks(templates_root())
