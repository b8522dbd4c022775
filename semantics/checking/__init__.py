"""Static semantics: every rule of the language reference's type system, over the syntax tree.

A checked program is one that lowering accepts; what is found here is found before anything runs.
Types here keep what types of the IR have no use for: names, symbolic bounds, lost precision.
"""
