"""tutor: lessons, practice and rulings for card games that few books explain well.

`tutor.names`, `load`, `position`, `settlement`, `deal` and `replay` are the library (see `tutor.library`); they are
imported when they are first used, so that the program starts as quickly without them; not even `typing` or
`__future__` is, for until the program has begun a Ctrl-C shows where Python was.
"""

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from tutor.library import (
        BadPosition,
        BadRecord,
        IllegalMove,
        Position,
        Ruling,
        Settled,
        Table,
        UnknownGame,
        deal,
        load,
        names,
        position,
        replay,
        settlement,
    )

__version__ = "0.1.0"

__all__ = [
    "BadPosition",
    "BadRecord",
    "IllegalMove",
    "Position",
    "Ruling",
    "Settled",
    "Table",
    "UnknownGame",
    "__version__",
    "deal",
    "load",
    "names",
    "position",
    "replay",
    "settlement",
]


def __getattr__(name: str) -> "Any":
    """A name of the library, imported now."""
    if name not in __all__:
        raise AttributeError(f"module 'tutor' has no attribute {name!r}")
    from tutor import library

    return getattr(library, name)
