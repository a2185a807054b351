"""The library: what `import tutor` gives to programs that want rulings, games, and the workings of scores.

    >>> import tutor
    >>> position = tutor.position("tute", "trump=S trick=AH,3H hand=KH,QH,4C")
    >>> [str(move) for move in position.legal]
    ['KH', 'QH']

Everything here is immutable: a move gives a new table. `position` and `settlement` answer about a moment that somebody
describes, `deal` and `replay` give whole games.
"""

from tutor.kernel.by_name import UnknownGame
from tutor.kernel.game import IllegalMove
from tutor.kernel.position_text import BadPosition
from tutor.kernel.record import BadRecord
from tutor.library.catalogue import load, names
from tutor.library.positions import Position, Ruling, Settled, position, settlement
from tutor.library.tables import Table, deal, replay

__all__ = [
    "BadPosition",
    "BadRecord",
    "IllegalMove",
    "Position",
    "Ruling",
    "Settled",
    "Table",
    "UnknownGame",
    "deal",
    "load",
    "names",
    "position",
    "replay",
    "settlement",
]
