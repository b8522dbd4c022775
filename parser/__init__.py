"""Source text to syntax trees: spans, diagnostics, ASL1, PTO metadata and bundle assembly (private to ptoprove)."""
