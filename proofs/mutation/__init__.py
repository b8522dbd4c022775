"""Mutants: small changes of a specification that its properties, or its test points, should notice.

`mutants` makes them, `killing` finds out who notices.
"""
