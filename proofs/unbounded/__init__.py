"""Proofs for operands of every shape: what loops do in any number of iterations.

`families` (one level up) are arrays told by terms, `loops` finds what all iterations of a loop do
from one that stands for any, `facts` says what is known of the functions that stand for their
results, and `question` asks whether a property holds. What is not known is left open, so that a
property may fail to be proved; it is never refuted here.
"""
