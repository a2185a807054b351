"""Questions of lessons, drills and reviews: the engine knows the answer, and answers are graded with reasons.

A question has a prompt, the words that may be typed, a grade for an answer, five hints, and a solution with reasons.
Each kind has a module: `legal_question` and `move_question` are about a decision, `clauses` about the rule, and
`winner_question` and `value_question` about what follows from a position.
"""

from tutor.teach.questions.base import DecisionQuestion, Grade, Question
from tutor.teach.questions.clauses import WhichClause, near_clauses
from tutor.teach.questions.legal_question import Legal, MovesQuestion
from tutor.teach.questions.move_question import MakeMove
from tutor.teach.questions.value_question import ValueQuestion
from tutor.teach.questions.winner_question import Winner

__all__ = [
    "DecisionQuestion",
    "Grade",
    "Legal",
    "MakeMove",
    "MovesQuestion",
    "Question",
    "ValueQuestion",
    "WhichClause",
    "Winner",
    "near_clauses",
]
