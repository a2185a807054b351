"""How well advice plays against chance: hands played, deals played from every seat, what luck allows, and the verdict.

`hands` plays one hand, `omniscient` sees all cards, `informed` sees its own and knows, like the other, that the others
play at random; `shares` does the sums, `kept` is the file of what was played, `boards` plays a game until it is
clear. `python -m tests.benchmarks strength` runs it.
"""
