"""The terminal: rendering, completion, the REPL. The only room that imports prompt_toolkit."""
