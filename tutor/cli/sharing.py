"""The commands explain, rules, replay, export and doctor, most of which can write files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Optional

from tutor.cli.parameters import Argument, Game_, HouseRules_, Json_, Option
from tutor.cli.shared import Counting, WrongCommand, console, fields_told, game_called, house_rules, pairs, print_json
from tutor.kernel.echo import echoed, short
from tutor.kernel.faults import UserFault

Output_ = Annotated[Optional[Path], Option("--output", "-o", help="Write to this file.")]  # noqa: UP045


def explain(
    game: Annotated[str, Argument(metavar="GAME", help="A game, or a game in one word: tutor1:…")],
    position: Annotated[
        Optional[list[str]],  # noqa: UP045
        Argument(metavar="[FIELD=VALUE]…", help="The position; @FILE, - or JSON too."),
    ] = None,
    move: Annotated[
        Optional[list[str]],  # noqa: UP045
        Option("--move", "-m", help="Ask about this move; may be repeated."),
    ] = None,
    option: HouseRules_ = None,
    json_: Json_ = False,
    fields: Annotated[bool, Option("--fields", help="List the fields of this game's positions.")] = False,
    format_: Annotated[str, Option("--format", help="text, json, html (drawn) or svg (the table alone).")] = "",
    output: Output_ = None,
) -> None:
    """Say what may be done in a position, and why not the rest.

    For example: tutor explain strange upcard=JC,QH trick=3C+8S hand=5C,9S,AD
    """
    from tutor.kernel.judging import judge
    from tutor.kernel.share_code import LINE
    from tutor.ui.console import Exit

    form = _form(format_ or ("json" if json_ else "text"), "text", "json", "html", "svg")
    if fields and not game.startswith(LINE):
        from tutor.teach.rulings.explain import fields_doc

        console().show(fields_doc(game_called(game)))
        return
    found_game, question = _question(game, position or [], move, option)
    if form == "json":
        import json

        from tutor.teach.rulings.answers import explained
        from tutor.teach.tables.tabletop import tabletop
        from tutor.teach.text.tabletop import as_json

        found, answer = explained(found_game, question)
        answer["table"] = as_json(tabletop(found_game, "", phase=question.phase, view=question.view, found=found))
        asked = found.asked
        _deliver(json.dumps(answer, ensure_ascii=True) + "\n", output)
    else:
        asked = judge(question.phase, question.view, question.asked).asked
        _deliver(_explained(form, found_game, question), output)
    if any(not ruling.legal for ruling in asked):
        raise SystemExit(Exit.ILLEGAL)


def _question(game: str, position: list[str], move: list[str] | None, option: list[str] | None) -> tuple[Any, Any]:
    """The game and the question about it."""
    from tutor.kernel.position import read_question
    from tutor.kernel.share_code import LINE

    if game.startswith(LINE):
        from tutor.teach.rulings.replay import question_of

        return question_of(game, tuple(move or ()))
    found = game_called(game)
    position = [*position, *house_rules(found, option)]
    with fields_told(found, [*position, *(move or ())]):
        question = read_question(found, pairs(position, move))
    if question.asked:
        from tutor.teach.conversation.moves import meant

        asked = tuple(meant(found, question.phase, question.view, text) for text in question.asked)
        question = question._replace(asked=asked)
    return found, question


def _explained(form: str, game: Any, question: Any) -> str:
    """The answer as text, as an HTML page with the table drawn, or as the SVG drawing alone, by `form`."""
    from tutor.teach.rulings.explain import explain_doc, names_of
    from tutor.teach.text.doc import TableDrawing

    look = console().look
    names = names_of(game, question.view, question.phase)
    if form == "text":
        from tutor.ui.render import render

        return render(explain_doc(game, question), look, names)
    from tutor.kernel.judging import judge
    from tutor.teach.rulings.offers import offers
    from tutor.teach.tables.tabletop import tabletop
    from tutor.ui.drawn.table_page import table_page, table_svg

    found = judge(question.phase, question.view, question.asked)
    drawn = tabletop(game, "", phase=question.phase, view=question.view, found=found)
    if form == "svg":
        return table_svg(drawn, offers(found), look, names)
    ruled = tuple(block for block in explain_doc(game, question) if not isinstance(block, TableDrawing))
    return table_page(drawn, offers(found), ruled, look, names, title=game.title)


def rules(
    game: Game_,
    clause: Annotated[
        Optional[list[str]],  # noqa: UP045
        Argument(metavar="[CLAUSE|WORD]…", help="A clause, a section, or words to look for."),
    ] = None,
    format_: Annotated[str, Option("--format", help="text, md or html.")] = "text",
    output: Output_ = None,
) -> None:
    """Show a game's rulebook, a clause of it, or what it says of a word.

    For example: tutor rules tute marriage, tutor rules tute tute.play.head
    """
    from tutor.teach.rulebooks.reading import none_found, rules_doc

    form = _form(format_, "text", "md", "html")
    found = game_called(game)
    wanted = " ".join(clause or ())
    doc = rules_doc(found, wanted)
    if doc is None:
        raise WrongCommand(none_found(found, wanted))
    look = console().look
    if form == "md":
        from tutor.ui.markdown import to_markdown

        _deliver(to_markdown(doc, look, {}), output)
    elif form == "html":
        from tutor.ui.drawn.html import to_html

        _deliver(to_html(doc, look, {}, title=found.title), output)
    else:
        from tutor.ui.render import render
        from tutor.ui.terminal.pager import page

        text = render(doc, look, {})
        if output is None and not look.plain:
            page(text)
        else:
            _deliver(text, output)


def replay(
    record: Annotated[
        str, Argument(metavar="RECORD", help="A record file, - for standard input, or one word: tutor1:…")
    ],
    json_: Json_ = False,
) -> None:
    """Play a saved game again and say what happened.

    In a practice game, "save mygame.txt" writes such a file.

    For example: tutor replay mygame.txt
    """
    from tutor.kernel.share_code import LINE
    from tutor.teach.rulings.replay import names_of, replay_doc, replay_json
    from tutor.ui.source import read_file

    text = record if record.startswith(LINE) else read_file(record)
    if json_:
        print_json(replay_json(text))
    else:
        console().show(replay_doc(text), names_of(text))


def export(
    game: Game_,
    anki: Annotated[Optional[Path], Option(help="Write an Anki deck (needs the library genanki).")] = None,  # noqa: UP045
    tsv: Annotated[Optional[Path], Option(help="Write a table that flash-card programs import.")] = None,  # noqa: UP045
    count: Annotated[int, Option(min=1, max=100, help="How many cards for each rule.")] = 2,
) -> None:
    """Make flash cards of a game's drills.

    For example: tutor export strange --anki strange.apkg --count 3
    """
    from tutor.teach.flashcards.anki import write_deck
    from tutor.teach.flashcards.deck import notes
    from tutor.teach.text.doc import Para
    from tutor.teach.text.words import say
    from tutor.ui.flashcards import STYLE, sides, table

    found, out = game_called(game), console()
    if anki is None and tsv is None:
        like = f"tutor export {found.name} --tsv {found.name}.tsv"
        raise WrongCommand(f"where should the cards go? --tsv FILE or --anki FILE, for example: {like}")
    with Counting() as counting:
        cards = [sides(note, out.look) for note in notes(found, count, counting)]
    if not cards:
        raise WrongCommand(say("deck.empty", title=found.title))
    if tsv is not None:
        _deliver(table(cards), tsv)
    if anki is not None:
        with _writing(anki):
            write_deck(anki, found.title, cards, STYLE)
    out.show(tuple(Para(say("deck.written", n=len(cards), path=path)) for path in (tsv, anki) if path is not None))


def doctor(
    repair: Annotated[bool, Option("--repair", help="Mend what can be; what is damaged is put aside.")] = False,
) -> None:
    """Look whether everything the program needs is there, and undamaged.

    A line each, and exit status 1 if something is not.
    """
    from tutor.teach.doctor import findings
    from tutor.ui.console import Exit
    from tutor.ui.doctor import around, doctor_doc

    out = console()
    found = [*around(out.look), *findings(repair=repair)]
    out.show(doctor_doc(found))
    raise SystemExit(Exit.ANSWERED if all(finding.good for finding in found) else Exit.ILLEGAL)


def _form(name: str, *known: str) -> str:
    """`name` if it is one of the `known` formats; else say so and exit."""
    if name not in known:
        raise WrongCommand(f"--format: {echoed(name)} is not one of {', '.join(known)}")
    return name


def _deliver(text: str, output: Path | None) -> None:
    """Write `text` to standard output, or to the file `output`."""
    from tutor.teach.text.files import write_whole
    from tutor.ui.write import prepare, say

    if output is None:
        prepare(sys.stdout)
        say(text)
        return
    with _writing(output):
        write_whole(output, [text])


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Within this context, a file that cannot be written is the user's fault."""
    try:
        yield
    except OSError as why:
        raise UserFault(f"{short(str(path), 120)}: cannot be written ({why.strerror or why})") from None
