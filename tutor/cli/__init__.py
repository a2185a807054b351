"""The command line: `program` assembles the commands, `shared` has what they have in common."""

try:
    import atexit
    import gc
    import signal
    from contextlib import suppress

    gc.set_threshold(200_000, 20, 20)  # start-up makes no garbage; collecting takes 5 % of its time
    from tutor.cli.program import app, main
except BaseException as _why:
    from tutor.cli.stopped import from_ctrl_c

    if not from_ctrl_c(_why):
        raise
    raise SystemExit(130) from None

__all__ = ["app", "main"]


def _leaving() -> None:
    """At exit: skip garbage collection, a seventh of the run time, and let Ctrl-C end the program silently."""
    gc.freeze()
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_DFL)


atexit.register(_leaving)
