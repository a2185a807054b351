"""The games, one module each; a module here with a `GAME` is all it takes to be found."""
