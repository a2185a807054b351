"""The kernel: cards, duties and the one judge, states, games, positions, records.

Standard library only, no input or output.
"""
