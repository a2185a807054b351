"""Where the words are: the folders of lessons and templates, in a checkout and in an installed program.

Authors write both at the top of the repository; the build puts them into the package as `tutor/_data`
(see `pyproject.toml`). Whoever reads a lesson asks here and need not know which of the two it runs from.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]


class MissingFiles(RuntimeError):
    """A folder that every complete copy of the program has is not there; the message says where it was looked for."""


def lessons_root() -> Path:
    """The folder that holds a folder of lessons and a rulebook for each game; MissingFiles if there is none."""
    return _root("lessons")


def templates_root() -> Path:
    """The folder that holds the templates; MissingFiles if there is none."""
    return _root("templates")


def cache_home() -> Path:
    """The folder for what can be made again: `TUTOR_HOME/cache`, else the user's cache folder. It need not exist."""
    home = os.environ.get("TUTOR_HOME")
    if home:
        with suppress(RuntimeError):  # `~` of somebody who is not there
            return Path(home).expanduser() / "cache"
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("tutor", appauthor=False))


def _root(name: str) -> Path:
    # The package's own copy comes first: beside an installed package, site-packages may hold any folder by that name.
    places = (_PACKAGE / "_data" / name, _PACKAGE.parent / name)
    for place in places:
        if place.is_dir():
            return place
    looked = " and ".join(str(place) for place in places)
    raise MissingFiles(f"The folder of {name} is missing (looked for {looked}); installing card-tutor again mends that")
