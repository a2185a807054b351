"""tutor: lessons, practice and rulings for card games that few books explain well."""

__version__ = "0.1.0"
