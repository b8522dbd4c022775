"""Tests; the package lets them share code (`tests.ptoprove.samples`)."""
