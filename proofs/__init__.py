"""Running the IR on formulas: obligations, solvers, properties and verdicts (private to ptoprove)."""
