"""Questions of lessons, drills and reviews: the engine knows the answer, and answers are graded with reasons.

A question has a prompt, the words that may be typed, a grade for an answer, five hints, and a solution with reasons.
`decisions` has questions about moves, `clauses` about the rule; `winner_question` and `value_question` are about what
follows from a position.
"""

from tutor.teach.questions.base import Grade, Question
from tutor.teach.questions.clauses import WhichClause, near_clauses
from tutor.teach.questions.decisions import Legal, MakeMove
from tutor.teach.questions.value_question import ValueQuestion
from tutor.teach.questions.winner_question import Winner

__all__ = ["Grade", "Legal", "MakeMove", "Question", "ValueQuestion", "WhichClause", "Winner", "near_clauses"]
