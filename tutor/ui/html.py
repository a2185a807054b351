"""Documents as a web page that needs nothing else: light and dark, phone and desktop, readable by ear.

A card is shown as symbols and read as words; signs and tones are text, not only colour. Everything is escaped and
the page forbids scripts and outside resources, so a document's text can do nothing but be read.
"""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from tutor.teach.text.doc import Block, Doc, Drawn, Heading, Item, Para, Pre, Table, Tree, cleaned, mark, unmarked
from tutor.ui.marks import Span, spans
from tutor.ui.render_options import RenderOptions
from tutor.ui.table_parts import BETWEEN, beside, cards, hand_row, named, remarked, sides, spread

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
_TONE_SIGN = {"good": "✓", "bad": "✗", "warn": "!"}


def to_html(
    doc: Doc, look: RenderOptions, names: Mapping[str, str], *, title: str, figure: str = "", style: str = ""
) -> str:
    """`doc` as a complete page called `title`, in UTF-8; of `look` only how suits are written and coloured matters.

    A `figure` is HTML of our own that stands under the title, drawn by the rules of `style`.
    """
    called = escape(" ".join(cleaned(unmarked(title)).split()))
    titled = any(isinstance(block, Heading) and block.level == 1 for block in doc)
    body = [] if titled else [f"<h1>{called}</h1>"]
    body += [figure] if figure else []
    body += fragment(doc, look, names)
    page = "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{called}</title>",
            f"<style>\n{_STYLE}\n{style}\n</style>" if style else f"<style>\n{_STYLE}\n</style>",
            "</head>",
            '<body class="four">' if look.four_colour else "<body>",
            "<main>",
            *body,
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )
    return page.encode("utf-8", "replace").decode("utf-8")  # half of a surrogate pair is no character


def fragment(doc: Doc, look: RenderOptions, names: Mapping[str, str]) -> list[str]:
    """`doc` as lines of HTML to stand in a page of one's own."""
    unlimited = RenderOptions(suits=look.suits, four_colour=look.four_colour)
    body: list[str] = []
    for kind, group in groupby(spread(doc, unlimited), type):
        blocks = list(group)
        if kind is Item:
            body.append("<ul>")
            body += [_item(block, unlimited, names) for block in blocks if isinstance(block, Item)]
            body.append("</ul>")
        else:
            body += [line for block in blocks for line in _block(block, unlimited, names)]
    return body


def _block(block: Block, look: RenderOptions, names: Mapping[str, str]) -> Iterator[str]:
    if isinstance(block, Heading):
        level = max(1, min(block.level, 6))
        yield f"<h{level}>{_text(block.text, look, names)}</h{level}>"
    elif isinstance(block, Para):
        indent = f' style="margin-left: {max(0, min(block.indent, 20)) / 2:g}rem"' if block.indent > 0 else ""
        tone = f' class="{block.tone}"' if block.tone else ""
        sign = f'<span class="sign">{_TONE_SIGN[block.tone]}</span> ' if block.tone in _TONE_SIGN else ""
        yield f"<p{tone}{indent}>{sign}{_text(block.text, look, names)}</p>"
    elif isinstance(block, Table):
        yield from _table(block, look, names)
    elif isinstance(block, Tree):
        yield '<ul class="tree">'
        for depth, text in block.rows:
            yield f'<li style="margin-left: {min(depth, 20) * 1.5:g}rem">{_text(text, look, names)}</li>'
        yield "</ul>"
    elif isinstance(block, Drawn):
        yield from _drawn(block.table, look, names)
    elif isinstance(block, Pre):
        yield f'<pre tabindex="0"><code>{escape(cleaned(block.text))}</code></pre>'


def _drawn(table: Tabletop, look: RenderOptions, names: Mapping[str, str]) -> Iterator[str]:
    """The table as a list of what is where: seats with what lies before them, the middle, counts, the hand."""

    def shown(text: str, typed: bool = False) -> str:
        return _text(named(table, text, typed=typed), look, names)

    def row(kind: str, label: str, there: list[str], said: str = "") -> str:
        heaps = [f'<span class="cards">{shown(part, kind == "hand")}</span>' for part in there if part]
        text = shown(said)
        after = f"{'' if said[:1] in (',', ':') or not heaps else ' '}{text}" if text else ""
        what = " | ".join(heaps) + after
        return f'<div class="{kind}"><dt>{shown(label[:1].upper() + label[1:])}</dt><dd>{what}</dd></div>'

    facts = BETWEEN.join([mark("b", table.title), *(line.text for line in table.facts)])
    yield f'<div class="tabletop"><p>{shown(facts)}</p><dl>'
    for place in table.places:
        name = mark("s", place.seat)
        notes = ", ".join(beside(place))
        said = remarked(place) if place.remarks or not place.cards or not place.turn else f", {place.turn}"
        yield row("place", f"{name} ({notes})" if notes else name, [cards(place.cards)], said)
    for group in table.middle:
        yield row("heap", group.label, [cards(heap) for heap in group.heaps], group.text)
    for tally in table.tallies:
        yield row("tally", tally.label, [], sides(tally))
    if table.hand:
        yield row("hand", table.hand_label, ["   ".join(hand_row(part, look) for part in table.hand)])
    yield "</dl></div>"


def _item(item: Item, look: RenderOptions, names: Mapping[str, str]) -> str:
    sign = ""
    if item.sign:
        glyph = "✓" if item.sign == "yes" else "✗"
        sign = f'<span class="sign {item.sign}">{glyph} {item.sign}</span> '
    label = f'<span class="label">{_text(item.label, look, names)}</span>' if item.label else ""
    clause = f'<code class="clause">{escape(cleaned(item.clause))}</code>' if item.clause else ""
    said = [part for part in (_text(item.text, look, names), clause) if part]
    what = f'<div class="what">{" ".join(said)}</div>' if item.text or clause else ""
    head = f"<div>{sign}{label}</div>" if sign or label else ""
    return f"<li>{head}{what}</li>" if head and what else f'<li class="bare">{head}{what}</li>'


def _table(table: Table, look: RenderOptions, names: Mapping[str, str]) -> Iterator[str]:
    def cell(tag: str, at: int, text: str, scope: str = "") -> str:
        kind = ' class="right"' if at in table.right else ""
        return f"<{tag}{scope}{kind}>{_text(text, look, names)}</{tag}>"

    yield '<div class="wide" role="region" aria-label="Table" tabindex="0"><table>'
    if any(table.head):
        cells = "".join(cell("th", at, text, ' scope="col"') for at, text in enumerate(table.head))
        yield f"<thead><tr>{cells}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        if len(row) == 1 < len(table.head):
            yield f'<tr><th scope="rowgroup" colspan="{len(table.head)}">{_text(row[0], look, names)}</th></tr>'
            continue
        first = [cell("th", 0, text, ' scope="row"') for text in row[:1]]
        yield f"<tr>{''.join([*first, *(cell('td', at, text) for at, text in enumerate(row) if at)])}</tr>"
    yield "</tbody></table></div>"


def _text(text: str, look: RenderOptions, names: Mapping[str, str]) -> str:
    return "".join(_span(span) for span in spans(text.strip(), look, names)).replace("\n", "<br>\n")


def _span(span: Span) -> str:
    shown = escape(span.text)
    if span.role == "card":
        kind = f"card {span.suit}".strip()
        if span.said and span.said != span.text.lower():
            shown = f'<span aria-hidden="true">{shown}</span><span class="ear">{span.said}</span>'
        return f'<span class="{kind}">{shown}</span>'
    if span.role == "clause":
        return f'<code class="clause">{shown}</code>'
    if span.role == "stress":
        return f"<strong>{shown}</strong>"
    return f'<span class="move">{shown}</span>' if span.role == "move" else shown
