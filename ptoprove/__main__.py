"""`python -m ptoprove`."""

from ptoprove.cli import main

main()
