"""Elements of HTML and SVG. Jinja's `Markup` says which text is markup; all other text that comes in is escaped."""

from __future__ import annotations

from markupsafe import Markup, escape


def element(tag: str, *content: str, **attributes: object) -> Markup:
    """`<tag …>content</tag>`; an attribute that is "" is left out.

    Attributes are named as in the markup but for `_`: `class_` is `class`, `data_seat` is `data-seat`.
    """
    given = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in attributes.items() if value != ""
    )
    return Markup(f"<{tag}{given}>{''.join(map(escape, content))}</{tag}>")
