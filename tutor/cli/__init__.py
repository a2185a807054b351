"""The command line: `program` assembles the commands, `shared` has what they have in common."""

try:
    import atexit
    import gc
    import signal
    from contextlib import suppress

    gc.set_threshold(200_000, 20, 20)  # start-up makes no garbage; collecting takes 5 % of its time
    from tutor.cli.program import app, main
except BaseException as _why:  # Ctrl-C during imports, which may wrap it in an error of their own
    _cause: BaseException | None = _why
    while _cause is not None and not isinstance(_cause, KeyboardInterrupt):
        _cause = _cause.__cause__ or _cause.__context__
    if _cause is None:
        raise
    raise SystemExit(130) from None

__all__ = ["app", "main"]


def _leaving() -> None:
    """At exit: skip garbage collection, a seventh of the run time, and let Ctrl-C end the program silently."""
    gc.freeze()
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_DFL)


atexit.register(_leaving)
