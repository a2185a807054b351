"""Templates and languages that a test has put in place of ours: everything made of others is forgotten."""

from __future__ import annotations

from tutor.teach.text import environment, language, words


def forget_sentences() -> None:
    """Let templates and the catalogue of a language be read again."""
    for kept in (
        language._found,
        words.templates,
        words.plain,
        words._plain_block,
        environment.environment,
        environment.compiled,
        environment._words,
    ):
        kept.cache_clear()
