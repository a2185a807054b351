"""How well advice plays: against chance until it is clear, and against a player who goes by the book.

`hands` plays one hand, `omniscient` sees all cards, `informed` sees its own and knows, like the other, that the others
play at random; `shares` does the sums, `kept` is the file of what was played, `boards` plays a game until it is
clear: `python -m tests.benchmarks strength` runs it. `textbook` goes by the rules of thumb of the books, and
`python -m tests.strength.duel` plays advice against it. `alternatives` are other ways of searching, which
`python -m tests.strength.beside` plays against the adviser at equal time.
"""
