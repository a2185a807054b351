"""The conversation of a practice game."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.assist import assist_of
from tutor.teach.conversation.commands import CommandRow
from tutor.teach.conversation.conversation import HELP, leaving
from tutor.teach.practice import command_answers as answers
from tutor.teach.practice import ending, move_input, standings, table
from tutor.teach.practice.decision import Decision, slips_of
from tutor.teach.practice.match import hands_over
from tutor.teach.practice.naming import names_blocks
from tutor.teach.practice.resume import NO, YES, Resume
from tutor.teach.practice.revoke import Revoke, as_the_rules_have_it, gone_on, revoked
from tutor.teach.practice.table_session import TableSession
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Para
from tutor.teach.text.phrases import worded
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.history import Record
    from tutor.kernel.judging import Judgement
    from tutor.teach.conversation.conversation import Conversation
    from tutor.teach.practice.saves import Saves
    from tutor.teach.practice.slips import Review
    from tutor.teach.practice.start import PracticeRequest
    from tutor.teach.progress.store import Store


class Practice(TableSession):
    """A game against the program and the review after it. Saved after every move, before that is shown."""

    def __init__(self, request: PracticeRequest, store: Store, saves: Saves) -> None:
        self.request, self.saves = request, saves
        self.saved, self._bad = request.resumed(saves)
        super().__init__(self.saved.match if self.saved else request.begun(), store)
        self.asking: Literal["move", "between", "after"] = "move"
        """What is asked now: a move, whether to deal the next hand, or whether to review mistakes at the end."""
        self.resume = Resume(self.match, self.saved.at) if self.saved else None
        self.review: Review | None = None
        self.earlier: dict[int, float] = {}
        """Points of the learner's side in earlier tries at hands, by the entry at which play began."""

    @property
    def prompt(self) -> str:
        """The game and the phase due, or the slip that is looked at."""
        return self.review.prompt if self.review is not None else super().prompt

    @property
    def place(self) -> tuple[str, ...]:
        """Game, score, slips."""
        return standings.status(self.match, len(self.slips))

    @property
    def inner(self) -> Resume | Review | None:
        """The question whether to resume, or the review of mistakes."""
        return self.resume or self.review

    def opening(self) -> list[Block]:
        """The aim and the table, or the question whether to resume the unfinished game."""
        title = Heading(self.match.game.title, 1)
        if self.resume is not None:
            return [title, *self.resume.opening()]
        notes = [Para(self._bad, "warn")] if self._bad else []
        return self._begun(title, *notes)

    def back_from(self, inner: Conversation) -> list[Block]:
        """Begin the resumed or new game; after a review, ask again what was asked before."""
        resume, self.resume, self.review = self.resume, None, None
        if resume is None:
            return self._asked_now()
        if not resume.yes or self.saved is None:
            self.match = self.request.begun()
            return self._begun()
        self.saves.go_on(self.saved)
        self.slips = slips_of(self.match)
        self.slipped = bool(self.slips)
        resumed = self._tell([Para(say("practice.resumed"), "dim"), *self._wanted()])
        return [*resumed, *self._go_on(len(self.match.record.entries))]

    def parting(self) -> list[Block]:
        """What is saved and how to resume."""
        over = self.asking == "after"
        return [ending.goodbye(self.match, self.saves, over=over, asked=self.resume is not None)]

    def is_answer(self, line: str) -> bool:
        """Whether it is a move."""
        return self.asking == "move" and super().is_answer(line)

    def understood(self, line: str) -> bool:
        """Whether it is yes or no to the offer of a review."""
        return self.asking == "after" and line.lower() in YES | NO

    def entered(self) -> list[Block]:
        """In a hand as in the base class; after a hand deal the next; after the last one begin the review."""
        if self.asking == "move":
            return super().entered()
        if self.asking == "after":
            return self._review("") if self.slips else self.go()
        self.asking = "move"
        return self._go_on(len(self.match.record.entries))

    def answered(self, line: str) -> list[Block]:
        """A move; after the end, yes or no to a review."""
        if self.asking == "move":
            return self._move(line)
        if not (self.slips and self.understood(line)):  # a typing error must not end the game
            return [Para(say("practice.not_now"), "dim"), *self._asked_now()]
        if line.lower() in YES:
            return self._review("")
        self.slips = []
        return self._asked_now()

    def dressed(self, doc: list[Block]) -> Doc:
        """`doc` with moves in words."""
        return worded(self.match.game, doc)

    def warnings(self) -> tuple[str, ...]:
        """Warnings of the log and of the save."""
        return self.store.take_warning(), self.saves.take_warning()

    def _begun(self, *above: Block) -> list[Block]:
        self.asking = "move"
        game, options = self.match.game, self.match.record.state.options
        doc: list[Block] = [
            *above,
            Para(rulebook(game.name).aim),
            Para(say("practice.opening", names=self.names, clockwise=game.clockwise(options))),
            *self._wanted(),
            Para(say("practice.how"), "dim"),
            Gap(),
        ]
        return [*self._tell(doc), *self._go_on(len(self.match.record.entries))]

    def _wanted(self) -> list[Block]:
        """How many hands are played, unless it is a whole game."""
        n = self.match.setup.hands
        return [Para(say("practice.hands_wanted", n=n, called=table.called_hand(self.match.game)))] if n else []

    def _tell(self, doc: list[Block]) -> list[Block]:
        """Show `doc` at once, to be read while the others think; gives back what nobody listens for."""
        if self.shown is None:
            return doc
        if doc:
            self.shown(worded(self.match.game, doc))
        return []

    # -- going on --------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Save the game."""
        self.saves.save(self.match)

    def _move(self, line: str) -> list[Block]:
        text = move_input.move_text(self.match, line)
        if self.request.revoke:
            found = self.match.judged(text)
            revoke = as_the_rules_have_it(found)
            stands = None if revoke else revoked(self.match.record, self.match.seat, text)
            if stands is not None:
                return self._let_stand(*stands, found)
            if revoke:
                self._slip(found, self.match.attempt(found.asked[0].text))
                text = revoke
        return self._tried(text, line)

    def _let_stand(self, record: Record[Any], revoke: Revoke, found: Judgement[Any]) -> list[Block]:
        """Let an illegal card stand until it is claimed; then go back."""
        since = len(self.match.record.entries)
        self._slip(found, revoke.ruling)
        doc = table.happened(gone_on(record, revoke), since)
        self.match.record = revoke.before
        self.keep()
        return [*doc, Gap(), *revoke.doc(), Gap(), *self._turn()]

    def _go_on(self, since: int, *, deal: bool = True) -> list[Block]:
        """Let the others act; tell the events since entry `since`, the table, and what is due.

        Each move is shown when it is made, if somebody listens. Unless `deal`, pause after a hand that has just ended.
        """
        doc: list[Block] = []
        told = since

        def tell() -> None:
            nonlocal told
            self.keep()
            doc.extend(self._tell(table.happened(self.match.record, told, listener=self.match.listener)))
            told = len(self.match.record.entries)

        try:
            if deal or not self.match.between:
                self.match.advance(told=tell)
        finally:
            self.keep()
        self.decision = Decision()
        ended = self.match.over or (self.match.held and self.match.between)
        doc += table.happened(self.match.record, told, last=ended, listener=self.match.listener)
        compared = ending.compared(self.match, since, self.earlier)
        doc += [*(ending.page(self.match.record, self.match.seat) if ended else ()), *compared]
        if self.match.over:
            return [*doc, *self._ended()]
        if self.match.between:
            self.asking = "between"
            return [*doc, Gap(), ending.menu(self.match, len(self.slips))]
        return [*doc, Gap(), *self._turn()]

    def _ended(self) -> list[Block]:
        self.asking = "after"
        doc: list[Block] = [Gap(), *ending.result(self.match)]
        notes = [] if self.slipped else [Para(say("practice.no_slip"), "good")]
        return [*doc, *notes, self._menu()]

    def _menu(self) -> Para:
        """The choices after the end."""
        if self.slips:
            return Para(say("practice.offer_review", n=len(self.slips)), "ask")
        return Para(say("practice.after"), "dim")

    def _asked_now(self) -> list[Block]:
        """The current question once more."""
        if self.match.over:
            return [self._menu()]
        return [ending.menu(self.match, len(self.slips))] if self.match.between else self._turn()

    # -- commands --------------------------------------------------------------------------------------

    def show(self) -> list[Block]:
        """The table; after a hand its page."""
        if self.asking != "move":
            return ending.page(self.match.record, self.match.seat)
        return super().show()

    def _review(self, rest: str) -> list[Block]:
        if not self.slips:
            return [Para(say("practice.no_slips"), "dim")]
        from tutor.teach.practice.slips import Review

        self.review, self.slips = Review(self.match.game, self.slips, self.store, self.names), []
        return self.review.opening()

    def _assist(self, rest: str) -> list[Block]:
        wanted = assist_of(rest)
        if wanted is None:
            now = say("practice.assist_what", now=self.match.setup.assist)
            return [Para(f"{say('practice.assist_words')} {now}", "dim")]
        self.match.set(assist=wanted)
        self.keep()
        told = Para(say("practice.assist_is", assist=wanted), "dim")
        return [told, *(self._turn() if self.match.due else [])]

    def _moments(self, rest: str) -> list[Block]:
        from tutor.teach.practice.key_moments_told import key_moment_blocks

        match, typed = self.match, not self.match.setup.assist.hints
        return key_moment_blocks(match.record, match.seat, match.setup.seed, self.advised, typed=typed)

    def _replay(self, rest: str) -> list[Block]:
        return table.happened(self.match.record, 0, spaced=True) or [Para(say("practice.replay_nothing"), "dim")]

    def _call(self, rest: str) -> list[Block]:
        """Set names as wanted, and list them."""
        told, wanted = names_blocks(self.match, rest)
        if wanted is None:
            return told
        self.match.set(names=wanted)
        self.keep()
        return names_blocks(self.match, "")[0]

    def _undo(self, rest: str) -> list[Block]:
        if self.decision.pending:
            return self.let_be()
        move, followed = self.match.undo()
        if not move:
            return [Para(say("practice.nothing_to_undo"), "dim")]
        self.asking = "move"
        since = len(self.match.record.entries)
        return [*self._tell([Para(say("practice.undone", move=move, followed=followed), "dim")]), *self._go_on(since)]

    def _new(self, rest: str) -> list[Block]:
        self.asking = "move"
        self.saves.leave()
        self.match = self.request.begun(seed=secrets.randbits(32))
        self.earlier = {}
        return self._go_on(0)

    def _again(self, rest: str) -> list[Block]:
        whole = rest.lower() in ("game", "all")
        if rest and not whole:
            return [Para(say("practice.again_what"), "dim")]
        self.asking = "move"
        self.match.again(all_of_it=whole)
        since = len(self.match.record.entries)
        done = hands_over(self.match.record)
        said = self._tell([Para(say("practice.again", hands=0 if whole else done), "dim")])
        return [*said, *self._go_on(since if done else 0)]

    commands: ClassVar[cmd.Table] = (
        *answers.ROWS,
        CommandRow(cmd.UNDO, _undo, help="practice.command_undo"),
        CommandRow(cmd.AGAIN, _again, "[game]", help="practice.command_again"),
        CommandRow(cmd.NEW, _new),
        CommandRow(cmd.REVIEW, _review),
        CommandRow(cmd.MOMENTS, _moments),
        CommandRow(cmd.REPLAY, _replay),
        CommandRow(cmd.ASSIST, _assist, "WORD", more=("practice.assist_words",)),
        CommandRow(cmd.NAMES, _call, "[NAME …]"),
        CommandRow(cmd.SAVE, lambda practice, rest: answers.save_blocks(practice.match, rest), "FILE"),
        HELP,
        leaving("practice.command_quit"),
    )
