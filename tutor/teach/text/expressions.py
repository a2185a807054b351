"""Read expressions of Jinja as functions of facts, without loading Jinja (see `sentences`).

What is not read raises NotRead. A function raises what Python raises where Jinja would find something undefined; no
attribute is read whose name begins with an underscore.
"""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.text.values import FILTERS

if TYPE_CHECKING:
    from collections.abc import Callable

    Facts = dict[str, Any]
    Value = Callable[[Facts], Any]
    """A value of facts: what an expression comes to."""

_TOKEN: Final = re.compile(r"""\s*([A-Za-z]\w*|\d+(?:\.\d+)?|"[^"\\]*"|'[^'\\]*'|[=!<>]=|//|[-+*/%~<>.,:|()\[\]{}=])""")
_NO_NAMES: Final = frozenset("and or not in is if else elif for set self super import from with without".split())
_VALUES: Final = {"true": True, "false": False, "none": None, "True": True, "False": False, "None": None}
_UNSAFE: Final = frozenset({"format", "format_map"})
_COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda one, other: one in other,
    "not in": lambda one, other: one not in other,
}
_SUMS: Final = {"+": operator.add, "-": operator.sub}
_PRODUCTS: Final = {"*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod}
_FILTERS: Final[dict[str, Callable[..., Any]]] = {
    **FILTERS,
    "length": len,
    "list": list,
    "int": int,
    "abs": abs,
    "sum": sum,
    "lower": lambda value: str(value).lower(),
    "capitalize": lambda value: str(value).capitalize(),
    "join": lambda values, between: between.join(map(str, values)),
}


class NotRead(ValueError):
    """A sentence needs more of Jinja than is read."""


class Named:
    """A fact by its name, which has to be there."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, facts: Facts) -> Any:
        """The fact."""
        return facts[self.name]


def constant(value: object) -> Value:
    """The same for all facts."""
    return lambda facts: value


def named(token: str) -> Named:
    """The fact that `token` names."""
    if not token.isidentifier() or token in _NO_NAMES or token in _VALUES:
        raise NotRead(token)
    return Named(token)


class Expression:
    """Reads tokens from the left; each method reads as much as belongs together and gives its value."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            found = _TOKEN.match(text, at)
            if found is None:
                raise NotRead(text)
            self.tokens.append(found[1])
            at = found.end()
        self.at = 0

    def next(self) -> str:
        """The next token; empty at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        """The next token, which is then behind."""
        token = self.next()
        self.at += 1
        return token

    def skip(self, *wanted: str) -> bool:
        """Whether the next tokens are `wanted`, which are then behind."""
        found = self.tokens[self.at : self.at + len(wanted)] == list(wanted)
        self.at += len(wanted) * found
        return found

    def need(self, wanted: str) -> None:
        """Pass the token `wanted`."""
        if not self.skip(wanted):
            raise NotRead(f"{wanted} expected")

    def whole(self) -> Value:
        """What all tokens come to."""
        found = self.expression()
        if self.next():
            raise NotRead(self.next())
        return found

    def expression(self) -> Value:
        """A value, or one of two by a condition; without the second it is empty."""
        found = self.either()
        while self.skip("if"):
            condition = self.either()
            found = _chosen(condition, found, self.expression() if self.skip("else") else constant(""))
        return found

    def either(self) -> Value:
        """Values with `or` between them."""
        found = self.both()
        while self.skip("or"):
            found = (lambda one, other: lambda facts: one(facts) or other(facts))(found, self.both())
        return found

    def both(self) -> Value:
        """Values with `and` between them."""
        found = self.denied()
        while self.skip("and"):
            found = (lambda one, other: lambda facts: one(facts) and other(facts))(found, self.denied())
        return found

    def denied(self) -> Value:
        """A comparison, or the contrary of one."""
        if not self.skip("not"):
            return self.comparison()
        denied = self.denied()
        return lambda facts: not denied(facts)

    def comparison(self) -> Value:
        """A value, or whether it and those that follow compare as is said."""
        first = self.sum()
        others: list[tuple[Callable[[Any, Any], Any], Value]] = []
        while True:
            sign = "not in" if self.skip("not", "in") else self.next()
            if sign not in _COMPARISONS:
                return _compared(first, others) if others else first
            self.at += sign != "not in"
            others.append((_COMPARISONS[sign], self.sum()))

    def sum(self) -> Value:
        """Values with `+` and `-` between them."""
        found = self.together()
        while self.next() in _SUMS:
            found = _worked(_SUMS[self.take()], found, self.together())
        return found

    def together(self) -> Value:
        """A value, or the text of those joined by `~`."""
        parts = [self.product()]
        while self.skip("~"):
            parts.append(self.product())
        return parts[0] if len(parts) == 1 else lambda facts: "".join([str(part(facts)) for part in parts])

    def product(self) -> Value:
        """Values with `*`, `/`, `//` and `%` between them."""
        found = self.factor()
        while self.next() in _PRODUCTS:
            found = _worked(_PRODUCTS[self.take()], found, self.factor())
        return found

    def factor(self) -> Value:
        """A value with its sign, filters and tests."""
        if self.skip("-"):
            bare = self.parts_of(self.single())
            found: Value = lambda facts: -bare(facts)  # noqa: E731
        else:
            found = self.parts_of(self.single())
        while self.next() in ("|", "is"):
            found = self.filtered(found) if self.take() == "|" else self.tested(found)
        return found

    def single(self) -> Value:
        """A fact, a number, a text, or what stands in brackets."""
        token = self.take()
        if token[:1] in ("'", '"'):
            return constant(token[1:-1])
        if token[:1].isdigit():
            return constant(float(token) if "." in token else int(token))
        if token in ("(", "[", "{"):
            return self.bracketed(token)
        return constant(_VALUES[token]) if token in _VALUES else named(token)

    def bracketed(self, opened: str) -> Value:
        """The rest of what stands in brackets: a value, a tuple, a list or a dictionary."""
        if opened == "{":
            pairs = self.listed("}", self.pair)
            return lambda facts: {key(facts): value(facts) for key, value in pairs}
        values: list[Value] = self.listed({"(": ")", "[": "]"}[opened], self.expression)
        if opened == "[":
            return lambda facts: [value(facts) for value in values]
        if len(values) == 1 and self.tokens[self.at - 2] != ",":
            return values[0]
        return lambda facts: tuple([value(facts) for value in values])

    def pair(self) -> tuple[Value, Value]:
        """A key and its value."""
        key = self.expression()
        self.need(":")
        return key, self.expression()

    def listed(self, closing: str, one: Callable[[], Any]) -> list[Any]:
        """What `one` reads, again and again with commas between, up to `closing`."""
        found = []
        while not self.skip(closing):
            found.append(one())
            if not self.skip(",") and self.next() != closing:
                raise NotRead(f"{closing} expected")
        return found

    def parts_of(self, found: Value) -> Value:
        """`found` with the attributes, items and calls that follow."""
        while True:
            if self.skip("."):
                name = named(self.take()).name
                if name in _UNSAFE:
                    raise NotRead(name)
                found = _part(found, name)
            elif self.skip("["):
                found = _worked(operator.getitem, found, self.item())
            elif self.skip("("):
                found = self.called(found)
            else:
                return found

    def item(self) -> Value:
        """The rest of an index, or of a slice with one colon."""
        first = constant(None) if self.next() == ":" else self.expression()
        if self.skip("]"):
            return first
        self.need(":")
        last = constant(None) if self.next() == "]" else self.expression()
        self.need("]")
        return lambda facts: slice(first(facts), last(facts))

    def called(self, found: Value) -> Value:
        """What `found` says of the arguments that follow."""

        def argument() -> tuple[str, Value]:
            if self.tokens[self.at + 1 : self.at + 2] != ["="]:
                return "", self.expression()
            name = named(self.take()).name
            self.need("=")
            return name, self.expression()

        given = self.listed(")", argument)
        values, by_name = [value for name, value in given if not name], [pair for pair in given if pair[0]]
        if by_name:
            return lambda facts: found(facts)(
                *[value(facts) for value in values], **{name: value(facts) for name, value in by_name}
            )
        return lambda facts: found(facts)(*[value(facts) for value in values])

    def filtered(self, found: Value) -> Value:
        """`found` after the filter that follows."""
        name = self.take()
        given = self.listed(")", self.expression) if self.skip("(") else []
        if name == "default" and isinstance(found, Named) and len(given) == 1:
            return _chosen(lambda facts: found.name in facts, found, given[0])
        if name == "map" and len(given) == 1 and self.tokens[self.at - 2][1:-1] in _FILTERS:
            each = _FILTERS[self.tokens[self.at - 2][1:-1]]
            return lambda facts: [each(value) for value in found(facts)]
        if name not in _FILTERS or len(given) != (name == "join"):
            raise NotRead(name)
        function = _FILTERS[name]
        if given:
            return _worked(function, found, given[0])
        return lambda facts: function(found(facts))

    def tested(self, found: Value) -> Value:
        """Whether `found` is what follows."""
        negative, what = self.skip("not"), self.take()
        if what == "none":
            return lambda facts: (found(facts) is None) is not negative
        if what == "defined" and isinstance(found, Named):
            return lambda facts: (found.name in facts) is not negative
        raise NotRead(what)


def _chosen(condition: Value, one: Value, other: Value) -> Value:
    return lambda facts: one(facts) if condition(facts) else other(facts)


def _worked(function: Callable[[Any, Any], Any], one: Value, other: Value) -> Value:
    return lambda facts: function(one(facts), other(facts))


def _compared(first: Value, others: list[tuple[Callable[[Any, Any], Any], Value]]) -> Value:
    if len(others) == 1:
        return _worked(others[0][0], first, others[0][1])

    def compared(facts: Facts) -> bool:
        one = first(facts)
        for holds, value in others:
            other = value(facts)
            if not holds(one, other):
                return False
            one = other
        return True

    return compared


def _part(found: Value, name: str) -> Value:
    """The attribute of what is found, or its item of that name."""

    def part(facts: Facts) -> Any:
        whole = found(facts)
        try:
            return getattr(whole, name)
        except AttributeError:
            return whole[name]

    return part
