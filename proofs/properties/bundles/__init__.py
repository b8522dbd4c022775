"""Properties of whole bundles, given as the command words of the specification's own encodings."""
