"""What a policy can tell of its decision for reasons, by kinds of choice: as `advice/reasons` has them.

Each question has an answer that says nothing; `tutor.policies.base.Policy` has them all.
"""
