"""Questions: asked before the answer is shown, answered by the engine, graded with reasons.

A question knows its prompt, what may be typed, how to grade an answer, five hints, and why the right answer is right.
Lessons, drills and reviews are made of them. `decisions` asks what may be done, `facts` what follows.
"""

from tutor.teach.questions.base import Grade, Question
from tutor.teach.questions.clauses import WhichClause, near_clauses
from tutor.teach.questions.decisions import Legal, MakeMove
from tutor.teach.questions.facts import ValueQuestion, Winner

__all__ = ["Grade", "Legal", "MakeMove", "Question", "ValueQuestion", "WhichClause", "Winner", "near_clauses"]
