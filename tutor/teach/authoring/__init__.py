"""Writing lessons: a file to begin with, a played hand as a lesson, watching a file while it is written."""
