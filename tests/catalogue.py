"""The catalogue of everything a translator has to translate: `python -m tests.catalogue --update` writes it.

It holds the sentences of the templates, word for word as the program asks for them, and the few words that sentences
are made with (`translated("…")`, the numbers, the suits). Rulebooks and lessons are translated as files of their own.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.kernel.cards import SUIT_NAMES
from tutor.teach.text.environment import environment
from tutor.teach.text.files import templates_root
from tutor.teach.text.words import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

CATALOGUE = templates_root() / "tutor.pot"
PACKAGE = Path(__file__).resolve().parent.parent / "tutor"
HEAD = """# The sentences of tutor. Made by `python -m tests.catalogue --update`; do not edit.
# A translation stands compiled in locale/LANGUAGE/LC_MESSAGES/tutor.mo beside this file.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def messages() -> dict[str, list[str]]:
    """Every message with the places it stands in; lines are left out, so that an edit above changes nothing."""
    found: dict[str, list[str]] = {}
    for message, where in (*_templates(), *_words()):
        places = found.setdefault(message, [])
        if where not in places:
            places.append(where)
    return found


def _templates() -> Iterator[tuple[str, str]]:
    env = environment()
    for path in sorted(templates_root().glob("*.j2")):
        for _, _, said in env.extract_translations(path.read_text("utf-8")):  # type: ignore[attr-defined]
            for message in (said,) if isinstance(said, str) else said:
                if message:
                    yield message, path.name


def _words() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "translated":
                for one in node.args:
                    if isinstance(one, ast.Constant) and isinstance(one.value, str):
                        yield one.value, path.relative_to(PACKAGE.parent).as_posix()
    suits = [*SUIT_NAMES.values(), *(name.removesuffix("s") for name in SUIT_NAMES.values()), "no trump"]
    for word in ("and", "or", *NUMBERS, *suits):
        yield word, "tutor/teach/text/words.py"


def written() -> str:
    """The text of the catalogue."""
    out = [HEAD]
    for message, places in messages().items():
        out.append("".join(f"#: {place}\n" for place in places) + f'msgid {_quoted(message)}\nmsgstr ""\n')
    return "\n".join(out)


def _quoted(message: str) -> str:
    said = message.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    lines = said.split("\n")
    if len(lines) == 1:
        return f'"{said}"'
    parts = [f'"{line}\\n"' for line in lines[:-1]] + ([f'"{lines[-1]}"'] if lines[-1] else [])
    return "\n".join(['""', *parts])


if __name__ == "__main__":
    if "--update" in sys.argv[1:]:
        CATALOGUE.write_text(written(), "utf-8", newline="\n")
    elif not CATALOGUE.exists() or CATALOGUE.read_text("utf-8") != written():
        sys.exit("templates/tutor.pot is not up to date: python -m tests.catalogue --update")
