"""Prove that questions are fair: what is shown decides the answer, and does not state it.

`lesson_questions` and `drill_questions` say what is shown with a question, `proof` asks it again at `variations` of the
position, `stated_answers` looks for the answer in what is shown, `named_values` for the fields that a text names.
"""
