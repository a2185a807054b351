"""Documents as a web page that needs nothing else: light and dark, phone and desktop, readable by ear.

A card is shown as symbols and read as words; signs and tones are text, not only colour. Everything is escaped and
the page forbids scripts and outside resources, so a document's text can do nothing but be read.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from markupsafe import Markup

from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Heading, Item, Para, Pre, TableDrawing, Tree
from tutor.teach.text.marks import cleaned, mark, unmarked
from tutor.ui.drawn.markup import element
from tutor.ui.marks import Span, spans
from tutor.ui.render_options import RenderOptions
from tutor.ui.table_parts import BETWEEN, beside, cards, hand_row, hands_as_items, named, remarked, sides

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.teach.text.tabletop import Tabletop

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1b1a; --paper: #fdfcfa; --soft: #5f5b57; --line: #d9d4cd; --shade: #f2efea;
  --red: #b3202c; --blue: #1d4fb8; --green: #1b6e36; --warn: #7a5200; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8e2; --paper: #171614; --soft: #aaa49c; --line: #3b3834;
  --shade: #22201d; --red: #ff8a8a; --blue: #8db4ff; --green: #7fd396; --warn: #e8bd66; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; overflow-wrap: break-word; }
h1 { font-size: 1.65rem; line-height: 1.25; margin: .5rem 0 1rem; padding-bottom: .5rem;
  border-bottom: 1px solid var(--line); }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 2rem 0 .5rem; }
p { margin: .75rem 0; }
.dim, .clause { color: var(--soft); }
.good, .bad, .warn { padding-left: .75rem; border-left: .2rem solid; }
.good { border-color: var(--green); } .bad { border-color: var(--red); } .warn { border-color: var(--warn); }
.sign { font-weight: 600; } .good .sign, .yes { color: var(--green); } .bad .sign, .no { color: var(--red); }
.warn .sign { color: var(--warn); }
.ask { font-weight: 600; }
.card, .move, .label { font-weight: 600; font-variant-numeric: tabular-nums; }
.card, .sign { white-space: nowrap; }
.H, .D { color: var(--red); } .four .D { color: var(--blue); } .four .C { color: var(--green); }
.ear { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); user-select: none; }
ul { list-style: none; margin: .5rem 0; padding: 0; display: grid; grid-template-columns: fit-content(40%) 1fr;
  column-gap: 1rem; }
li { grid-column: 1 / -1; display: grid; grid-template-columns: subgrid; padding: .45rem 0;
  border-top: 1px solid var(--line); }
li:first-child { border-top: 0; }
li .what { min-width: 0; } li .clause { display: block; font-size: .85rem; }
li.bare { display: block; }
dl { display: grid; grid-template-columns: fit-content(40%) 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dl div { display: contents; } dt { color: var(--soft); } dd { margin: 0; min-width: 0; }
.tabletop { border: 1px solid var(--line); border-radius: .4rem; padding: .25rem 1rem; margin: .75rem 0; }
.hand .cards { white-space: pre-wrap; word-spacing: .1em; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre, .wide { overflow-x: auto; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem 1rem; }
table { border-collapse: collapse; margin: .75rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .35rem 1.5rem .35rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; } tbody th { font-weight: 400; }
th.right, td.right { text-align: right; }
@media (max-width: 30rem) { ul, li { grid-template-columns: 1fr; } th, td { padding-right: .9rem; } }
@media print { body { font-size: 11pt; } pre { white-space: pre-wrap; } }
""".strip()

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_SIGNS = {"good": "✓", "bad": "✗", "warn": "!", "yes": "✓ yes", "no": "✗ no"}
_PAGE = Markup(
    """
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
{body}
</html>
""".lstrip()
)


def to_html(
    doc: Doc,
    look: RenderOptions,
    names: Mapping[str, str],
    *,
    title: str,
    figure: Markup | None = None,
    style: str = "",
) -> str:
    """`doc` as a complete page called `title`, in UTF-8; of `look` only how suits are written and coloured matters.

    A `figure` stands under the title, drawn by the rules of `style`.
    """
    called = " ".join(cleaned(unmarked(title)).split())
    titled = any(isinstance(block, Heading) and block.level == 1 for block in doc)
    body = [] if titled else [element("h1", called)]
    body += [figure] if figure else []
    body += fragment(doc, look, names)
    main = element("main", "\n", Markup("\n").join(body), "\n")
    page = _PAGE.format(
        policy=_POLICY,
        title=called,
        style=Markup(f"{_STYLE}\n{style}" if style else _STYLE),
        body=element("body", "\n", main, "\n", class_="four" if look.four_colour else ""),
    )
    return page.encode("utf-8", "replace").decode("utf-8")  # half of a surrogate pair is no character


def fragment(doc: Doc, look: RenderOptions, names: Mapping[str, str]) -> list[Markup]:
    """`doc` as lines of HTML to stand in a page of one's own."""
    page = _Page(RenderOptions(suits=look.suits, four_colour=look.four_colour), names)
    body: list[Markup] = []
    for kind, group in groupby(hands_as_items(doc, page.look), type):
        lines = [page.block(block) for block in group]
        body += [element("ul", "\n", Markup("\n").join(lines), "\n")] if kind is Item else filter(None, lines)
    return body


class _Page:
    """Blocks as HTML for one reader."""

    def __init__(self, look: RenderOptions, names: Mapping[str, str]) -> None:
        self.look, self.names = look, names

    def block(self, block: Block) -> Markup:
        """A block; nothing for one that is not seen."""
        if isinstance(block, Heading):
            return element(f"h{max(1, min(block.level, 6))}", self.text(block.text))
        if isinstance(block, Para):
            indent = f"margin-left: {max(0, min(block.indent, 20)) / 2:g}rem" if block.indent > 0 else ""
            return element("p", *_sign(block.tone), self.text(block.text), class_=block.tone, style=indent)
        if isinstance(block, Item):
            return self._item(block)
        if isinstance(block, ColumnsBlock):
            return self._table(block)
        if isinstance(block, Tree):
            rows = (
                element("li", self.text(text), style=f"margin-left: {min(depth, 20) * 1.5:g}rem")
                for depth, text in block.rows
            )
            return element("ul", *rows, class_="tree")
        if isinstance(block, TableDrawing):
            return self._drawn(block.table)
        if isinstance(block, Pre):
            return element("pre", element("code", cleaned(block.text)), tabindex=0)
        return Markup()

    def _drawn(self, table: Tabletop) -> Markup:
        """The table as a list of what is where: seats with what lies before them, the middle, counts, the hand."""

        def shown(text: str, typed: bool = False) -> Markup:
            return self.text(named(table, text, typed=typed))

        def row(kind: str, label: str, there: list[str], said: str = "") -> Markup:
            heaps = [element("span", shown(part, kind == "hand"), class_="cards") for part in there if part]
            before = " " if heaps and said and said[0] not in ",:" else ""
            name = element("dt", shown(label[:1].upper() + label[1:]))
            told = said if heaps else said.removeprefix(": ")
            return element("div", name, element("dd", Markup(" | ").join(heaps), before, shown(told)), class_=kind)

        rows: list[Markup] = []
        for place in table.places:
            name = mark("s", place.seat)
            notes = ", ".join(beside(place))
            said = remarked(place) if place.remarks or not place.cards or not place.turn else f", {place.turn}"
            rows.append(row("place", f"{name} ({notes})" if notes else name, [cards(place.cards)], said))
        rows += [row("heap", group.label, [cards(heap) for heap in group.heaps], group.text) for group in table.middle]
        rows += [row("tally", tally.label, [], sides(tally)) for tally in table.tallies]
        if table.hand:
            rows.append(row("hand", table.hand_label, ["   ".join(hand_row(part, self.look) for part in table.hand)]))
        facts = BETWEEN.join([mark("b", table.title), *(line.text for line in table.facts)])
        return element("div", element("p", shown(facts)), element("dl", *rows), class_="tabletop")

    def _item(self, item: Item) -> Markup:
        label = [element("span", self.text(item.label), class_="label")] if item.label else []
        clause = [element("code", cleaned(item.clause), class_="clause")] if item.clause else []
        text = self.text(item.text)
        head = [element("div", *_sign(item.sign), *label)] if item.sign or label else []
        what = [element("div", Markup(" ").join([text, *clause] if text else clause), class_="what")]
        what = what if item.text or clause else []
        return element("li", *head, *what, class_="" if head and what else "bare")

    def _table(self, table: ColumnsBlock) -> Markup:
        def cell(tag: str, at: int, text: str, scope: str = "") -> Markup:
            return element(tag, self.text(text), scope=scope, class_="right" if at in table.right else "")

        def row(texts: tuple[str, ...]) -> Markup:
            if len(texts) == 1 < len(table.head):
                return element("tr", element("th", self.text(texts[0]), scope="rowgroup", colspan=len(table.head)))
            tags = [("td", "") if at else ("th", "row") for at in range(len(texts))]
            return element("tr", *(cell(tag, at, texts[at], scope) for at, (tag, scope) in enumerate(tags)))

        heads = [cell("th", at, text, "col") for at, text in enumerate(table.head)] if any(table.head) else []
        head = [element("thead", element("tr", *heads))] if heads else []
        body = element("table", *head, element("tbody", *map(row, table.rows)))
        return element("div", body, class_="wide", role="region", aria_label="Table", tabindex=0)

    def text(self, text: str) -> Markup:
        """Marked text."""
        return Markup().join(map(_span, spans(text.strip(), self.look, self.names)))


def _sign(kind: str) -> Iterator[str]:
    """The sign of a tone or of an answer, if it has one, and the blank after it."""
    if kind in _SIGNS:
        yield element("span", _SIGNS[kind], class_=f"sign {kind}" if kind in ("yes", "no") else "sign")
        yield " "


def _span(span: Span) -> Markup:
    shown = Markup("<br>\n").join(span.text.split("\n"))
    if span.role == "card":
        parts = [shown]
        if span.said and span.said != span.text.lower():
            parts = [element("span", shown, aria_hidden="true"), element("span", span.said, class_="ear")]
        return element("span", *parts, class_=f"card {span.suit}".strip())
    if span.role == "clause":
        return element("code", shown, class_="clause")
    if span.role == "stress":
        return element("strong", shown)
    return element("span", shown, class_="move") if span.role == "move" else shown
