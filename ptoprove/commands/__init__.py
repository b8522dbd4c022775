"""The commands, a module each; what is slow to import is imported when a command runs."""
