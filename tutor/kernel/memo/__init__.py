"""Legal moves from a cache, for play that asks for no reasons. What is legal `narrow` alone decides.

A duty is a function of what it reads from a view, so its answer holds for every view that agrees in what was read.
Where nothing is cached yet the duties are asked in a `RecordingView` (`recording`), which records each read. The answer
is an `Entry` (`entries`): what they keep of any hand. The `Memo` of a phase (`tree`) finds entries by those reads.

No rule is known here, and no game says anything. Phases only say where a state has what their views have
(`Phase.state_readers`), and, where candidates are very many, how they come in lists (`Phase.move_lists`).

Play asks `Phase.memo` by state, `legal_and_count` by view; `disabled` does without. A search of its own may ask what
duties keep of a view that nobody has seen: `RecordingView` and `duty_filters`.
"""

from tutor.kernel.memo.cached_phase import MoveLists
from tutor.kernel.memo.entries import UNCACHED, duty_filters, legal_uncached
from tutor.kernel.memo.recording import HIDDEN, NONEMPTY, UNRECORDABLE, RecordingView
from tutor.kernel.memo.tree import MIN_HITS, TRIAL, Memo, disabled, enabled, legal_and_count

__all__ = [
    "HIDDEN",
    "MIN_HITS",
    "NONEMPTY",
    "TRIAL",
    "UNCACHED",
    "UNRECORDABLE",
    "Memo",
    "MoveLists",
    "RecordingView",
    "disabled",
    "duty_filters",
    "enabled",
    "legal_and_count",
    "legal_uncached",
]
