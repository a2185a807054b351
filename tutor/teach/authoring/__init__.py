"""Tools for authors: skeletons of games and lessons, lessons made from records, checks while a file is edited."""
