"""What games there are, what resembles what, and what somebody who knows another game can keep."""
