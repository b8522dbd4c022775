"""What ASL means: types, the typed IR, lowering, primitives, the standard library and the shipped model.

Private to ptoprove. Knows no solver, no files of tiles and no terminal.
"""
