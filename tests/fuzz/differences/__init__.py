"""Two answers to one question, which must not differ: questions are made at random."""
