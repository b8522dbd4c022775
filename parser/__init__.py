"""Source text to syntax trees: ASL1, PTO metadata and bundle assembly, with spans and diagnostics.

Private to ptoprove. Knows no types, values or solvers.
"""
