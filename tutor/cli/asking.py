"""The commands score, batch and games. `explain`, whose answers can be files, is in `sharing`."""

from __future__ import annotations

import sys
from typing import Annotated

from tutor.cli.parameters import Argument, Game_, HouseRules_, Json_, Option
from tutor.cli.shared import console, fields_told, game_called, house_rules, open_progress, pairs, print_json, warned


def score(
    game: Game_,
    result: Annotated[
        list[str] | None, Argument(metavar="[FIELD=VALUE]…", help="The result; @FILE, - or JSON too.")
    ] = None,
    option: HouseRules_ = None,
    json_: Json_ = False,
    fields: Annotated[bool, Option("--fields", help="List the fields of this game's results.")] = False,
) -> None:
    """Settle a hand from its result.

    For example: tutor score strange tricks.P1=12 tricks.P2=11 tricks.P3=9
    """
    from tutor.kernel.idle_fields import idle_fields
    from tutor.kernel.position import read_view

    found = game_called(game)
    if fields:
        from tutor.teach.rulings.explain import fields_doc

        console().show(fields_doc(found, result=True))
        return
    result = [*(result or ()), *house_rules(found, option)]
    with fields_told(found, result, moves=False):
        given = pairs(result)
        view = read_view(found, found.scoring, given)
    idle = idle_fields(found, found.scoring, given)
    if json_:
        from tutor.teach.rulings.answers import scored

        print_json(scored(found, view, idle))
    else:
        from tutor.teach.results.score_sheet import score_doc
        from tutor.teach.rulings.explain import idle_notes, names_of

        console().show((*score_doc(found, view), *idle_notes(idle, None)), names_of(found, view))


def batch() -> None:
    """Answer questions from standard input in JSON, a line each.

    For example: echo "explain tute trump=S trick=KH,4H hand=AH,2H,3S" | tutor batch
    """
    from tutor.teach.rulings.answers import answer_line
    from tutor.ui.source import lines
    from tutor.ui.write import prepare, say

    prepare(sys.stdout)
    for line in lines(sys.stdin):
        if line.strip():
            say(answer_line(line))


def games(
    game: Annotated[str, Argument(metavar="[GAME]", help="A game to be told about; all if none is named.")] = "",
    map_: Annotated[bool, Option("--map", help="Show what resembles what.")] = False,
    json_: Json_ = False,
) -> None:
    """List the games there are; with GAME, say more of one.

    For example: tutor games kaiser
    """
    from tutor.teach.overview.games_list import game_doc, games_doc
    from tutor.teach.overview.games_map import games_json, map_doc

    found = game_called(game) if game else None
    store = open_progress()
    progress = store.progress()
    warned(store, aside=json_)
    if json_:
        print_json(games_json(progress, found.name if found else ""))
    elif map_:
        console().show(map_doc(progress))
    else:
        console().show(game_doc(found, progress) if found else games_doc(progress))
