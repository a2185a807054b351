"""The parameters of commands, declared in their signatures, and a fast parser for plain command lines.

Loading Typer takes longer than most answers. So lines whose options are spelled in full and whose values are valid are
parsed here, by the same signatures. All others, from `--help` to mistakes, are left to Typer, which decides and
explains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Optional, get_args, get_origin, get_type_hints


class Argument(NamedTuple):
    """A positional argument; stands in `Annotated` beside the type of its value."""

    metavar: str | None = None
    help: str = ""


class Option:
    """An option with its value, or a flag without one. Without names it is called like its parameter."""

    def __init__(
        self,
        *names: str,
        help: str = "",  # noqa: A002  as in Typer
        metavar: str | None = None,
        min: float | None = None,  # noqa: A002
        max: float | None = None,  # noqa: A002
        at_once: Callable[[bool], None] | None = None,
    ) -> None:
        """`at_once` is called as soon as the option is read (Typer's eager callback)."""
        self.names, self.help, self.metavar, self.min, self.max, self.at_once = names, help, metavar, min, max, at_once


ASSIST = "Help before a move: full (legal moves shown), mark (listed if asked for), ask (hints) or none."
Game_ = Annotated[str, Argument(metavar="GAME", help="A game; `tutor games` lists them.")]
Json_ = Annotated[bool, Option("--json", help="Answer in JSON.")]
HouseRules_ = Annotated[
    Optional[list[str]],  # noqa: UP045
    Option("--option", help="A house rule, NAME=VALUE; may be repeated."),
]
Toolbar_ = Annotated[bool, Option(help="Show the line at the bottom.")]


class Parameter(NamedTuple):
    """A parameter of a command: the type of its values, whether it is repeatable, whether it is required."""

    name: str
    type: Any
    many: bool
    needed: bool
    what: Argument | Option

    @property
    def spellings(self) -> Mapping[str, bool]:
        """The spellings of an option; the value is False for the negative form of a flag (`--no-…`)."""
        assert isinstance(self.what, Option)
        dashed = self.name.replace("_", "-")
        usual = (f"--{dashed}/--no-{dashed}" if self.type is bool else f"--{dashed}",)
        return {word: not no for both in self.what.names or usual for no, word in enumerate(both.split("/"))}


def parameters(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters of `function` that are arguments or options, in order."""
    out = []
    needed = function.__code__.co_argcount - len(function.__defaults__ or ())
    for at, (name, hint) in enumerate(get_type_hints(function, include_extras=True).items()):
        what = next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Argument | Option)), None)
        if what is not None:
            kind = next((one for one in get_args(hint.__origin__) if one is not type(None)), hint.__origin__)
            if get_origin(hint.__origin__) is list:
                kind = hint.__origin__
            many = get_origin(kind) is list
            out.append(Parameter(name, get_args(kind)[0] if many else kind, many, at < needed, what))
    return out


def options(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters of `function` that are options, in order."""
    return [one for one in parameters(function) if isinstance(one.what, Option)]


class NeedsTyper(Exception):
    """A command line that only Typer can read, or refuse."""


def read(function: Callable[..., Any], words: Sequence[str], *, first: bool = False) -> tuple[dict[str, Any], int]:
    """Parse `words` into values for `function`; gives them and how many words were read. Raises NeedsTyper.

    With `first` only the leading options are read, else all words.
    """
    there = parameters(function)
    named = {word: one for one in options(function) for word in one.spellings}
    places = [one for one in there if isinstance(one.what, Argument)]
    values: dict[str, Any] = {}
    at = 0
    while at < len(words):
        word = words[at]
        if not word.startswith("-") or word == "-":
            if first:
                break
            if not places or not word:
                raise NeedsTyper
            one = places[0] if places[0].many else places.pop(0)
            _keep(values, one, _value(one, word))
        else:
            name, equals, value = word.partition("=")
            found = named.get(name)
            if found is None or (found.type is bool and equals):
                raise NeedsTyper
            if found.type is bool:
                if isinstance(found.what, Option) and found.what.at_once:
                    found.what.at_once(True)
                _keep(values, found, found.spellings[name])
            else:
                at += not equals
                if at == len(words):
                    raise NeedsTyper
                _keep(values, found, _value(found, value if equals else words[at]))
        at += 1
    if any(one.needed and one.name not in values for one in there):
        raise NeedsTyper
    return values, at


def _keep(values: dict[str, Any], one: Parameter, value: Any) -> None:
    if one.many:
        values.setdefault(one.name, []).append(value)
    elif one.name in values:
        raise NeedsTyper
    else:
        values[one.name] = value


def _value(one: Parameter, word: str) -> Any:
    """Convert `word` to the type of the parameter; raises NeedsTyper if that may fail."""
    if not word or (word.startswith("-") and word != "-"):
        raise NeedsTyper
    if one.type is str:
        return word
    if one.type is Path:
        return Path(word)
    try:
        number = one.type(word)
    except ValueError:
        raise NeedsTyper from None
    low, high = (one.what.min, one.what.max) if isinstance(one.what, Option) else (None, None)
    if not word.isascii() or not ((low is None or number >= low) and (high is None or number <= high)):
        raise NeedsTyper
    return number


def for_typer(function: Callable[..., Any], before: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """`function` with the signature that Typer reads.

    If `before` is given it is called instead of `function`, with the context and the values.
    """
    import inspect
    from typing import Annotated

    import typer

    def called(**values: Any) -> Any:
        return function(**values) if before is None else before(**values)

    signature, types = inspect.signature(function), get_type_hints(function)
    hints: dict[str, Any] = {one.name: Annotated[types[one.name], _as_typer(one.what)] for one in parameters(function)}
    known = [signature.parameters[name].replace(annotation=hint) for name, hint in hints.items()]
    if before is not None:
        hints["context"] = typer.Context
        known.insert(0, inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context))
    called.__signature__ = signature.replace(parameters=known, return_annotation=None)  # type: ignore[attr-defined]
    called.__annotations__ = hints
    called.__name__, called.__doc__ = function.__name__, function.__doc__
    return called


def _as_typer(what: Argument | Option) -> Any:
    import typer

    if isinstance(what, Argument):
        return typer.Argument(metavar=what.metavar, help=what.help)
    more: dict[str, Any] = {} if what.at_once is None else {"callback": what.at_once, "is_eager": True}
    return typer.Option(*what.names, help=what.help, metavar=what.metavar, min=what.min, max=what.max, **more)
