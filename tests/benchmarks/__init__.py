"""Benchmarks: programs that print figures; no test asserts a time.

Run one as `python -m tests.benchmarks.parsing` from the checkout.
"""
