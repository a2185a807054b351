"""Clear caches after a test has replaced templates or the language."""

from __future__ import annotations

from tutor.teach.text import blocks, environment, language, words


def forget_sentences() -> None:
    """Clear the caches of templates and of the catalogue."""
    for kept in (
        language._found,
        blocks.templates,
        words.plain,
        words._plain_block,
        environment.environment,
        environment.compiled,
        environment._words,
    ):
        kept.cache_clear()
