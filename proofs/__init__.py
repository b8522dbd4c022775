"""Running the IR on formulas: obligations, solvers, properties and verdicts.

Private to ptoprove. The only package that knows the solver.
"""
