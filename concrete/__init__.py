"""Running the IR on numbers: emitted Python, state, tiles and bundles (private to ptoprove)."""
