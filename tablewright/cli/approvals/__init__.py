"""Approvals at the command line: what is approved where, what a change does, letters as a file."""
