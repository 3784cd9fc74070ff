"""The workbench: the mathematics of a game while one designs it, worked out by processes of its own."""
