"""Other languages: the catalogue for translators, and sentences said in what they made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fresh import forget_sentences
from tutor.teach.text import language as language_
from tutor.teach.text import values, words

if TYPE_CHECKING:
    from pathlib import Path


def test_the_catalogue_is_up_to_date() -> None:
    pytest.importorskip("babel")
    from tests import catalogue

    wanted = "python -m tests.catalogue --update"
    assert catalogue.CATALOGUE.read_text("utf-8") == catalogue.written(), wanted


def test_a_translation_is_used_where_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("babel")
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    from tests import catalogue

    german = Catalog("de")
    german.add("You may %(verb)s", "Du darfst (%(verb)s)")
    german.add(("%(n)s card", "%(n)s cards"), ("%(n)s Karte", "%(n)s Karten"))
    german.add("and", "und")
    german.add("hearts", "Herz")
    messages = catalogue.messages()
    for message in german:
        asked = messages.get(message.id)
        assert not message.id or (asked and asked.id == message.id)
    place = tmp_path / "locale" / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "tutor.mo").open("wb") as file:
        write_mo(file, german)
    monkeypatch.setattr(language_, "templates_root", lambda: tmp_path)
    monkeypatch.setenv("TUTOR_LANG", "xx:de_AT.UTF-8")
    try:
        forget_sentences()
        assert language_.language() == "de"
        assert words.say("explain.may", verb="play") == "Du darfst (play)"
        assert words.say("table.left", n=1) == "1 Karte" and words.say("table.left", n=2) == "2 Karten"
        assert values.listed(["a", "b"]) == "a und b" and values.suit("H") == "Herz"
        assert words.say("explain.your_question") == "What you asked"
        (place / "tutor.mo").write_bytes(b"no catalogue")
        language_._found.cache_clear()
        assert language_.language() == "en"
    finally:
        forget_sentences()


def test_the_name_of_a_language_names_no_other_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_LANG", "../../etc:de/..:pt-BR.UTF-8@euro:")
    assert language_.wanted() == ("pt_BR", "pt")
    monkeypatch.delenv("TUTOR_LANG")
    monkeypatch.setenv("LANGUAGE", "fr")
    assert language_.wanted() == ("fr",)
