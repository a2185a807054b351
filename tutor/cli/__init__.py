"""The command line. `program` puts the commands together; what they share is in `shared`."""

import atexit
import gc

gc.set_threshold(50_000, 20, 20)  # starting up makes no garbage; looking for it takes a twentieth of the time
atexit.register(gc.freeze)  # nor need any be looked for on leaving, which takes a seventh

from tutor.cli.program import app, main  # noqa: E402

__all__ = ["app", "main"]
