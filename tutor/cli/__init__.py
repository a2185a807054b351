"""The command line. `program` puts the commands together; what they share is in `shared`."""

try:
    import atexit
    import gc
    import signal
    from contextlib import suppress

    gc.set_threshold(50_000, 20, 20)  # starting up makes no garbage; looking for it takes a twentieth of the time
    from tutor.cli.program import app, main
except BaseException as _why:  # Ctrl-C before we had begun; what it breaks off may wrap it into an error of its own
    _cause: BaseException | None = _why
    while _cause is not None and not isinstance(_cause, KeyboardInterrupt):
        _cause = _cause.__cause__ or _cause.__context__
    if _cause is None:
        raise
    raise SystemExit(130) from None

__all__ = ["app", "main"]


def _leaving() -> None:
    """Look for no garbage, which takes a seventh of the time; Ctrl-C ends what is left to do without a word."""
    gc.freeze()
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_DFL)


atexit.register(_leaving)
