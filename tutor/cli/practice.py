"""The commands practice (also watching the program play) and simulate (studies of many hands)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, NoReturn

from tutor.cli.parameters import ASSIST, Argument, Game_, HouseRules_, Json_, Option, Toolbar_
from tutor.cli.shared import Counting, WrongCommand, console, game_called, open_progress, pairs, print_json, talk
from tutor.kernel.echo import short


def practice(
    game: Game_,
    players: Annotated[int | None, Option(help="How many sit at the table.")] = None,
    seat: Annotated[str | None, Option(help="Where you sit: P1, P2 …")] = None,
    names: Annotated[
        str | None,
        Option(metavar="NAME,…", help="What the others are called, in the order of turns: Ann,Bob,Eve."),
    ] = None,
    seed: Annotated[int | None, Option(help="A number that gives the same cards again.")] = None,
    deal: Annotated[
        Path | None, Option(help="Begin with this deal: a file of hands (hand.P1=AS,KH …) or a record.")
    ] = None,
    hands: Annotated[int | None, Option(help="Play so many hands instead of a whole game.")] = None,
    option: HouseRules_ = None,
    assist: Annotated[str | None, Option(help=ASSIST)] = None,
    level: Annotated[int | None, Option(help="How well the program plays: 1, 2 or 3.")] = None,
    record: Annotated[Path | None, Option(help="Go on from this record.")] = None,
    new: Annotated[bool, Option("--new", help="Do not go on with the game you left.")] = False,
    watch: Annotated[bool, Option("--watch", help="Watch the program play all seats and say why.")] = False,
    warnings: Annotated[
        bool | None, Option("--warnings/--no-warnings", help="Warn before a move gives up a right.")
    ] = None,
    revoke: Annotated[
        bool, Option("--revoke", help="A forbidden card stands until somebody claims it, as at a real table.")
    ] = False,
    toolbar: Toolbar_ = True,
) -> None:
    """Play against the program, with a ruling on whatever you try.

    For example: tutor practice kaiser, tutor practice tute --hands 1, tutor practice tute --watch
    """
    from tutor.teach.practice.start import practice_request

    request = practice_request(
        game_called(game),
        players=players,
        seat=seat,
        seed=seed,
        options=option or (),
        assist=assist,
        level=level,
        text=_text(record),
        deal=_text(deal),
        fresh=new,
        revoke=revoke,
        hands=hands,
        warns=warnings,
        names=names,
        watch=watch,
    )
    if watch:
        _watch(request)
    _play(request, toolbar)


def _text(path: Path | None) -> str | None:
    from tutor.ui.source import read_file

    return None if path is None else read_file(str(path))


def _play(request: Any, toolbar: bool) -> NoReturn:
    from tutor.teach.practice.playing import Practice
    from tutor.teach.practice.saves import Saves

    session = Practice(request, open_progress(), Saves(request.game))
    raise SystemExit(talk(session, f"{request.game.name}.history", toolbar=toolbar))


def _watch(request: Any) -> NoReturn:
    from tutor.teach.practice.watching import Watching
    from tutor.ui.terminal.watching import watch

    raise SystemExit(watch(Watching(request), console().look))


# -- studies ------------------------------------------------------------------------------------------


def simulate(
    game: Game_,
    position: Annotated[
        list[str] | None,
        Argument(metavar="[FIELD=VALUE]…", help="The moment: hand=… bids=…, or hand.P1=… and so on; @FILE too."),
    ] = None,
    move: Annotated[list[str] | None, Option(help="A bid or a play to try; may be repeated.")] = None,
    hands: Annotated[int, Option(min=1, max=1_000_000, help="How many hands to deal.")] = 100,
    jobs: Annotated[int | None, Option(min=1, max=512, help="Processes at work; all cores, unless given.")] = None,
    seed: Annotated[int | None, Option(help="A number that gives the same hands again.")] = None,
    level: Annotated[
        int, Option(min=0, max=3, help="How the hands are played: by rule of thumb, or the adviser's level.")
    ] = 0,
    record: Annotated[Path | None, Option(help="The moment at the end of this record.")] = None,
    scheduler: Annotated[
        str | None, Option(metavar="ADDRESS", help="Let a Dask cluster do the work (extra: cluster).")
    ] = None,
    json_: Json_ = False,
) -> None:
    """Play many hands from a moment and count how they end.

    So it says, for one, how often a bid makes from this hand.

    For example: tutor simulate kaiser hand=AS,KS,QS,TS,AH,KH,AD,7C bids=P1:7 --move 8 --move pass --hands 200
    """
    from secrets import randbits

    from tutor.teach.studies.question import IllegalChoice, asked
    from tutor.teach.studies.report import report_doc, report_json
    from tutor.teach.studies.run import Missing, Stopped
    from tutor.ui.console import Exit

    found = game_called(game)
    number = randbits(31) if seed is None else seed
    try:
        question, at = asked(found, pairs(position), _text(record), tuple(move or ()), level, number)
    except IllegalChoice as why:
        _refuse(why)
    status = Exit.ANSWERED
    try:
        tallies = _tallies(question, hands, jobs, scheduler)
    except (Stopped, Missing) as why:
        tallies = why.tallies
        status = Exit.INTERRUPTED if isinstance(why, Stopped) else Exit.FAILED
    if json_:
        print_json(report_json(question, tallies, hands))
    else:
        console().show(report_doc(question, at, tallies, hands, lost=status is Exit.FAILED))
    raise SystemExit(int(status))


def _refuse(why: Any) -> NoReturn:
    """Say why a move to be tried is illegal, and exit."""
    from tutor.teach.rulings.explain import attempt_doc
    from tutor.ui.console import Exit

    at, ruling = why.record, why.ruling
    judged = at.game.judge(at.state, why.seat, ruling.text)
    console().show(attempt_doc(at.game, judged, judged.asked[0]))
    raise SystemExit(Exit.ILLEGAL)


def _tallies(question: Any, hands: int, jobs: int | None, scheduler: str | None) -> Any:
    """Play the hands, with a progress bar on standard error if that is a terminal."""
    from tutor.teach.studies.run import study

    workers = jobs or os.cpu_count() or 1
    played = 0
    with Counting() as counting:

        def told(more: int) -> None:
            nonlocal played
            played += more
            counting(played, hands)

        told(0)
        if scheduler is None:
            return study(question, hands, workers, told)
        client = _client(scheduler)
        try:
            return study(question, hands, sum(client.nthreads().values()) or 1, told, client.get_executor())
        finally:
            client.close()


def _client(address: str) -> Any:
    """The client of the Dask cluster at `address`."""
    from tutor.teach.text.words import say

    try:
        from distributed import Client
    except ImportError:
        raise WrongCommand(say("studies.no_cluster")) from None
    try:
        return Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TypeError) as why:
        raise WrongCommand(say("studies.scheduler", address=short(address), why=short(str(why), 120))) from None
