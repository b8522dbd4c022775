"""Harnesses as ASL that other tools run: test points of counterexamples, and harnesses whole."""
