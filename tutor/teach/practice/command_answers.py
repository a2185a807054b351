"""The answers to the commands of a practice game that only ask and change nothing at the table."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel import record
from tutor.kernel.phase import Judgement, Phase, Ruling, Verdict
from tutor.kernel.position import Question
from tutor.teach import ruling as words
from tutor.teach.conversation.assist import Assist, assist_of
from tutor.teach.explain import attempt_doc, explain_doc
from tutor.teach.practice import table
from tutor.teach.practice.commands import (
    DECIDING,
    HINT,
    LAST,
    LEGAL,
    MOMENTS,
    MOST_NAMED,
    PILE,
    POSITION,
    REPLAY,
    RULES,
    SAVE,
    SUPPOSE,
    WARNINGS,
    WHY,
    move_text,
)
from tutor.teach.practice.match import Match, hand_started
from tutor.teach.reading import none_found, rules_doc
from tutor.teach.tabletop import phrase, pile_of, piles_of
from tutor.teach.text.doc import Block, Drawn, Item, Para, Pre, mark, split
from tutor.teach.text.files import path_of, write_whole
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor.kernel.game import Game
    from tutor.teach.conversation import commands as cmd
    from tutor.teach.practice.decision import Decision


def answer(match: Match, decision: Decision, command: cmd.Command, rest: str) -> list[Block]:
    """The answer to a command that changes nothing at the table: what is asked of the game, or of the decision due."""
    if command in DECIDING:
        return _of_decision(match, decision, command, rest)
    return _OF_GAME.get(command, _position)(match, rest)


def _of_decision(match: Match, decision: Decision, command: cmd.Command, rest: str) -> list[Block]:
    """The answer to what is asked of the decision due; why there is none, if none is due or help is not wanted."""
    if not match.due:
        return [Para(say("practice.nothing_due", over=match.over), "dim")]
    if command is SUPPOSE:
        from tutor.teach.conversation.suppose import supposed
        from tutor.teach.lessons.scene import Scene

        state: Any = match.game.determinize(match.record.state, match.seat, match.chance("suppose"))
        return supposed(match.game, Scene(match.game, match.seat, state=state), move_text(match, rest) if rest else "")
    if not match.setup.assist.hints:
        return [Para(say("practice.no_help"), "dim")]
    if command is LEGAL:
        return _legal(match, decision)
    if command is HINT:
        from tutor.teach.questions.ladder import free

        found = match.judged()
        if not (decision.rung and free(found) and len(found.rulings) > 1):
            return decision.hint(match.game, found)
    decision.helped = True
    return _advised(match)


def _replayed(match: Match, rest: str) -> list[Block]:
    return table.happened(match.record, 0, spaced=True) or [Para(say("practice.replay_nothing"), "dim")]


def _rules(match: Match, rest: str) -> list[Block]:
    return rules_blocks(match.game, *match.moment, rest) if match.due else rules_of_end(match, rest)


def _position(match: Match, rest: str) -> list[Block]:
    asked = match if match.due else match.earlier()
    if asked is None:
        return [Para(say("practice.nothing_due", over=match.over), "dim")]
    line = shlex.join(["tutor", "explain", match.game.name, *asked.position.split()])
    return [Para(say("practice.position", due=match.due), "dim"), Pre(line)]


def _key_moments(match: Match) -> list[Block]:
    from tutor.teach.practice.key_moments import key_moment_blocks

    return key_moment_blocks(match.record, match.seat, match.setup.seed)


def _advised(match: Match) -> list[Block]:
    from tutor.teach.practice.advising import advised

    return advised(match.record, match.seat, match.advice(), match.chance("why"))


def last_blocks(match: Match) -> list[Block]:
    """The last trick: who played what, and who won it."""
    name = say("table.last")
    events = [event for entry in match.record.entries[hand_started(match.record) :] for event in entry.events]
    end = max((at for at, event in enumerate(events) if event.what in table.TRICK_ENDS), default=-1)
    begin = max((at + 1 for at, event in enumerate(events[: max(end, 0)]) if event.what in table.TRICK_ENDS), default=0)
    played = [(event.seat, event.cards) for event in events[begin : end + 1] if event.what == "played"]
    if not played:
        held = pile_of(match.game, match.record.state, match.seat, LAST.name) or ()
        return [Para(say("practice.pile", name=name, held=held))]
    return [Para(say("practice.last_trick", name=name, played=played, winner=events[end].seat))]


def pile_blocks(match: Match) -> list[Block]:
    """What the learner may look through: a pile of one's own, cards laid away; after a hand as it was at its end."""
    game, record = match.game, match.record
    state = record.state if match.due or len(record.states) < 2 else record.states[-2]
    held = {name: pile_of(game, state, match.seat, name) for name in piles_of(game) if name != LAST.name}
    there = {phrase(game, name, {}): cards for name, cards in held.items() if cards is not None}
    if not there:
        return [Para(say("practice.pile", name=say("table.pile"), held=()))]
    return [Para(say("practice.pile", name=name, held=game.arranged(cards, state))) for name, cards in there.items()]


def _legal(match: Match, decision: Decision) -> list[Block]:
    """Every move with its reason; those who want to be asked first are told so once."""
    if not match.setup.assist.lists and decision.slip is None and not decision.told:
        decision.told = True
        return [Para(say("practice.ask_first"), "dim")]
    decision.helped = True
    phase, view = match.moment
    return [block for block in explain_doc(match.game, Question(phase, view)) if not isinstance(block, Para | Drawn)]


def why_blocks(match: Match, text: str) -> list[Block]:
    """The ruling on a move; without one, on the last move refused here, else why the last thing happened."""
    last = match.record.entries[-1:]
    if not text and last and not last[0].made:
        text = last[0].text
    if text and match.due:
        found = match.judged(move_text(match, text))
        ruling = found.asked[0]
        return [*ruled(match.game, found, ruling), *(rule(match.game, ruling.clause) if ruling.step else ())]
    event = next((event for event in reversed(match.record.events) if event.clause), None)
    if event is None:
        return [Para(say("practice.why_nothing"), "dim")]
    return [Para(words.event_text(match.game, event)), *rule(match.game, event.clause)]


def rule(game: Game[Any], ident: str) -> list[Block]:
    """The clause that decided, in full."""
    clause = words.clause(game.name, ident)
    return [Para(say("practice.why_rule", title=clause.title, text=clause.text), indent=2)]


def ruled(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any]) -> list[Block]:
    """The ruling on an attempt; a card not held is said shortly, for the hand is there to be looked at."""
    if ruling.verdict is Verdict.NOT_HELD and getattr(found.view, "hand", None):
        text = say("ruling.not_held", missing=ruling.missing, held=())
        return [Item(mark("m", ruling.text), text, sign="no")]
    return [block for block in attempt_doc(game, found, ruling) if not _wordy(block)]


def _wordy(block: Block) -> bool:
    """Whether this names more cards than anybody could put away: what if half your hand were gone."""
    return isinstance(block, Para) and sum(kind == "c" for kind, _ in split(block.text)) > MOST_NAMED


def rules_named(game: Game[Any], wanted: str) -> list[Block]:
    """The clauses that `wanted` names, or speak of it; where to look without it."""
    if not wanted:
        return [Para(say("practice.rules_more", game=game.name), "dim")]
    found = rules_doc(game, wanted)
    return list(found or (Para(none_found(game, wanted), "warn"),))


def rules_blocks(game: Game[Any], phase: Phase[Any, Any], view: Any, wanted: str = "") -> list[Block]:
    """The clauses named; without any, all that bear on the decision, whichever of them decides."""
    if wanted:
        return rules_named(game, wanted)
    idents = dict.fromkeys([phase.clause, *(duty.clause for duty in phase.duties(view))])
    blocks = [block for ident in idents for block in rules_doc(game, ident) or ()]
    return [*blocks, Para(say("practice.rules_more", game=game.name), "dim")]


def rules_of_end(match: Match, wanted: str) -> list[Block]:
    """The clauses named when all is over; without any, those that decided what came of the last move."""
    last = next((entry for entry in reversed(match.record.entries) if entry.made and entry.events), None)
    idents = dict.fromkeys(event.clause for event in (last.events if last else ()) if event.clause)
    if wanted or not idents:
        return rules_named(match.game, wanted)
    return [block for ident in idents for block in rules_doc(match.game, ident) or ()]


def setting_blocks(match: Match, command: cmd.Command, rest: str) -> tuple[list[Block], bool]:
    """How much help there is, or whether warnings are on, after what was wanted; and whether the help has changed."""
    if command is WARNINGS:
        if rest in ("on", "off"):
            match.warn(rest == "on")
        return [Para(say("practice.warnings", on=match.setup.warns), "dim")], False
    wanted = assist_of(rest)
    if wanted is None:
        return [Para(say("practice.assist_what", words=list(Assist), now=match.setup.assist), "dim")], False
    match.assist(wanted)
    return [Para(say("practice.assist_is", assist=wanted), "dim")], True


def save_blocks(match: Match, name: str) -> list[Block]:
    """The record of the game written to a file of this name, if there is none yet."""
    if not name:
        return [Para(say("practice.save_where"), "dim")]
    try:
        path = path_of(name)
        write_whole(path, [record.write(match.record)], fresh=True)
    except FileExistsError:
        return [Para(say("practice.save_there", path=name), "warn")]
    except (OSError, RuntimeError, ValueError) as why:
        return [Para(say("practice.save_failed", path=name, why=getattr(why, "strerror", "") or str(why)), "warn")]
    return [Para(say("practice.save_done", path=name))]


_OF_GAME: Final[Mapping[cmd.Command, Callable[[Match, str], list[Block]]]] = {
    WHY: why_blocks,
    SAVE: save_blocks,
    MOMENTS: lambda match, _: _key_moments(match),
    LAST: lambda match, _: last_blocks(match),
    PILE: lambda match, _: pile_blocks(match),
    REPLAY: _replayed,
    RULES: _rules,
    POSITION: _position,
}
"""What answers the commands that ask about the game, with what was typed behind them."""
