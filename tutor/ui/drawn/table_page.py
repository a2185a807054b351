"""A drawn table by itself, and a page with the table above the rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.ui.drawn.html import to_html
from tutor.ui.drawn.markup import element
from tutor.ui.drawn.table_layout import NARROW, WIDE
from tutor.ui.drawn.table_style import STYLE
from tutor.ui.drawn.table_svg import Drawing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.teach.rulings.offers import Offers
    from tutor.teach.text.doc import Doc
    from tutor.teach.text.tabletop import Tabletop
    from tutor.ui.render_options import RenderOptions

_PAGE: Final = """
figure { margin: 1.25rem 0 1.75rem; }
.narrow { display: none; }
@media (max-width: 34rem) { svg.wide { display: none; } svg.narrow { display: block; }
  main { padding: 1rem .75rem 3rem; } figure { margin: 1rem -.25rem 1.25rem; } }
""".strip()


def table_svg(shown: Tabletop, offers: Offers, look: RenderOptions, names: Mapping[str, str]) -> str:
    """The drawing as a file of its own."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Drawing(shown, offers, look, names, WIDE, alone=True).made()}\n'


def table_page(
    shown: Tabletop, offers: Offers, doc: Doc, look: RenderOptions, names: Mapping[str, str], *, title: str
) -> str:
    """A page: the table, drawn for a desk and for a phone, then `doc`."""
    both = (Drawing(shown, offers, look, names, measures).made() for measures in (WIDE, NARROW))
    return to_html(doc, look, names, title=title, figure=element("figure", *both), style=f"{STYLE}\n{_PAGE}")
