"""Documents as web pages and as Markdown."""

from __future__ import annotations

import html.parser
import re

import pytest

from tests.samples import ALL, NAMES, c
from tutor.teach.text.doc import ColumnsBlock, Heading, Item, Para, Pre
from tutor.ui.drawn.html import to_html
from tutor.ui.markdown import to_markdown
from tutor.ui.render_options import RenderOptions


class Reader(html.parser.HTMLParser):
    """Checks that tags nest, and keeps what is read and what was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert not any(name.startswith("on") or name in {"href", "src"} for name, _ in attrs)
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


def test_a_page_is_whole_safe_and_readable() -> None:
    evil = "<script>alert(1)</script> <img src=x onerror=y> \" ' & </title></style>"
    doc = (*ALL, Para(evil), Item(evil, evil, evil, "yes"), Pre(evil), ColumnsBlock((evil,), ((evil,),)), Heading(evil))
    page = to_html(doc, RenderOptions(suits="symbols"), {**NAMES, "P2": evil}, title=evil)
    reader = Reader()
    reader.feed(page)
    assert not reader.open and not reader.seen & {"script", "img", "a"}
    assert reader.said.count("alert(1)") >= 6
    for needed in (
        "prefers-color-scheme: dark",
        "viewport",
        'lang="en"',
        "king of hearts",
        "✓ yes",
        "✗ no",
        'scope="col"',
    ):
        assert needed in page
    assert "<h1>" in to_html((Para("x"),), RenderOptions(), {}, title="A title")
    assert 'class="four"' in to_html(ALL, RenderOptions(four_colour=True), NAMES, title="t")
    assert "aria-hidden" not in to_html(ALL, RenderOptions(suits="words"), NAMES, title="t")


def test_markdown() -> None:
    doc = (
        Heading("A # b", 1),
        Item(c("AH"), "It beats.\nTwice.", "a.b", "yes"),
        Item("x", ""),
        Para("1. no *list* <b>"),
    )
    assert to_markdown(doc, RenderOptions(), {}) == (
        "# A # b\n\n- **A♥** ✓ yes: It beats.\\\n  Twice. (`a.b`)\n- **x**\n\n1\\. no \\*list\\* \\<b\\>\n"
    )
    table = to_markdown((ColumnsBlock(("a|b", "n"), (("x", "1"),), (1,)),), RenderOptions(), {})
    assert table == "| a\\|b | n |\n| --- | ---: |\n| x | 1 |\n"
    assert to_markdown((Pre("a ``` b"),), RenderOptions(), {}) == "````\na ``` b\n````\n"
    assert to_markdown((), RenderOptions(), {}) == ""


def test_markdown_says_nothing_that_was_not_said() -> None:
    reader = pytest.importorskip("markdown_it").MarkdownIt("gfm-like", {"linkify": False})
    evil = "# <script>x</script> [a](javascript:b) ![i](c) `d` **e** _f_ ~~g~~ | h\n---\n===\n- i\n1) j\n> k\n    l"
    page = reader.render(
        to_markdown((Para(evil), Item(evil, evil, evil), ColumnsBlock((evil,), ((evil,),))), RenderOptions(), {})
    )
    assert not re.search("<(script|a|img|em|del|h[1-6]|hr|blockquote|ol)\\b", page)
