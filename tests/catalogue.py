"""The catalogue of everything a translator has to translate: `python -m tests.catalogue --update` writes it.

It holds the sentences of the templates, word for word as the program asks for them, and the few words that sentences
are made with (`translated("…")`, the numbers, the suits). Rulebooks and lessons are translated as files of their own.
"""

from __future__ import annotations

import sys
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import write_po

from tutor.kernel.cards import SUIT_NAMES
from tutor.teach.text.environment import environment
from tutor.teach.text.files import templates_root
from tutor.teach.text.values import NUMBERS

CATALOGUE = templates_root() / "tutor.pot"
PACKAGE = Path(__file__).resolve().parent.parent / "tutor"
HEAD = """# The sentences of tutor. Made by `python -m tests.catalogue --update`; do not edit.
# A translation stands compiled in locale/LANGUAGE/LC_MESSAGES/tutor.mo beside this file (`pybabel init`, `compile`).
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


@cache
def messages() -> Catalog:
    """Every message with the files it stands in."""
    found = Catalog()
    trimming = {name: str(getattr(environment(), name)) for name in ("trim_blocks", "lstrip_blocks")}
    for root, pattern, method in (
        (templates_root(), "*.j2", "jinja2.ext:babel_extract"),
        (PACKAGE, "**.py", "python"),
    ):
        for file, _, message, comments, context in extract_from_dir(
            root, [(pattern, method)], {pattern: trimming}, {**DEFAULT_KEYWORDS, "translated": None}
        ):
            where = file if root != PACKAGE else f"{PACKAGE.name}/{file}"
            found.add(message, locations=[(where, 0)], auto_comments=comments, context=context)
    suits = [*SUIT_NAMES.values(), *(name.removesuffix("s") for name in SUIT_NAMES.values()), "no trump"]
    for word in ("and", "or", "nor", *NUMBERS, *suits):
        found.add(word, locations=[("tutor/teach/text/words.py", 0)])
    return found


def written() -> str:
    """The text of the catalogue; lines are left out, so that an edit above a message changes nothing."""
    out = BytesIO()
    write_po(out, messages(), width=0, omit_header=True, include_lineno=False)
    return HEAD + out.getvalue().decode("utf-8")


if __name__ == "__main__":
    if "--update" in sys.argv[1:]:
        CATALOGUE.write_text(written(), "utf-8", newline="\n")
    elif not CATALOGUE.exists() or CATALOGUE.read_text("utf-8") != written():
        sys.exit("templates/tutor.pot is not up to date: python -m tests.catalogue --update")
