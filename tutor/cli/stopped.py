"""Whether an error is Ctrl-C in disguise."""


def from_ctrl_c(why: BaseException | None) -> bool:
    """Whether an error is Ctrl-C, or came of it: imports and class bodies may wrap it in an error of their own."""
    while why is not None and not isinstance(why, KeyboardInterrupt):
        why = why.__cause__ or why.__context__
    return why is not None
