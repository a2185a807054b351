"""The manual page and the completions of the shells, made of the command tree.

`python -m tests.shipped --update` writes them to `tutor/shell`, from where they travel in the wheel to the places
where a system looks for them. They are static: completing a word starts no program.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tutor.cli import app
from tutor.kernel.by_name import names
from tutor.teach.conversation.commands import COMMANDS, Command
from tutor.teach.drills.session import DrillSession
from tutor.teach.lessons.course_session import CourseConversation
from tutor.teach.lessons.free import FreeHand
from tutor.teach.lessons.session import LessonSession
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.slips import Review
from tutor.teach.practice.watching import Watching
from tutor.ui.terminal.repl import key_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.teach.conversation.conversation import Conversation

FOLDER = Path(__file__).resolve().parent.parent / "tutor" / "shell"
COMMAND = "python -m tests.shipped --update"
GAMES = {"GAME", "GAME[:LESSON]", "KNOWN", "[GAME|FILE|FOLDER]…", "[GAME]"}
"""Arguments that are names of games, or may be."""
MANY = 99


@dataclass(frozen=True)
class Option:
    """An option: how it may be written, whether a value follows, and what it does."""

    spellings: tuple[str, ...]
    takes: str
    help: str


@dataclass(frozen=True)
class Subcommand:
    """A command: what it does, its arguments as they are shown, whether they are games or files, its options."""

    name: str
    help: str
    about: str
    arguments: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]

    @property
    def games(self) -> int:
        """How many arguments are games; `MANY` for any number."""
        found = [shown for shown, _ in self.arguments if shown in GAMES]
        return MANY if any(shown.endswith("…") for shown in found) else len(found)


def tree() -> tuple[Subcommand, list[Subcommand]]:
    """`tutor` itself, and its commands in the order of its help."""
    group: Any = typer.main.get_command(app.built())
    return _command("tutor", group), [_command(name, one) for name, one in group.commands.items()]


def _command(name: str, found: Any) -> Subcommand:
    options = [p for p in found.params if p.param_type_name == "option"]
    arguments = [p for p in found.params if p.param_type_name == "argument"]
    lines = (found.help or "").strip().split("\n")
    return Subcommand(
        name,
        lines[0],
        " ".join(line.strip() for line in lines if line.strip()),
        tuple((p.metavar or p.name.upper(), p.help or "") for p in arguments),
        (*(_option(p) for p in options), Option(("--help", "-h"), "", "Show what the command does.")),
    )


def _option(found: Any) -> Option:
    takes = "" if found.is_flag else (found.metavar or found.type.name.upper())
    return Option((*found.opts, *found.secondary_opts), takes.split(" ")[0], found.help or "")


# -- the manual page ---------------------------------------------------------------------------------------------


def manual() -> str:
    """`tutor.1`, in the language of man pages."""
    whole, commands = tree()
    lines = [
        '.\\" Made by ' + COMMAND,
        '.TH TUTOR 1 "" "tutor" "User Commands"',
        ".SH NAME",
        "tutor \\- learn card games that few books explain well",
        ".SH SYNOPSIS",
        ".B tutor",
        "[\\fIOPTION\\fR]... \\fICOMMAND\\fR [\\fIARGUMENT\\fR]...",
        ".SH DESCRIPTION",
        _roff(whole.about),
        "Without a command it says what to do next.",
        ".SH OPTIONS",
        *_roff_options(whole),
        ".SH COMMANDS",
    ]
    for one in commands:
        shown = " ".join(f"\\fI{_roff(name)}\\fR" for name, _ in one.arguments)
        lines += [f".SS {one.name} {shown}".rstrip(), _roff(one.about)]
        for name, text in one.arguments:
            lines += [".TP", f"\\fI{_roff(name)}\\fR", _roff(text)]
        lines += _roff_options(one)
    lines += [".SH COMMANDS OF A CONVERSATION", _roff(CONVERSATION), *_spoken()]
    lines += [".SH GAMES", _roff(", ".join(names()) + ".")]
    lines += [
        ".SH EXIT STATUS",
        *(line for code, text in STATUS for line in (".TP", f"\\fB{code}\\fR", _roff(text))),
        ".SH ENVIRONMENT",
        *(line for name, text in ENVIRONMENT for line in (".TP", f"\\fB{name}\\fR", _roff(text))),
    ]
    return "\n".join(lines) + "\n"


CONVERSATION = (
    "In lessons, drills and games a line is an answer or a move, or one of these words. The word help lists those that "
    "are there."
)
CONVERSATIONS: dict[str, type[Conversation]] = {
    "lessons": LessonSession,
    "hands of lessons": FreeHand,
    "between two lessons": CourseConversation,
    "practice": Practice,
    "slips": Review,
    "drills": DrillSession,
    "watching": Watching,
}
"""The tables of commands, by where they hold."""


def spoken(command: Command) -> dict[str, list[str]]:
    """What a command does, with the conversations where that is so."""
    found: dict[str, list[str]] = {}
    for place, kind in CONVERSATIONS.items():
        for row in kind.commands:
            if row.command is command and row.listed:
                found.setdefault(row.about, []).append(place)
    return found


def _spoken() -> Iterator[str]:
    """Each command: its name, what may follow, other words for it, its key, and what it does."""
    for command in COMMANDS:
        takes = {row.takes for kind in CONVERSATIONS.values() for row in kind.commands if row.command is command}
        also = [*command.aliases, *([key_name(command.key)] if command.key else [])]
        yield ".TP"
        yield " ".join(
            [
                f"\\fB{command.name}\\fR",
                *sorted(map(_roff, takes - {""})),
                *([f"({_roff(', '.join(also))})"] if also else []),
            ]
        )
        yield _roff("; ".join(f"{about} ({', '.join(places)})" for about, places in spoken(command).items()) + ".")


STATUS = (
    (0, "Answered; for a single move asked about: it is legal."),
    (1, "For a single move asked about: it is not legal. For check: something is wrong."),
    (2, "The command line cannot be understood."),
    (3, "A position, record, lesson or file cannot be read; every problem is named."),
    (130, "Interrupted."),
)
ENVIRONMENT = (
    ("TUTOR_HOME", "The folder for progress, saved games and caches, instead of the system's own places."),
    ("NO_COLOR", "If set, no colours."),
    ("ACCESSIBLE", "If set, plain linear text with cards in words, for speech and braille."),
    ("TERM", "If it is dumb: plain text, and no line editing."),
)


def _roff_options(one: Subcommand) -> Iterator[str]:
    for option in one.options:
        value = f" \\fI{_roff(option.takes)}\\fR" if option.takes else ""
        yield ".TP"
        yield ", ".join(f"\\fB{_roff(spelling)}\\fR" for spelling in option.spellings) + value
        yield _roff(option.help)


def _roff(text: str) -> str:
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain


# -- the shells --------------------------------------------------------------------------------------------------


def bash() -> str:
    """For bash: commands, the options of each, games where games belong, else files."""
    whole, commands = tree()
    cases = "\n".join(
        f"    {one.name}) options={_quoted(' '.join(_words(one)))}; "
        f"valued={_quoted(' '.join(_valued(one)))}; words={'$games' if one.games else _quoted('')}; most={one.games};;"
        for one in commands
    )
    return f"""# Made by {COMMAND}
_tutor() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local command="" options="" valued="" words="" most=0 at
  local games={_quoted(" ".join(names()))}
  for ((at = 1; at < COMP_CWORD; at++)); do
    case ${{COMP_WORDS[at]}} in
      --suits) ((at++));;
      -*) ;;
      *) command=${{COMP_WORDS[at]}}; break;;
    esac
  done
  case $command in
    "") options={_quoted(" ".join(_words(whole)))}; valued={_quoted(" ".join(_valued(whole)))}
      words={_quoted(" ".join(c.name for c in commands))}; most=1;;
{cases}
  esac
  for ((at++; at < COMP_CWORD; at++)); do
    [[ " $words " == *" ${{COMP_WORDS[at]}} "* ]] && ((most--))
  done
  COMPREPLY=()
  if [[ " $valued " == *" $before "* ]]; then
    return
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif ((most > 0)); then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}}
complete -o default -F _tutor tutor
"""


def zsh() -> str:
    """For zsh: the same, each with what it does."""
    whole, commands = tree()
    listed = "\n".join(f"    {_quoted(f'{one.name}:{one.help}')}" for one in commands)
    cases = "\n".join(
        f"    ({one.name}) _arguments {' '.join(_zsh_option(o) for o in one.options)} {_zsh_rest(one)};;"
        for one in commands
    )
    return f"""#compdef tutor
# Made by {COMMAND}
_tutor() {{
  local -a commands games
  commands=(
{listed}
  )
  games=({" ".join(names())})
  local context state line
  _arguments -C {" ".join(_zsh_option(o) for o in whole.options)} '1:command:->command' '*::argument:->argument'
  case $state in
    (command) _describe command commands;;
    (argument) case $line[1] in
{cases}
    esac;;
  esac
}}
_tutor "$@"
"""


def _zsh_option(option: Option) -> str:
    help_ = option.help.replace("[", "(").replace("]", ")").replace(":", " -")
    value = f":{option.takes}:_default" if option.takes else ""
    return " ".join(_quoted(f"{spelling}[{help_}]{value}") for spelling in option.spellings)


def _zsh_rest(one: Subcommand) -> str:
    if one.games == MANY:
        return "'*:game:($games)'"
    if one.games:
        games = (f"'{at}:game:($games)'" for at, (shown, _) in enumerate(one.arguments, 1) if shown in GAMES)
        return " ".join((*games, "'*:file:_files'"))
    return "'*:file:_files'" if one.arguments else ""


def fish() -> str:
    """For fish: the same."""
    whole, commands = tree()
    every = " ".join(one.name for one in commands)
    lines = [
        f"# Made by {COMMAND}",
        f"set -l commands {every}",
        *(
            f"complete -c tutor -f -n 'not __fish_seen_subcommand_from {every}' -a {one.name} -d {_fish(one.help)}"
            for one in commands
        ),
        *(_fish_option(option, f"not __fish_seen_subcommand_from {every}") for option in whole.options),
    ]
    for one in commands:
        when = f"__fish_seen_subcommand_from {one.name}"
        if one.games:
            there = " ".join(names())
            still = f"{when}; and not __fish_seen_subcommand_from {there}" if one.games == 1 else when
            lines.append(f"complete -c tutor -n '{still}' -a '{there}'")
        lines += [_fish_option(option, when) for option in one.options]
    return "\n".join(lines) + "\n"


def _fish_option(option: Option, when: str) -> str:
    written = " ".join(
        f"-l {spelling[2:]}" if spelling.startswith("--") else f"-s {spelling[1:]}" for spelling in option.spellings
    )
    return f"complete -c tutor -n '{when}' {written} {'-r ' if option.takes else ''}-d {_fish(option.help)}"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _words(one: Subcommand) -> list[str]:
    return [spelling for option in one.options for spelling in option.spellings]


def _valued(one: Subcommand) -> list[str]:
    return [spelling for option in one.options if option.takes for spelling in option.spellings]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


MADE = {"tutor.1": manual, "tutor.bash": bash, "_tutor": zsh, "tutor.fish": fish}
"""What is shipped, by file."""


def main() -> None:
    """Write them, or say which are not what they should be."""
    if "--update" in sys.argv:
        FOLDER.mkdir(exist_ok=True)
    for name, made in MADE.items():
        path, text = FOLDER / name, made()
        if "--update" in sys.argv:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            raise SystemExit(f"{path.name} is not what the commands say; run `{COMMAND}`")


if __name__ == "__main__":
    main()
