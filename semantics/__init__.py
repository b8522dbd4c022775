"""What ASL means: types, typed IR, lowering, primitives, the standard library, the shipped model.

Private to ptoprove. Knows no solver, no files of tiles and no terminal.
"""
