"""Where Jinja finds sentences: files of templates, single blocks of them, and sentences of rulebooks by their text.

Nothing compiled is kept from one run to the next: what a program runs must not lie in a folder that a faulty disk,
or somebody else, can change. So only the blocks that are said are compiled, each by itself, and that takes no longer.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, TemplateNotFound

_BLOCK: Final = re.compile(r"{% block (\w+) %}.*?{% endblock %}", re.DOTALL)
_OTHER: Final = re.compile(r"\bself\.(\w+)\(")


class SentenceLoader(FileSystemLoader):
    """Templates by the name of their file, blocks as `file.j2#block`, and sentences by a name made of their text."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._folder = folder
        self._sentences: dict[str, str] = {}
        self._files: dict[str, _File] = {}

    def named(self, source: str) -> str:
        """The name under which the sentence `source` can be loaded."""
        name = "sentence:" + hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest()
        self._sentences[name] = source
        return name

    def blocks(self, file: str) -> Mapping[str, str]:
        """The blocks of a file of templates, each as its text; raises `TemplateNotFound` if there is no such file."""
        return self._file(file).blocks

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a file, of a block with those that it says in its middle, or of a sentence."""
        if template in self._sentences:
            return self._sentences[template], "sentence", lambda: True
        file, _, block = template.partition("#")
        if not block:
            return super().get_source(environment, template)
        return self._file(file).alone(block, template), str(self._folder / file), lambda: True

    def _file(self, name: str) -> _File:
        if name not in self._files:
            try:
                self._files[name] = _File((self._folder / name).read_text("utf-8"))
            except OSError:
                raise TemplateNotFound(name) from None
        return self._files[name]


class _File:
    """The text of a file of templates, taken apart."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def blocks(self) -> dict[str, str]:
        return {hit[1]: hit[0] for hit in _BLOCK.finditer(self._text)}

    def alone(self, block: str, name: str) -> str:
        """A template with that block, and those it needs; lines are counted as in the file."""
        if block not in self.blocks:
            raise TemplateNotFound(name)
        wanted = [block]
        for one in wanted:  # grows meanwhile
            others = dict.fromkeys(_OTHER.findall(self.blocks[one]))
            wanted += [other for other in others if other in self.blocks and other not in wanted]
        above = self._text.count("\n", 0, self._text.index(self.blocks[block]))
        return "\n" * above + "".join(self.blocks[one] for one in wanted)
