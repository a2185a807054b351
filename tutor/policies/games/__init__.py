"""What is wise in single games: a module with a `POLICY` for each game that is not like all of its family."""
