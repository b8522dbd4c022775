"""Solvers behind one interface: SMT-LIB text goes in, an answer comes out.

Each runs in a process of its own (`process`), in which `server` hands the text to one of the
`with_…` modules. No process but that one loads a solver to decide anything.
"""
