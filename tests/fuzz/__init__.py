"""Hostile input for the front end: made from the grammar, or from valid files by mutation.

`python -m tests.fuzz --minutes 10` looks for input that ends in neither a result nor a diagnostic.
"""
